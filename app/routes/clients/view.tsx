import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { readClient, readClientHistory } from '#contract/clients.ts';
import { compareDates } from '#rules/calendar-dates.ts';
import { clientTypeLabels } from '#rules/client-types.ts';
import { readAssessments } from '../../components/activities/assessment-lines.server.ts';
import { AssessmentList } from '../../components/activities/assessment-list.tsx';
import { readAlertLines } from '../../components/alert-lines.server.ts';
import { RecordAlerts } from '../../components/alert-lines.tsx';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { readDocumentsPanel } from '../../components/documents/shown-documents.server.ts';
import { RecordHistory } from '../../components/record-history.tsx';
import { may } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { readBusinessPanel } from '../business-verifications/panel.server.ts';
import { BusinessVerificationPanel, OwnershipPanel } from '../business-verifications/panel.tsx';
import { readRequestsPanel } from '../document-requests/panel.server.ts';
import { RequestsPanel } from '../document-requests/panel.tsx';
import { readEvidencePanel } from '../evidence-packs/panel.server.ts';
import { EvidencePanel } from '../evidence-packs/panel.tsx';
import { readVerificationsPanel } from '../individual-verifications/panel.server.ts';
import { VerificationsPanel } from '../individual-verifications/panel.tsx';
import { answerClientPage } from './client-actions.server.ts';
import { readClientActivities } from './client-activities.server.ts';
import { ClientActivitiesPanel } from './client-activities-panel.tsx';
import { detailSections } from './client-details.server.ts';
import { historyEntries } from './client-history.server.ts';
import { PageContents, StartLinks } from './client-page-links.tsx';
import { panelsOf, startsOf } from './client-panels.ts';
import { ClientSections } from './client-sections.tsx';
import { ClientStanding } from './client-standing.tsx';
import { readDiligencePanel } from './diligence.server.ts';
import { MissingPanel } from './diligence-missing.tsx';
import { DiligencePanel } from './diligence-panel.tsx';
import { instantText } from './instant-text.server.ts';
import { readPartiesPanel } from './parties.server.ts';
import { PartiesPanel } from './parties-panel.tsx';
import { readScreeningPanel } from './screening-panel.server.ts';
import { ScreeningPanel } from './screening-panel.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.client.displayName} – Assay` : 'Client – Assay' },
];

export const loader = asMember(async (args) => {
  const { api, me, params, url } = args;
  const id = params.id ?? '';
  const before = url.searchParams.get('before') ?? undefined;
  // One call a panel, all at once.
  const [
    session,
    client,
    history,
    alerts,
    diligence,
    assessments,
    parties,
    screening,
    verifications,
    business,
    activities,
    requests,
    documents,
    evidence,
  ] = await Promise.all([
    me(),
    api.call(readClient, { params: { id } }),
    api.call(readClientHistory, { params: { id }, query: { before } }),
    readAlertLines(api, { resourceType: 'clients', resourceId: id }),
    readDiligencePanel(args),
    readAssessments(api, { resourceType: 'clients', resourceId: id }),
    readPartiesPanel(args),
    readScreeningPanel(args),
    readVerificationsPanel(args),
    readBusinessPanel(args),
    readClientActivities(api, id),
    readRequestsPanel(args),
    readDocumentsPanel(api, { ownerType: 'client', ownerId: id }, url),
    readEvidencePanel(args, 'client', id),
  ]);
  const { timeZone } = session.company;
  const { nextReviewDueOn: due } = client;
  return {
    client,
    isReviewOverdue: due !== null && compareDates(due, diligence.on) < 0,
    alerts: alerts(timeZone),
    diligence,
    assessments: assessments(timeZone),
    parties,
    screening,
    verifications,
    business,
    activities,
    requests: requests(client),
    documents: documents(timeZone),
    evidence,
    sections: detailSections(client),
    history: historyEntries(history.events, timeZone),
    isFirstPage: before === undefined,
    nextBefore: history.nextBefore,
    created: instantText(client.createdAt, timeZone),
    updated: instantText(client.updatedAt, timeZone),
    mayWrite: may(session, 'records.write'),
    mayHold: may(session, 'retention.hold'),
  };
});

export const action = asMember(answerClientPage);

export default function ViewClient() {
  const loaded = useLoaderData<typeof loader>();
  const { client, diligence, parties, activities, documents, mayWrite } = loaded;
  const answer = useActionData<typeof action>();
  const href = `/clients/${client.id}`;
  return (
    <>
      <p className="mb-2 text-sm print:hidden">
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
          <Link to={`${href}/edit`} className="button button-primary">
            Edit<span className="sr-only"> {client.displayName}</span>
          </Link>
        ) : null}
      </div>
      <ClientStanding
        client={client}
        missing={diligence.missing.length}
        isReviewOverdue={loaded.isReviewOverdue}
      />
      <RecordAlerts alerts={loaded.alerts} />
      {mayWrite ? <StartLinks starts={startsOf(client)} /> : null}
      <PageContents panels={panelsOf(loaded)} />
      <div className="mt-6 grid items-start gap-6 min-[1200px]:grid-cols-[minmax(0,1fr)_280px]">
        {/* The work, in the order in which it is done. */}
        <div className="min-w-0 [&>:first-child]:mt-0">
          <MissingPanel panel={diligence} refused={answer?.panel === 'move' ? answer : undefined} />
          <DiligencePanel panel={diligence} finding={answer?.panel === 'finding' ? answer : undefined} />
          <PartiesPanel panel={parties} answer={answer?.panel === 'party' ? answer : undefined} />
          {client.kind === 'individual' ? (
            <VerificationsPanel
              panel={loaded.verifications}
              answer={answer?.panel === 'verification' ? answer : undefined}
            />
          ) : (
            <>
              <BusinessVerificationPanel
                panel={loaded.business}
                sentence={answer?.panel === 'kyb' ? answer.sentence : undefined}
              />
              <OwnershipPanel panel={loaded.business} />
            </>
          )}
          <ScreeningPanel
            panel={loaded.screening}
            answer={answer?.panel === 'screening' ? answer : undefined}
          />
          <section
            id="assessments"
            className="panel mt-6 scroll-mt-4 p-4"
            aria-labelledby="assessments-heading"
          >
            <AssessmentList
              href={href}
              lines={loaded.assessments}
              mayAssess={mayWrite}
              heading="h2"
              headingId="assessments-heading"
            />
          </section>
          <ClientActivitiesPanel clientId={client.id} activities={activities} mayWrite={mayWrite} />
          <RequestsPanel panel={loaded.requests} answer={answer?.panel === 'request' ? answer : undefined} />
          <DocumentsPanel panel={documents} mayWrite={mayWrite} />
          <EvidencePanel panel={loaded.evidence} />
        </div>
        <ClientSections sections={loaded.sections} />
      </div>
      <RecordHistory
        href={href}
        entries={loaded.history}
        isFirstPage={loaded.isFirstPage}
        nextBefore={loaded.nextBefore}
      />
      <p className="hint mt-4">
        Created {loaded.created} by {client.createdBy.name}
        {client.version > 1 ? `, last changed ${loaded.updated} by ${client.updatedBy.name}` : ''}
      </p>
      {loaded.mayHold ? (
        <p className="mt-2 print:hidden">
          <Link to={`/settings?view=retention&client=${client.id}`}>
            Hold these records back from destruction
          </Link>
        </p>
      ) : null}
    </>
  );
}
