import type { SanctionsStatus } from '#rules/clients/client-types.ts';
import type { ScreeningGap } from '#rules/required-lists.ts';
import { type ConfirmedMatch, getSanctionsStatus } from '#rules/screening-matches/match-effects.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { readConfirmedMatches } from './match-store.ts';
import {
  finaliseScreened,
  readSanctionsStatuses,
  writeSanctionsStatus,
  writeScreeningGaps,
} from './store.ts';

/**
 * Updates the sanctions status of screened clients from their matches and the lists used. The version stays, so that a
 * nightly run and members' edits do not conflict. The PEP status stays: PEP lists are never complete, so a member
 * records that a client is not one.
 * @param clientIds all screened clients; `changed`: those with new matches.
 * @param gaps required lists that were inactive or out of date; null if only changes were compared, or no sanctions
 * lists.
 */
export async function syncClientScreeningStatus(
  trx: Trx,
  { clientIds, changed }: { clientIds: readonly string[]; changed: readonly string[] },
  gaps: readonly ScreeningGap[] | null,
): Promise<void> {
  const withNew = new Set(changed);
  if (gaps !== null) {
    await finaliseScreened(
      trx,
      clientIds.filter((id) => !withNew.has(id)),
      gaps,
    );
    await writeScreeningGaps(trx, clientIds, gaps);
  }
  if (changed.length === 0) return;
  const matches = new Map<string, ConfirmedMatch[]>();
  for (const { client_id, status, topics } of await readConfirmedMatches(trx, changed)) {
    matches.set(client_id, [...(matches.get(client_id) ?? []), { status, topics }]);
  }
  const byStatus = new Map<SanctionsStatus, string[]>();
  for (const { id, before, gaps: known } of await readSanctionsStatuses(trx, changed)) {
    const status = getSanctionsStatus(matches.get(id) ?? [], {
      wasScreened: gaps !== null,
      before,
      gaps: gaps ?? known,
    });
    byStatus.set(status, [...(byStatus.get(status) ?? []), id]);
  }
  // One statement per status.
  for (const [status, ids] of byStatus) await writeSanctionsStatus(trx, ids, status);
}
