import { listReviews, type Review, readReview } from '#contract/reviews.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { type RiskLevel, riskLevelLabels, riskLevels } from '#rules/client-types.ts';
import { companyDay } from '#rules/company-day.ts';
import { reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { reviewKindLabels, reviewTriggerLabels } from '#rules/monitoring/review-words.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { instantText } from '../clients/instant-text.server.ts';

const tabs = [
  { due: 'month', label: 'Within 30 days' },
  { due: 'overdue', label: 'Overdue' },
  { due: '', label: 'All to come' },
  { due: 'mine', label: 'Mine' },
  { due: 'closed', label: 'Done' },
] as const;

function queryOf(due: string) {
  if (due === 'mine') return { of: 'me' as const };
  if (due === 'closed') return { status: 'closed' as const };
  return due === '' ? {} : { due: due as 'month' };
}

const riskText = (level: RiskLevel | null) => (level === null ? 'Not assessed' : riskLevelLabels[level]);

function reviewRow(review: Review, today: string) {
  return {
    id: review.id,
    name: review.clientName,
    why: review.trigger === null ? reviewKindLabels[review.kind] : reviewTriggerLabels[review.trigger],
    cause: review.cause,
    due: formatDate(review.dueOn),
    isOverdue: review.dueOn < today && !['completed', 'cancelled'].includes(review.status),
    statusText: reviewLifecycle.labels[review.status],
    status: review.status,
    riskLevel: review.riskLevel,
    who: review.assignee?.name ?? review.responsibleName,
  };
}

/** Reviews to come, soonest first, by the tab that the URL names. */
export async function loadReviews({ api, me, url }: MemberArgs) {
  const due = url.searchParams.get('due') ?? 'month';
  const known = tabs.some((tab) => tab.due === due) ? due : 'month';
  const after = url.searchParams.get('after') ?? undefined;
  const [{ company }, listed] = await Promise.all([
    me(),
    api.submit(listReviews, { query: { ...queryOf(known), after, limit: 50 } }),
  ]);
  const today = companyDay(new Date(), company.timeZone);
  const page = listed.ok ? listed.value : { items: [], nextAfter: null, total: { count: 0, capped: false } };
  const href = (tab: string, more = '') => `/monitoring?view=reviews&due=${tab}${more}`;
  return {
    view: 'reviews' as const,
    tabs: tabs.map((tab) => ({ to: href(tab.due), label: tab.label, isCurrent: tab.due === known })),
    rows: page.items.map((review) => reviewRow(review, today)),
    total: page.total,
    firstHref: after === undefined ? null : href(known),
    nextHref: page.nextAfter && href(known, `&after=${encodeURIComponent(page.nextAfter)}`),
  };
}

/** One review with its form. @param id as the URL has it */
export async function loadReview({ api, me }: MemberArgs, id: string) {
  const [{ member, company }, review] = await Promise.all([me(), api.call(readReview, { params: { id } })]);
  const { timeZone } = company;
  const mayWrite = may({ member, company }, 'records.write');
  const isOpen = !['completed', 'cancelled'].includes(review.status);
  return {
    view: 'review' as const,
    ...reviewRow(review, review.on),
    version: review.version,
    clientHref: `/clients/${review.clientId}`,
    riskBefore: riskText(review.riskBefore ?? review.riskLevel),
    riskAfter: review.riskAfter && riskText(review.riskAfter),
    findings: review.findings,
    reason: review.reason,
    next: review.nextDueOn && formatDate(review.nextDueOn),
    done: review.completedAt && `${instantText(review.completedAt, timeZone)}, ${review.completedBy ?? ''}`,
    mayStart: mayWrite && isOpen && review.status !== 'inProgress',
    mayComplete: mayWrite && review.status === 'inProgress',
    mayCancel: mayWrite && isOpen && review.kind === 'triggered',
    riskChoices: riskLevels.map((level) => ({
      value: level,
      label: riskLevelLabels[level],
      hint: `The next review is then due on ${formatDate(review.latestNext[level])}, unless you choose an earlier day`,
    })),
    requestKey: newRequestKey(),
  };
}
