import { Link } from '@remix-run/react';
import type { SanctionsTag as SanctionsTagName } from '#rules/sanctions.ts';
import { Badge, type BadgeProps } from '../../components/badge.tsx';
import { Panel } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';

export interface WorkLine {
  key: string;
  href: string;
  name: string;
  /** Shown after the name. */
  about: string;
  /** Confirmed sanctions match of the client, or of a party of the activity. */
  sanctions?: SanctionsTagName | null;
  /** A status badge, such as an overdue date. */
  state?: { by: BadgeProps; text: string };
}

/** A kind of task: its title, the first few tasks, and a link to the rest. */
export interface WorkKind {
  id: string;
  /** "Reviews due" */
  title: string;
  hint: string;
  /** Formatted, such as "more than 1,000". */
  total: string;
  lines: readonly WorkLine[];
  /** Link to all of them, if there are more than shown. */
  all: { href: string; label: string } | null;
}

export function WorkList({ kind: { id, title, hint, total, lines, all } }: { kind: WorkKind }) {
  const headingId = `${id}-heading`;
  return (
    <Panel
      id={id}
      headingId={headingId}
      title={
        <>
          {title} <span className="text-base font-normal text-ink-soft tabular-nums">{total}</span>
        </>
      }
      action={
        all ? (
          <Link to={all.href} className="text-sm">
            {all.label}
          </Link>
        ) : null
      }
      about={hint}
    >
      <ul>
        {lines.map(({ key, href, name, about, sanctions, state }) => (
          <li
            key={key}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 first:border-t-0 last:pb-0"
          >
            <span className="min-w-0">
              <Link to={href} className="font-semibold" prefetch="intent">
                {name}
              </Link>
              <SanctionsTag tag={sanctions} /> <span className="hint">{about}</span>
            </span>
            {state ? (
              <span className="text-sm whitespace-nowrap">
                <Badge by={state.by}>{state.text}</Badge>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
