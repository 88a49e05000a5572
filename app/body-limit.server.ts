/** Largest body of a request that is no streaming upload, in bytes; the main API takes no more either. */
export const maxBodyBytes = 1024 * 1024;

interface StreamingUpload {
  /** The URL's path, with `:name` for each part that differs. */
  path: string;
  /** Parameters by which the same URL's other forms are told apart. */
  query?: Record<string, RegExp>;
}

/**
 * Every form whose files go on as they come in, unread, or are read under a limit of their own. These alone may be larger than
 * `maxBodyBytes`, and only as `multipart/form-data`. What a route reads as a form without files is held to it all the same: `readForm`.
 */
export const streamingUploads: readonly StreamingUpload[] = [
  { path: '/documents/of/:ownerType/:ownerId' },
  { path: '/clients/:id/risk_assessments/create' },
  { path: '/clients/:resourceId/risk_assessments/:riskAssessmentId' },
  { path: '/activities/:id/risk_assessments/create' },
  { path: '/activities/:resourceId/risk_assessments/:riskAssessmentId' },
  { path: '/document_request/:transaction_id' },
  { path: '/settings', query: { view: /^lists$/ } },
  { path: '/clients', query: { view: /^import$/ } },
  // The main API's own, where the web passes it on.
  { path: '/api/v1/documents/of/:ownerType/:ownerId' },
  { path: '/api/v1/documents/of/:ownerType/:ownerId/form' },
  { path: '/api/v1/public-document-request/items/:itemId/files' },
  { path: '/api/v1/public-document-request/form' },
  { path: '/api/v1/screening-lists/internal' },
];

function isAt(path: string, pattern: string): boolean {
  const [segments, wanted] = [path.split('/'), pattern.split('/')];
  return (
    segments.length === wanted.length &&
    wanted.every((word, at) => word.startsWith(':') || word === segments[at])
  );
}

/** Whether a request of this type to this URL is one of `streamingUploads`. */
export function isStreamingUpload(url: string, contentType: string | null | undefined): boolean {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) return false;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const path = pathname.replace(/\.data$/, '');
  return streamingUploads.some(
    (streamingUpload) =>
      isAt(path, streamingUpload.path) &&
      Object.entries(streamingUpload.query ?? {}).every(([name, value]) =>
        value.test(searchParams.get(name) ?? ''),
      ),
  );
}

/** What is read and thrown away of a body that was refused: a browser that is cut off while it sends shows no answer. */
const maxRemainderBytes = 16 * 1024 * 1024;
const maxRestMs = 30_000;

async function throwAway(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const until = Date.now() + maxRestMs;
  try {
    for (let rest = 0; rest <= maxRemainderBytes && Date.now() < until; ) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value.length;
    }
    await reader.cancel();
  } catch {
    // The client has disconnected.
  }
}

/**
 * The request with a body of at most `most` bytes. One that does not say how long it is is counted, and comes with the request that is
 * given back. Undefined where it is too large: it is thrown away unread by then, as far as anyone would have sent it by mistake.
 */
export async function limitedTo(most: number, request: Request): Promise<Request | undefined> {
  if (request.body === null) return request;
  const declared = request.headers.get('Content-Length');
  if (declared !== null) {
    // No more than this comes: the HTTP parser ends the body there.
    if (Number(declared) <= most) return request;
    if (Number(declared) <= maxRemainderBytes) await throwAway(request.body.getReader());
    return undefined;
  }
  const reader = request.body.getReader();
  const pieces: Uint8Array[] = [];
  for (let total = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > most) {
      pieces.length = 0;
      await throwAway(reader);
      return undefined;
    }
    pieces.push(value);
  }
  const body = Buffer.concat(pieces);
  const headers = new Headers(request.headers);
  headers.set('Content-Length', String(body.length));
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
}

/** The request, if it is one of `streamingUploads` or its body is no larger than `maxBodyBytes`; see `limitedTo`. */
export async function withLimitedBody(request: Request): Promise<Request | undefined> {
  return isStreamingUpload(request.url, request.headers.get('Content-Type'))
    ? request
    : limitedTo(maxBodyBytes, request);
}
