import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

const everySeconds = 4;

/**
 * Refreshes the page while a payment is being processed: with JavaScript by revalidating its data, without by reloading. The page says that
 * it does so.
 */
export function PaymentPolling() {
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
