import { refuse } from './problems.ts';

/** Largest body that is read. */
export const bodyLimitBytes = 1024 * 1024;

function tooLarge() {
  return refuse('request.tooLarge', { detail: 'A request may be 1 MB at most. Send less at once.' });
}

function malformed(detail: string) {
  return refuse('request.malformed', { detail });
}

/** Reads at most `limit` bytes, whatever length the caller declared, and stops there. Refuses with 413 what is longer. */
export async function readBytes(request: Request, limit = bodyLimitBytes): Promise<Uint8Array> {
  const declared = request.headers.get('Content-Length');
  if (declared !== null && Number(declared) > limit) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let total = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces);
    total += value.byteLength;
    if (total > limit) {
      // The rest is not waited for: a caller that never stops sending must still be answered.
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    pieces.push(value);
  }
}

/**
 * The JSON value of a request.
 * Refuses with 400 another content type, bytes that are not UTF-8 and text that is not JSON; with 413 more
 * than `bodyLimitBytes`.
 */
export async function readJson(request: Request): Promise<unknown> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw malformed('Send the request as JSON, with the header Content-Type: application/json.');
  }
  const bytes = await readBytes(request).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'request.tooLarge') throw error;
    throw malformed('The request broke off before its end. Send it again.');
  });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed('The request is not JSON in UTF-8.');
  }
}
