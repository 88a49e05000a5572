import { listEnrolments } from '#contract/monitoring/enrolments.ts';
import { listWorklists, type MonitoringRun, readWorklist } from '#contract/monitoring/worklists.ts';
import { isRecordId } from '#contract/record-id.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { worklistUrl } from '#rules/pages/monitoring-pages.ts';
import { monitoringCheckLabels, worklistFrequencyLabels } from '#rules/worklists/worklist-settings.ts';
import { formatDay, formatInstant } from '../../../components/format-instant.server.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import { formatCount } from '../../../components/table.tsx';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';

const runKinds = { scheduled: 'Scheduled', listChange: 'A list changed', catchUp: 'Catch-up after pause' };

export const pauseReasons = {
  manual: 'paused manually',
  subscription: 'no subscription',
  restricted: 'access is restricted',
};

/** A run of monitoring as the pages show it. */
export function visibleRun(run: MonitoringRun, timeZone: string) {
  return {
    id: run.id,
    kind: run.changedList === null ? runKinds[run.kind] : `${run.changedList} changed`,
    started: formatInstant(run.startedAt, timeZone),
    isRunning: run.status === 'running',
    screened: run.screened,
    matched: run.matched,
    failed: run.failed,
  };
}

/** Describes a pause and its start date. */
export function formatPaused(
  paused: { reason: 'subscription' | 'restricted'; since: string } | null,
  timeZone: string,
): string | null {
  return paused && `${pauseReasons[paused.reason]}, since ${formatDay(paused.since, timeZone)}`;
}

/** Every worklist with its enrolled clients and last run. */
export async function loadWorklists({ api, me }: MemberArgs) {
  const [{ member, company }, { items, paused, notEnrolled }] = await Promise.all([
    me(),
    api.call(listWorklists, { query: {} }),
  ]);
  const { timeZone } = company;
  return {
    paused: formatPaused(paused, timeZone),
    notEnrolled: notEnrolled.count === 0 ? null : formatCount(notEnrolled),
    canManage: may({ member, company }, 'worklists.manage'),
    worklists: items.map((worklist) => ({
      id: worklist.id,
      name: worklist.name,
      isDefault: worklist.isDefault,
      checks: worklist.checks.map((check) => monitoringCheckLabels[check]).join(', '),
      threshold: worklist.threshold,
      frequency: worklistFrequencyLabels[worklist.frequency],
      enrolled: formatCount(worklist.enrolled),
      next: paused === null && worklist.nextRunOn ? formatDate(worklist.nextRunOn) : null,
      last: worklist.lastRun && visibleRun(worklist.lastRun, timeZone),
    })),
  };
}

/** The worklist in the path, with its runs and enrolled clients. */
export async function loadWorklist({ api, me, params, url }: MemberArgs) {
  const id = params.id ?? '';
  const requested = url.searchParams.get('after') ?? '';
  const after = isRecordId(requested) ? requested : undefined;
  const [{ member, company }, worklist, enrolled] = await Promise.all([
    me(),
    api.call(readWorklist, { params: { id } }),
    api.call(listEnrolments, { params: { id }, query: { after, limit: 50 } }),
  ]);
  const { timeZone } = company;
  return {
    id: worklist.id,
    name: worklist.name,
    paused: formatPaused(worklist.paused, timeZone),
    next: worklist.paused === null && worklist.nextRunOn ? formatDate(worklist.nextRunOn) : null,
    runs: worklist.runs.map((run) => visibleRun(run, timeZone)),
    total: enrolled.total,
    rows: enrolled.items.map((item) => ({
      id: item.id,
      version: item.version,
      clientId: item.clientId,
      name: item.clientName,
      status: item.status,
      paused:
        item.pausedReason && item.pausedSince
          ? `Paused since ${formatDay(item.pausedSince, timeZone)}: ${pauseReasons[item.pausedReason]}`
          : null,
      isPausedByHand: item.pausedReason === 'manual',
      since: formatDay(item.enrolledAt, timeZone),
      last: item.lastScreenedAt && formatDay(item.lastScreenedAt, timeZone),
    })),
    firstHref: after === undefined ? null : worklistUrl(id),
    nextHref: enrolled.nextAfter && worklistUrl(id, { after: enrolled.nextAfter }),
    mayWrite: may({ member, company }, 'records.write'),
    requestKey: newRequestKey(),
  };
}
