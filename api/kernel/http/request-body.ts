import { apiError } from './api-error.ts';

/** Largest body that is read. */
const bodyLimitBytes = 1024 * 1024;

function tooLarge() {
  return apiError('request.tooLarge', { detail: 'A request may be 1 MB at most. Send less at once.' });
}

function malformed(detail: string) {
  return apiError('request.malformed', { detail });
}

/** Reads at most `limit` bytes, regardless of the declared length. Rejects longer bodies with 413. */
export async function readBytes(request: Request, limit = bodyLimitBytes): Promise<Uint8Array> {
  const declared = request.headers.get('Content-Length');
  if (declared !== null && Number(declared) > limit) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let total = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    total += value.byteLength;
    if (total > limit) {
      // Not awaited: a caller that never stops sending must still get a response.
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(value);
  }
}

/**
 * Parses the JSON body of a request. Rejects another content type, invalid UTF-8 or JSON with 400; more than
 * `bodyLimitBytes` with 413.
 */
export async function readJson(request: Request): Promise<unknown> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw malformed('Send the request as JSON, with the header Content-Type: application/json.');
  }
  const bytes = await readBytes(request).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'request.tooLarge') throw error;
    throw malformed('The request was interrupted. Send it again.');
  });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed('The request is not JSON in UTF-8.');
  }
}
