import type { Activity } from '#contract/activities.ts';
import type { MemberSession } from '#contract/company/accounts.ts';
import { toRecheckLines } from '#rules/activities/activity-recheck.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { isFinalActivity } from '#rules/lifecycles/activities.ts';
import { describeHolders } from '#rules/resolution-rights.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { permissionFor } from '../../session/permissions.server.ts';

/** Why an activity is to be rechecked, in words. */
export interface RecheckView {
  lines: { cause: string; ending: string | null }[];
  /** "21 Nov 2026, 9:00 am". */
  since: string;
  /** "an owner, a compliance officer or a senior manager". */
  recorders: string;
  /** Why the reader may not record it; null if they may. */
  denial: string | null;
}

/** Why the activity is to be rechecked in words, since when, who records it, and why the reader may not. */
export function toRecheck({ recheck, status }: Activity, session: MemberSession): RecheckView | null {
  if (recheck === null) return null;
  const decision = permissionFor(session, 'cdd.grantException');
  return {
    lines: toRecheckLines(recheck.causes, { isOpen: !isFinalActivity(status) }),
    since: formatInstant(recheck.dueAt, session.company.timeZone),
    recorders: describeHolders('cdd.grantException'),
    denial: decision.allowed ? null : decision.reason,
  };
}

/** Outstanding requirements, each once: first those that a recheck also waits for, then those of starting work alone. */
export interface ChecklistView {
  beforeRecheck: Activity['checklist'];
  beforeStart: Activity['checklist'];
  beforeCompletion: Activity['checklist'];
}

/** The checklist in its parts. A requirement of starting work need not be one of completion, so that the parts before are not only of the last. */
export function toChecklist({ checklist, recheck, transitions }: Activity): ChecklistView {
  const first = recheck?.blockers ?? [];
  const isSame = (one: Blocker) => (other: Blocker) => one.code === other.code && one.text === other.text;
  const ofStart = transitions.find(({ to }) => to === 'inProgress')?.blockers ?? [];
  return {
    beforeRecheck: first.map((blocker) => checklist.find(isSame(blocker)) ?? blocker),
    beforeStart: ofStart.filter((blocker) => ![...first, ...checklist].some(isSame(blocker))),
    beforeCompletion: checklist.filter((blocker) => !first.some(isSame(blocker))),
  };
}
