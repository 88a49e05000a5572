import type { AssessmentSummary } from '#contract/risk/assessments.ts';
import { formatDay } from '../format-instant.server.ts';
import type { AssessmentLine } from './assessment-list.tsx';

function getLine(summary: AssessmentSummary, timeZone: string): AssessmentLine {
  const { id, status, finalLevel, assessedBy, createdAt, isCurrent } = summary;
  return {
    id,
    status,
    finalLevel,
    assessedBy: assessedBy.name,
    begun: formatDay(createdAt, timeZone),
    isCurrent,
  };
}

/** Risk assessments formatted for display. @param timeZone of the company */
export const toAssessmentLines = (assessments: readonly AssessmentSummary[], timeZone: string) =>
  assessments.map((summary) => getLine(summary, timeZone));
