import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import type { ConfirmationQuestion, Problem } from '#contract/errors.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';

/** A new key for a form; the API stores it for 24 h with the result of the post that carried it. */
export const newRequestKey = (): string => randomUUID();

/** Result of an action that was rejected. */
export interface FormResult {
  /** For conform: errors by field and all input. */
  reply: SubmissionResult;
  /** Questions to confirm before the same form is accepted. */
  questions?: ConfirmationQuestion[];
  /** Blockers of the transition, each with the place that resolves it. */
  blockers?: Blocker[];
}

/**
 * Converts an API problem to the result of its form: errors by field, and all input.
 * @param submission the parsed form
 * @param problem from `api.submit`
 * @param options.hideFields names whose values must not be returned (passwords)
 */
export function toFormResult(
  submission: Submission<unknown>,
  problem: Problem,
  { hideFields = [] }: { hideFields?: string[] } = {},
): FormResult {
  const { '': whole = [], ...fieldErrors } = problem.fields ?? {};
  const asks = problem.code === 'confirmation.required' && problem.questions !== undefined;
  const nothingSaid = whole.length === 0 && Object.keys(fieldErrors).length === 0;
  const message = problem.detail ?? `${problem.title}.`;
  const formErrors = nothingSaid && !asks ? [message] : whole;
  const reply = submission.reply({ formErrors, fieldErrors, hideFields });
  return {
    reply,
    ...(asks ? { questions: problem.questions } : {}),
    ...(problem.blockers === undefined ? {} : { blockers: problem.blockers }),
  };
}
