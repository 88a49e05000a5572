import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { type Client, readClient, readClientHistory } from '#contract/clients.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  clientTypeLabels,
  pepStatusLabels,
  riskLevelLabels,
  sanctionsStatusLabels,
} from '#rules/client-types.ts';
import { readAlertLines } from '../../components/alert-lines.server.ts';
import { RecordAlerts } from '../../components/alert-lines.tsx';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { readDocumentsPanel } from '../../components/documents/shown-documents.server.ts';
import { StatusMark } from '../../components/mark.tsx';
import { RecordHistory } from '../../components/record-history.tsx';
import { asMember } from '../../session.server.ts';
import { answerClientPage } from './client-actions.server.ts';
import { type DetailSection, detailSections } from './client-details.server.ts';
import { historyEntries } from './client-history.server.ts';
import { readDiligencePanel } from './diligence.server.ts';
import { DiligencePanel } from './diligence-panel.tsx';
import { instantText } from './instant-text.server.ts';
import { mayWriteClients } from './may-write.server.ts';
import { readPartiesPanel } from './parties.server.ts';
import { PartiesPanel } from './parties-panel.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.client.displayName} – Assay` : 'Client – Assay' },
];

export const loader = asMember(async (args) => {
  const { api, me, params, url } = args;
  const id = params.id ?? '';
  const before = url.searchParams.get('before') ?? undefined;
  const [session, client, history, diligence, parties, documents, alerts] = await Promise.all([
    me(),
    api.call(readClient, { params: { id } }),
    api.call(readClientHistory, { params: { id }, query: { before } }),
    readDiligencePanel(args),
    readPartiesPanel(args),
    readDocumentsPanel(api, { ownerType: 'client', ownerId: id }, url),
    readAlertLines(api, { resourceType: 'clients', resourceId: id }),
  ]);
  const { timeZone } = session.company;
  return {
    client,
    diligence,
    parties,
    documents: documents(timeZone),
    alerts: alerts(timeZone),
    sections: detailSections(client),
    history: historyEntries(history.events, timeZone),
    isFirstPage: before === undefined,
    nextBefore: history.nextBefore,
    created: instantText(client.createdAt, timeZone),
    updated: instantText(client.updatedAt, timeZone),
    mayWrite: mayWriteClients(session),
  };
});

export const action = asMember(answerClientPage);

export default function ViewClient() {
  const {
    client,
    diligence,
    parties,
    documents,
    alerts,
    sections,
    history,
    isFirstPage,
    nextBefore,
    created,
    updated,
    mayWrite,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/clients">Clients</Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1>{client.displayName}</h1>
          <p className="text-ink-soft">
            {clientTypeLabels[client.clientType]}
            {client.externalId ? ` · ${client.externalId}` : ''}
          </p>
        </div>
        {mayWrite ? (
          <Link to={`/clients/${client.id}/edit`} className="button button-primary">
            Edit<span className="sr-only"> {client.displayName}</span>
          </Link>
        ) : null}
      </div>
      <Standing client={client} />
      <RecordAlerts alerts={alerts} />
      <DiligencePanel
        panel={diligence}
        refused={answer?.panel === 'move' ? answer : undefined}
        finding={answer?.panel === 'finding' ? answer : undefined}
      />
      <PartiesPanel panel={parties} answer={answer?.panel === 'party' ? answer : undefined} />
      <DocumentsPanel panel={documents} mayWrite={mayWrite} />
      <div className="mt-6 gap-6 lg:columns-2">
        {sections.map((section) => (
          <Section key={section.heading} section={section} />
        ))}
      </div>
      <RecordHistory
        href={`/clients/${client.id}`}
        entries={history}
        isFirstPage={isFirstPage}
        nextBefore={nextBefore}
      />
      <p className="hint mt-4">
        Created {created} by {client.createdBy.name}
        {client.version > 1 ? `, last changed ${updated} by ${client.updatedBy.name}` : ''}
      </p>
    </>
  );
}

const riskColours = { low: 'text-settled', medium: 'text-attention', high: 'text-danger' };
const riskShapes = { low: '▁', medium: '▃', high: '▇' };

/** What matters now, at a glance. */
function Standing({ client }: { client: Client }) {
  const { riskLevel, cddLevel, nextReviewDueOn, responsible } = client;
  const cells = [
    { label: 'Status', value: <StatusMark status={client.status} /> },
    {
      label: 'Risk',
      value: riskLevel ? (
        <>
          <span aria-hidden="true" className={riskColours[riskLevel]}>
            {riskShapes[riskLevel]}
          </span>{' '}
          {riskLevelLabels[riskLevel]}
        </>
      ) : (
        'Not assessed'
      ),
    },
    {
      label: 'Due diligence',
      value:
        cddStatusLabels[client.cddStatus] + (cddLevel ? `, ${cddLevelLabels[cddLevel].toLowerCase()}` : ''),
    },
    { label: 'Next review', value: nextReviewDueOn ? formatDate(nextReviewDueOn) : 'None set' },
    { label: 'Politically exposed', value: pepStatusLabels[client.pepStatus] },
    { label: 'Sanctions', value: sanctionsStatusLabels[client.sanctionsStatus] },
    { label: 'Responsible', value: responsible?.name ?? 'Nobody yet' },
  ];
  return (
    <dl className="panel mt-4 grid grid-cols-2 gap-x-6 gap-y-4 p-4 sm:grid-cols-3 lg:flex lg:flex-wrap lg:justify-between">
      {cells.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Section({ section: { heading, lines, warning } }: { section: DetailSection }) {
  const headingId = `section-${heading.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className="panel break-inside-avoid p-4 not-last:mb-6" aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3">
        {heading}
      </h2>
      {warning ? <p className="notice notice-attention mb-3">{warning}</p> : null}
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(120px,1fr)_2fr]">
        {lines.map(({ label, texts, note, href }) => (
          <div key={label} className="sm:contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0 whitespace-pre-line">
              {texts.length === 0 ? <span className="text-ink-soft">Not given</span> : null}
              {href ? <a href={href}>{texts[0]}</a> : texts.join('\n')}
              {note ? <span className="hint"> {note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
