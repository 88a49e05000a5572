import { listReviews, type Review, readReview } from '#contract/risk/reviews.ts';
import { type RiskLevel, riskLevelLabels, riskLevels } from '#rules/clients/client-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { isFinalReview, reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { monitoringUrl, reviewUrl } from '#rules/pages/monitoring-pages.ts';
import { reviewKindLabels, reviewTriggerLabels } from '#rules/reviews/review-labels.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';

const tabs = [
  { due: 'month', label: 'Within 30 days' },
  { due: 'overdue', label: 'Overdue' },
  { due: '', label: 'Upcoming' },
  { due: 'mine', label: 'Assigned to me' },
  { due: 'closed', label: 'Completed' },
] as const;

function getQuery(due: string) {
  if (due === 'mine') return { of: 'me' as const };
  if (due === 'closed') return { status: 'closed' as const };
  return due === '' ? {} : { due: due as 'month' };
}

const formatRisk = (level: RiskLevel | null) => (level === null ? 'Not assessed' : riskLevelLabels[level]);

function reviewRow(review: Review, today: string) {
  return {
    id: review.id,
    name: review.clientName,
    sanctions: review.sanctions,
    why: review.trigger === null ? reviewKindLabels[review.kind] : reviewTriggerLabels[review.trigger],
    cause: review.cause,
    due: formatDate(review.dueOn),
    isOverdue: review.dueOn < today && !isFinalReview(review.status),
    statusText: reviewLifecycle.labels[review.status],
    status: review.status,
    riskLevel: review.riskLevel,
    who: review.assignee?.name ?? review.responsibleName,
  };
}

/** Reviews, soonest due first, of the tab named in the URL. */
export async function loadReviews({ api, me, url }: MemberArgs) {
  const due = url.searchParams.get('due') ?? 'month';
  const known = tabs.some((tab) => tab.due === due) ? due : 'month';
  const after = url.searchParams.get('after') ?? undefined;
  const [{ company }, listed] = await Promise.all([
    me(),
    api.submit(listReviews, { query: { ...getQuery(known), after, limit: 50 } }),
  ]);
  const today = companyDay(new Date(), company.timeZone);
  const page = listed.ok ? listed.value : { items: [], nextAfter: null, total: { count: 0, capped: false } };
  const href = (tab: string, cursor?: string) => monitoringUrl('reviews', { due: tab, after: cursor });
  return {
    tabs: tabs.map((tab) => ({ to: href(tab.due), label: tab.label, isCurrent: tab.due === known })),
    rows: page.items.map((review) => reviewRow(review, today)),
    total: page.total,
    firstHref: after === undefined ? null : href(known),
    nextHref: page.nextAfter && href(known, page.nextAfter),
  };
}

/** Whether a level is above another; a client without one is below all. */
const isAbove = (level: RiskLevel | null, other: RiskLevel | null) =>
  level !== null && (other === null || compareLevels(level, other) > 0);

/** The review in the path, with its form. */
export async function loadReview({ api, me, params }: MemberArgs) {
  const id = params.id ?? '';
  const [{ member, company }, review] = await Promise.all([me(), api.call(readReview, { params: { id } })]);
  const { timeZone } = company;
  const mayWrite = may({ member, company }, 'records.write');
  const isOpen = !isFinalReview(review.status);
  return {
    ...reviewRow(review, review.on),
    version: review.version,
    clientId: review.clientId,
    href: reviewUrl(review.id),
    clientHref: `/clients/${review.clientId}`,
    riskBefore: formatRisk(review.riskBefore ?? review.riskLevel),
    riskAfter: review.riskAfter && formatRisk(review.riskAfter),
    findings: review.findings,
    reason: review.reason,
    next: review.nextDueOn && formatDate(review.nextDueOn),
    done: review.completedAt && `${formatInstant(review.completedAt, timeZone)}, ${review.completedBy ?? ''}`,
    canStart: mayWrite && isOpen && review.status !== 'inProgress',
    canComplete: mayWrite && review.status === 'inProgress',
    canCancel: mayWrite && isOpen && review.kind === 'triggered',
    /** Completed with a level other than the record's: an assessment is still required. */
    isToReassess: mayWrite && review.status === 'completed' && isAbove(review.riskAfter, review.riskLevel),
    riskChoices: riskLevels.map((level) => ({
      value: level,
      label: riskLevelLabels[level],
      hint: isAbove(review.riskLevel, level)
        ? 'Lower than on record. Reassess the client before you complete the review'
        : `The next review is then due on ${formatDate(review.latestNext[level])}, unless you choose an earlier day`,
    })),
    requestKey: newRequestKey(),
  };
}
