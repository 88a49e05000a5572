import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome } from '#contract/views/home.ts';
import { describeRecheck } from '#rules/activities/activity-recheck.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { approvalListReasonLabels } from '#rules/clients/client-refresh.ts';
import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { monitoringUrl, reviewUrl } from '#rules/pages/monitoring-pages.ts';
import type { SanctionsTag } from '#rules/sanctions.ts';
import { formatCount } from '../../components/table.tsx';

type Home = EndpointResponse<typeof readHome>;

/** The first of a list of the company's work, formatted for display. */
export interface CompanyList {
  /** Of the section, which the empty queue links to. */
  id: string;
  title: string;
  about: string;
  total: string;
  /** Link to all of it. */
  all: string;
  allLabel: string;
  lines: { key: string; href: string; name: string; sanctions: SanctionsTag | null; text: string }[];
}

const formatRisk = (level: RiskLevel | null) =>
  level === null ? 'Not assessed' : `${riskLevelLabels[level]} risk`;

const formatOwner = (name: string | null) => name ?? 'Unassigned';

/** The company's work, as distinct from the member's: overdue reviews, clients to approve again, activities to recheck. */
export function companyLists(
  { overdueReviews, evidenceGaps, rechecks }: Pick<Home, 'overdueReviews' | 'evidenceGaps' | 'rechecks'>,
  noun: ActivityNoun,
): Record<'reviews' | 'gaps' | 'rechecks', CompanyList> {
  return {
    reviews: {
      id: 'overdue-reviews',
      title: 'Overdue reviews of others',
      about: 'Reviews of clients with another relationship owner, or none. Longest overdue first.',
      total: formatCount(overdueReviews.total),
      all: monitoringUrl('reviews', { due: 'overdue' }),
      allLabel: 'All overdue reviews, yours included',
      lines: overdueReviews.items.map(({ id, clientName: name, sanctions, riskLevel, dueOn, ...review }) => ({
        key: id,
        href: reviewUrl(id),
        name,
        sanctions,
        text: `${formatRisk(riskLevel)} · due ${formatDate(dueOn)} · ${formatOwner(review.responsibleName)}`,
      })),
    },
    gaps: {
      id: 'evidence-gaps',
      title: 'Clients to approve again',
      about: 'Clients without CDD approved on evidence, and those whose refresh is due. High risk first.',
      total: formatCount(evidenceGaps.total),
      all: monitoringUrl('evidence'),
      allLabel: 'All of these clients',
      lines: evidenceGaps.items.map(({ clientId, clientName: name, sanctions, riskLevel, why }) => ({
        key: clientId,
        href: `/clients/${clientId}`,
        name,
        sanctions,
        text: `${formatRisk(riskLevel)} · ${approvalListReasonLabels[why]}`,
      })),
    },
    rechecks: {
      id: 'rechecks',
      title: `${noun.pluralTitle} to recheck`,
      about: 'What they rest on is no longer accepted, or changed after approval. High risk first.',
      total: formatCount(rechecks.total),
      all: monitoringUrl('evidence'),
      allLabel: `All of these ${noun.plural}`,
      lines: rechecks.items.map(
        ({ activityId, reference, name, sanctions, riskLevel, causes, ...recheck }) => ({
          key: activityId,
          href: `/activities/${activityId}`,
          name: `${reference} ${name}`,
          sanctions,
          text: `${formatRisk(riskLevel)} · ${formatOwner(recheck.responsibleName)} · ${describeRecheck(causes)}`,
        }),
      ),
    },
  };
}

/** Links to the company's work on the page, for a member whose own queue is empty. */
export function companyLinks(
  lists: readonly CompanyList[],
  { total }: Home['importedDrafts'],
): { href: string; text: string }[] {
  return [
    ...(total.count > 0 ? [{ href: '#imported-clients', text: 'Imported clients' }] : []),
    ...lists
      .filter(({ lines }) => lines.length > 0)
      .map(({ id, title }) => ({ href: `#${id}`, text: title })),
  ];
}
