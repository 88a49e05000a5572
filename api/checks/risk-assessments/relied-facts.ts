import type { DecisionFacts } from '#rules/decisions/decision-facts.ts';
import { prefilledValue } from '#rules/risk/prefill.ts';
import { getQuestions, type TemplateContent } from '#rules/risk/template.ts';
import type { AssessedResource } from './resource-store.ts';

const fieldOf = (prefillKey: string) => prefillKey.slice(prefillKey.indexOf('.') + 1);

/**
 * The facts that an assessment relies on as its answers are saved: those on which every assessment of the record does, and further ones with which
 * its template prefills an answer. Null for records whose facts are not stored with an assessment.
 */
export function toReliedFacts(
  { decisionFacts, facts }: Pick<AssessedResource, 'decisionFacts' | 'facts'>,
  content: TemplateContent,
): DecisionFacts | null {
  if (decisionFacts === null) return null;
  const prefilled = getQuestions(content).flatMap(({ question }) => {
    const { prefill } = question;
    if (!prefill || fieldOf(prefill) in decisionFacts) return [];
    const value = prefilledValue(question, facts);
    return value === undefined ? [] : [[prefill, value]];
  });
  return { ...decisionFacts, ...Object.fromEntries(prefilled) };
}
