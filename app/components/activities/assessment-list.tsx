import { Link } from '@remix-run/react';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { type AssessmentStatus, assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { RiskBadge } from '../badge.tsx';
import { ButtonLink } from '../button.tsx';

/** A risk assessment of a record, formatted. */
export interface AssessmentLine {
  id: string;
  status: AssessmentStatus;
  finalLevel: RiskLevel | null;
  assessedBy: string;
  /** Day on which it was started. */
  begun: string;
  isCurrent: boolean;
}

/** Number of assessments the page reads; there may be older ones. */
const maxVisible = 5;

/** The newest risk assessments of a client or an activity, newest first. */
export function AssessmentList({
  href,
  lines,
  isOutdated = false,
}: {
  /** URL of the record. */
  href: string;
  lines: readonly AssessmentLine[];
  /** Whether what was assessed has changed since. */
  isOutdated?: boolean;
}) {
  return (
    <div className="grid gap-2">
      {lines.length === 0 ? <p className="text-ink-soft">None yet</p> : null}
      {lines.length > 0 ? (
        <ul className="grid gap-1">
          {lines.map(({ id, status, finalLevel, assessedBy, begun, isCurrent }) => (
            <li key={id}>
              <Link to={`${href}/risk_assessments/${id}`}>
                {assessmentLifecycle.labels[status]}
                {isCurrent ? (isOutdated ? ', outdated' : ', in force') : ''}
                <span className="sr-only"> assessment of {begun}</span>
              </Link>{' '}
              {finalLevel ? (
                <>
                  <RiskBadge level={finalLevel} none="" />{' '}
                </>
              ) : null}
              <span className="hint">
                {begun}, {assessedBy}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {lines.length >= maxVisible ? (
        <p className="hint">The newest {lines.length}. Open one to see earlier assessments.</p>
      ) : null}
    </div>
  );
}

/** The way to a new risk assessment. @param props.href URL of the record */
export function AssessLink({ href }: { href: string }) {
  return <ButtonLink to={`${href}/risk_assessments/create`}>Assess risk</ButtonLink>;
}
