import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';

/** One event of a record's history, formatted. */
export interface HistoryEntry {
  seq: number;
  at: string;
  who: string;
  what: string;
  changes: { label: string; before: string; after: string }[];
}

/** At least this many changed fields are collapsed: creating a record changes all of them. */
const foldedFrom = 6;

/** A record's history, newest first, with the changed fields of each event. */
export function RecordHistory({
  href,
  newestHref = `${href}#history`,
  entries,
  isFirstPage,
  nextBefore,
  accessHref,
  children,
}: {
  /** URL of the record's page. */
  href: string;
  /** URL of the first page. */
  newestHref?: string;
  entries: readonly HistoryEntry[];
  isFirstPage: boolean;
  /** Cursor of the next page. */
  nextBefore: number | null;
  /** URL of the access log of this record, for members who may see it. */
  accessHref?: string | null;
  /** Shown above the events. */
  children?: ReactNode;
}) {
  return (
    <Panel id="history" title="History" className="mt-6">
      {children}
      {entries.length === 0 ? <p className="text-ink-soft">No history recorded</p> : null}
      <ol className="grid gap-4 empty:hidden">
        {entries.map((entry) => (
          <li key={entry.seq} className="grid gap-1 border-l-2 border-line pl-3">
            <p>
              <span className="font-semibold">{entry.what}</span>{' '}
              <span className="text-ink-soft">
                {entry.who} · {entry.at}
              </span>
            </p>
            <Changes changes={entry.changes} />
          </li>
        ))}
      </ol>
      <p className="flex gap-4 empty:hidden print:hidden">
        {isFirstPage ? null : <Link to={newestHref}>Newest</Link>}
        {nextBefore === null ? null : <Link to={`${href}?before=${nextBefore}#history`}>Older</Link>}
        {accessHref ? <Link to={accessHref}>Who opened this record</Link> : null}
      </p>
    </Panel>
  );
}

/** The changed fields; screen readers get "was" and "now". */
export function ChangeLines({ changes }: { changes: HistoryEntry['changes'] }) {
  return (
    <ul className="grid gap-1 text-sm">
      {changes.map(({ label, before, after }) => (
        <li key={label} className="whitespace-pre-line [overflow-wrap:anywhere]">
          <span className="text-ink-soft">{label}: </span>
          {before === '' ? null : (
            <>
              <span className="sr-only">was </span>
              <del className="text-ink-soft">{before}</del>
              <span aria-hidden="true"> → </span>
              <span className="sr-only">, now </span>
            </>
          )}
          {after === '' ? 'nothing' : after}
        </li>
      ))}
    </ul>
  );
}

function Changes({ changes }: { changes: HistoryEntry['changes'] }) {
  if (changes.length === 0) return null;
  const list = <ChangeLines changes={changes} />;
  if (changes.length < foldedFrom) return list;
  return (
    <details>
      <summary className="hint">{changes.length} fields changed</summary>
      <div className="mt-1">{list}</div>
    </details>
  );
}
