import type { Problem } from '#contract/errors.ts';

/** Why a list cannot be shown. Only its search is typed; all else in the URL comes from links. */
export function formatListProblem({ fields = {}, detail, title }: Problem): string {
  if (fields.q) return fields.q.join(' ');
  if (Object.keys(fields).some((field) => /cursor$/i.test(field)))
    return 'This page is no longer available. Go back to the first page.';
  return Object.keys(fields).length > 0
    ? 'The link contains an unknown filter, so it was ignored.'
    : (detail ?? `${title}.`);
}

/** The same on the page, with the way on. `href`: the list's first page. */
export function ListProblem({ problem, href }: { problem: string; href: string }) {
  return (
    <div className="notice notice-danger mt-4 grid gap-2" role="alert">
      <p>{problem}</p>
      <p data-routed-links>
        <a href={href}>Go to the first page</a>
      </p>
    </div>
  );
}
