import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { hasStarted } from '#rules/lifecycles/activities.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { rejectBlocked } from '../../kernel/http/refuse-blocked.ts';
import { guidanceInput } from './queries.ts';
import { startedBlockers } from './requirements.ts';
import type { StoredActivity } from './store.ts';

/**
 * Rejects a change of work in progress with which it could not have started: what the start guard did not block before the change. What was
 * outstanding already under the same law, such as evidence that expired meanwhile, keeps no mistake from being corrected. AU s28(1); NZ s14(3).
 */
export async function rejectUnstartable(
  { trx, time, caller }: Pick<Work, 'trx' | 'time'> & { caller: MemberCaller },
  { before, after, label }: { before: StoredActivity; after: StoredActivity; label: string },
): Promise<void> {
  if (!hasStarted(before.details)) return;
  const blockersOf = async (stored: StoredActivity) =>
    startedBlockers(await guidanceInput(trx, { now: time }, caller, stored));
  const key = ({ text, provision }: Blocker) => `${text} ${provision}`;
  const former = new Set((await blockersOf(before)).map(key));
  rejectBlocked(
    label,
    (await blockersOf(after)).filter((blocker) => !former.has(key(blocker))),
  );
}
