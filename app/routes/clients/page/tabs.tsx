import { AssessLink, AssessmentList } from '../../../components/activities/assessment-list.tsx';
import { DocumentsPanel } from '../../../components/documents/documents-panel.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RecordHistory } from '../../../components/record-history.tsx';
import { BusinessVerificationPanel, OwnershipPanel } from '../../business-verifications/panel.tsx';
import { RequestsPanel } from '../../document-requests/panel.tsx';
import { EvidencePanel } from '../../evidence-packs/panel.tsx';
import { VerificationsPanel } from '../../individual-verifications/panel.tsx';
import { ClientActivitiesPanel } from '../client-activities-panel.tsx';
import { ClientPeriods } from '../client-periods.tsx';
import { FundsPanel } from '../funds/funds-panel.tsx';
import { PartiesPanel } from '../parties/parties-panel.tsx';
import { ScreeningPanel } from '../screening/screening-panel.tsx';
import type { ClientActionResult } from './client-action-result.ts';
import type { ClientPageData } from './client-page.server.ts';
import { AlertsPanel, ReviewsPanel } from './monitoring-panels.tsx';
import { OverviewTab } from './overview-tab.tsx';

/** The content of the tab that the URL names. */
export function ClientTabContent({ loaded, result }: { loaded: ClientPageData; result: ClientActionResult }) {
  const { client, content, mayWrite } = loaded;
  const href = `/clients/${client.id}`;
  switch (content.tab) {
    case 'overview':
      return <OverviewTab loaded={loaded} content={content} result={result} />;
    case 'identity':
      return client.kind === 'individual' ? (
        <VerificationsPanel
          panel={content.verifications}
          result={result?.panel === 'verification' ? result : undefined}
        />
      ) : (
        <>
          <BusinessVerificationPanel
            panel={content.business}
            message={result?.panel === 'kyb' ? result.message : undefined}
          />
          <OwnershipPanel panel={content.business} />
        </>
      );
    case 'people':
      return <PartiesPanel panel={content.parties} result={result?.panel === 'party' ? result : undefined} />;
    case 'risk':
      return (
        <>
          <Panel
            id="assessments"
            title="Risk assessments"
            action={mayWrite ? <AssessLink href={href} /> : null}
            className="mt-5"
          >
            <AssessmentList href={href} lines={content.assessments} />
          </Panel>
          <FundsPanel panel={content.funds} result={result?.panel === 'funds' ? result : undefined} />
        </>
      );
    case 'activities':
      return (
        <ClientActivitiesPanel
          clientId={client.id}
          activities={content.activities}
          mayWrite={mayWrite}
          isProhibited={loaded.sanctions.some(({ provision }) => provision !== null)}
        />
      );
    case 'documents':
      return (
        <>
          <RequestsPanel panel={content.requests} result={result?.panel === 'request' ? result : undefined} />
          <DocumentsPanel panel={content.documents} mayWrite={mayWrite} />
          <EvidencePanel panel={content.evidence} />
        </>
      );
    case 'monitoring':
      return (
        <>
          <ScreeningPanel
            panel={content.screening}
            result={result?.panel === 'screening' ? result : undefined}
          />
          <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
            <AlertsPanel alerts={content.alerts} />
            <ReviewsPanel reviews={content.reviews} />
          </div>
        </>
      );
    case 'history':
      return (
        <>
          <RecordHistory
            href={href}
            newestHref={`${href}?tab=history#history`}
            entries={content.entries}
            isFirstPage={content.isFirstPage}
            nextBefore={content.nextBefore}
            accessHref={content.accessHref}
          >
            <ClientPeriods href={href} periods={content.periods} />
          </RecordHistory>
          <p className="hint mt-4">
            Created {content.created} by {client.createdBy.name}
            {client.version > 1 ? `. Last updated ${content.updated} by ${client.updatedBy.name}` : ''}
          </p>
        </>
      );
  }
}
