import { listActivityRechecks } from '#contract/activity-rechecks.ts';
import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import { describeRecheck } from '#rules/activities/activity-recheck.ts';
import { approvalListReasonLabels, refreshCauseLabels } from '#rules/clients/client-refresh.ts';
import { cddStatusLabels, clientStatusLabels } from '#rules/clients/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { formatListProblem } from '../../components/list-page/list-problem.tsx';
import type { MemberArgs } from '../../session/auth-guards.server.ts';

const path = '/monitoring?view=evidence';

const none = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: { count: 0, capped: false },
  approvedSince: { count: 0, capped: false },
};

/** Activities to recheck, high risk first. */
async function loadRechecks({ api, url }: MemberArgs) {
  const cursor = url.searchParams.get('rechecks') ?? undefined;
  const listed = await api.submit(listActivityRechecks, { query: { cursor } });
  const page = listed.ok ? listed.value : none;
  const href = (to: string | null) => to && `${path}&rechecks=${to}#rechecks`;
  return {
    problem: listed.ok ? null : formatListProblem(listed.problem),
    rows: page.items.map(({ status, causes, ...row }) => ({
      ...row,
      statusText: activityLifecycle.labels[status],
      why: describeRecheck(causes),
    })),
    total: page.total,
    firstHref: path,
    previousHref: href(page.previousCursor),
    nextHref: href(page.nextCursor),
  };
}

/** Clients to be approved, high risk first, with the number approved on evidence since it is required, and activities to recheck. */
export async function loadEvidenceGaps(args: MemberArgs) {
  const { api, url } = args;
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const [listed, rechecks] = await Promise.all([
    api.submit(listEvidenceGaps, { query: { cursor } }),
    loadRechecks(args),
  ]);
  const page = listed.ok ? listed.value : none;
  const { total, approvedSince } = page;
  const href = (to: string | null) => to && `${path}&cursor=${to}`;
  return {
    view: 'evidence' as const,
    rechecks,
    problem: listed.ok ? null : formatListProblem(listed.problem),
    rows: page.items.map(({ status, cddStatus, why, causes, ...row }) => ({
      ...row,
      why: [approvalListReasonLabels[why], ...causes.map((cause) => refreshCauseLabels[cause])].join('. '),
      statusText: `${clientStatusLabels[status]}, CDD ${cddStatusLabels[cddStatus].toLowerCase()}`,
    })),
    total,
    approvedSince,
    // A share of a capped count would be wrong.
    all: total.capped || approvedSince.capped ? null : total.count + approvedSince.count,
    firstHref: path,
    previousHref: href(page.previousCursor),
    nextHref: href(page.nextCursor),
  };
}
