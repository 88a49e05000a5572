import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge, resolvedBadge } from '../../components/badge.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { EmptyState } from '../../components/list-page/empty-state.tsx';
import { type Column, DataTable } from '../../components/table.tsx';
import { asMember } from '../../session/session.server.ts';
import { loadListsInUse } from './lists.server.ts';
import { monitoringTitle } from './monitoring-title.ts';

export const meta: MetaFunction<typeof loader> = ({ error }) => monitoringTitle(error, 'Active lists');

export const loader = asMember(loadListsInUse);

export const ErrorBoundary = ErrorInLayout;

type PageData = Awaited<ReturnType<typeof loadListsInUse>>;

const notStated = <span className="text-ink-soft">Not stated</span>;

const columns: Column<PageData['lists'][number]>[] = [
  { title: 'List', cell: ({ name }) => name },
  { title: 'Version', className: 'wrap-anywhere', cell: ({ version }) => version },
  { title: 'Published', isWhole: true, cell: ({ published }) => published ?? notStated },
  { title: 'Active since', isWhole: true, cell: ({ imported }) => imported ?? notStated },
  { title: 'Entries', isFigure: true, cell: ({ entities }) => entities },
  {
    title: 'All clients rescreened',
    isWide: true,
    cell: ({ isCovered, behind }) =>
      isCovered ? (
        <Badge by={resolvedBadge}>Yes, this version</Badge>
      ) : (
        <span>
          <Badge by={openBadge}>Under way</Badge> {behind}
        </span>
      ),
  },
];

/** Screening lists in use with their age, and how far each worklist has been screened against them. */
export default function ListsView() {
  const { lists } = useLoaderData<typeof loader>();
  if (lists.length === 0) {
    return (
      <EmptyState title="No active lists">
        <p className="text-ink-soft">
          Screening and scheduled runs are on hold until one is imported.{' '}
          <a href={settingsUrl('lists')}>Screening lists</a>
        </p>
      </EmptyState>
    );
  }
  return (
    <div className="mt-4">
      <DataTable caption="Active lists" columns={columns} rows={lists} rowKey={({ id }) => id} />
      <p className="hint mt-3">
        When a list changes, all monitored clients are rescreened against the changes within minutes.{' '}
        <Link to={settingsUrl('lists')}>Versions and what each changed</Link>
      </p>
    </div>
  );
}
