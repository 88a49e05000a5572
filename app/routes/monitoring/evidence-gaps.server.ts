import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import { approvalListReasonLabels, refreshCauseLabels } from '#rules/clients/client-refresh.ts';
import { cddStatusLabels, clientStatusLabels } from '#rules/clients/client-types.ts';
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

/** Clients to be approved, high risk first, with the number approved on evidence since it is required. */
export async function loadEvidenceGaps({ api, url }: MemberArgs) {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const listed = await api.submit(listEvidenceGaps, { query: { cursor } });
  const page = listed.ok ? listed.value : none;
  const { total, approvedSince } = page;
  const href = (to: string | null) => to && `${path}&cursor=${to}`;
  return {
    view: 'evidence' as const,
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
