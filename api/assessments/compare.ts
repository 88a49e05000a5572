import type { Transaction } from 'kysely';
import type { compareAssessments } from '#contract/assessments.ts';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import {
  type AnswerSide,
  type ComparedAssessment,
  compareAssessments as compare,
} from '#rules/risk/compare.ts';
import { pointsText } from '#rules/risk/levels.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { scoreText } from './explanation.ts';
import { scoreNow } from './score.ts';
import type { AssessmentsDeps } from './service.ts';
import { type AssessmentRow, readAssessmentRow, readUsedVersion } from './store.ts';

/** How a side reads; empty where its version does not have the question. */
function sideText(side: AnswerSide | undefined): string {
  if (side === undefined) return '';
  return side.asked ? side.answer : 'Not asked';
}

function sidePoints(side: AnswerSide | undefined): string {
  return side === undefined ? '' : pointsText(side.pointsTenths);
}

/** An assessment with its score as it was kept; one that is being written is scored as of now. */
async function compared(
  trx: Transaction<Schema>,
  deps: AssessmentsDeps,
  { company }: MemberCaller,
  row: AssessmentRow,
): Promise<ComparedAssessment> {
  const version = await readUsedVersion(trx, row.template_version_id);
  if (version === null) throw new Error('The version of the template that an assessment used is gone.');
  const { content } = version;
  const { answers } = row;
  return {
    content,
    answers,
    scored: row.scored ?? (await scoreNow(trx, company, deps.now(), { content, answers })),
  };
}

/**
 * GET /risk-assessments/:id/compared-with/:otherId. The earlier of the two is `before`, whichever way round they are asked for; 404
 * unless both are of one record.
 */
export function compareAssessmentsOf(
  deps: AssessmentsDeps,
  caller: MemberCaller,
  { id, otherId }: { id: string; otherId: string },
): Promise<EndpointAnswer<typeof compareAssessments>> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const one = await readAssessmentRow(trx, id);
    const other = await readAssessmentRow(trx, otherId);
    if (
      one === null ||
      other === null ||
      one.resource_type !== other.resource_type ||
      one.resource_id !== other.resource_id
    ) {
      throw refuse('record.notFound');
    }
    const [earlier, later] = one.id < other.id ? [one, other] : [other, one];
    const { scoreTenths, level, factors, questions } = compare(
      await compared(trx, deps, caller, earlier),
      await compared(trx, deps, caller, later),
    );
    return {
      score: { before: scoreText(scoreTenths.before), after: scoreText(scoreTenths.after) },
      level: { before: level.before ?? null, after: level.after ?? null },
      factors: factors.map(({ factor, beforeTenths, afterTenths }) => ({
        factor,
        before: pointsText(beforeTenths),
        after: pointsText(afterTenths),
      })),
      questions: questions.map(({ questionKey, text, change, before, after }) => ({
        questionKey,
        text,
        change,
        before: sideText(before),
        after: sideText(after),
        beforePoints: sidePoints(before),
        afterPoints: sidePoints(after),
      })),
    };
  });
}
