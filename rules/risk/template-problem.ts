import { problemWithText, type TextLimits } from '#rules/text-safety.ts';

/**
 * Problem of a template's version. `path`: the field, as forms name it (`sections[0].questions[2].options[1].score`).
 * `rejectedIn`: `draft` cannot be saved even as a draft, because the editor or the answers would break; `publish` blocks
 * publishing only.
 */
export type TemplateProblem = {
  path: string;
  code: TemplateProblemCode;
  message: string;
  rejectedIn: 'draft' | 'publish';
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

/** Problem that blocks saving even a draft. */
export function rejectedAsDraft(path: string, code: TemplateProblemCode, message: string): TemplateProblem {
  return { path, code, message, rejectedIn: 'draft' };
}

/** Problem allowed in a draft that blocks publishing. */
export function rejectedAtPublishing(
  path: string,
  code: TemplateProblemCode,
  message: string,
): TemplateProblem {
  return { path, code, message, rejectedIn: 'publish' };
}

/** Whether a number is whole and within bounds, both included. */
export function isWholeWithin(value: unknown, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest;
}

/** Problems of a text: missing though required (with the message `missing`), or not storable. */
export function textProblems(
  path: string,
  text: string | null | undefined,
  limits: TextLimits,
  missing?: string,
): TemplateProblem[] {
  if (!text || text.trim() === '') {
    return missing === undefined ? [] : [rejectedAtPublishing(path, 'text.missing', missing)];
  }
  const wrong = problemWithText(text, limits);
  return wrong === undefined ? [] : [rejectedAsDraft(path, 'text.refused', `${wrong}.`)];
}
