import { compareAssessments as compareEndpoint } from '#contract/risk/assessments.ts';
import {
  type AnswerSide,
  type ComparedAssessment,
  compareAssessments as compare,
} from '#rules/risk/compare.ts';
import { formatPoints } from '#rules/risk/levels.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { formatScore } from './explanation.ts';
import { scoreNow } from './score.ts';
import type { AssessmentsDeps } from './service.ts';
import { type AssessmentRow, readAssessmentRow, readUsedVersion } from './store.ts';

const query = queriesFor<AssessmentsDeps>();

/** Formats a side; empty if its version does not have the question. */
function formatSide(side: AnswerSide | undefined): string {
  if (side === undefined) return '';
  return side.asked ? side.answer : 'Not shown';
}

function sidePoints(side: AnswerSide | undefined): string {
  return side === undefined ? '' : formatPoints(side.pointsTenths);
}

/** An assessment with its stored score; a draft is scored now. */
async function compared(
  trx: Trx,
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
 * GET /risk-assessments/:id/comparison/:otherId. The earlier of the two is `before`, in either order; 404 unless both
 * are of one record.
 */
export const compareAssessments = query(
  compareEndpoint,
  async ({ trx, deps, caller, params: { id, otherId } }) => {
    const one = await readAssessmentRow(trx, id);
    const other = await readAssessmentRow(trx, otherId);
    if (one === null || other === null || one.resource_id !== other.resource_id) return null;
    const [earlier, later] = one.id < other.id ? [one, other] : [other, one];
    const { scoreTenths, level, factors, questions } = compare(
      await compared(trx, deps, caller, earlier),
      await compared(trx, deps, caller, later),
    );
    return {
      score: { before: formatScore(scoreTenths.before), after: formatScore(scoreTenths.after) },
      level: { before: level.before ?? null, after: level.after ?? null },
      factors: factors.map(({ factor, beforeTenths, afterTenths }) => ({
        factor,
        before: formatPoints(beforeTenths),
        after: formatPoints(afterTenths),
      })),
      questions: questions.map(({ questionKey, text, change, before, after }) => ({
        questionKey,
        text,
        change,
        before: formatSide(before),
        after: formatSide(after),
        beforePoints: sidePoints(before),
        afterPoints: sidePoints(after),
      })),
    };
  },
);
