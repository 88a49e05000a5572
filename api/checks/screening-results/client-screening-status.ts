import type { Transaction } from 'kysely';
import type { SanctionsStatus } from '#rules/clients/client-types.ts';
import { type ConfirmedMatch, getSanctionsStatus } from '#rules/screening-matches/match-effects.ts';
import type { MonitoringCheck } from '#rules/worklists/worklist-settings.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { readConfirmedMatches } from './match-store.ts';
import { clearUnscreened, readSanctionsStatuses, writeSanctionsStatus } from './store.ts';

type Trx = Transaction<Schema>;

/**
 * Updates the sanctions status of screened clients from their matches. Keeps the version, so that a nightly run and
 * members' edits do not conflict. Keeps the PEP status: PEP lists are never complete, so a member records that a client
 * is not one.
 *
 * @param clientIds all screened clients; `changed`: those with new matches.
 */
export async function syncClientScreeningStatus(
  trx: Trx,
  { clientIds, changed }: { clientIds: readonly string[]; changed: readonly string[] },
  { checks, isWhole }: { checks: readonly MonitoringCheck[]; isWhole: boolean },
): Promise<void> {
  const wasScreened = isWhole && checks.includes('sanctions');
  const withNew = new Set(changed);
  const plain = clientIds.filter((id) => !withNew.has(id));
  if (wasScreened) await clearUnscreened(trx, plain);
  if (changed.length === 0) return;
  const matches = new Map<string, ConfirmedMatch[]>();
  for (const { client_id, status, topics } of await readConfirmedMatches(trx, changed)) {
    matches.set(client_id, [...(matches.get(client_id) ?? []), { status, topics }]);
  }
  const byStatus = new Map<SanctionsStatus, string[]>();
  for (const [id, before] of await readSanctionsStatuses(trx, changed)) {
    const status = getSanctionsStatus(matches.get(id) ?? [], { wasScreened, before });
    byStatus.set(status, [...(byStatus.get(status) ?? []), id]);
  }
  // One statement per status.
  for (const [status, ids] of byStatus) await writeSanctionsStatus(trx, ids, status);
}
