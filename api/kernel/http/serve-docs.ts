import type { Packing, SavedDocument } from './kept-docs.ts';
import { responseHeaders } from './responses.ts';

/** Compressions accepted by a caller, smallest first. */
function packingFor(acceptEncoding: string | undefined): Packing {
  const taken = new Map(
    (acceptEncoding ?? '').split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (['br', 'gzip'] as const).find((packing) => (taken.get(packing) ?? 0) > 0) ?? 'identity';
}

/** Whether the caller has the document with this tag. */
const hasIt = (ifNoneMatch: string | undefined, tag: string) =>
  (ifNoneMatch ?? '')
    .split(',')
    .some((item) => item.trim().replace(/^W\//, '') === tag || item.trim() === '*');

/** A prepared document, compressed as accepted; 304 if the caller has it. */
export function serveCached(
  { contentType, contentSecurityPolicy, digest, bytes }: SavedDocument,
  requestHeaders: { acceptEncoding: string | undefined; ifNoneMatch: string | undefined },
): Response {
  const packing = packingFor(requestHeaders.acceptEncoding);
  const tag = `"${digest}-${packing}"`;
  const headers = {
    ...responseHeaders,
    ...(contentSecurityPolicy === undefined ? {} : { 'Content-Security-Policy': contentSecurityPolicy }),
    // Cached, but revalidated each time by its tag.
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: tag,
  };
  if (hasIt(requestHeaders.ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
  return new Response(bytes[packing] as Uint8Array<ArrayBuffer>, {
    headers: {
      ...headers,
      'Content-Type': contentType,
      ...(packing === 'identity' ? {} : { 'Content-Encoding': packing }),
    },
  });
}
