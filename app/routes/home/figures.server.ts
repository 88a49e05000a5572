import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { readHome } from '#contract/home.ts';
import {
  type CddStatus,
  cddStatuses,
  cddStatusLabels,
  clientStatusLabels,
  riskLevelLabels,
} from '#rules/client-types.ts';
import type { BarRow } from '../../components/charts/bar-table.tsx';
import type { MonthColumn } from '../../components/charts/month-columns.tsx';

type Home = EndpointAnswer<typeof readHome>;

const number = new Intl.NumberFormat('en-NZ');
const longMonth = new Intl.DateTimeFormat('en-NZ', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-NZ', { month: 'short', timeZone: 'UTC' });

const riskLooks = { low: 'settled', medium: 'attention', high: 'danger', none: 'quiet' } as const;

const cddLooks: Partial<Record<CddStatus, BarRow['look']>> = {
  notStarted: 'quiet',
  verified: 'settled',
  exceptionApproved: 'attention',
  refreshDue: 'attention',
  unableToComplete: 'danger',
};

/** How the company's clients stand, ready to be drawn: each row leads to the clients that it counts. */
export function figuresOf({ clientsByStatus, unassignedTotal, figures }: Home) {
  const { byRisk, byCdd, reviews } = figures;
  const cdd = new Map(byCdd.map(({ key, clients }) => [key, clients]));
  const onTheWay: readonly CddStatus[] = ['notStarted', 'inProgress', 'readyForReview', 'verified'];
  return {
    risk: byRisk
      .toReversed()
      .toSorted((one, other) => Number(one.key === 'none') - Number(other.key === 'none'))
      .map(
        ({ key, clients }): BarRow => ({
          key,
          label: key === 'none' ? 'Not assessed' : riskLevelLabels[key],
          ...(key === 'none' ? {} : { href: `/clients?risk=${key}` }),
          count: clients,
          text: number.format(clients),
          look: riskLooks[key],
        }),
      ),
    verification: cddStatuses
      .filter((key) => onTheWay.includes(key) || (cdd.get(key) ?? 0) > 0)
      .map(
        (key): BarRow => ({
          key,
          label: cddStatusLabels[key],
          href: `/clients?cdd=${key}`,
          count: cdd.get(key) ?? 0,
          text: number.format(cdd.get(key) ?? 0),
          look: cddLooks[key] ?? 'accent',
        }),
      ),
    status: [
      ...clientsByStatus
        .filter(({ total }) => total.count > 0)
        .map(
          ({ status, total }): BarRow => ({
            key: status,
            label: clientStatusLabels[status],
            href: `/clients?status=${status}`,
            count: total.count,
            text: number.format(total.count),
          }),
        ),
      {
        key: 'unassigned',
        label: 'Nobody responsible',
        href: '/clients?responsible=none',
        count: 0,
        text: number.format(unassignedTotal.count),
      },
    ],
    reviews: [
      column('earlier', 'Late', 'Before this month', reviews.earlier, true),
      ...reviews.months.map(({ month, clients }) => {
        const first = new Date(`${month}-01T00:00:00Z`);
        return column(month, shortMonth.format(first), longMonth.format(first), clients);
      }),
      column('later', 'Later', 'Later', reviews.later),
    ],
    hasReviews:
      reviews.earlier + reviews.later + reviews.months.reduce((sum, { clients }) => sum + clients, 0) > 0,
  };
}

function column(key: string, short: string, label: string, count: number, isLate = false): MonthColumn {
  return { key, short, label, count, text: number.format(count), isLate };
}
