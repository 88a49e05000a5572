import { type UsageKind, unitPrice } from '#rules/billing/prices.ts';
import type { UsageChargesTable } from '../../kernel/database/tables/billing-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { finaliseKeys, insertReservations, readPricing } from './usage-store.ts';

/** The record to which a use is charged. */
export interface UsageSubject {
  companyId: string;
  kind: UsageKind;
  resourceType: UsageChargesTable['resource_type'];
  resourceId: string;
}

/**
 * Reserves a charge for each key, before a paid request is sent. Idempotent after an aborted process; a released key is reserved
 * again.
 */
export async function reserveUsage(
  trx: Trx,
  deps: { now: () => Date },
  of: UsageSubject,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const { plan, currency } = await readPricing(trx, of.companyId);
  await insertReservations(
    trx,
    { ...of, amount: unitPrice(of.kind, plan), currency, at: deps.now().toISOString() },
    keys,
  );
}

/** Charges the uses with a result and releases the others. Finalised keys stay unchanged. */
export async function finaliseUsage(
  trx: Trx,
  deps: { now: () => Date },
  companyId: string,
  { charged, released }: { charged: readonly string[]; released: readonly string[] },
): Promise<void> {
  if (charged.length + released.length === 0) return;
  await finaliseKeys(trx, companyId, { charged, released, at: deps.now().toISOString() });
}
