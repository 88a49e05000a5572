import { type AssessmentSummary, listAssessments } from '#contract/assessments.ts';
import type { MainApi } from '../../main-api.server.ts';
import { dayText } from '../../routes/clients/instant-text.server.ts';
import type { AssessmentLine } from './assessment-list.tsx';

/** As many as a page has use for; the newest. */
const mostLines = 5;

function lineOf(summary: AssessmentSummary, timeZone: string): AssessmentLine {
  const { id, status, finalLevel, assessedBy, createdAt, isCurrent } = summary;
  return {
    id,
    status,
    finalLevel,
    assessedBy: assessedBy.name,
    begun: dayText(createdAt, timeZone),
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
    query: { limit: mostLines },
  });
  return (timeZone) => assessments.map((summary) => lineOf(summary, timeZone));
}
