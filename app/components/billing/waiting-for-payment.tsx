import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

const everySeconds = 4;

/**
 * Looks again by itself while a payment is being processed: by script without moving anything on the page, without script by loading it
 * anew. Stands where the page says that it does so.
 */
export function LooksAgain() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(revalidate, everySeconds * 1_000);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(everySeconds)} />
    </noscript>
  );
}
