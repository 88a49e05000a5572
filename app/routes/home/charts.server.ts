import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome } from '#contract/views/home.ts';
import {
  type CddStatus,
  cddStatuses,
  cddStatusLabels,
  displayStatusLabels,
  riskLevelLabels,
} from '#rules/clients/client-types.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import type { BarRow } from '../../components/charts/bar-table.tsx';
import type { MonthColumn } from '../../components/charts/month-columns.tsx';

type Home = EndpointResponse<typeof readHome>;

const longMonth = new Intl.DateTimeFormat('en-NZ', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-NZ', { month: 'short', timeZone: 'UTC' });

const riskLooks = { low: 'success', medium: 'warning', high: 'danger', none: 'neutral' } as const;

const cddLooks: Partial<Record<CddStatus, BarRow['look']>> = {
  notStarted: 'neutral',
  verified: 'success',
  exceptionApproved: 'warning',
  refreshDue: 'warning',
  unableToComplete: 'danger',
};

const cddPath: readonly CddStatus[] = ['notStarted', 'inProgress', 'readyForReview', 'verified'];

/** The charts of the company's clients. Each row links to the clients that it counts. */
export function getFigures(home: Home) {
  const { figures } = home;
  const { reviews } = figures;
  return {
    risk: riskBars(figures),
    verification: cddBars(figures),
    status: statusBars(home),
    reviews: reviewColumns(reviews),
    hasReviews:
      reviews.earlier + reviews.later + reviews.months.reduce((sum, { clients }) => sum + clients, 0) > 0,
  };
}

function riskBars({ byRisk }: Home['figures']): BarRow[] {
  return byRisk
    .toReversed()
    .toSorted((a, b) => Number(a.key === 'none') - Number(b.key === 'none'))
    .map(({ key, clients }) => ({
      key,
      label: key === 'none' ? 'Not assessed' : riskLevelLabels[key],
      ...(key === 'none' ? {} : { href: `/clients?risk=${key}` }),
      count: clients,
      text: formatNumber(clients),
      look: riskLooks[key],
    }));
}

/** CDD statuses on the way to verified, and any other that some client has. */
function cddBars({ byCdd }: Home['figures']): BarRow[] {
  const counts = new Map(byCdd.map(({ key, clients }) => [key, clients]));
  return cddStatuses
    .filter((key) => cddPath.includes(key) || (counts.get(key) ?? 0) > 0)
    .map((key) => ({
      key,
      label: cddStatusLabels[key],
      href: `/clients?cdd=${key}`,
      count: counts.get(key) ?? 0,
      text: formatNumber(counts.get(key) ?? 0),
      look: cddLooks[key] ?? 'accent',
    }));
}

function statusBars({ clientsByStatus, unassignedTotal }: Home): BarRow[] {
  return [
    ...clientsByStatus
      .filter(({ total }) => total.count > 0)
      .map(({ status, total }) => ({
        key: status,
        label: displayStatusLabels[status],
        href: `/clients?status=${status}`,
        count: total.count,
        text: formatNumber(total.count),
      })),
    {
      key: 'unassigned',
      label: 'No relationship owner',
      href: '/clients?responsible=none',
      count: 0,
      text: formatNumber(unassignedTotal.count),
    },
  ];
}

function reviewColumns({ earlier, months, later }: Home['figures']['reviews']): MonthColumn[] {
  return [
    column('earlier', 'Overdue', 'Before this month', earlier, true),
    ...months.map(({ month, clients }) => {
      const first = new Date(`${month}-01T00:00:00Z`);
      return column(month, shortMonth.format(first), longMonth.format(first), clients);
    }),
    column('later', 'Later', 'Later', later),
  ];
}

function column(key: string, short: string, label: string, count: number, isLate = false): MonthColumn {
  return { key, short, label, count, text: formatNumber(count), isLate };
}
