import type { Trx } from '../database/tables/schema.ts';

/** Minutes until the next attempt, by the number of failed ones; the last one repeats. */
const retryMinutes = [1, 5, 15, 60, 240, 720] as const;

/** A claimed delivery counts as failed after this: longer than any attempt. */
const leaseMs = 60_000;

const inMs = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Claims a delivery that is due, creating it at first; undefined if another process has it, or it waits. */
export async function claimDelivery(
  trx: Trx,
  receiver: string,
  now: Date,
): Promise<{ lastNumber: number; attempts: number } | undefined> {
  await trx
    .insertInto('audit_deliveries')
    .values({ receiver, last_number: 0, attempts: 0, due_at: now.toISOString(), last_error: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .updateTable('audit_deliveries')
    .set({ due_at: inMs(now, leaseMs) })
    .where('receiver', '=', receiver)
    .where('due_at', '<=', now.toISOString())
    .returning(['last_number as lastNumber', 'attempts'])
    .executeTakeFirst();
}

/** Saves the outcome of an attempt, with the time of the next one. */
export async function saveDelivery(
  trx: Trx,
  receiver: string,
  {
    now,
    attempts,
    lastNumber,
    error,
  }: { now: Date; attempts: number; lastNumber: number; error: string | null },
): Promise<void> {
  const minutes = attempts === 0 ? 0 : (retryMinutes[attempts - 1] ?? 720);
  await trx
    .updateTable('audit_deliveries')
    .set({ attempts, last_number: lastNumber, last_error: error, due_at: inMs(now, minutes * 60_000) })
    .where('receiver', '=', receiver)
    .execute();
}
