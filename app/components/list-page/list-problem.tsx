import type { Problem } from '#contract/errors.ts';

/** Why a list cannot be shown: its search is typed by people, all else comes from links. */
export function listProblemText({ fields = {}, detail, title }: Problem): string {
  if (fields.q) return fields.q.join(' ');
  if (fields.cursor) return 'This page of the list is not there any more. Start from the first page.';
  return Object.keys(fields).length > 0
    ? 'This link asks for a filter that does not exist.'
    : (detail ?? `${title}.`);
}

/** The same on the page, with the way on. `href`: the list's first page. */
export function ListProblem({ problem, href }: { problem: string; href: string }) {
  return (
    <div className="notice notice-danger mt-4 grid gap-2" role="alert">
      <p>{problem}</p>
      <p data-routed-links>
        <a href={href}>Start again from the first page</a>
      </p>
    </div>
  );
}
