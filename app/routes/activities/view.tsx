import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { readActivity, readActivityHistory } from '#contract/activities.ts';
import { listActivityFundsLines } from '#contract/cdd/funds-lines.ts';
import { listMembers } from '#contract/company/accounts.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatMoney } from '#rules/format/money.ts';
import { activityNounIn, useActivityNoun } from '../../components/activities/activity-noun.ts';
import { readAssessments } from '../../components/activities/assessment-lines.server.ts';
import { AssessmentList } from '../../components/activities/assessment-list.tsx';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { readAlertLines } from '../../components/alerts/alert-lines.server.ts';
import { RecordAlerts } from '../../components/alerts/alert-lines.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { DetailPanel } from '../../components/detail-panel.tsx';
import { readDocumentsPanel } from '../../components/documents/document-views.server.ts';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { ActivityFundsPanel } from '../../components/funds/activity-funds-panel.tsx';
import { toCoverageView, toFundsLineView } from '../../components/funds/funds-views.server.ts';
import { Panel } from '../../components/panel.tsx';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { RecordHeader } from '../../components/record-header.tsx';
import { RecordHistory } from '../../components/record-history.tsx';
import { sanctionLines } from '../../components/sanctions/sanctions-banner.server.ts';
import { SanctionsBanner } from '../../components/sanctions/sanctions-banner.tsx';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { clientChange } from '../clients/panels/client-history.server.ts';
import { readEvidencePanel } from '../evidence-packs/panel.server.ts';
import { EvidencePanel } from '../evidence-packs/panel.tsx';
import { accessHref } from '../settings/access-filters.ts';
import { activitySections } from './activity-details.server.ts';
import { activityEntries } from './activity-history.server.ts';
import { getActivityFacts, NextSteps, Parties } from './activity-panels.tsx';
import { ActivityRail, NextStep } from './activity-progress.tsx';
import { handleTransition } from './activity-transitions.server.ts';
import { BlockedTransition, ConfirmTransition, Reopen } from './activity-transitions.tsx';
import { arrangementLines } from './arrangement.server.ts';
import { ChangedSince } from './changed-since.tsx';
import { CustomersByLaw } from './customers-by-law.tsx';
import { nonCooperationLines } from './non-cooperation.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { title, pluralTitle } = activityNounIn(matches);
  return [{ title: pageTitle(data?.activity.name ?? title, pluralTitle) }];
};

export const loader = asMember(async (args) => {
  const { api, me, params, url } = args;
  const id = params.id ?? '';
  const before = url.searchParams.get('before') ?? undefined;
  const [session, activity, history, { members }, assessments, documents, alerts, evidence, funds] =
    await Promise.all([
      me(),
      api.call(readActivity, { params: { id } }),
      api.call(readActivityHistory, { params: { id }, query: { before } }),
      api.call(listMembers, {}),
      readAssessments(api, { resourceType: 'activities', resourceId: id }),
      readDocumentsPanel(api, { ownerType: 'activity', ownerId: id }, url),
      readAlertLines(api, { resourceType: 'activities', resourceId: id }),
      readEvidencePanel(args, 'activity', id),
      api.call(listActivityFundsLines, { params: { id }, query: { limit: 50 } }),
    ]);
  const { timeZone, regulatedIn: jurisdictions } = session.company;
  const { maxTransactionValue: amount, delayedCdd, completedAt, seniorApproval } = activity;
  const getName = (memberId: string) => members.find((member) => member.id === memberId)?.name ?? memberId;
  const mayWrite = may(session, 'records.write');
  const mayExcept = may(session, 'cdd.grantException');
  return {
    activity,
    sanctions: sanctionLines(activity.sanctions, timeZone, { of: null }),
    sections: activitySections(activity),
    value: amount === null ? null : formatMoney(amount, activity.currency, { cents: 'ifAny' }),
    due: delayedCdd && formatDate(delayedCdd.dueOn),
    history: activityEntries(history.events, {
      getName,
      timeZone,
      noun: toActivityNoun(session.company.sector),
    }),
    assessments: assessments(timeZone),
    alerts: alerts(timeZone),
    documents: documents(session),
    evidence,
    funds: {
      coverage: funds.coverage.map(toCoverageView),
      lines: funds.items.map((line) => toFundsLineView(line, timeZone)),
      hasMore: funds.nextAfter !== null,
    },
    isFirstPage: before === undefined,
    nextBefore: history.nextBefore,
    accessHref: may(session, 'auditLog.read') ? accessHref({ record: id }) : null,
    completed: completedAt && formatInstant(completedAt, timeZone),
    changed: activity.changedSince.map(({ clientId, name, field, atCompletion, today }) => ({
      clientId,
      name,
      change: clientChange({ field, before: atCompletion, after: today }),
    })),
    approved: seniorApproval && `${seniorApproval.by.name}, ${formatInstant(seniorApproval.at, timeZone)}`,
    created: formatInstant(activity.createdAt, timeZone),
    updated: formatInstant(activity.updatedAt, timeZone),
    confirm: url.searchParams.get('confirm'),
    isOpen: activity.status !== 'completed' && activity.status !== 'cancelled',
    unverified: activity.checklist.flatMap(({ fix }) =>
      fix.target === 'client.verifications' && fix.of ? [fix.of] : [],
    ),
    partyRecords: [
      nonCooperationLines(activity, { jurisdictions, timeZone, mayRecord: mayExcept }),
      arrangementLines(activity, { jurisdictions, mayRecord: mayExcept }),
    ],
    mayWrite,
    canApprove: mayWrite && session.member.designations.includes('seniorManager'),
    printHeading: formatPrintHeading(session, new Date()),
    requestKey: newRequestKey(),
  };
});

export const action = asMember(handleTransition);

export default function ViewActivity() {
  const loaded = useLoaderData<typeof loader>();
  const { activity, isOpen, mayWrite, requestKey, confirm } = loaded;
  const result = useActionData<typeof action>();
  const noun = useActivityNoun();
  return (
    <>
      <PrintHeading text={loaded.printHeading} />
      <RecordHeader
        back={{ to: '/activities', label: noun.pluralTitle }}
        title={activity.name}
        about={<About activity={activity} />}
        action={<RecordAction loaded={loaded} />}
        facts={getActivityFacts({ activity, value: loaded.value, due: loaded.due })}
      >
        <SanctionsBanner lines={loaded.sanctions} />
        <ActivityRail activity={activity} />
        {result?.refused ? <BlockedTransition activity={activity} result={result} /> : null}
        {confirm && mayWrite ? (
          <ConfirmTransition activity={activity} requestKey={requestKey} to={confirm} />
        ) : null}
        <RecordAlerts alerts={loaded.alerts} />
      </RecordHeader>
      {isOpen ? <NextSteps {...loaded} /> : <ClosedPanels loaded={loaded} />}
      {loaded.completed ? (
        <ChangedSince completed={loaded.completed} fields={loaded.changed} hash={activity.snapshotHash} />
      ) : null}
      <ActivityFundsPanel
        activityId={activity.id}
        customers={isOpen ? activity.parties.filter(({ capacity }) => capacity === 'customer') : []}
        {...loaded.funds}
        mayWrite={mayWrite}
      />
      <DocumentsPanel panel={loaded.documents} mayWrite={mayWrite} />
      <EvidencePanel panel={loaded.evidence} />
      <div className="mt-6 gap-6 lg:columns-2">
        <Parties
          parties={activity.parties}
          verifyFor={mayWrite ? activity.id : null}
          unverified={loaded.unverified}
          records={loaded.partyRecords}
        />
        <CustomersByLaw customers={activity.customersByLaw} />
        {loaded.sections.map((section) => (
          <DetailPanel key={section.heading} section={section} className="not-last:mb-6" />
        ))}
      </div>
      <RecordHistory
        href={`/activities/${activity.id}`}
        entries={loaded.history}
        isFirstPage={loaded.isFirstPage}
        nextBefore={loaded.nextBefore}
        accessHref={loaded.accessHref}
      />
      <RecordedBy loaded={loaded} />
    </>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function RecordedBy({ loaded: { activity, created, updated } }: { loaded: Loaded }) {
  return (
    <p className="hint mt-4">
      Recorded {created} by {activity.createdBy.name}
      {activity.version > 1 ? `, last changed ${updated} by ${activity.updatedBy.name}` : ''}
    </p>
  );
}

/** Reference, external ID, and the activity that it is a copy of. */
function About({ activity }: Pick<Loaded, 'activity'>) {
  const noun = useActivityNoun();
  return (
    <>
      {activity.reference}
      {activity.externalId ? ` · ${activity.externalId}` : ''}
      {activity.copyOfId ? (
        <>
          {' · '}
          <Link to={`/activities/${activity.copyOfId}`}>Copy of a completed {noun.singular}</Link>
        </>
      ) : null}
    </>
  );
}

function RecordAction({ loaded: { activity, isOpen, mayWrite, requestKey } }: { loaded: Loaded }) {
  if (!mayWrite) return null;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <NextStep activity={activity} />
      {isOpen ? (
        <ButtonLink to={`/activities/${activity.id}/edit`}>
          Edit<span className="sr-only"> {activity.name}</span>
        </ButtonLink>
      ) : null}
      {activity.status === 'completed' ? <Reopen activity={activity} requestKey={requestKey} /> : null}
    </div>
  );
}

/** Of a completed or cancelled activity: its risk assessments and delayed CDD. */
function ClosedPanels({ loaded }: { loaded: Loaded }) {
  const { activity } = loaded;
  return (
    <>
      <Panel headingId="assessments-heading" title="Risk assessments" className="mt-6">
        <AssessmentList href={`/activities/${activity.id}`} lines={loaded.assessments} />
      </Panel>
      {activity.checklist.length > 0 ? (
        <Panel headingId="delayed-heading" title={<>Delayed CDD due by {loaded.due}</>} className="mt-4">
          <p>Delayed CDD is outstanding. Completion does not end it.</p>
          <BlockerList blockers={activity.checklist} page={{ kind: 'activity', id: activity.id }} />
        </Panel>
      ) : null}
    </>
  );
}
