import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { UsageKind } from '#rules/billing/prices.ts';
import type {
  CheckoutSessionsTable,
  PlanRequestsTable,
  SubscriptionsTable,
} from '../database/billing-tables.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type CheckoutRow = Selectable<CheckoutSessionsTable>;

/** The company's subscription. As `assay_jobs` too, which sees every company's. */
export async function readSubscription(
  trx: Trx,
  companyId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SubscriptionRow | null> {
  const query = trx.selectFrom('subscriptions').selectAll().where('company_id', '=', companyId);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** Keeps a company's customer; the first one stays, should two be made at once. */
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

/** Takes the next turn at reading the payment service; null where the company has no customer there. */
export async function takeReadTurn(
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

/** Writes what a turn has read. The caller holds the row's lock. */
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

/** Whether a company's checks are open. Locked: the caller may change it. */
export async function lockActiveFlag(trx: Trx, companyId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('companies')
    .select('subscription_active')
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.subscription_active;
}

/** The version of the company's record stays: nobody's edit is made stale by a payment. */
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

/** Keeps that an event was taken; false when it was before. */
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

/** The company whose customer an event names, or null. One call of the standing role, outside a transaction. */
export async function companyByCustomer(db: Kysely<Schema>, customerId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string | null;
  }>`SELECT company_by_payment_customer(${customerId}) AS id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Keeps a checkout; the same one again changes nothing. True where it is new. */
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

/** Checkouts of the company that may still come to something, oldest first. */
export function unsettledCheckouts(trx: Trx, companyId: string): Promise<CheckoutRow[]> {
  return trx
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('settled_at', 'is', null)
    .orderBy('created_at')
    .limit(20)
    .execute();
}

/** Writes what came of a checkout, unless that is settled already. True where it changed. */
export async function settleCheckout(
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

/** Names of the people who may see to payment. */
export async function ownersOf(trx: Trx, companyId: string): Promise<{ name: string }[]> {
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

/** What was charged from an instant on, by kind, and how many charges wait for an answer. */
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

export async function insertPlanRequest(
  trx: Trx,
  row: Omit<Selectable<PlanRequestsTable>, 'mailed_at'>,
): Promise<void> {
  await trx
    .insertInto('plan_requests')
    .values({ ...row, mailed_at: null })
    .execute();
}

/** When the company last asked for the plan that is agreed in person; null when it never did. */
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
