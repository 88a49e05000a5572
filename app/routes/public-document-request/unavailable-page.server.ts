import { isRouteErrorResponse } from '@remix-run/react';
import stylesheet from '../../styles/app.css?url';

/** Status for an invalid link: 404 unknown, 410 expired or closed, 429 too many attempts. */
export type NeutralStatus = 404 | 410 | 429;

interface Neutral {
  neutral: NeutralStatus;
  /** True after a post: the page then says that nothing was submitted. */
  isPost: boolean;
}

const notSubmitted = 'What you just sent was not submitted.';

const words: Record<NeutralStatus, { title: string; text: string }> = {
  404: {
    title: 'This link is not valid',
    text: 'Check you opened the full link. If you were sent a newer link, use that one. Otherwise contact the person who sent it.',
  },
  410: {
    title: 'Link expired',
    text: 'There is nothing more to do. If you think something is missing, contact the person who sent you the link.',
  },
  429: {
    title: 'Too many attempts',
    text: 'Wait a minute, then open the link again.',
  },
};

/** The response to throw from a loader or action of the document request page. */
export function neutralResponse(neutral: NeutralStatus, isPost = false): Response {
  return Response.json({ neutral, isPost } satisfies Neutral, {
    status: neutral,
    headers: { 'Cache-Control': 'no-store' },
  });
}

/** The neutral page's error among a document's route errors. */
export function neutralIn(errors: Record<string, unknown> | null): Neutral | undefined {
  for (const error of Object.values(errors ?? {})) {
    if (!isRouteErrorResponse(error)) continue;
    const { neutral, isPost = false } = (error.data ?? {}) as Partial<Neutral>;
    if (neutral !== undefined) return { neutral, isPost };
  }
  return undefined;
}

/** Text of the neutral page, for client-side navigation. */
export const getNeutralMessage = (status: NeutralStatus) => words[status];

/**
 * The response for an invalid link: the same bytes and headers for every visitor and link, so that it reveals nothing. It has no script,
 * no request ID and nothing random.
 */
export function neutralPage({ neutral: status, isPost }: Neutral, headers: Headers): Response {
  const { title, text: always } = words[status];
  const text = isPost ? `${notSubmitted} ${always}` : always;
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
