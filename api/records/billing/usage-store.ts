import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type BillingCurrency, getCurrency, type Plan, type UsageKind } from '#rules/billing/prices.ts';
import { billedSubscriptionStatuses } from '#rules/lifecycles/company.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { UsageChargesTable } from '../../kernel/database/tables/billing-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** The plan that a company's uses are priced by, in the currency that it is billed in. */
export async function readPricing(
  trx: Trx,
  companyId: string,
): Promise<{ plan: Plan | null; currency: BillingCurrency }> {
  const row = await trx
    .selectFrom('companies')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'companies.id')
    .select(['companies.billing_country_code', 'subscriptions.plan', 'subscriptions.currency'])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { plan: row.plan, currency: row.currency ?? getCurrency(row.billing_country_code) };
}

export interface Reservation {
  companyId: string;
  kind: UsageKind;
  resourceType: UsageChargesTable['resource_type'];
  resourceId: string;
  amount: number;
  currency: BillingCurrency;
  at: string;
}

/** Reserves a charge for each key. Reserved and charged keys stay unchanged; released ones are reserved again. */
export async function insertReservations(
  trx: Trx,
  { companyId, kind, resourceType, resourceId, amount, currency, at }: Reservation,
  keys: readonly string[],
): Promise<void> {
  await trx
    .insertInto('usage_charges')
    .values(
      keys.map((key) => ({
        company_id: companyId,
        id: uuidv7(),
        kind,
        resource_type: resourceType,
        resource_id: resourceId,
        amount,
        currency,
        status: 'reserved' as const,
        idempotency_key: key,
        reserved_at: at,
        settled_at: null,
        report_id: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'idempotency_key'])
        .doUpdateSet({ status: 'reserved', settled_at: null, reserved_at: at, amount })
        .where('usage_charges.status', '=', 'released'),
    )
    .execute();
}

/** Charges or releases reserved keys; finalised ones stay unchanged. */
export async function finaliseKeys(
  trx: Trx,
  companyId: string,
  { charged, released, at }: { charged: readonly string[]; released: readonly string[]; at: string },
): Promise<void> {
  await trx
    .updateTable('usage_charges')
    .set({
      status: sql`CASE WHEN idempotency_key = ANY(${[...charged]}::text[]) THEN 'charged' ELSE 'released' END`,
      settled_at: at,
    })
    .where('company_id', '=', companyId)
    .where('status', '=', 'reserved')
    .where(sql<boolean>`idempotency_key = ANY(${[...charged, ...released]}::text[])`)
    .execute();
}

/** Charges a record's reserved keys by their last part, and releases the others. */
export async function finaliseUsageRecord(
  trx: Trx,
  companyId: string,
  { resourceId, charged, at }: { resourceId: string; charged: readonly string[]; at: string },
): Promise<void> {
  await trx
    .updateTable('usage_charges')
    .set({
      status: sql`CASE WHEN split_part(idempotency_key, ':', 4) = ANY(${[...charged]}::text[])
                       THEN 'charged' ELSE 'released' END`,
      settled_at: at,
    })
    .where('company_id', '=', companyId)
    .where('resource_id', '=', resourceId)
    .where('status', '=', 'reserved')
    .execute();
}

/**
 * Releases all companies' reservations older than the given time. Runs as `assay_jobs`.
 * @returns the number released.
 */
export async function releaseReservedBefore(
  trx: Trx,
  { before, at }: { before: string; at: string },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE usage_charges SET status = 'released', settled_at = ${at}
     WHERE status = 'reserved' AND reserved_at < ${before}`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Groups charges with a cost into one line per company and kind, in one statement, so that each charge is in exactly one line. Excludes
 * companies without a subscription at the payment service and those with individually agreed billing. Runs as `assay_jobs`.
 * @returns the number of lines created.
 */
export async function insertReports(trx: Trx, { at, limit }: { at: string; limit: number }): Promise<number> {
  const { rows } = await sql<{ company_id: string; kind: UsageKind; currency: BillingCurrency }>`
    SELECT DISTINCT u.company_id, u.kind, u.currency FROM usage_charges u
      JOIN subscriptions s ON s.company_id = u.company_id AND s.currency = u.currency
       AND s.status IN ${literals(billedSubscriptionStatuses)} AND s.plan IN ('payAsYouGo', 'monthly')
     WHERE u.status = 'charged' AND u.report_id IS NULL AND u.amount > 0 LIMIT ${limit}`.execute(trx);
  if (rows.length === 0) return 0;
  const wanted = rows.map((row) => ({ ...row, id: uuidv7() }));
  await sql`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
             AS w(company_id uuid, kind text, currency text, id uuid)),
    locked AS (
      SELECT u.company_id, u.id, w.id AS report_id, u.kind, u.currency, u.amount FROM usage_charges u
        JOIN wanted w USING (company_id, kind, currency)
       WHERE u.status = 'charged' AND u.report_id IS NULL AND u.amount > 0
       ORDER BY u.company_id, u.id FOR UPDATE OF u),
    made AS (
      INSERT INTO usage_reports (company_id, id, kind, currency, uses, amount, created_at)
      SELECT company_id, report_id, kind, currency, count(*), sum(amount), ${at}::timestamptz
        FROM locked GROUP BY 1, 2, 3, 4 RETURNING company_id, id)
    UPDATE usage_charges u SET report_id = l.report_id FROM locked l, made m
     WHERE u.company_id = l.company_id AND u.id = l.id AND m.company_id = l.company_id AND m.id = l.report_id`.execute(
    trx,
  );
  return rows.length;
}

/** A line of usage with the subscription that it is billed to. */
export interface UsageReport {
  company_id: string;
  id: string;
  kind: UsageKind;
  currency: BillingCurrency;
  uses: number;
  amount: number;
  created_at: string;
  customer_id: string;
  provider_subscription_id: string;
}

/** Lines not yet at the payment service. Runs as `assay_jobs`. */
export async function openReports(trx: Trx, limit: number): Promise<UsageReport[]> {
  const { rows } = await sql<UsageReport>`
    SELECT r.company_id, r.id, r.kind, r.currency, r.uses, r.amount, r.created_at, s.customer_id,
           s.provider_subscription_id
      FROM usage_reports r JOIN subscriptions s ON s.company_id = r.company_id
     WHERE r.reported_at IS NULL AND s.provider_subscription_id IS NOT NULL
       AND s.status IN ${literals(billedSubscriptionStatuses)}
     ORDER BY r.company_id, r.id LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Marks a line as reported to the payment service. Runs as `assay_jobs`. */
export async function writeReported(
  trx: Trx,
  { company_id, id }: Pick<UsageReport, 'company_id' | 'id'>,
  { itemId, at }: { itemId: string; at: string },
): Promise<void> {
  await trx
    .updateTable('usage_reports')
    .set({ provider_item_id: itemId, reported_at: at })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute();
}
