import type { MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import {
  alertSeverities,
  alertSeverityLabels,
  alertTypeLabels,
  alertTypes,
} from '#rules/alerts/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { Badge, overdueBadge, severityBadges } from '../../components/badge.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { EmptyState } from '../../components/list-page/empty-state.tsx';
import { FilterBar, FilterSelect, whoChoices } from '../../components/list-page/filter-bar.tsx';
import { ListProblem } from '../../components/list-page/list-problem.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { type Column, DataTable, formatShownOfTotal } from '../../components/table.tsx';
import { asMember } from '../../session/session.server.ts';
import { handleAlertsAction } from './actions.server.ts';
import { AlertKeys } from './alert-keys.tsx';
import { loadAlerts } from './alerts.server.ts';
import { monitoringTitle } from './monitoring-title.ts';
import { QueueLinks } from './queue-links.tsx';

export const meta: MetaFunction<typeof loader> = ({ error }) => monitoringTitle(error);

export const loader = asMember(loadAlerts);

export const action = asMember(handleAlertsAction);

export const ErrorBoundary = ErrorInLayout;

type PageData = Awaited<ReturnType<typeof loadAlerts>>;

const labelled = <Value extends string>(labels: Record<Value, string>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: labels[value] }));

const statuses = Object.keys(alertLifecycle.labels) as (keyof typeof alertLifecycle.labels)[];

const columnsFor = ({ singular }: ActivityNoun): Column<PageData['rows'][number]>[] => [
  {
    title: `Client or ${singular}`,
    cell: ({ href, name, sanctions }) => (
      <>
        <a href={href}>{name}</a>
        <SanctionsTag tag={sanctions} />
      </>
    ),
  },
  {
    title: 'Alert',
    label: '',
    isWide: true,
    className: 'md:w-[40%]',
    cell: ({ typeLabel, summary }) => (
      <span className="md:line-clamp-2">
        <span className="font-semibold">{typeLabel}.</span> {summary}
      </span>
    ),
  },
  {
    title: 'Severity',
    cell: ({ severity, severityLabel, raised }) => (
      <span>
        <Badge by={severityBadges[severity]}>{severityLabel}</Badge>
        {raised ? <span className="hint md:block"> {raised}</span> : null}
      </span>
    ),
  },
  { title: 'Status', cell: ({ statusText }) => statusText },
  {
    title: 'Assignee',
    cell: ({ assignee }) => assignee ?? <span className="text-ink-soft">Unassigned</span>,
  },
  {
    title: 'Due',
    isWhole: true,
    cell: ({ due, isOverdue }) =>
      isOverdue ? (
        <Badge by={overdueBadge}>
          {due}
          <span className="sr-only"> overdue</span>
        </Badge>
      ) : (
        due
      ),
  },
  { title: 'Opened', isWhole: true, className: 'text-ink-soft', cell: ({ opened }) => opened },
];

/** The alert queue, most severe and then most overdue first, with links to the predefined queues. */
export default function AlertsView() {
  const page = useLoaderData<typeof loader>();
  const { queues, filters, rows, total, problem, canWork, requestKey, nextHref, firstHref } = page;
  const noun = useActivityNoun();
  return (
    <>
      <QueueLinks label="Queues" links={queues} />
      <Filters page={page} />
      {problem ? (
        <ListProblem problem={problem} href="/monitoring" />
      ) : rows.length === 0 ? (
        <EmptyState title="No alerts">
          <p className="text-ink-soft">
            This queue is empty. Alerts open automatically for screening matches and when reviews, documents,
            requests or overrides fall due.
          </p>
        </EmptyState>
      ) : (
        <>
          <div className="mt-4 mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-sm text-ink-soft tabular-nums" aria-live="polite">
              {formatShownOfTotal(rows.length, total)}
            </p>
            {canWork ? <ClaimNext type={filters.type} requestKey={requestKey} /> : null}
          </div>
          <DataTable caption="Alerts" columns={columnsFor(noun)} rows={rows} rowKey={({ id }) => id} />
          <ListPages firstHref={firstHref} nextHref={nextHref} />
          <AlertKeys />
        </>
      )}
    </>
  );
}

/** Assigns the most urgent alert of the queue to the member and opens it. */
function ClaimNext({ type, requestKey }: { type: string | undefined; requestKey: string }) {
  return (
    <Form method="post" action="/monitoring">
      <RequestKeyInput value={requestKey} />
      {type ? <input type="hidden" name="type" value={type} /> : null}
      <SubmitButton name="intent" value="claim" busy="Claiming…">
        Claim next
      </SubmitButton>
    </Form>
  );
}

function Filters({ page: { filters, members } }: { page: PageData }) {
  return (
    <FilterBar
      path="/monitoring"
      query={JSON.stringify(filters)}
      columns="md:grid-cols-[2fr_1fr_1fr_1.5fr_auto]"
      isFiltered={Object.entries(filters).some(([name, value]) => name !== 'overdue' && value)}
    >
      {filters.overdue ? <input type="hidden" name="overdue" value={filters.overdue} /> : null}
      <FilterSelect
        name="type"
        label="Alert"
        value={filters.type}
        empty="All alerts"
        choices={labelled(alertTypeLabels, alertTypes)}
      />
      <FilterSelect
        name="status"
        label="Status"
        value={filters.status}
        empty="Open"
        choices={labelled(alertLifecycle.labels, statuses)}
      />
      <FilterSelect
        name="severity"
        label="Severity"
        value={filters.severity}
        empty="Any"
        choices={labelled(alertSeverityLabels, alertSeverities)}
      />
      <FilterSelect
        name="assignee"
        label="Assignee"
        value={filters.assignee}
        empty="Anyone"
        choices={whoChoices(members)}
      />
    </FilterBar>
  );
}
