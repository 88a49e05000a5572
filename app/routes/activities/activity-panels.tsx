import { Link } from '@remix-run/react';
import type { Activity } from '#contract/activities.ts';
import { activityOutcomeLabels, capacityLabels } from '#rules/activity-types.ts';
import {
  type CddStatus,
  type ClientStatus,
  cddStatusLabels,
  clientStatusLabels,
  type PepStatus,
  pepStatusLabels,
} from '#rules/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { activityStatusMarks, Marked, RiskMark } from '../../components/mark.tsx';
import type { HistoryEntry } from '../../components/record-history.tsx';
import type { DetailSection } from '../clients/client-details.server.ts';

/** What matters now, at a glance. */
export function Standing({
  activity,
  value,
  due,
}: {
  activity: Activity;
  value: string | null;
  due: string | null;
}) {
  const cells = [
    {
      label: 'Status',
      value: (
        <Marked by={activityStatusMarks[activity.status]}>{activityLifecycle.labels[activity.status]}</Marked>
      ),
    },
    { label: 'Risk', value: <RiskMark level={activity.riskLevel} none="Not assessed" /> },
    { label: 'Outcome', value: activity.outcome ? activityOutcomeLabels[activity.outcome] : 'Not chosen' },
    { label: 'Largest transaction', value: value ?? 'Not given' },
    ...(due ? [{ label: 'Due diligence due', value: due }] : []),
    { label: 'Assigned to', value: activity.assignee?.name ?? 'Nobody yet' },
  ];
  return (
    <dl className="panel mt-4 grid grid-cols-2 gap-x-6 gap-y-4 p-4 sm:grid-cols-3 lg:flex lg:flex-wrap lg:justify-between">
      {cells.map((cell) => (
        <div key={cell.label}>
          <dt className="text-xs text-ink-soft">{cell.label}</dt>
          <dd className="font-semibold">{cell.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Clients who take part, with what their own records say. */
export function Parties({
  parties,
  verifyFor,
}: {
  parties: Activity['parties'];
  /** The activity for which clients that are not verified can be; null where the person may not begin it. */
  verifyFor: string | null;
}) {
  return (
    <section className="panel mb-6 break-inside-avoid p-4" aria-labelledby="parties-heading">
      <h2 id="parties-heading" className="mb-3">
        Parties
      </h2>
      {parties.length === 0 ? <p className="text-ink-soft">None yet</p> : null}
      <ul className="grid gap-3">
        {parties.map((party) => (
          <li key={party.clientId} className="grid gap-0.5">
            <p>
              <Link to={`/clients/${party.clientId}`} className="font-semibold">
                {party.name}
              </Link>{' '}
              <span className="text-ink-soft">{capacityLabels[party.capacity]}</span>
            </p>
            <p className="text-sm text-ink-soft">
              {clientStatusLabels[party.clientStatus as ClientStatus]} · Due diligence:{' '}
              {cddStatusLabels[party.cddStatus as CddStatus].toLowerCase()} · Risk:{' '}
              <RiskMark level={party.riskLevel} none="Not assessed" /> · Politically exposed:{' '}
              {pepStatusLabels[party.pepStatus as PepStatus]}
            </p>
            {verifyFor !== null && party.cddStatus !== 'verified' ? (
              <p className="text-sm print:hidden">
                <Link to={`/clients/${party.clientId}?verify=new&activity=${verifyFor}#verifications`}>
                  Verify<span className="sr-only"> {party.name}</span>
                </Link>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A part of the record as label and text. */
export function Section({ section: { heading, lines } }: { section: DetailSection }) {
  const headingId = `section-${heading.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className="panel break-inside-avoid p-4 not-last:mb-6" aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3">
        {heading}
      </h2>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(120px,1fr)_2fr]">
        {lines.map(({ label, texts, note }) => (
          <div key={label} className="sm:contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0 whitespace-pre-line">
              {texts.length === 0 ? <span className="text-ink-soft">Not given</span> : texts.join('\n')}
              {note ? <span className="hint"> {note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export interface ChangedField {
  clientId: string;
  name: string;
  change: HistoryEntry['changes'][number];
}

/** What is different today about the clients of a completed activity. */
export function ChangedSince({
  completed,
  fields,
  hash,
}: {
  completed: string;
  fields: readonly ChangedField[];
  hash: string | null;
}) {
  return (
    <section className="panel mt-6 grid gap-3 p-4" aria-labelledby="changed-heading">
      <h2 id="changed-heading">Since completion</h2>
      <p>
        Completed {completed}. The activity, its clients and its assessment were frozen as they were then.
        {fields.length === 0 ? ' Nothing about the clients has changed since.' : ''}
      </p>
      {fields.length === 0 ? null : (
        <div className="overflow-x-auto">
          <table className="[&_:is(td,th)]:align-top [&_td]:whitespace-pre-line">
            <caption className="sr-only">What has changed about the clients since completion</caption>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Field</th>
                <th scope="col">At completion</th>
                <th scope="col">Today</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ clientId, name, change }) => (
                <tr key={`${clientId} ${change.label}`}>
                  <th scope="row">
                    <Link to={`/clients/${clientId}`}>{name}</Link>
                  </th>
                  <td>{change.label}</td>
                  <td>{change.before || '–'}</td>
                  <td>{change.after || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hash ? (
        <p className="hint break-all">
          Fingerprint of the snapshot (SHA-256): <code>{hash}</code>
        </p>
      ) : null}
    </section>
  );
}
