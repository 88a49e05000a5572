import { useLocation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Polls at the first interval: most results are there by then. */
const firstPolls = 5;
const growth = 1.5;
const maxSeconds = 20;

/**
 * Milliseconds before the next poll: `everySeconds` at first, then growing to a maximum, so that a page left open costs little.
 * @param polls how many went before
 */
export function getPollDelayMs(everySeconds: number, polls: number): number {
  const seconds = everySeconds * growth ** Math.max(0, polls - firstPolls + 1);
  return Math.min(seconds, Math.max(maxSeconds, everySeconds)) * 1000;
}

/** The parts of a document that tell whether it is seen. */
type VisiblePage = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

/**
 * Calls `load` once, after the next delay, or as soon as a hidden page is visible again; a hidden page is not loaded.
 * @param polls how many loads went before; counts on, and afresh for someone who returns and waits as at first
 * @returns what stops it
 */
export function pollWhileVisible(
  page: VisiblePage,
  { everySeconds, polls, load }: { everySeconds: number; polls: { current: number }; load: () => void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    polls.current += 1;
    load();
  };
  const onVisibilityChange = () => {
    clearTimeout(timer);
    if (page.hidden) return;
    polls.current = 0;
    poll();
  };
  if (!page.hidden) timer = setTimeout(poll, getPollDelayMs(everySeconds, polls.current));
  page.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', onVisibilityChange);
  };
}

/** Loads the data of a visible page again, at growing intervals. Needs script. */
function usePolling(everySeconds: number): void {
  const { revalidate, state } = useRevalidator();
  const polls = useRef(0);
  useEffect(() => {
    if (state === 'idle') return pollWhileVisible(document, { everySeconds, polls, load: revalidate });
  }, [everySeconds, revalidate, state]);
}

/** Without script: seconds between reloads, each of which loses the scroll position, and their maximum number, so that they end after 5 minutes. */
const reloadSeconds = 15;
const maxReloads = 20;

/** The parameter that counts the reloads without script, to end them. */
const reloadsParameter = 'reloads';

/**
 * Refreshes the page while something is in progress: with JavaScript by loading its data again, without by reloading, for some minutes,
 * and by a link. The page says that it does so.
 */
export function Polling({
  everySeconds,
  mayReload = true,
}: {
  everySeconds: number;
  /** False if a reload would lose the result of a form. */
  mayReload?: boolean;
}) {
  usePolling(everySeconds);
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const reloads = Math.max(0, Math.floor(Number(query.get(reloadsParameter)) || 0));
  query.delete(reloadsParameter);
  const afresh = query.size > 0 ? `${pathname}?${query}` : pathname;
  query.set(reloadsParameter, String(reloads + 1));
  return (
    <noscript>
      {mayReload && reloads < maxReloads ? (
        <meta httpEquiv="refresh" content={`${reloadSeconds}; url=${pathname}?${query}`} />
      ) : null}{' '}
      <a href={afresh}>Refresh</a>
    </noscript>
  );
}
