import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '#contract/endpoint.ts';
import type { StreamedResponse } from './bind-endpoint.ts';

/** Responses must not be cached, sniffed or framed. */
export const responseHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** A response that violates its endpoint's schema: a bug, found in tests. */
function checkAnswer(endpoint: Endpoint, text: string) {
  if ('contentType' in endpoint.response) return;
  const sent: unknown = JSON.parse(text);
  const parsed = endpoint.response.safeParse(sent);
  if (!parsed.success)
    throw new Error(`The response of ${endpoint.id} does not parse: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, sent)) {
    throw new Error(`The response of ${endpoint.id} says more than the contract`);
  }
}

/** A JSON response. `checked` validates it against the endpoint's schema; production relies on the compiler. */
export function jsonResponse(endpoint: Endpoint, response: unknown, checked: boolean): Response {
  const text = JSON.stringify(response);
  if (checked) checkAnswer(endpoint, text);
  return new Response(text, {
    status: endpoint.status,
    headers: { ...responseHeaders, 'Content-Type': 'application/json' },
  });
}

/** RFC 6266: an ASCII name for old clients, and the full one. */
function disposition({ fileName, isInline = false }: StreamedResponse): string {
  const plain = fileName.replace(/[^\w.-]/g, '_');
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (item) => `%${item.charCodeAt(0).toString(16)}`,
  );
  const named = plain === fileName ? '' : `; filename*=UTF-8''${whole}`;
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"${named}`;
}

/** Uploaded content is displayed, if at all, in an opaque origin: no scripts, forms or requests. */
const inlinePolicy =
  "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

function streamHeaders(contentType: string, response?: StreamedResponse): HeadersInit {
  return {
    ...responseHeaders,
    'Content-Type': response?.contentType ?? contentType,
    ...(response === undefined ? {} : { 'Content-Disposition': disposition(response) }),
    ...(response?.contentLength === undefined ? {} : { 'Content-Length': String(response.contentLength) }),
    ...(response?.isInline ? { 'Content-Security-Policy': inlinePolicy } : {}),
  };
}

/** Response to a HEAD request of a streaming endpoint: reads nothing. */
export function emptyStreamResponse(contentType: string): Response {
  return new Response(null, { headers: streamHeaders(contentType) });
}

/**
 * A streamed response. The first chunk is awaited, so that an early error still becomes a problem response; a later
 * error aborts the connection. Chunks are read on demand, and reading ends when the caller disconnects.
 */
export async function streamResponse(
  endpoint: Endpoint,
  contentType: string,
  response: StreamedResponse,
  onError: (error: unknown) => void,
): Promise<Response> {
  const chunks = response.chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const bytes = (chunk: string | Uint8Array) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
  let next = await chunks.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) {
        controller.close();
        return;
      }
      controller.enqueue(bytes(next.value));
      try {
        next = await chunks.next();
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return?.();
    },
  });
  return new Response(body, {
    status: endpoint.status,
    headers: streamHeaders(contentType, response),
  });
}
