import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { companyDay } from '#rules/dates/company-day.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import { lockClients } from '../clients/record/store.ts';
import { listTimeZones } from '../company-settings/store.ts';
import { endedPermits } from '../sanctions/permits-store.ts';
import { clientsAbove } from '../sanctions/store.ts';

const jobName = 'end-sanctions-permits';

/**
 * Emits that a permit no longer lifts the prohibition on a client. Locks the client and those above it first, so that no work is resumed
 * under the permit meanwhile.
 */
export async function emitPermitEnd(
  { trx, emit }: Pick<Work, 'trx' | 'emit'>,
  {
    clientId,
    permitId,
    because,
  }: { clientId: string; permitId: string; because: 'permitEnded' | 'permitWithdrawn' },
): Promise<void> {
  await lockClients(trx, await clientsAbove(trx, [clientId]));
  emit('client.prohibited', { clientId, cause: permitId, because });
}

/**
 * After the last day of a permit in the company's time zone: the work that it allowed goes on hold, unless another permit in effect allows
 * it. Idempotent, since held work is no longer under way.
 * @returns the number of ended permits that were checked
 */
export async function endPermits(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ checked: number }> {
  const companies = await asJobs(db, listTimeZones);
  let checked = 0;
  for (const { id: companyId, timeZone } of companies) {
    const today = companyDay(deps.now(), timeZone);
    const ended = await asTenant(db, companyId, (trx) => endedPermits(trx, today));
    for (const { id, clientId } of ended) {
      const by = { ...jobActor(companyId, jobName), requestId: randomUUID() };
      await inWork({ db, ...deps }, by, (work) =>
        emitPermitEnd(work, { clientId, permitId: id, because: 'permitEnded' }),
      );
    }
    checked += ended.length;
  }
  return { checked };
}
