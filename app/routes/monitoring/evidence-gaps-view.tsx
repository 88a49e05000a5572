import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { monitoringUrl } from '#rules/pages/monitoring-pages.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { RiskBadge } from '../../components/badge.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { EmptyState } from '../../components/list-page/empty-state.tsx';
import { ListProblem } from '../../components/list-page/list-problem.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { type Column, DataTable, formatCount, formatShownOfTotal } from '../../components/table.tsx';
import { asMember } from '../../session/session.server.ts';
import { loadEvidenceGaps } from './evidence-gaps.server.ts';
import { monitoringTitle } from './monitoring-title.ts';

export const meta: MetaFunction<typeof loader> = ({ error }) => monitoringTitle(error, 'Earlier approvals');

export const loader = asMember(loadEvidenceGaps);

export const ErrorBoundary = ErrorInLayout;

type PageData = Awaited<ReturnType<typeof loadEvidenceGaps>>;
type Lists = NonNullable<PageData['lists']>;

const columns: Column<Lists['clients']['rows'][number]>[] = [
  {
    title: 'Client',
    cell: ({ clientId, name, sanctions }) => (
      <>
        <a href={`/clients/${clientId}#diligence`}>{name}</a>
        <SanctionsTag tag={sanctions} />
      </>
    ),
  },
  { title: 'Risk', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} none="Not assessed" /> },
  { title: 'Status', cell: ({ statusText }) => statusText },
  { title: 'Why', cell: ({ why }) => why },
  {
    title: 'Outstanding',
    isWide: true,
    cell: ({ outstanding: [first, ...others] }) => {
      if (first === undefined) return 'Nothing. Refresh CDD and approve it';
      return others.length === 0 ? first : `${first} And ${others.length} more`;
    },
  },
  {
    title: 'Relationship owner',
    cell: ({ responsibleName }) => responsibleName ?? <span className="text-ink-soft">Unassigned</span>,
  },
];

/** Clients to be approved, because they were before evidence was required or are due again, and the progress of the work on them; and activities to recheck. */
export default function EvidenceGapsView() {
  const { problem, lists } = useLoaderData<typeof loader>();
  if (lists === null) return <ListProblem problem={problem} href={monitoringUrl('evidence')} />;
  return (
    <>
      <Clients list={lists.clients} />
      <Rechecks list={lists.rechecks} />
    </>
  );
}

function Clients({ list }: { list: Lists['clients'] }) {
  const { rows, total, all, approvedSince } = list;
  return (
    <>
      <h2 className="mt-4">Clients to approve again</h2>
      <p className="mt-1 max-w-form text-ink-soft">
        These clients were verified or activated without CDD approved on evidence, or CDD is due again because
        the client changed after the approval. The relationship continues until you decide. Complete what is
        outstanding, then approve CDD. High risk first. Clients whose initial CDD the law waives, because they
        are from before commencement, are listed only if they are verified.
      </p>
      {all === 0 ? null : (
        <p className="mt-3 tabular-nums">
          {all === null
            ? `${formatCount(approvedSince)} approved on evidence since, ${formatCount(total)} to do`
            : `${approvedSince.count} of ${all} approved on evidence since`}
        </p>
      )}
      {all ? (
        <progress
          className="block w-full max-w-form"
          max={all}
          value={approvedSince.count}
          aria-label="Clients approved on evidence since"
        />
      ) : null}
      {rows.length === 0 ? (
        <EmptyState title="No clients to approve again">
          <p className="text-ink-soft">
            No verified or active client lacks an approval or an exception, and no refresh is due.
          </p>
        </EmptyState>
      ) : (
        <>
          <p className="mt-4 mb-2 text-sm text-ink-soft tabular-nums">
            {formatShownOfTotal(rows.length, total)}
          </p>
          <DataTable
            caption="Clients to approve again"
            columns={columns}
            rows={rows}
            rowKey={({ clientId }) => clientId}
          />
          <ListPages firstHref={list.firstHref} previousHref={list.previousHref} nextHref={list.nextHref} />
        </>
      )}
    </>
  );
}

const recheckColumns: Column<Lists['rechecks']['rows'][number]>[] = [
  {
    title: 'Name',
    cell: ({ activityId, name, sanctions }) => (
      <>
        <a href={`/activities/${activityId}#recheck`}>{name}</a>
        <SanctionsTag tag={sanctions} />
      </>
    ),
  },
  { title: 'Reference', isWhole: true, cell: ({ reference }) => reference },
  { title: 'Risk', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} none="Not assessed" /> },
  { title: 'Status', cell: ({ statusText }) => statusText },
  { title: 'Why', isWide: true, cell: ({ why }) => why },
  {
    title: 'Assigned to',
    cell: ({ responsibleName }) => responsibleName ?? <span className="text-ink-soft">Unassigned</span>,
  },
];

/** Activities to recheck, with the reasons and who is responsible. */
function Rechecks({ list }: { list: Lists['rechecks'] }) {
  const { rows, total } = list;
  const { plural, pluralTitle } = useActivityNoun();
  const title = `${pluralTitle} to recheck`;
  return (
    <section id="rechecks" aria-labelledby="rechecks-heading" className="mt-8">
      <h2 id="rechecks-heading">{title}</h2>
      <p className="mt-1 max-w-form text-ink-soft">
        These {plural} started or were completed in a way that is no longer accepted, or changed after their
        risk assessment was approved. No status changes until you decide. High risk first.
      </p>
      {rows.length === 0 ? (
        <p className="mt-3">No {plural} to recheck.</p>
      ) : (
        <>
          <p className="mt-4 mb-2 text-sm text-ink-soft tabular-nums">
            {formatShownOfTotal(rows.length, total)}
          </p>
          <DataTable
            caption={title}
            columns={recheckColumns}
            rows={rows}
            rowKey={({ activityId }) => activityId}
          />
          <ListPages firstHref={list.firstHref} previousHref={list.previousHref} nextHref={list.nextHref} />
        </>
      )}
    </section>
  );
}
