import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Decodes the page's data before React hydrates the document. RemixBrowser suspends until then with no boundary above it, and input at
 * that moment makes React hydrate synchronously and fail with "Root did not complete" (remix-run/remix#10214).
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (suspended) {
    await suspended;
  }
}

await decodePageData();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
