import type { Problem } from '#contract/errors.ts';

/** Why a list cannot be shown. Only its search is typed; all else in the URL comes from links. */
export function listProblem({ fields = {}, detail, title }: Problem): string {
  if (fields.q) return fields.q.join(' ');
  if (fields.before) return 'This page is no longer available.';
  return Object.keys(fields).length > 0
    ? 'The link contains an unknown filter, so it was ignored.'
    : (detail ?? `${title}.`);
}
