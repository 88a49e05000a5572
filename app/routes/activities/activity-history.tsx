import { Link } from '@remix-run/react';
import type { HistoryEntry } from '../clients/client-history.server.ts';

/** What was done to an activity, newest first, each with what changed. */
export function ActivityHistory({
  activityId,
  entries,
  isFirstPage,
  nextBefore,
}: {
  activityId: string;
  entries: readonly HistoryEntry[];
  isFirstPage: boolean;
  /** Where the next page starts. */
  nextBefore: number | null;
}) {
  return (
    <section id="history" className="panel mt-6 p-4" aria-labelledby="history-heading">
      <h2 id="history-heading" className="mb-3">
        History
      </h2>
      <ol className="grid gap-4">
        {entries.map(({ seq, what, who, at, changes }) => (
          <li key={seq} className="grid gap-1 border-l-2 border-line pl-3">
            <p>
              <span className="font-semibold">{what}</span>{' '}
              <span className="text-ink-soft">
                {who} · {at}
              </span>
            </p>
            <Changes changes={changes} />
          </li>
        ))}
      </ol>
      <p className="mt-4 flex gap-4 empty:hidden">
        {isFirstPage ? null : <Link to={`/activities/${activityId}#history`}>Newest</Link>}
        {nextBefore === null ? null : (
          <Link to={`/activities/${activityId}?before=${nextBefore}#history`}>Earlier</Link>
        )}
      </p>
    </section>
  );
}

/** From this many changed fields on they are folded away: a new activity has all of its fields changed. */
const foldedFrom = 6;

function Changes({ changes }: { changes: HistoryEntry['changes'] }) {
  if (changes.length === 0) return null;
  const list = (
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
  if (changes.length < foldedFrom) return list;
  return (
    <details>
      <summary className="hint">{changes.length} fields</summary>
      <div className="mt-1">{list}</div>
    </details>
  );
}
