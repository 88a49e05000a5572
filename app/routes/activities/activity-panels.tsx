import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Activity } from '#contract/activities.ts';
import { activityOutcomeLabels, capacityLabels } from '#rules/activity-types.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import {
  type CddStatus,
  type ClientStatus,
  cddStatusLabels,
  clientStatusLabels,
  type PepStatus,
} from '#rules/clients/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { toVisiblePepStatus } from '#rules/pep.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { Badge, neutralBadge, RiskBadge } from '../../components/badge.tsx';
import type { Fact } from '../../components/description-list.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { Panel } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import { OutcomeForm, TransitionButtons, TransitionForm } from './activity-transitions.tsx';
import type { PartyRecordLine } from './non-cooperation.server.ts';
import { recheckRequirementsId } from './recheck-panel.tsx';
import type { ChecklistView } from './recheck-view.server.ts';

/** Current key facts about an activity. */
export function getActivityFacts({
  activity,
  value,
  due,
}: {
  activity: Activity;
  value: string | null;
  due: string | null;
}): Fact[] {
  return [
    {
      label: 'Status',
      value: <Badge by={neutralBadge}>{activityLifecycle.labels[activity.status]}</Badge>,
    },
    { label: 'On hold because', value: activity.holdReason },
    { label: 'Risk', value: <RiskBadge level={activity.riskLevel} none="Not assessed" /> },
    { label: 'Outcome', value: activity.outcome ? activityOutcomeLabels[activity.outcome] : 'Not set' },
    { label: 'Maximum transaction value', value: value ?? 'Not recorded' },
    { label: 'Delayed CDD due', value: due },
    { label: 'Assigned to', value: activity.assignee?.name ?? 'Unassigned' },
  ];
}

/** A delay of CDD: its conditions and days in words. */
export interface DelayView {
  /** "3 Dec 2026 (AU Rules 6-32)". */
  lastDay: string;
  ground: string;
  riskLimits: string | null;
  /** Who recorded it; null of delays recorded before that was stored. */
  recordedBy: string | null;
  /** "Mere Invented, 21 Nov 2026"; null while it waits. */
  approved: string | null;
  /** Whether the reader may approve it. */
  canApprove: boolean;
}

interface ApprovalProps {
  activity: Activity;
  checklist: ChecklistView;
  mayWrite: boolean;
  delay: DelayView | null;
  /** The reader is a senior manager. */
  canApprove: boolean;
  /** "Mere Invented, 21 Nov 2026"; null before the approval. */
  approved: string | null;
  requestKey: string;
}

/** Outstanding requirements of completion, and the transitions that are possible now. */
export function NextSteps(approval: ApprovalProps) {
  const { activity, mayWrite, requestKey } = approval;
  return (
    <Panel id="next" title="Completion checklist">
      <SectionMessage at="next" />
      <Checklist {...approval} />
      {mayWrite && (activity.status !== 'onHold' || activity.outcome !== 'declined') ? (
        <div id="outcome" className="grid gap-2 border-t border-line pt-3 print:hidden">
          <h3 className="font-semibold">Outcome</h3>
          <SectionMessage at="outcome" />
          <OutcomeForm activity={activity} requestKey={requestKey} />
        </div>
      ) : null}
      <Delay {...approval} />
      <Approval {...approval} />
      {mayWrite ? (
        <div className="border-t border-line pt-4 print:hidden">
          <TransitionButtons activity={activity} requestKey={requestKey} />
        </div>
      ) : null}
    </Panel>
  );
}

/** The requirements, under headings where some of them come before completion. */
function Checklist({
  activity: { id },
  checklist: { beforeRecheck, beforeStart, beforeCompletion },
}: ApprovalProps) {
  const parts = [
    { heading: 'Before the recheck', blockers: beforeRecheck, target: recheckRequirementsId },
    { heading: 'Before the start', blockers: beforeStart },
    { heading: 'Before completion', blockers: beforeCompletion },
  ].filter(({ blockers }) => blockers.length > 0);
  const page = { kind: 'activity', id } as const;
  if (parts.length === 0) {
    return (
      <p>
        <span aria-hidden="true" className="text-success">
          ✓
        </span>{' '}
        All requirements met.
      </p>
    );
  }
  if (parts[0]?.blockers === beforeCompletion) return <BlockerList blockers={beforeCompletion} page={page} />;
  return parts.map(({ heading, blockers, target }) => (
    <div key={heading} id={target} className="grid scroll-mt-4 gap-2">
      <h3 className="font-semibold">{heading}</h3>
      <BlockerList blockers={blockers} page={page} />
    </div>
  ));
}

/** The delay of CDD with both its conditions, and its approval, without which it has no effect. */
function Delay({ activity, delay, requestKey }: ApprovalProps) {
  if (delay === null) return null;
  const { lastDay, ground, riskLimits, recordedBy, approved, canApprove } = delay;
  return (
    <div id="delay" className="grid gap-2 border-t border-line pt-3">
      <h3 className="font-semibold">Delayed CDD</h3>
      <SectionMessage at="delay" />
      <p>Last day: {lastDay}</p>
      <p className="whitespace-pre-line">Why it is essential: {ground}</p>
      <p className="whitespace-pre-line">Why the risk is low: {riskLimits ?? 'Not recorded'}</p>
      {recordedBy === null ? null : <p>Recorded by {recordedBy}</p>}
      {approved === null ? (
        <p>Awaiting approval by someone who may grant exceptions from CDD. It has no effect until then.</p>
      ) : (
        <p>Approved by {approved}</p>
      )}
      {canApprove && approved === null ? (
        <div className="print:hidden">
          <TransitionForm
            activity={activity}
            requestKey={requestKey}
            move="delayApproval"
            label="Approve the delay"
          />
        </div>
      ) : null}
    </div>
  );
}

/** The senior manager’s approval, where the activity has or requires one. */
function Approval({ activity, canApprove, approved, requestKey }: ApprovalProps) {
  const isRequired = activity.checklist.some(({ fix }) => fix.target === 'activity.approval');
  if (!approved && !isRequired) return null;
  return (
    <div id="approval" className="grid gap-2 border-t border-line pt-3">
      <h3 className="font-semibold">Senior manager’s approval</h3>
      <SectionMessage at="approval" />
      {approved ? <p>Approved by {approved}</p> : null}
      {!approved && canApprove && activity.status !== 'onHold' ? (
        <TransitionForm
          activity={activity}
          requestKey={requestKey}
          move="seniorApproval"
          label="Approve as senior manager"
        />
      ) : null}
      {!approved && !canApprove ? <p>Needs approval by a senior manager.</p> : null}
    </div>
  );
}

/** The clients that are parties, with their status, CDD and risk. */
export function Parties({
  parties,
  unverified,
  verifyFor,
  records,
  action,
}: {
  parties: Activity['parties'];
  /** Records that replace CDD on a party, or a part of it, each kind by client id. */
  records: readonly Readonly<Record<string, PartyRecordLine>>[];
  /** Ids of clients whose verification the checklist requires, whatever their CDD status. */
  unverified: readonly string[];
  /** The activity for which unverified clients can be verified; null if the member cannot start a verification. */
  verifyFor: string | null;
  action: ReactNode;
}) {
  return (
    <Panel id="parties" title="Parties" action={action} className="break-inside-avoid">
      <SectionMessage at="parties" />
      {parties.length === 0 ? <p className="text-ink-soft">None yet</p> : null}
      <ul className="grid gap-3">
        {parties.map((party) => (
          <li key={party.clientId} className="grid gap-0.5">
            <p>
              <Link to={`/clients/${party.clientId}`} className="font-semibold">
                {party.name}
              </Link>{' '}
              <span className="text-ink-soft">{capacityLabels[party.capacity]}</span>
              <SanctionsTag tag={party.sanctions} />
            </p>
            <p className="text-sm text-ink-soft">
              {clientStatusLabels[party.clientStatus as ClientStatus]} · CDD:{' '}
              {cddStatusLabels[party.cddStatus as CddStatus].toLowerCase()} · Risk:{' '}
              <RiskBadge level={party.riskLevel} none="Not assessed" />
              {pepText(party)}
            </p>
            {records.map(({ [party.clientId]: line }) =>
              line ? <PartyRecord key={line.href} line={line} name={party.name} /> : null,
            )}
            {verifyFor !== null && (party.cddStatus !== 'verified' || unverified.includes(party.clientId)) ? (
              <p className="text-sm print:hidden">
                <Link
                  to={clientSectionUrl(party.clientId, 'verifications', {
                    verify: 'new',
                    activity: verifyFor,
                  })}
                >
                  Verify<span className="sr-only"> {party.name}</span>
                </Link>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** PEP status of a party who is a person. */
function pepText({ clientType, pepStatus }: Activity['parties'][number]): string {
  const shown = toVisiblePepStatus(clientType, pepStatus as PepStatus);
  return shown === null ? '' : ` · PEP status: ${shown}`;
}

/** What replaces CDD on a party, or a part of it, or the way to record it. */
function PartyRecord({ line, name }: { line: PartyRecordLine; name: string }) {
  return (
    <p className={line.text === null ? 'text-sm print:hidden' : 'text-sm'}>
      {line.text === null ? '' : `${line.text}. `}
      <Link to={line.href} className="print:hidden">
        {line.label}
        <span className="sr-only"> {name}</span>
      </Link>
    </p>
  );
}
