import { isAssessmentOutdated } from '#rules/activities/activity-progress.ts';
import type { ActivityTab } from '#rules/activities/activity-tabs.ts';
import { AssessLink, AssessmentList } from '../../components/activities/assessment-list.tsx';
import { ChangedSince } from '../../components/activities/changed-since.tsx';
import { CustomersByLaw } from '../../components/activities/customers-by-law.tsx';
import { RecordAlerts } from '../../components/alerts/alert-lines.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { DetailPanel } from '../../components/detail-panel.tsx';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { ActivityFundsPanel } from '../../components/funds/activity-funds-panel.tsx';
import { Panel } from '../../components/panel.tsx';
import { RecordHistory } from '../../components/record-history.tsx';
import { EvidencePanel } from '../evidence-packs/panel.tsx';
import type { ActivityPageData, TabData } from './activity-page.server.ts';
import { getActivityFacts, Parties } from './activity-panels.tsx';

interface TabProps<Tab extends ActivityTab> {
  loaded: ActivityPageData;
  content: TabData<Tab>;
}

/** The content of the tab that the URL names. */
export function ActivityTabContent({ loaded }: { loaded: ActivityPageData }) {
  const { content } = loaded;
  switch (content.tab) {
    case 'overview':
      return <Overview loaded={loaded} content={content} />;
    case 'parties':
      return <PartiesTab loaded={loaded} content={content} />;
    case 'risk':
      return <Risk loaded={loaded} content={content} />;
    case 'documents':
      return (
        <>
          <DocumentsPanel panel={content.documents} mayWrite={loaded.mayWrite} />
          <EvidencePanel panel={content.evidence} />
        </>
      );
    case 'history':
      return <History loaded={loaded} content={content} />;
  }
}

/** Open alerts, key facts, and the details. */
function Overview({ loaded, content }: TabProps<'overview'>) {
  const { activity, value, due, mayWrite, isOpen } = loaded;
  return (
    <>
      <RecordAlerts alerts={content.alerts} />
      <Panel headingId="key-facts-heading" title="Key facts">
        <DescriptionList facts={getActivityFacts({ activity, value, due })} />
      </Panel>
      <section id="details" className="grid min-w-0 scroll-mt-4 gap-5" aria-label="Record details">
        {content.sections.map((section, index) => (
          <DetailPanel
            key={section.heading}
            section={section}
            action={
              mayWrite && isOpen && index === 0 ? (
                <ButtonLink to={`/activities/${activity.id}/edit`} size="small">
                  Edit<span className="sr-only"> {activity.name}</span>
                </ButtonLink>
              ) : null
            }
          />
        ))}
      </section>
    </>
  );
}

function PartiesTab({ loaded: { activity, mayWrite, isOpen }, content }: TabProps<'parties'>) {
  return (
    <>
      <Parties
        parties={activity.parties}
        verifyFor={mayWrite ? activity.id : null}
        unverified={content.unverified}
        records={content.records}
        action={
          mayWrite && isOpen ? (
            <ButtonLink to={`/activities/${activity.id}/edit#activity-parties`} size="small">
              Change parties
            </ButtonLink>
          ) : null
        }
      />
      <CustomersByLaw customers={activity.customersByLaw} />
    </>
  );
}

function Risk({ loaded: { activity, mayWrite, isOpen }, content }: TabProps<'risk'>) {
  const href = `/activities/${activity.id}`;
  return (
    <>
      <Panel
        id="assessments"
        title="Risk assessments"
        action={mayWrite && isOpen ? <AssessLink href={href} /> : null}
      >
        <AssessmentList
          href={href}
          lines={content.assessments}
          isOutdated={isAssessmentOutdated(activity.checklist)}
        />
      </Panel>
      <ActivityFundsPanel
        activityId={activity.id}
        customers={isOpen ? activity.parties.filter(({ capacity }) => capacity === 'customer') : []}
        {...content.funds}
        mayWrite={mayWrite}
      />
    </>
  );
}

function History({ loaded: { activity, completed }, content }: TabProps<'history'>) {
  const href = `/activities/${activity.id}`;
  return (
    <>
      {completed ? (
        <ChangedSince completed={completed} fields={content.changed} hash={activity.snapshotHash} />
      ) : null}
      <RecordHistory
        href={href}
        newestHref={`${href}?tab=history#history`}
        entries={content.entries}
        isFirstPage={content.isFirstPage}
        nextBefore={content.nextBefore}
        accessHref={content.accessHref}
      />
      <p className="hint">
        Created {content.created} by {activity.createdBy.name}
        {activity.version > 1 ? `. Last updated ${content.updated} by ${activity.updatedBy.name}` : ''}
      </p>
    </>
  );
}
