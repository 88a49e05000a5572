import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import type { ConfirmationQuestion, Problem } from '#contract/errors.ts';

/** A fresh key for a form; the API keeps it 24 h with the result of the post that carried it. */
export const newRequestKey = (): string => randomUUID();

/** What an action answers when it did not go ahead. */
export interface FormAnswer {
  /** For conform: errors by field and everything that was typed. */
  reply: SubmissionResult;
  /** Questions to answer before the same form goes ahead. */
  questions?: ConfirmationQuestion[];
}

/**
 * Turns a refusal of the main API into the answer for the form it came from: sentences stand beside their
 * fields, and everything typed is kept.
 * @param submission the parsed form
 * @param problem what `api.submit` gave back
 * @param options.hideFields names whose values must not come back (passwords)
 */
export function answerProblem(
  submission: Submission<unknown>,
  problem: Problem,
  { hideFields = [] }: { hideFields?: string[] } = {},
): FormAnswer {
  const { '': whole = [], ...fieldErrors } = problem.fields ?? {};
  const asks = problem.code === 'confirmation.needed' && problem.questions !== undefined;
  const nothingSaid = whole.length === 0 && Object.keys(fieldErrors).length === 0;
  const sentence = problem.detail ?? `${problem.title}.`;
  const formErrors = nothingSaid && !asks ? [sentence] : whole;
  const reply = submission.reply({ formErrors, fieldErrors, hideFields });
  return asks ? { reply, questions: problem.questions } : { reply };
}
