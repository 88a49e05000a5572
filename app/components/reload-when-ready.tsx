import { useEffect, useState } from 'react';

const everySeconds = 3;

/** Without script the page reloads at this interval. */
const reloadSeconds = 15;

/**
 * On the error page while the service is unavailable: asks `/readyz` until it is ready, then reloads the page. Without script it reloads
 * at an interval. `isForm`: what was posted would be lost, so the page says that the service is back and stays.
 */
export function ReloadWhenReady({ isForm }: { isForm: boolean }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setInterval(async () => {
      const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => undefined);
      if (!response?.ok) return;
      clearInterval(timer);
      if (isForm) setReady(true);
      else location.reload();
    }, everySeconds * 1000);
    return () => clearInterval(timer);
  }, [isForm]);
  return (
    <>
      <p role="status" className="mt-2">
        {isReady ? 'The service is available again.' : ''}
      </p>
      {!isForm && (
        <noscript>
          <meta httpEquiv="refresh" content={String(reloadSeconds)} />
          <p className="mt-2">
            This page reloads every {reloadSeconds} seconds until the service is available.
          </p>
        </noscript>
      )}
    </>
  );
}
