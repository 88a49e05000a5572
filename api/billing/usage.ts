import { sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import {
  type BillingCurrency,
  currencyOf,
  type Plan,
  type UsageKind,
  unitPrice,
} from '#rules/billing/prices.ts';
import type { UsageChargesTable } from '../database/billing-tables.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** The record that a use belongs to. */
export interface UsageOf {
  companyId: string;
  kind: UsageKind;
  resourceType: UsageChargesTable['resource_type'];
  resourceId: string;
}

/** What a use costs the company on its plan, in the currency that it is billed in. */
export async function usagePrice(
  trx: Trx,
  companyId: string,
  kind: UsageKind,
): Promise<{ amount: number; currency: BillingCurrency; plan: Plan | null }> {
  const row = await trx
    .selectFrom('companies')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'companies.id')
    .select(['companies.billing_country_code', 'subscriptions.plan', 'subscriptions.currency'])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow();
  const currency = row.currency ?? currencyOf(row.billing_country_code);
  return { amount: unitPrice(kind, row.plan), currency, plan: row.plan };
}

/**
 * Reserves a charge for each key, before anything is asked that costs money. The same key again, after a process that ended half way,
 * reserves nothing more; one that was released is taken up again.
 */
export async function reserveUsage(
  trx: Trx,
  deps: { now: () => Date },
  { companyId, kind, resourceType, resourceId }: UsageOf,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const { amount, currency } = await usagePrice(trx, companyId, kind);
  const at = deps.now().toISOString();
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

/** Charges what was answered and releases what was not. A key that is settled already stays as it is. */
export async function settleUsage(
  trx: Trx,
  deps: { now: () => Date },
  companyId: string,
  { charged, released }: { charged: readonly string[]; released: readonly string[] },
): Promise<void> {
  const keys = [...charged, ...released];
  if (keys.length === 0) return;
  await trx
    .updateTable('usage_charges')
    .set({
      status: sql`CASE WHEN idempotency_key = ANY(${[...charged]}::text[]) THEN 'charged' ELSE 'released' END`,
      settled_at: deps.now().toISOString(),
    })
    .where('company_id', '=', companyId)
    .where('status', '=', 'reserved')
    .where(sql<boolean>`idempotency_key = ANY(${keys}::text[])`)
    .execute();
}
