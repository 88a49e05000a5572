import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { Badge, overdueBadge, severityBadges } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { Panel } from '../../components/panel.tsx';
import { ChangeLines } from '../../components/record-history.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { asMember } from '../../session/session.server.ts';
import { handleAlertAction } from './actions.server.ts';
import { type LoadedAlert, loadAlert } from './alert.server.ts';
import { AlertActions } from './alert-actions.tsx';
import { AlertKeys } from './alert-keys.tsx';
import { AlertQueue } from './alert-queue.tsx';
import { MatchCard } from './match-card.tsx';
import { DismissAll } from './match-decision.tsx';
import { monitoringTitle } from './monitoring-title.ts';

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  monitoringTitle(error, data && `Alert: ${data.alert.title}`);

export const loader = asMember(loadAlert);

export const action = asMember(handleAlertAction);

export const ErrorBoundary = ErrorInLayout;

/** One alert: its cause, the records of each match side by side, and the actions on it. */
export default function AlertView() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { alert, matches, screening, belongsTo, undecided, canDecide, queue } = page;
  return (
    <div className="mt-4 items-start gap-6 xl:grid xl:grid-cols-[280px_minmax(0,1fr)]">
      <AlertQueue queue={queue} />
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Link to={queue.allHref}>All alerts</Link>
          {queue.previous ? (
            <Link to={queue.previous} rel="prev">
              Previous alert
            </Link>
          ) : null}
          {queue.next ? (
            <Link to={queue.next} rel="next">
              Next alert
            </Link>
          ) : null}
        </p>
        {/* What was typed, selected or unfolded belongs to one alert: the next one starts afresh. */}
        <Fragment key={alert.id}>
          <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
            <h2>
              {alert.title}
              <SanctionsTag tag={alert.sanctions} />
            </h2>
            <ButtonLink to={alert.href}>
              View {alert.href.startsWith('/clients') ? 'client' : 'activity'}
            </ButtonLink>
          </div>
          <p className="mt-2 max-w-form">{alert.summary}</p>
          <AlertStatus page={page} />
          <RelatedClientLinks records={belongsTo} />
          <div className="mt-4 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_240px]">
            <div className="grid min-w-0 gap-6">
              {matches.map((match) => (
                <MatchCard key={match.id} match={match} page={page} result={result} />
              ))}
              {canDecide && undecided.length > 1 ? <DismissAll page={page} result={result} /> : null}
              {matches.length === 0 ? (
                <Panel headingId="todo-heading" title="Next steps" level={3}>
                  <p>
                    <Link to={alert.href}>Open the record</Link>, resolve the issue, then close the alert with
                    an outcome.
                  </p>
                </Panel>
              ) : null}
              {screening ? (
                <p className="hint">
                  Screened {screening.at} with {screening.algorithm}; match threshold {screening.threshold}%;
                  lists: {screening.lists.join('; ')}.
                </p>
              ) : null}
            </div>
            <div className="grid min-w-0 gap-6">
              <AlertActions page={page} result={result} />
              <AlertHistory history={page.history} />
            </div>
          </div>
        </Fragment>
        <AlertKeys beside={{ previous: queue.previous, next: queue.next }} />
      </div>
    </div>
  );
}

function RelatedClientLinks({ records }: { records: LoadedAlert['belongsTo'] }) {
  if (records.length === 0) return null;
  return (
    <p className="mt-2">
      Related party of{' '}
      {records.map(({ href, name, roles }, index) => (
        <span key={href}>
          {index > 0 ? '; ' : ''}
          <Link to={href}>{name}</Link> ({roles})
        </span>
      ))}
      .
    </p>
  );
}

function AlertHistory({ history }: Pick<LoadedAlert, 'history'>) {
  return (
    <section aria-labelledby="history-heading">
      <h3 id="history-heading">History</h3>
      <ol className="mt-2 grid gap-2">
        {history.map(({ seq, at, who, what, changes }) => (
          <li key={seq} className="border-l-2 border-line pl-3">
            <span className="font-semibold">{what}</span> <span className="hint">{`${who} · ${at}`}</span>
            <ChangeLines changes={changes} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function AlertStatus({ page: { alert } }: { page: LoadedAlert }) {
  const { due, isOverdue } = alert;
  return (
    <>
      <DescriptionList
        layout="line"
        className="mt-3"
        facts={[
          {
            label: 'Severity',
            value: (
              <>
                <Badge by={severityBadges[alert.severity]}>{alert.severityLabel}</Badge>
                {alert.raised ? <span className="hint"> {alert.raised}</span> : null}
              </>
            ),
          },
          {
            label: 'Status',
            value: [
              alert.statusText,
              alert.snoozedUntil ? ` until ${alert.snoozedUntil}` : '',
              alert.outcome ? `: ${alert.outcome}` : '',
            ].join(''),
          },
          { label: 'Assignee', value: alert.assignee ?? 'Unassigned' },
          { label: 'Due', value: due && isOverdue ? <Badge by={overdueBadge}>{due} overdue</Badge> : due },
          { label: 'Opened', value: alert.opened },
        ]}
      />
      <DescriptionList
        className="mt-2 max-w-form"
        facts={[
          { label: 'Closing reason', value: alert.reason },
          { label: 'Escalation reason', value: alert.escalationNote },
        ]}
      />
    </>
  );
}
