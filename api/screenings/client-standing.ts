import type { Transaction } from 'kysely';
import type { SanctionsStatus } from '#rules/client-types.ts';
import { type StandingMatch, sanctionsStatusOf } from '#rules/monitoring/match-standing.ts';
import type { MonitoringCheck } from '#rules/monitoring/worklist-settings.ts';
import type { Schema } from '../database/schema.ts';
import { standingMatches } from './match-store.ts';

type Trx = Transaction<Schema>;

async function writeStatus(trx: Trx, ids: readonly string[], status: SanctionsStatus): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('clients')
    .set({ sanctions_status: status })
    .where('id', 'in', [...ids])
    .where('sanctions_status', '!=', status)
    .execute();
}

/**
 * Keeps the sanctions status of screened clients in step with their matches. The client's version stays: nobody who is editing the
 * record is in the way of a nightly run, nor it in theirs. Politically exposed is nobody by not being found: lists of them are never
 * complete, so that a person records it.
 *
 * @param clientIds everybody who was screened; `changed`: of them, those with new matches.
 */
export async function keepMatchStanding(
  trx: Trx,
  { clientIds, changed }: { clientIds: readonly string[]; changed: readonly string[] },
  { checks, isWhole }: { checks: readonly MonitoringCheck[]; isWhole: boolean },
): Promise<void> {
  const wasScreened = isWhole && checks.includes('sanctions');
  const withNew = new Set(changed);
  const plain = clientIds.filter((id) => !withNew.has(id));
  if (wasScreened && plain.length > 0) {
    await trx
      .updateTable('clients')
      .set({ sanctions_status: 'clear' })
      .where('id', 'in', plain)
      .where('sanctions_status', '=', 'notChecked')
      .execute();
  }
  if (changed.length === 0) return;
  const matches = new Map<string, StandingMatch[]>();
  for (const { client_id, status, topics } of await standingMatches(trx, changed)) {
    matches.set(client_id, [...(matches.get(client_id) ?? []), { status, topics }]);
  }
  const before = await trx
    .selectFrom('clients')
    .select(['id', 'sanctions_status'])
    .where('id', 'in', [...changed])
    .execute();
  const byStatus = new Map<SanctionsStatus, string[]>();
  for (const { id, sanctions_status } of before) {
    const status = sanctionsStatusOf(matches.get(id) ?? [], { wasScreened, before: sanctions_status });
    byStatus.set(status, [...(byStatus.get(status) ?? []), id]);
  }
  // As many statements as there are statuses.
  for (const [status, ids] of byStatus) await writeStatus(trx, ids, status);
}
