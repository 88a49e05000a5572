import type { ConfirmationQuestion } from '#contract/errors.ts';
import { apiError } from '../http/api-error.ts';

/** Throws `confirmation.required` with the questions that the caller has not confirmed. */
export function requireConfirmation(
  questions: readonly ConfirmationQuestion[],
  { confirmations }: { confirmations: readonly string[] },
): void {
  const open = questions.filter(({ code, confirmation }) => !confirmations.includes(confirmation ?? code));
  if (open.length > 0) throw apiError('confirmation.required', { questions: open });
}
