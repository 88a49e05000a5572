import { Link } from '@remix-run/react';
import { Marked, type MarkProps } from '../../components/mark.tsx';

export interface WorkLine {
  key: string;
  href: string;
  name: string;
  /** What of it waits, after the name. */
  about: string;
  /** A state in a word with its mark, such as an overdue date. */
  state?: { by: MarkProps; text: string };
}

/** A kind of work that waits for the person: what it is, a few of it, and the way to the rest. */
export interface WorkKind {
  id: string;
  /** "Reviews due" */
  title: string;
  hint: string;
  /** In words, such as "more than 1,000". */
  total: string;
  lines: readonly WorkLine[];
  /** Where all of it is, if there is more than is shown. */
  all: { href: string; label: string } | null;
}

export function WorkList({ kind: { id, title, hint, total, lines, all } }: { kind: WorkKind }) {
  const headingId = `${id}-heading`;
  return (
    <section id={id} className="panel scroll-mt-4 p-4" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={headingId}>
          {title} <span className="text-base font-normal text-ink-soft tabular-nums">{total}</span>
        </h2>
        {all ? (
          <Link to={all.href} className="text-sm">
            {all.label}
          </Link>
        ) : null}
      </div>
      <p className="hint mt-0.5">{hint}</p>
      <ul className="mt-2">
        {lines.map(({ key, href, name, about, state }) => (
          <li
            key={key}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 first:border-t-0 last:pb-0"
          >
            <span className="min-w-0">
              <Link to={href} className="font-semibold" prefetch="intent">
                {name}
              </Link>{' '}
              <span className="hint">{about}</span>
            </span>
            {state ? (
              <span className="text-sm whitespace-nowrap">
                <Marked by={state.by}>{state.text}</Marked>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
