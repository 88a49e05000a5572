import { Link } from '@remix-run/react';
import type { RiskLevel } from '#rules/client-types.ts';
import { type AssessmentStatus, assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { RiskMark } from '../mark.tsx';

/** A risk assessment of a record, in words. */
export interface AssessmentLine {
  id: string;
  status: AssessmentStatus;
  finalLevel: RiskLevel | null;
  assessedBy: string;
  /** Day on which it was begun. */
  begun: string;
  isCurrent: boolean;
}

/** As many as the page asks for; there may be more before them. */
export const mostShown = 5;

/** The newest risk assessments of a client or an activity, and the way to a new one. */
export function AssessmentList({
  href,
  lines,
  mayAssess,
  heading: Heading = 'h3',
  headingId,
}: {
  /** URL of the record. */
  href: string;
  lines: readonly AssessmentLine[];
  mayAssess: boolean;
  /** A panel of its own has a heading of the second level. */
  heading?: 'h2' | 'h3';
  headingId?: string;
}) {
  return (
    <div className="grid gap-2">
      <Heading id={headingId} className="font-semibold">
        Risk assessments
      </Heading>
      {lines.length === 0 ? <p className="text-ink-soft">None yet</p> : null}
      {lines.length > 0 ? (
        <ul className="grid gap-1">
          {lines.map(({ id, status, finalLevel, assessedBy, begun, isCurrent }) => (
            <li key={id}>
              <Link to={`${href}/risk_assessments/${id}`}>
                {assessmentLifecycle.labels[status]}
                {isCurrent ? ', in force' : ''}
                <span className="sr-only"> assessment of {begun}</span>
              </Link>{' '}
              {finalLevel ? (
                <>
                  <RiskMark level={finalLevel} none="" />{' '}
                </>
              ) : null}
              <span className="hint">
                {begun}, {assessedBy}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {lines.length >= mostShown ? (
        <p className="hint">The newest {lines.length}. Any of them leads to those before it.</p>
      ) : null}
      {mayAssess ? (
        <p>
          <Link to={`${href}/risk_assessments/create`} className="button">
            Assess the risk
          </Link>
        </p>
      ) : null}
    </div>
  );
}
