import { isRouteErrorResponse } from '@remix-run/react';
import stylesheet from '../../styles/app.css?url';

/** How a link that leads nowhere is answered: 404 unknown, 410 over, 429 tried too often. */
export type NeutralStatus = 404 | 410 | 429;

interface Neutral {
  neutral: NeutralStatus;
}

const words: Record<NeutralStatus, { title: string; text: string }> = {
  404: {
    title: 'This link leads nowhere',
    text: 'Check that you opened the whole link. If you were sent a newer one, the older one no longer works: look for the newest mail. Otherwise ask whoever sent it to you.',
  },
  410: {
    title: 'This link is no longer in use',
    text: 'There is nothing left to do here. If you think that something is still missing, ask whoever sent you the link.',
  },
  429: {
    title: 'Too many tries',
    text: 'Wait a minute, then open the link again.',
  },
};

/** The response to throw from a loader or action of a document request's page. */
export function neutralResponse(neutral: NeutralStatus): Response {
  return Response.json({ neutral } satisfies Neutral, {
    status: neutral,
    headers: { 'Cache-Control': 'no-store' },
  });
}

/** The status where any of a document's errors is a neutral one. */
export function neutralIn(errors: Record<string, unknown> | null): NeutralStatus | undefined {
  for (const error of Object.values(errors ?? {})) {
    if (!isRouteErrorResponse(error)) continue;
    const { neutral } = (error.data ?? {}) as Partial<Neutral>;
    if (neutral !== undefined) return neutral;
  }
  return undefined;
}

/** Words of a neutral page, for the page that script shows instead of the document. */
export const neutralWords = (status: NeutralStatus) => words[status];

/**
 * The whole answer for a link that leads nowhere: the same bytes and headers whoever asks and whatever the link was, so that nothing can
 * be learnt from it. It has no script, no request id and nothing random.
 */
export function neutralPage(status: NeutralStatus, headers: Headers): Response {
  const { title, text } = words[status];
  headers.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Robots-Tag', 'noindex, nofollow');
  if (status === 429) headers.set('Retry-After', '60');
  const html = `<!DOCTYPE html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="stylesheet" href="${stylesheet}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<main id="main" class="mx-auto max-w-form px-4 py-16">
<h1>${title}</h1>
<p class="mt-3">${text}</p>
</main>
</body>
</html>
`;
  return new Response(html, { status, headers });
}
