import { type Kysely, type Selectable, sql } from 'kysely';
import type { UsageKind } from '#rules/billing/prices.ts';
import { continuingSubscriptionStatuses } from '#rules/lifecycles/company.ts';
import { literals } from '../../kernel/database/literals.ts';
import type {
  CheckoutSessionsTable,
  PlanRequestsTable,
  SubscriptionsTable,
} from '../../kernel/database/tables/billing-tables.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type CheckoutRow = Selectable<CheckoutSessionsTable>;

/** The company's subscription. Also readable as `assay_jobs`, for all companies. */
export async function readSubscription(trx: Trx, companyId: string): Promise<SubscriptionRow | null> {
  const row = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row ?? null;
}

/** Saves a company's customer; of two created concurrently the first stays. */
export async function insertSubscription(
  trx: Trx,
  row: Pick<SubscriptionRow, 'company_id' | 'id' | 'customer_id' | 'currency'> & { at: string },
): Promise<void> {
  const { at, ...values } = row;
  await trx
    .insertInto('subscriptions')
    .values({ ...values, status: 'incomplete', created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();
}

/** Returns the next sequence number for reading the payment service; null if the company has no customer there. */
export async function nextReadSequence(
  trx: Trx,
  companyId: string,
): Promise<{ turn: number; customerId: string } | null> {
  const row = await trx
    .updateTable('subscriptions')
    .set((columns) => ({ read_turn: columns('read_turn', '+', 1) }))
    .where('company_id', '=', companyId)
    .returning(['read_turn', 'customer_id'])
    .executeTakeFirst();
  return row === undefined ? null : { turn: row.read_turn, customerId: row.customer_id };
}

export type SubscriptionChange = Pick<
  SubscriptionRow,
  | 'provider_subscription_id'
  | 'plan'
  | 'status'
  | 'currency'
  | 'current_period_end'
  | 'grace_until'
  | 'cancel_at_period_end'
>;

/** Saves the result of a read. The caller has locked the company. */
export async function writeSubscription(
  trx: Trx,
  row: SubscriptionRow,
  { turn, at, ...change }: Partial<SubscriptionChange> & { turn: number; at: string },
): Promise<void> {
  const isChange = Object.keys(change).length > 0;
  await trx
    .updateTable('subscriptions')
    .set({
      ...change,
      written_turn: turn,
      ...(isChange ? { updated_at: at, version: row.version + 1 } : {}),
    })
    .where('company_id', '=', row.company_id)
    .execute();
}

/** Whether the company's checks are enabled. The lock still permits inserting records of the company. */
export async function lockActiveFlag(trx: Trx, companyId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('companies')
    .select('subscription_active')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.subscription_active;
}

/** Sets the flag without incrementing the company's version, so that a payment does not make open forms stale. */
export async function writeActiveFlag(
  trx: Trx,
  companyId: string,
  active: boolean,
  at: string,
): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ subscription_active: active, updated_at: at })
    .where('id', '=', companyId)
    .execute();
}

/** Records a processed event; false if it was already processed. */
export async function insertEvent(
  trx: Trx,
  event: { companyId: string; id: string; type: string; occurredAt: string; at: string },
): Promise<boolean> {
  const row = await trx
    .insertInto('payment_events')
    .values({
      company_id: event.companyId,
      event_id: event.id,
      type: event.type,
      occurred_at: event.occurredAt,
      received_at: event.at,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasEvent(trx: Trx, companyId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_events')
    .select('event_id')
    .where('company_id', '=', companyId)
    .where('event_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Company of an event's customer, or null. One call as `assay_app`, outside a transaction. */
export async function companyByCustomer(db: Kysely<Schema>, customerId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string | null;
  }>`SELECT company_by_payment_customer(${customerId}) AS id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Saves a checkout; idempotent. True if it is new. */
export async function insertCheckout(
  trx: Trx,
  row: Pick<CheckoutRow, 'company_id' | 'id' | 'plan' | 'currency' | 'total' | 'created_at' | 'created_by'>,
): Promise<boolean> {
  const added = await trx
    .insertInto('checkout_sessions')
    .values({ ...row, settled_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function readCheckout(trx: Trx, companyId: string, id: string): Promise<CheckoutRow | null> {
  const row = await trx
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The company's unfinished checkouts, oldest first. */
export function pendingCheckouts(trx: Trx, companyId: string): Promise<CheckoutRow[]> {
  return trx
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('settled_at', 'is', null)
    .orderBy('created_at')
    .limit(20)
    .execute();
}

/** Saves the outcome of a checkout unless it is completed. True if it changed. */
export async function completeCheckout(
  trx: Trx,
  row: Pick<CheckoutRow, 'company_id' | 'id'>,
  outcome: CheckoutRow['outcome'],
  at: string,
): Promise<boolean> {
  const changed = await trx
    .updateTable('checkout_sessions')
    .set({ outcome, settled_at: outcome === 'open' || outcome === 'processing' ? null : at })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .where('settled_at', 'is', null)
    .where('outcome', '!=', outcome)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Names of the members who can manage billing. */
export async function getOwners(trx: Trx, companyId: string): Promise<{ name: string }[]> {
  return trx
    .selectFrom('members')
    .select('name')
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('name')
    .limit(20)
    .execute();
}

/** Charges since an instant, by kind, and the number of pending ones. */
export async function usageSince(
  trx: Trx,
  companyId: string,
  since: string,
): Promise<{ lines: { kind: UsageKind; uses: number; amount: number }[]; waiting: number }> {
  const { rows } = await sql<{ kind: UsageKind; status: string; uses: number; amount: number }>`
    SELECT kind, status, count(*)::int AS uses, sum(amount)::int AS amount FROM usage_charges
     WHERE company_id = ${companyId} AND (status = 'reserved' OR (status = 'charged' AND settled_at >= ${since}))
     GROUP BY kind, status ORDER BY kind`.execute(trx);
  return {
    lines: rows
      .filter(({ status }) => status === 'charged')
      .map(({ kind, uses, amount }) => ({ kind, uses, amount })),
    waiting: rows.filter(({ status }) => status === 'reserved').reduce((sum, { uses }) => sum + uses, 0),
  };
}

export async function insertPlanRequest(trx: Trx, row: Selectable<PlanRequestsTable>): Promise<void> {
  await trx.insertInto('plan_requests').values(row).execute();
}

/** Time of the company's latest enterprise plan request; null if there is none. */
export async function newestPlanRequest(trx: Trx, companyId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('plan_requests')
    .select('created_at')
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Fields of a plan request for the email. */
export function readPlanRequest(trx: Trx, id: string) {
  return trx
    .selectFrom('plan_requests as r')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .select([
      'c.name as companyName',
      'r.contact_name as name',
      'r.contact_email as email',
      'r.contact_phone as phone',
      'r.message',
    ])
    .where('r.id', '=', id)
    .executeTakeFirst();
}

/** Companies whose grace period has ended with checks still enabled. Runs as `assay_jobs`. */
export async function companiesPastGrace(trx: Trx, at: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    SELECT s.company_id FROM subscriptions s JOIN companies c ON c.id = s.company_id
     WHERE s.grace_until <= ${at} AND c.subscription_active
     ORDER BY s.grace_until LIMIT ${limit}`.execute(trx);
  return rows.map(({ company_id }) => company_id);
}

/** Companies with an ended month or an unfinished checkout. Runs as `assay_jobs`. */
export async function companiesToFollow(trx: Trx, at: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    SELECT s.company_id FROM subscriptions s
     WHERE (s.current_period_end < ${at} AND s.status IN ${literals(continuingSubscriptionStatuses)})
        OR EXISTS (SELECT FROM checkout_sessions c WHERE c.company_id = s.company_id AND c.settled_at IS NULL)
     ORDER BY s.updated_at LIMIT ${limit}`.execute(trx);
  return rows.map(({ company_id }) => company_id);
}

/** Ids of the company's owners who can sign in. Runs as `assay_jobs`. */
export async function getOwnerIds(trx: Trx, companyId: string): Promise<string[]> {
  const owners = await trx
    .selectFrom('members')
    .select('id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return owners.map(({ id }) => id);
}

/** An owner, with the company's details for an email. */
export interface OwnerToEmail {
  loginId: string;
  companyId: string;
  companyName: string;
  timeZone: string;
}

/** An owner who can sign in; undefined if the member no longer is one. */
export function readOwnerToEmail(trx: Trx, memberId: string): Promise<OwnerToEmail | undefined> {
  return trx
    .selectFrom('members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select([
      'm.login_id as loginId',
      'c.id as companyId',
      'c.name as companyName',
      'c.time_zone as timeZone',
    ])
    .where('m.id', '=', memberId)
    .where('m.role', '=', 'owner')
    .where('m.status', '=', 'active')
    .executeTakeFirst();
}
