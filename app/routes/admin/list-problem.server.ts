import type { Problem } from '#contract/errors.ts';

/** Why a list cannot be shown: its search is typed by people, all else comes from links. */
export function listProblem({ fields = {}, detail, title }: Problem): string {
  if (fields.q) return fields.q.join(' ');
  if (fields.before) return 'This page of the list is not there any more.';
  return Object.keys(fields).length > 0
    ? 'This link asks for a filter that does not exist.'
    : (detail ?? `${title}.`);
}
