import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '#contract/endpoint.ts';
import type { StreamedAnswer } from './bind.ts';

/** Nothing of the API is stored by a cache, sniffed, or shown inside a page. */
export const answerHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** An answer that its endpoint did not promise: a fault of ours, found in tests. */
function checkAnswer(endpoint: Endpoint, text: string) {
  if ('contentType' in endpoint.answer) return;
  const sent: unknown = JSON.parse(text);
  const parsed = endpoint.answer.safeParse(sent);
  if (!parsed.success)
    throw new Error(`The answer of ${endpoint.id} does not parse: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, sent)) {
    throw new Error(`The answer of ${endpoint.id} says more than the contract`);
  }
}

/** A JSON answer. With `checked` it is held against the endpoint's schema first; production trusts the compiler. */
export function jsonAnswer(endpoint: Endpoint, answer: unknown, checked: boolean): Response {
  const text = JSON.stringify(answer);
  if (checked) checkAnswer(endpoint, text);
  return new Response(text, {
    status: endpoint.status,
    headers: { ...answerHeaders, 'Content-Type': 'application/json' },
  });
}

/** RFC 6266: a plain name for old readers, the whole one beside it. */
function disposition({ fileName, isInline = false }: StreamedAnswer): string {
  const plain = fileName.replace(/[^\w.-]/g, '_');
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  const named = plain === fileName ? '' : `; filename*=UTF-8''${whole}`;
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"${named}`;
}

/** What somebody else made is drawn, if at all, as if from another site: no script, no form, no request. */
const inlinePolicy =
  "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

function streamHeaders(contentType: string, answer?: StreamedAnswer): HeadersInit {
  return {
    ...answerHeaders,
    'Content-Type': answer?.contentType ?? contentType,
    ...(answer === undefined ? {} : { 'Content-Disposition': disposition(answer) }),
    ...(answer?.contentLength === undefined ? {} : { 'Content-Length': String(answer.contentLength) }),
    ...(answer?.isInline ? { 'Content-Security-Policy': inlinePolicy } : {}),
  };
}

/** What a HEAD request of a streaming endpoint gets: nothing is read for it. */
export function emptyStreamAnswer(contentType: string): Response {
  return new Response(null, { headers: streamHeaders(contentType) });
}

/**
 * A streamed answer. The first piece is awaited, so that a refusal or fault at the start is still a problem;
 * a fault later breaks the connection, which the caller sees as a body cut short. Pieces are read as the
 * caller takes them, and reading ends when the caller goes away.
 */
export async function streamAnswer(
  endpoint: Endpoint,
  contentType: string,
  answer: StreamedAnswer,
  onFault: (error: unknown) => void,
): Promise<Response> {
  const pieces = answer.chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const bytes = (piece: string | Uint8Array) => (typeof piece === 'string' ? encoder.encode(piece) : piece);
  let next = await pieces.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) {
        controller.close();
        return;
      }
      controller.enqueue(bytes(next.value));
      try {
        next = await pieces.next();
      } catch (error) {
        onFault(error);
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
  return new Response(body, {
    status: endpoint.status,
    headers: streamHeaders(contentType, answer),
  });
}
