import { type AssessmentSummary, listAssessments } from '#contract/risk/assessments.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import { formatDay } from '../format-instant.server.ts';
import type { AssessmentLine } from './assessment-list.tsx';

/** As many as a page has use for; the newest. */
const maxLines = 5;

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

/** The newest risk assessments of a record. */
export async function readAssessments(
  api: MainApi,
  resource: { resourceType: 'clients' | 'activities'; resourceId: string },
): Promise<(timeZone: string) => AssessmentLine[]> {
  const { assessments } = await api.call(listAssessments, {
    params: resource,
    query: { limit: maxLines },
  });
  return (timeZone) => toAssessmentLines(assessments, timeZone);
}

/** Risk assessments formatted for display. @param timeZone of the company */
export const toAssessmentLines = (assessments: readonly AssessmentSummary[], timeZone: string) =>
  assessments.map((summary) => getLine(summary, timeZone));
