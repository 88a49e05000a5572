import { problemWithText, type TextLimits } from '#rules/text-safety.ts';

/**
 * One thing wrong with a template's version. `path`: the field, as forms name it (`sections[0].questions[2].options[1].score`).
 * `refusedIn`: `draft` cannot even be kept as a draft, because the editor or the answers would break; `publish` may wait.
 */
export type TemplateProblem = {
  path: string;
  code: TemplateProblemCode;
  message: string;
  refusedIn: 'draft' | 'publish';
};

export type TemplateProblemCode =
  | 'template.tooManyQuestions'
  | 'template.tooManySections'
  | 'template.noQuestions'
  | 'template.nothingScores'
  | 'factorWeights.outOfRange'
  | 'factorWeights.allZero'
  | 'thresholds.outOfRange'
  | 'thresholds.order'
  | 'reviewMonths.outOfRange'
  | 'key.malformed'
  | 'key.duplicate'
  | 'text.missing'
  | 'text.refused'
  | 'section.empty'
  | 'question.weightOutOfRange'
  | 'question.cannotScore'
  | 'question.scoredOptional'
  | 'options.missing'
  | 'options.tooMany'
  | 'options.notUsed'
  | 'options.wrongKeys'
  | 'option.unscored'
  | 'option.scoreOutOfRange'
  | 'bands.missing'
  | 'bands.tooMany'
  | 'bands.notUsed'
  | 'bands.order'
  | 'bands.openEnd'
  | 'bands.outOfRange'
  | 'prefill.unknown'
  | 'prefill.misfit'
  | 'condition.unknownQuestion'
  | 'condition.unknownOption'
  | 'condition.operatorMisfit'
  | 'condition.empty'
  | 'condition.tooLarge'
  | 'condition.badValue'
  | 'condition.circular';

/** A problem that keeps a version from being kept even as a draft. */
export function refusedAsDraft(path: string, code: TemplateProblemCode, message: string): TemplateProblem {
  return { path, code, message, refusedIn: 'draft' };
}

/** A problem that a draft may have, and that keeps it from being published. */
export function refusedAtPublishing(
  path: string,
  code: TemplateProblemCode,
  message: string,
): TemplateProblem {
  return { path, code, message, refusedIn: 'publish' };
}

/** Whether a number is whole and within bounds, both included. */
export function isWholeWithin(value: unknown, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest;
}

/** What is wrong with a text: missing where it is needed (`missing` is the sentence), or not keepable at all. */
export function textProblems(
  path: string,
  text: string | null | undefined,
  limits: TextLimits,
  missing?: string,
): TemplateProblem[] {
  if (!text || text.trim() === '') {
    return missing === undefined ? [] : [refusedAtPublishing(path, 'text.missing', missing)];
  }
  const wrong = problemWithText(text, limits);
  return wrong === undefined ? [] : [refusedAsDraft(path, 'text.refused', `${wrong}.`)];
}
