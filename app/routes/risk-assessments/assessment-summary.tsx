import { Form } from '@remix-run/react';
import type { Assessment } from '#contract/risk/assessments.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { overrideReasonLabels } from '#rules/risk/override.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { RiskBadge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import type { Fact } from '../../components/description-list.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { statusLabels } from './status-labels.ts';

export interface Dates {
  created: string;
  submitted: string | null;
  approved: string | null;
  overridden: string | null;
}

/** Key facts of an assessment: status, level, people and dates. */
export function getAssessmentFacts(assessment: Assessment, dates: Dates): Fact[] {
  const { status, finalLevel, explanation, assessedBy, approvedBy, nextReviewDueOn } = assessment;
  return [
    { label: 'Status', value: statusLabels[status] },
    {
      label: 'Level',
      value: <RiskBadge level={finalLevel ?? explanation.computedLevel} none="Not scored" />,
    },
    { label: 'Score', value: explanation.score ?? '–' },
    { label: 'Assessed by', value: assessedBy.name },
    { label: 'Submitted', value: dates.submitted ?? 'Not yet' },
    { label: 'Approved', value: dates.approved ? `${dates.approved} by ${approvedBy?.name}` : 'Not yet' },
    { label: 'Next review', value: nextReviewDueOn ? formatDate(nextReviewDueOn) : 'Set on approval' },
  ];
}

/** Why it was returned or declared void, and the override with its reason and end. */
export function Remarks({ assessment, dates }: { assessment: Assessment; dates: Dates }) {
  const { override, returnReason, voidReason, status } = assessment;
  return (
    <>
      {status === 'returned' && returnReason ? (
        <p className="notice notice-warning mt-4 max-w-form whitespace-pre-line">Returned: {returnReason}</p>
      ) : null}
      {voidReason ? (
        <p className="notice notice-danger mt-4 max-w-form whitespace-pre-line">Void: {voidReason}</p>
      ) : null}
      {assessment.decidedByOne ? <p className="notice mt-4 max-w-form">{decidedByOneLabel}.</p> : null}
      {override ? (
        <div className="notice notice-warning mt-4 grid max-w-form gap-1">
          <p className="font-semibold">
            {override.lapsed
              ? 'Override lapsed'
              : `Level overridden to ${riskLevelLabels[override.level].toLowerCase()}`}
            , {override.lapsed ? 'it was' : 'until'} {formatDate(override.expiresOn)}
          </p>
          <p className="whitespace-pre-line">
            {overrideReasonLabels[override.reasonCode]}: {override.reason}
          </p>
          <p className="hint">
            {override.by.name}, {dates.overridden}
          </p>
        </div>
      ) : null}
    </>
  );
}

const confirmed = new Set(['approve', 'return', 'void', 'override', 'liftOverride']);

/** The decisions that are possible, each as a link to its form or with its blockers. */
export function AssessmentActions({
  assessment,
  href,
  requestKey,
}: {
  assessment: Assessment;
  /** Path of the assessment's page. */
  href: string;
  requestKey: string;
}) {
  const { actions, version } = assessment;
  const open = actions.filter(({ action, blockers }) => confirmed.has(action) && blockers.length === 0);
  const stopped = actions.filter(({ action, blockers }) => confirmed.has(action) && blockers.length > 0);
  const reopen = actions.find(({ action }) => action === 'reopen');
  return (
    <div className="mt-4 grid gap-3 print:hidden">
      <div className="flex flex-wrap gap-3">
        {reopen ? (
          <Form method="post">
            <RequestKeyInput value={requestKey} />
            <input type="hidden" name="version" value={version} />
            <SubmitButton name="intent" value="reopen">
              {reopen.label}
            </SubmitButton>
          </Form>
        ) : null}
        {open.map(({ action, label }) => (
          <ButtonLink
            key={action}
            to={`?confirm=${action}`}
            variant={action === 'approve' ? 'primary' : 'secondary'}
          >
            {label}
          </ButtonLink>
        ))}
      </div>
      {stopped.map(({ action, label, blockers }) => (
        <div key={action} className="notice notice-warning max-w-form">
          <p className="font-semibold">{label}: not yet</p>
          <div className="mt-1">
            <BlockerList blockers={blockers} page={{ kind: 'assessment', id: assessment.id, href }} />
          </div>
        </div>
      ))}
    </div>
  );
}
