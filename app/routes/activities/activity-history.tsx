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
            {changes.length === 0 ? null : (
              <details open={changes.length < 6}>
                <summary className="hint">
                  {changes.length === 1 ? 'One field' : `${changes.length} fields`}
                </summary>
                <dl className="mt-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(120px,1fr)_2fr]">
                  {changes.map(({ label, before, after }) => (
                    <div key={label} className="sm:contents">
                      <dt className="text-ink-soft">{label}</dt>
                      <dd className="min-w-0 whitespace-pre-line break-words">
                        {before === '' ? null : (
                          <>
                            <span className="sr-only">was </span>
                            <del className="text-ink-soft">{before}</del> →{' '}
                          </>
                        )}
                        {after === '' ? 'nothing' : after}
                      </dd>
                    </div>
                  ))}
                </dl>
              </details>
            )}
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
