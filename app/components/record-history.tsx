import { Link } from '@remix-run/react';

/** One event of a record's history in words. */
export interface HistoryEntry {
  seq: number;
  at: string;
  who: string;
  what: string;
  changes: { label: string; before: string; after: string }[];
}

/** From this many changed fields on they are folded away: a new record has all of its fields changed. */
const foldedFrom = 6;

/** What was done to a record, newest first, each with what changed. */
export function RecordHistory({
  href,
  entries,
  isFirstPage,
  nextBefore,
}: {
  /** URL of the record's page. */
  href: string;
  entries: readonly HistoryEntry[];
  isFirstPage: boolean;
  /** Where the next page starts. */
  nextBefore: number | null;
}) {
  return (
    <section id="history" className="panel mt-6 scroll-mt-4 p-4" aria-labelledby="history-heading">
      <h2 id="history-heading" className="mb-3">
        History
      </h2>
      {entries.length === 0 ? <p className="text-ink-soft">No history is kept of this.</p> : null}
      <ol className="grid gap-4">
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
      <p className="mt-4 flex gap-4 empty:hidden">
        {isFirstPage ? null : <Link to={`${href}#history`}>Newest</Link>}
        {nextBefore === null ? null : <Link to={`${href}?before=${nextBefore}#history`}>Earlier</Link>}
      </p>
    </section>
  );
}

/** What became of each field, read out as "was" and "now". */
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
      <summary className="hint">{changes.length} fields</summary>
      <div className="mt-1">{list}</div>
    </details>
  );
}
