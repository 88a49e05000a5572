import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { listMembers } from '#contract/accounts.ts';
import { readActivity, readActivityHistory } from '#contract/activities.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { readAssessments } from '../../components/activities/assessment-lines.server.ts';
import { AssessmentList } from '../../components/activities/assessment-list.tsx';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { readAlertLines } from '../../components/alert-lines.server.ts';
import { RecordAlerts } from '../../components/alert-lines.tsx';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { readDocumentsPanel } from '../../components/documents/shown-documents.server.ts';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { printHeadingText } from '../../components/print-heading.server.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { RecordHistory } from '../../components/record-history.tsx';
import { may } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { clientChange } from '../clients/client-history.server.ts';
import { instantText } from '../clients/instant-text.server.ts';
import { readEvidencePanel } from '../evidence-packs/panel.server.ts';
import { EvidencePanel } from '../evidence-packs/panel.tsx';
import { activitySections } from './activity-details.server.ts';
import { activityEntries } from './activity-history.server.ts';
import { answerMove } from './activity-moves.server.ts';
import { ConfirmMove, MoveButtons, OutcomeForm, PlainMove } from './activity-moves.tsx';
import { ChangedSince, Parties, Section, Standing } from './activity-panels.tsx';
import { moneyText } from './activity-texts.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.activity.name} – Assay` : 'Activity – Assay' },
];

export const loader = asMember(async (args) => {
  const { api, me, params, url } = args;
  const id = params.id ?? '';
  const before = url.searchParams.get('before') ?? undefined;
  const [session, activity, history, { members }, assessments, documents, alerts, evidence] =
    await Promise.all([
      me(),
      api.call(readActivity, { params: { id } }),
      api.call(readActivityHistory, { params: { id }, query: { before } }),
      api.call(listMembers, {}),
      readAssessments(api, { resourceType: 'activities', resourceId: id }),
      readDocumentsPanel(api, { ownerType: 'activity', ownerId: id }, url),
      readAlertLines(api, { resourceType: 'activities', resourceId: id }),
      readEvidencePanel(args, 'activity', id),
    ]);
  const { timeZone } = session.company;
  const { maxTransactionValue: amount, delayedCdd, completedAt, seniorApproval } = activity;
  const nameOf = (memberId: string) => members.find((member) => member.id === memberId)?.name ?? memberId;
  const mayWrite = may(session, 'records.write');
  return {
    activity,
    sections: activitySections(activity),
    value: amount === null ? null : moneyText(amount, activity.currency),
    due: delayedCdd && formatDate(delayedCdd.dueOn),
    history: activityEntries(history.events, { nameOf, timeZone }),
    assessments: assessments(timeZone),
    alerts: alerts(timeZone),
    documents: documents(timeZone),
    evidence,
    isFirstPage: before === undefined,
    nextBefore: history.nextBefore,
    completed: completedAt && instantText(completedAt, timeZone),
    changed: activity.changedSince.map(({ clientId, name, field, atCompletion, today }) => ({
      clientId,
      name,
      change: clientChange({ field, before: atCompletion, after: today }),
    })),
    approved: seniorApproval && `${seniorApproval.by.name}, ${instantText(seniorApproval.at, timeZone)}`,
    created: instantText(activity.createdAt, timeZone),
    updated: instantText(activity.updatedAt, timeZone),
    confirm: url.searchParams.get('confirm'),
    isOpen: activity.status !== 'completed' && activity.status !== 'cancelled',
    mayWrite,
    mayApprove: mayWrite && session.member.designations.includes('seniorManager'),
    printHeading: printHeadingText(session, new Date()),
    requestKey: newRequestKey(),
  };
});

export const action = asMember(answerMove);

export default function ViewActivity() {
  const loaded = useLoaderData<typeof loader>();
  const { activity, isOpen, mayWrite, requestKey, confirm } = loaded;
  const answer = useActionData<typeof action>();
  return (
    <>
      <PrintHeading text={loaded.printHeading} />
      <p className="mb-2 text-sm print:hidden">
        <Link to="/activities">Activities</Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1>{activity.name}</h1>
          <p className="text-ink-soft">
            {activity.reference}
            {activity.externalId ? ` · ${activity.externalId}` : ''}
            {activity.copyOfId ? (
              <>
                {' · '}
                <Link to={`/activities/${activity.copyOfId}`}>Copy of a completed activity</Link>
              </>
            ) : null}
          </p>
        </div>
        {mayWrite && isOpen ? (
          <Link to={`/activities/${activity.id}/edit`} className="button">
            Edit<span className="sr-only"> {activity.name}</span>
          </Link>
        ) : null}
        {mayWrite && activity.status === 'completed' ? (
          <PlainMove activity={activity} requestKey={requestKey} move="reopen" label="Reopen as a copy" />
        ) : null}
      </div>
      {answer?.refused ? (
        <div className="mt-4">
          <AttentionBox id="refused" kind="danger" heading={answer.refused.heading} reply={answer}>
            <ul className="grid list-disc gap-1 pl-5 empty:hidden">
              {answer.refused.sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </AttentionBox>
        </div>
      ) : null}
      {confirm && mayWrite ? <ConfirmMove activity={activity} requestKey={requestKey} to={confirm} /> : null}
      <RecordAlerts alerts={loaded.alerts} />
      <Standing activity={activity} value={loaded.value} due={loaded.due} />
      {isOpen ? <NextSteps /> : null}
      {isOpen ? null : (
        <section className="panel mt-6 p-4" aria-labelledby="assessments-heading">
          <AssessmentList
            href={`/activities/${activity.id}`}
            lines={loaded.assessments}
            mayAssess={false}
            heading="h2"
            headingId="assessments-heading"
          />
        </section>
      )}
      {loaded.completed ? (
        <ChangedSince completed={loaded.completed} fields={loaded.changed} hash={activity.snapshotHash} />
      ) : null}
      <DocumentsPanel panel={loaded.documents} mayWrite={mayWrite} />
      <EvidencePanel panel={loaded.evidence} />
      <div className="mt-6 gap-6 lg:columns-2">
        <Parties parties={activity.parties} verifyFor={mayWrite ? activity.id : null} />
        {loaded.sections.map((section) => (
          <Section key={section.heading} section={section} />
        ))}
      </div>
      <RecordHistory
        href={`/activities/${activity.id}`}
        entries={loaded.history}
        isFirstPage={loaded.isFirstPage}
        nextBefore={loaded.nextBefore}
      />
      <p className="hint mt-4">
        Recorded {loaded.created} by {activity.createdBy.name}
        {activity.version > 1 ? `, last changed ${loaded.updated} by ${activity.updatedBy.name}` : ''}
      </p>
    </>
  );
}

/** What completion still needs, and the moves that are open. */
function NextSteps() {
  const { activity, assessments, mayWrite, mayApprove, approved, requestKey } =
    useLoaderData<typeof loader>();
  const wantsApproval = activity.checklist.some(({ fix }) => fix.target === 'activity.approval');
  return (
    <section className="panel mt-4 grid gap-4 p-4" aria-labelledby="next-heading">
      <h2 id="next-heading">What completion still needs</h2>
      {activity.checklist.length === 0 ? (
        <p>
          <span aria-hidden="true" className="text-settled">
            ✓
          </span>{' '}
          Nothing is missing.
        </p>
      ) : (
        <BlockerList
          blockers={activity.checklist}
          page={{ kind: 'activity', id: activity.id }}
          mayFix={mayWrite}
        />
      )}
      <div className="border-t border-line pt-3">
        <AssessmentList href={`/activities/${activity.id}`} lines={assessments} mayAssess={mayWrite} />
      </div>
      {mayWrite && activity.status !== 'onHold' ? (
        <div id="outcome" className="grid gap-2 border-t border-line pt-3 print:hidden">
          <h3 className="font-semibold">Outcome</h3>
          <OutcomeForm activity={activity} requestKey={requestKey} />
        </div>
      ) : null}
      {approved || wantsApproval ? (
        <div id="approval" className="grid gap-2 border-t border-line pt-3">
          <h3 className="font-semibold">Senior manager’s approval</h3>
          {approved ? <p>Approved by {approved}</p> : null}
          {!approved && mayApprove && activity.status !== 'onHold' ? (
            <PlainMove
              activity={activity}
              requestKey={requestKey}
              move="seniorApproval"
              label="Approve as senior manager"
            />
          ) : null}
          {!approved && !mayApprove ? (
            <p>A member who is designated as senior manager has to open this activity and approve it.</p>
          ) : null}
        </div>
      ) : null}
      {mayWrite ? (
        <div className="border-t border-line pt-4 print:hidden">
          <MoveButtons activity={activity} requestKey={requestKey} />
        </div>
      ) : null}
    </section>
  );
}
