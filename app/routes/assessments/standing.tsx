import { Form, Link } from '@remix-run/react';
import type { Assessment } from '#contract/assessments.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { riskLevelLabels } from '#rules/client-types.ts';
import { overrideReasonLabels } from '#rules/risk/override.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { RiskMark } from '../../components/mark.tsx';
import { statusLabels } from './status-labels.ts';

export interface Dates {
  created: string;
  submitted: string | null;
  approved: string | null;
  overridden: string | null;
}

/** Status, level, people and dates of an assessment, at a glance. */
export function Standing({ assessment, dates }: { assessment: Assessment; dates: Dates }) {
  const { status, finalLevel, explanation, assessedBy, approvedBy, nextReviewDueOn } = assessment;
  const cells = [
    { label: 'Status', value: statusLabels[status] },
    { label: 'Level', value: <RiskMark level={finalLevel ?? explanation.computedLevel} none="Not scored" /> },
    { label: 'Score', value: explanation.score ?? '–' },
    { label: 'Assessed by', value: assessedBy.name },
    { label: 'Submitted', value: dates.submitted ?? 'Not yet' },
    { label: 'Approved', value: dates.approved ? `${dates.approved} by ${approvedBy?.name}` : 'Not yet' },
    { label: 'Next review', value: nextReviewDueOn ? formatDate(nextReviewDueOn) : 'Set at approval' },
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

/** Why it was returned or declared void, and the override with its reason and end. */
export function Remarks({ assessment, dates }: { assessment: Assessment; dates: Dates }) {
  const { override, returnReason, voidReason, status } = assessment;
  return (
    <>
      {status === 'returned' && returnReason ? (
        <p className="notice notice-attention mt-4 max-w-form whitespace-pre-line">
          Returned: {returnReason}
        </p>
      ) : null}
      {voidReason ? (
        <p className="notice notice-danger mt-4 max-w-form whitespace-pre-line">Void: {voidReason}</p>
      ) : null}
      {override ? (
        <div className="notice notice-attention mt-4 grid max-w-form gap-1">
          <p className="font-semibold">
            {override.lapsed
              ? 'An override has lapsed'
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

const confirmed = { approve: 'approve', return: 'return', void: 'void', override: 'override' } as const;

/** What the person may do, each as a link to its question, or with what stops it. */
export function Moves({ assessment, requestKey }: { assessment: Assessment; requestKey: string }) {
  const { moves, override, version, status } = assessment;
  const open = moves.filter(({ act, blockers }) => act in confirmed && blockers.length === 0);
  const stopped = moves.filter(({ act, blockers }) => act in confirmed && blockers.length > 0);
  const mayLift = override !== null && status === 'approved' && moves.some(({ act }) => act === 'override');
  const reopen = moves.find(({ act }) => act === 'reopen');
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
        {open.map(({ act, label }) => (
          <Link
            key={act}
            to={`?confirm=${act}`}
            className={act === 'approve' ? 'button button-primary' : 'button'}
          >
            {label}
          </Link>
        ))}
        {mayLift ? (
          <Link to="?confirm=liftOverride" className="button">
            Lift the override
          </Link>
        ) : null}
      </div>
      {stopped.map(({ act, label, blockers }) => (
        <div key={act} className="notice notice-attention max-w-form">
          <p className="font-semibold">{label}: not yet</p>
          <ul className="mt-1 list-disc pl-5">
            {blockers.map(({ code, text, provision, fix }) => (
              <li key={`${code} ${fix.id ?? ''}`}>
                {text}
                {provision ? <span className="hint"> {provision}</span> : null}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
