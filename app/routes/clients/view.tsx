import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { readClient } from '#contract/clients/clients.ts';
import { clientStepLabels } from '#rules/clients/client-progress.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { compareDates } from '#rules/dates/calendar-dates.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { AssessLink, AssessmentList } from '../../components/activities/assessment-list.tsx';
import { RecordAlerts } from '../../components/alerts/alert-lines.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { formatInstant } from '../../components/format-instant.server.ts';
import { Panel } from '../../components/panel.tsx';
import { ProgressRail } from '../../components/progress-rail.tsx';
import { RecordHeader } from '../../components/record-header.tsx';
import { RecordHistory } from '../../components/record-history.tsx';
import { SanctionsBanner } from '../../components/sanctions/sanctions-banner.tsx';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { BusinessVerificationPanel, OwnershipPanel } from '../business-verifications/panel.tsx';
import { RequestsPanel } from '../document-requests/panel.tsx';
import { EvidencePanel } from '../evidence-packs/panel.tsx';
import { VerificationsPanel } from '../individual-verifications/panel.tsx';
import { accessHref } from '../settings/access-filters.ts';
import { DiligencePanel } from './cdd/diligence-panel.tsx';
import { MissingPanel } from './cdd/outstanding-requirements.tsx';
import { handleClientAction } from './client-actions.server.ts';
import { ClientActivitiesPanel } from './client-activities-panel.tsx';
import { detailSections } from './client-details.server.ts';
import { historyEntries } from './client-history.server.ts';
import { PageContents, StartLinks } from './client-page-nav.tsx';
import { readClientPanels } from './client-panels.server.ts';
import { getPanels, getStarts, isProhibited } from './client-panels.ts';
import { formatPeriods, readHistory } from './client-periods.server.ts';
import { ClientPeriods } from './client-periods.tsx';
import { NextStep } from './client-progress.tsx';
import { ClientReviews } from './client-reviews.tsx';
import { ClientSections } from './client-sections.tsx';
import { getClientFacts } from './client-summary.tsx';
import { FundsPanel } from './funds/funds-panel.tsx';
import { PartiesPanel } from './parties/parties-panel.tsx';
import { PrivacyRequestsPanel } from './privacy-requests-panel.tsx';
import { ScreeningPanel } from './screening/screening-panel.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.client.displayName ?? 'Client', 'Clients') },
];

export const loader = asMember(async (args) => {
  const { api, me, params, url } = args;
  const id = params.id ?? '';
  const before = url.searchParams.get('before') ?? undefined;
  const [session, client, history, panels] = await Promise.all([
    me(),
    api.call(readClient, { params: { id } }),
    readHistory(args, id),
    readClientPanels(args, id),
  ]);
  const { timeZone } = session.company;
  const { nextReviewDueOn: due } = client;
  return {
    client,
    isReviewOverdue: due !== null && compareDates(due, panels.diligence.on) < 0,
    ...panels,
    alerts: panels.alerts(timeZone),
    assessments: panels.assessments(timeZone),
    requests: panels.requests(client),
    documents: panels.documents(session),
    sections: detailSections(client),
    history: historyEntries(history.events, timeZone),
    periods: formatPeriods(history, timeZone),
    isFirstPage: before === undefined,
    nextBefore: history.nextBefore,
    accessHref: may(session, 'auditLog.read') ? accessHref({ record: id }) : null,
    created: formatInstant(client.createdAt, timeZone),
    updated: formatInstant(client.updatedAt, timeZone),
    mayWrite: may(session, 'records.write'),
    canHold: may(session, 'legalHolds.manage'),
  };
});

export const action = asMember(handleClientAction);

export default function ViewClient() {
  const loaded = useLoaderData<typeof loader>();
  const { client, diligence, mayWrite } = loaded;
  const noun = useActivityNoun();
  const result = useActionData<typeof action>();
  const href = `/clients/${client.id}`;
  return (
    <>
      <RecordHeader
        back={{ to: '/clients', label: 'Clients' }}
        title={client.displayName}
        about={clientTypeLabels[client.clientType] + (client.externalId ? ` · ${client.externalId}` : '')}
        action={
          mayWrite ? (
            <div className="flex flex-wrap gap-2 print:hidden">
              <NextStep
                clientId={client.id}
                progress={diligence.progress}
                cddTransitions={diligence.cddTransitions}
              />
              <ButtonLink to={`${href}/edit`}>
                Edit<span className="sr-only"> {client.displayName}</span>
              </ButtonLink>
            </div>
          ) : null
        }
        facts={getClientFacts({
          client,
          missing: diligence.missing.length,
          isReviewOverdue: loaded.isReviewOverdue,
          riskFloor: diligence.riskFloor,
        })}
      >
        <SanctionsBanner lines={diligence.sanctions} />
        <ProgressRail label="Client progress" steps={diligence.progress.steps} labels={clientStepLabels} />
      </RecordHeader>
      <RecordAlerts alerts={loaded.alerts} />
      <ClientReviews reviews={loaded.reviews} />
      {mayWrite ? <StartLinks starts={getStarts(client, noun)} prohibited={isProhibited(diligence)} /> : null}
      <PageContents panels={getPanels(loaded, noun)} />
      <div className="mt-6 grid items-start gap-6 min-[1200px]:grid-cols-[minmax(0,1fr)_280px]">
        <WorkPanels loaded={loaded} result={result} />
        <ClientSections sections={loaded.sections} />
      </div>
      <RecordHistory
        href={href}
        entries={loaded.history}
        isFirstPage={loaded.isFirstPage}
        nextBefore={loaded.nextBefore}
        accessHref={loaded.accessHref}
      >
        <ClientPeriods href={href} periods={loaded.periods} />
      </RecordHistory>
      <RecordFooter loaded={loaded} />
    </>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** Panels of the work on the client, in its usual order. */
function WorkPanels({
  loaded,
  result,
}: {
  loaded: Loaded;
  result: ReturnType<typeof useActionData<typeof action>>;
}) {
  const { client, diligence, mayWrite } = loaded;
  const href = `/clients/${client.id}`;
  return (
    <div className="min-w-0 [&>:first-child]:mt-0">
      <MissingPanel panel={diligence} blocked={result?.panel === 'move' ? result : undefined} />
      <DiligencePanel panel={diligence} finding={result?.panel === 'finding' ? result : undefined} />
      <PartiesPanel panel={loaded.parties} result={result?.panel === 'party' ? result : undefined} />
      {client.kind === 'individual' ? (
        <VerificationsPanel
          panel={loaded.verifications}
          result={result?.panel === 'verification' ? result : undefined}
        />
      ) : (
        <>
          <BusinessVerificationPanel
            panel={loaded.business}
            message={result?.panel === 'kyb' ? result.message : undefined}
          />
          <OwnershipPanel panel={loaded.business} />
        </>
      )}
      <FundsPanel panel={loaded.funds} result={result?.panel === 'funds' ? result : undefined} />
      <ScreeningPanel panel={loaded.screening} result={result?.panel === 'screening' ? result : undefined} />
      <Panel
        id="assessments"
        title="Risk assessments"
        action={mayWrite ? <AssessLink href={href} /> : null}
        className="mt-6"
      >
        <AssessmentList href={href} lines={loaded.assessments} />
      </Panel>
      <ClientActivitiesPanel
        clientId={client.id}
        activities={loaded.activities}
        mayWrite={mayWrite}
        isProhibited={isProhibited(diligence)}
      />
      <RequestsPanel panel={loaded.requests} result={result?.panel === 'request' ? result : undefined} />
      <DocumentsPanel panel={loaded.documents} mayWrite={mayWrite} />
      <PrivacyRequestsPanel clientId={client.id} lines={loaded.privacyRequests} mayRecord={mayWrite} />
      <EvidencePanel panel={loaded.evidence} />
    </div>
  );
}

/** Authors of the record's creation and last change, and its legal hold. */
function RecordFooter({ loaded }: { loaded: Loaded }) {
  const { client } = loaded;
  return (
    <>
      <p className="hint mt-4">
        Created {loaded.created} by {client.createdBy.name}
        {client.version > 1 ? `. Last updated ${loaded.updated} by ${client.updatedBy.name}` : ''}
      </p>
      {loaded.canHold ? (
        <p className="mt-2 print:hidden">
          {client.onLegalHold ? 'On legal hold. ' : null}
          <Link to={`/settings?view=retention&client=${client.id}`}>
            {client.onLegalHold ? 'Release legal hold' : 'Place a legal hold'}
          </Link>
        </p>
      ) : null}
    </>
  );
}
