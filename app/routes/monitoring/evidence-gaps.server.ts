import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { describeRecheck } from '#rules/activities/activity-recheck.ts';
import { approvalListReasonLabels, refreshCauseLabels } from '#rules/clients/client-refresh.ts';
import { cddStatusLabels, clientStatusLabels } from '#rules/clients/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { pageUrl } from '#rules/pages/page-url.ts';
import { formatListProblem } from '../../components/list-page/list-problem.tsx';
import type { MemberArgs } from '../../session/guard-args.server.ts';

type Worklist = EndpointResponse<typeof listEvidenceGaps>;

/** Links to the pages of one list, which leave the other list at its page. `cursorName`: its parameter in the URL. */
function pageLinks(
  { pathname, search }: URL,
  { cursorName, section }: { cursorName: string; section?: string },
  { previousCursor, nextCursor }: { previousCursor: string | null; nextCursor: string | null },
) {
  const href = (cursor: string | null) => {
    const query = new URLSearchParams(search);
    if (cursor === null) query.delete(cursorName);
    else query.set(cursorName, cursor);
    return pageUrl(pathname, Object.fromEntries(query), section);
  };
  return {
    firstHref: href(null),
    previousHref: previousCursor && href(previousCursor),
    nextHref: nextCursor && href(nextCursor),
  };
}

/** Clients to be approved, with the number approved on evidence since it is required. */
function presentClients(url: URL, { clients, approvedSince }: Worklist) {
  const { items, total } = clients;
  return {
    rows: items.map(({ status, cddStatus, why, causes, ...row }) => ({
      ...row,
      why: [approvalListReasonLabels[why], ...causes.map((cause) => refreshCauseLabels[cause])].join('. '),
      statusText: `${clientStatusLabels[status]}, CDD ${cddStatusLabels[cddStatus].toLowerCase()}`,
    })),
    total,
    approvedSince,
    // A share of a capped count would be wrong.
    all: total.capped || approvedSince.capped ? null : total.count + approvedSince.count,
    ...pageLinks(url, { cursorName: 'cursor' }, clients),
  };
}

function presentRechecks(url: URL, { activities }: Worklist) {
  return {
    rows: activities.items.map(({ status, causes, ...row }) => ({
      ...row,
      statusText: activityLifecycle.labels[status],
      why: describeRecheck(causes),
    })),
    total: activities.total,
    ...pageLinks(url, { cursorName: 'rechecks', section: 'rechecks' }, activities),
  };
}

/** Clients to be approved and activities to recheck, high risk first. */
export async function loadEvidenceGaps({ api, url }: MemberArgs) {
  const clientsCursor = url.searchParams.get('cursor') ?? undefined;
  const activitiesCursor = url.searchParams.get('rechecks') ?? undefined;
  const listed = await api.submit(listEvidenceGaps, { query: { clientsCursor, activitiesCursor } });
  if (!listed.ok) return { problem: formatListProblem(listed.problem), lists: null };
  return {
    problem: null,
    lists: { clients: presentClients(url, listed.value), rechecks: presentRechecks(url, listed.value) },
  };
}
