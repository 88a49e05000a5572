/** Maximum body of a request other than a streaming upload, in bytes; same as the main API's limit. */
export const maxBodyBytes = 1024 * 1024;

/**
 * All forms whose files are streamed unread, or parsed under their own limit. Only these may exceed `maxBodyBytes`, and only as
 * `multipart/form-data`. `:name` is for a part of the path that differs. Forms that a route parses without files are limited regardless:
 * `readForm`.
 */
export const streamingUploads: readonly string[] = [
  '/documents/of/:ownerType/:ownerId',
  '/clients/:id/risk_assessments/create',
  '/clients/:resourceId/risk_assessments/:riskAssessmentId',
  '/activities/:id/risk_assessments/create',
  '/activities/:resourceId/risk_assessments/:riskAssessmentId',
  '/document_request/:transaction_id',
  '/settings/lists',
  '/clients/import',
  // The main API's endpoint, forwarded by the web server.
  '/api/v1/documents/of/:ownerType/:ownerId',
  '/api/v1/documents/of/:ownerType/:ownerId/form',
  '/api/v1/public-document-request/items/:itemId/files',
  '/api/v1/public-document-request/form',
  '/api/v1/screening-lists/internal',
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
  const path = new URL(url, 'http://localhost').pathname.replace(/\.data$/, '');
  return streamingUploads.some((pattern) => isAt(path, pattern));
}

/** Bytes of a rejected body to read and discard: a browser that is disconnected while sending shows no response. */
const maxRemainderBytes = 16 * 1024 * 1024;
const maxRemainderMs = 30_000;

/** Reads and discards the remainder of a body, up to the size of a plausible mistake and for a limited time; then cancels it. */
export async function readRemainder(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  // Ends a pending read too: a sender may stop without disconnecting.
  const late = setTimeout(() => void reader.cancel().catch(() => undefined), maxRemainderMs);
  try {
    for (let size = 0; size <= maxRemainderBytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // The client has disconnected.
  } finally {
    clearTimeout(late);
  }
}

/**
 * Returns the request with a body of at most `most` bytes. A body without a declared length is counted, and returned with a new
 * request. Undefined if it is too large: it is then discarded unread, up to the size of a plausible mistake.
 */
export async function limitedTo(most: number, request: Request): Promise<Request | undefined> {
  if (request.body === null) return request;
  const declared = request.headers.get('Content-Length');
  if (declared !== null) {
    // The HTTP parser enforces the declared length.
    if (Number(declared) <= most) return request;
    if (Number(declared) <= maxRemainderBytes) await readRemainder(request.body.getReader());
    return undefined;
  }
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let total = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > most) {
      chunks.length = 0;
      await readRemainder(reader);
      return undefined;
    }
    chunks.push(value);
  }
  const body = Buffer.concat(chunks);
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
