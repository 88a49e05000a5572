import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { reviewUrl } from '#rules/pages/monitoring-pages.ts';
import { Badge, overdueBadge, RiskBadge } from '../../components/badge.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { EmptyState } from '../../components/list-page/empty-state.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { type Column, DataTable, formatShownOfTotal } from '../../components/table.tsx';
import { asMember } from '../../session/session.server.ts';
import { monitoringTitle } from './monitoring-title.ts';
import { QueueLinks } from './queue-links.tsx';
import { loadReviews } from './reviews.server.ts';

export const meta: MetaFunction<typeof loader> = ({ error }) => monitoringTitle(error, 'Reviews');

export const loader = asMember(loadReviews);

export const ErrorBoundary = ErrorInLayout;

type Reviews = Awaited<ReturnType<typeof loadReviews>>;

const columns: Column<Reviews['rows'][number]>[] = [
  {
    title: 'Client',
    cell: ({ id, name, sanctions }) => (
      <>
        <a href={reviewUrl(id)}>{name}</a>
        <SanctionsTag tag={sanctions} />
      </>
    ),
  },
  { title: 'Why', label: '', isWide: true, cell: ({ why }) => why },
  {
    title: 'Due',
    isWhole: true,
    cell: ({ due, isOverdue }) => (isOverdue ? <Badge by={overdueBadge}>{due}</Badge> : due),
  },
  { title: 'Status', cell: ({ statusText }) => statusText },
  { title: 'Risk', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} none="Not assessed" /> },
  { title: 'Assignee', cell: ({ who }) => who ?? <span className="text-ink-soft">Unassigned</span> },
];

/** Reviews by due date. */
export default function ReviewsView() {
  const { tabs, rows, total, firstHref, nextHref } = useLoaderData<typeof loader>();
  return (
    <>
      <QueueLinks label="Which reviews" links={tabs} />
      {rows.length === 0 ? (
        <EmptyState title="No reviews">
          <p className="text-ink-soft">
            Every active or dormant client has a scheduled review, set by its risk assessment or your policy.
            Updated nightly.
          </p>
        </EmptyState>
      ) : (
        <>
          <p className="mt-4 mb-2 text-sm text-ink-soft tabular-nums">
            {formatShownOfTotal(rows.length, total)}
          </p>
          <DataTable caption="Reviews" columns={columns} rows={rows} rowKey={({ id }) => id} />
          <ListPages firstHref={firstHref} nextHref={nextHref} />
        </>
      )}
    </>
  );
}
