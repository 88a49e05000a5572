import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { readPause } from '../worklists/store.ts';
import { byJob } from './by-job.ts';

type Trx = Transaction<Schema>;

export interface CompanyFlags {
  id: string;
  accessRestricted: boolean;
  subscriptionActive: boolean;
}

/** Why nothing runs for a company; null where everything does. A restriction wins. Source: domain 5, second table. */
function reasonOf({
  accessRestricted,
  subscriptionActive,
}: CompanyFlags): 'restricted' | 'subscription' | null {
  if (accessRestricted) return 'restricted';
  return subscriptionActive ? null : 'subscription';
}

/**
 * Keeps since when a company's monitoring is paused, and why, in step with its flags.
 *
 * Once a pause is over, every worklist screens everybody once, whatever was missed.
 *
 * @returns whether it is paused now.
 */
export async function keepPause(
  trx: Trx,
  deps: { now: () => Date },
  company: CompanyFlags,
): Promise<boolean> {
  const open = await readPause(trx);
  const reason = reasonOf(company);
  if (reason === (open?.reason ?? null)) return reason !== null;
  const now = deps.now();
  const at = now.toISOString();
  if (open !== undefined) {
    await trx.updateTable('monitoring_pauses').set({ until: at }).where('id', '=', open.id).execute();
  }
  if (reason !== null) {
    await trx
      .insertInto('monitoring_pauses')
      .values({
        company_id: company.id,
        id: uuidv7({ msecs: now.getTime() }),
        reason,
        // Another reason for the same standstill does not begin it anew.
        since: open?.since ?? at,
      })
      .execute();
  }
  if (reason === null) {
    await trx
      .updateTable('worklists')
      .set({ must_catch_up: true })
      .where('archived_at', 'is', null)
      .execute();
  }
  await recordEvent(trx, deps, {
    ...byJob(company.id),
    action: reason === null ? 'monitoring.resumed' : 'monitoring.paused',
    resourceType: 'company',
    resourceId: company.id,
    detail: { reason, since: open?.since ?? at },
  });
  return reason !== null;
}
