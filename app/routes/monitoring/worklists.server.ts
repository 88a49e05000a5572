import { listEnrolments } from '#contract/enrolments.ts';
import { listWorklists, type MonitoringRun, readWorklist } from '#contract/worklists.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { monitoringCheckLabels, worklistFrequencyLabels } from '#rules/monitoring/worklist-settings.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { countText } from '../../components/table.tsx';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { dayText, instantText } from '../clients/instant-text.server.ts';

const runKinds = { scheduled: 'By the calendar', listChange: 'A list changed', catchUp: 'After a pause' };

export const pauseReasons = {
  manual: 'paused by hand',
  subscription: 'no subscription',
  restricted: 'access is restricted',
};

function shownRun(run: MonitoringRun, timeZone: string) {
  return {
    id: run.id,
    kind: run.changedList === null ? runKinds[run.kind] : `${run.changedList} changed`,
    started: instantText(run.startedAt, timeZone),
    isRunning: run.status === 'running',
    screened: run.screened,
    matched: run.matched,
    failed: run.failed,
  };
}

/** What a pause is told as, with since when. */
export function pausedText(
  paused: { reason: 'subscription' | 'restricted'; since: string } | null,
  timeZone: string,
): string | null {
  return paused && `${pauseReasons[paused.reason]}, since ${dayText(paused.since, timeZone)}`;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Every worklist with whom it watches and its last run. */
export async function loadWorklists({ api, me }: MemberArgs) {
  const [{ member, company }, { items, paused, notEnrolled }] = await Promise.all([
    me(),
    api.call(listWorklists, { query: {} }),
  ]);
  const { timeZone } = company;
  return {
    view: 'worklists' as const,
    paused: pausedText(paused, timeZone),
    notEnrolled: notEnrolled.count === 0 ? null : countText(notEnrolled),
    mayManage: may({ member, company }, 'worklists.manage'),
    worklists: items.map((worklist) => ({
      id: worklist.id,
      name: worklist.name,
      isDefault: worklist.isDefault,
      checks: worklist.checks.map((check) => monitoringCheckLabels[check]).join(', '),
      threshold: worklist.threshold,
      frequency: worklistFrequencyLabels[worklist.frequency],
      enrolled: countText(worklist.enrolled),
      next: paused === null && worklist.nextRunOn ? formatDate(worklist.nextRunOn) : null,
      last: worklist.lastRun && shownRun(worklist.lastRun, timeZone),
    })),
  };
}

/** One worklist: its runs, and whom it watches. @param id as the URL has it */
export async function loadWorklist({ api, me, url }: MemberArgs, id: string) {
  const given = url.searchParams.get('after') ?? '';
  const after = isId.test(given) ? given : undefined;
  const [{ member, company }, worklist, enrolled] = await Promise.all([
    me(),
    api.call(readWorklist, { params: { id } }),
    api.call(listEnrolments, { params: { id }, query: { after, limit: 50 } }),
  ]);
  const { timeZone } = company;
  return {
    view: 'worklist' as const,
    id: worklist.id,
    name: worklist.name,
    paused: pausedText(worklist.paused, timeZone),
    next: worklist.paused === null && worklist.nextRunOn ? formatDate(worklist.nextRunOn) : null,
    runs: worklist.runs.map((run) => shownRun(run, timeZone)),
    total: enrolled.total,
    rows: enrolled.items.map((one) => ({
      id: one.id,
      version: one.version,
      clientId: one.clientId,
      name: one.clientName,
      status: one.status,
      paused:
        one.pausedReason && one.pausedSince
          ? `Paused since ${dayText(one.pausedSince, timeZone)}: ${pauseReasons[one.pausedReason]}`
          : null,
      isPausedByHand: one.pausedReason === 'manual',
      since: dayText(one.enrolledAt, timeZone),
      last: one.lastScreenedAt && dayText(one.lastScreenedAt, timeZone),
    })),
    firstHref: after === undefined ? null : `/monitoring?view=worklists&worklist=${id}`,
    nextHref: enrolled.nextAfter && `/monitoring?view=worklists&worklist=${id}&after=${enrolled.nextAfter}`,
    mayWrite: may({ member, company }, 'records.write'),
    requestKey: newRequestKey(),
  };
}
