import { Link, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge, resolvedBadge } from '../../../components/badge.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { EmptyState } from '../../../components/list-page/empty-state.tsx';
import { type Column, DataTable } from '../../../components/table.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { LawChangeDetail } from './law-change-detail.tsx';
import { handleLawChangesAction, loadLawChanges } from './law-changes.server.ts';

export const meta = settingsMeta('law-changes');

export const loader = settingsLoader('law-changes', loadLawChanges);

export const action = asMember(handleLawChangesAction);

export const ErrorBoundary = ErrorInLayout;

type Loaded = Awaited<ReturnType<typeof loadLawChanges>>;
type Row = Extract<Loaded, { kind: 'list' }>['rows'][number];

/** Changes of the CDD rules with the clients they affect, each list to be signed off by the compliance officer. */
export default function LawChangesView() {
  const view = useLoaderData<typeof loader>();
  return view.kind === 'one' ? <LawChangeDetail view={view} /> : <LawChangeList rows={view.rows} />;
}

const columns: Column<Row>[] = [
  { title: 'In force from', isWhole: true, cell: ({ href, day }) => <Link to={href}>{day}</Link> },
  { title: 'Cause', cell: ({ cause }) => cause },
  { title: 'Country', cell: ({ countries }) => countries },
  { title: 'Clients affected', cell: ({ clients }) => clients },
  {
    title: 'Status',
    cell: ({ status, isOpen, isSignedOff }) =>
      isOpen || isSignedOff ? <Badge by={isOpen ? openBadge : resolvedBadge}>{status}</Badge> : status,
  },
];

function LawChangeList({ rows }: { rows: Row[] }) {
  return (
    <section aria-labelledby="law-changes-heading">
      <h2 id="law-changes-heading">Law changes</h2>
      <p className="mt-2 mb-4 max-w-prose text-ink-soft">
        When a CDD rule takes effect, ends or is corrected, Assay compares every onboarding, active and
        dormant client under the old and the new rules. The compliance officer signs off the list of affected
        clients; an owner does so in a company without one. No client or CDD status changes. New requirements
        show as outstanding. Clients whose CDD level changes with one of your country lists or your company
        details are listed too. See <Link to={settingsUrl('rules')}>Rules in force</Link>.
      </p>
      {rows.length === 0 ? (
        <EmptyState title="No law changes yet">
          <p>Changes of the CDD rules are listed here from the day they take effect.</p>
        </EmptyState>
      ) : (
        <DataTable caption="Law changes" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </section>
  );
}
