import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { Agent, request } from 'undici';
import { readRemainder } from '#app/body-limit.server.ts';

/** Time without progress after which a receiver is given up; uploads may wait for others this long. */
const timeoutMs = 600_000;

/** Connections for forwarded requests alone: those of pages are never occupied by uploads. */
const agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });

/** Headers that concern a single connection (RFC 9110, 7.6.1). This server has already answered `Expect`. */
const connectionHeaders = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const headerName = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i;

/** A copy without the headers that concern a single connection, including those that `Connection` names. */
export function endToEndHeaders(received: Iterable<[string, string]>): Headers {
  const headers = new Headers([...received]);
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim());
  for (const name of [...connectionHeaders, ...named]) if (headerName.test(name)) headers.delete(name);
  return headers;
}

/** The body of a request being forwarded. */
interface ForwardedBody {
  /** The bytes, each chunk read when the receiver has taken the one before. Destroying it leaves the sender's connection open. */
  bytes: Readable;
  /** Reads and discards what the receiver did not take, up to a limit, so that the sender receives the response. */
  readRemainder(): Promise<void>;
}

function forwardedBody(received: ReadableStream<Uint8Array>): ForwardedBody {
  const reader = received.getReader();
  let isOver = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    while (!isOver) {
      const { done, value } = await reader.read();
      if (done) isOver = true;
      else yield value;
    }
  }
  return {
    bytes: Readable.from(chunks(), { objectMode: false }),
    async readRemainder() {
      if (!isOver) await readRemainder(reader);
      isOver = true;
    },
  };
}

/** Whether a request declares a body. */
function hasBody({ method, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'TRACE') return false;
  const length = headers.get('Content-Length');
  return length === null ? headers.has('Transfer-Encoding') : Number(length) > 0;
}

/** Statuses whose responses have no body. */
const emptyStatuses = [204, 205, 304];

/**
 * The body of a response as a stream that is read on demand. Its end waits for `beforeEnd`: a sender receives the bytes at once, but one
 * that is disconnected while sending would not.
 */
function responseStream(body: Readable, beforeEnd: () => Promise<void>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (!next.done) {
        controller.enqueue(next.value);
        return;
      }
      await beforeEnd();
      controller.close();
    },
    cancel() {
      body.on('error', () => undefined).destroy();
    },
  });
}

/** The response of this server itself, complete for the sender before the remainder of the request has been discarded. */
async function ownResponse(response: Response, beforeEnd: () => Promise<void>): Promise<Response> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('Content-Length', String(bytes.length));
  return new Response(responseStream(Readable.from([bytes]), beforeEnd), {
    status: response.status,
    headers,
  });
}

/**
 * Forwards a request to `target` and returns its response. Both bodies are streams, each read only as fast as the other side accepts it,
 * and unmodified, as are redirects and compressed responses. A sender that disconnects ends the forwarded request.
 * @param headers what to send: `endToEndHeaders`, with changes
 * @param whenAway the response if the receiver cannot be reached or disconnects before it responds
 */
export async function forwardRequest(
  { req: { raw, method } }: Context<{ Bindings: HttpBindings }>,
  target: string,
  headers: Headers,
  whenAway: () => Response,
): Promise<Response> {
  const body = hasBody(raw) && raw.body !== null ? forwardedBody(raw.body) : undefined;
  if (body === undefined) headers.delete('Content-Length');
  const beforeEnd = async () => body?.readRemainder();
  try {
    const received = await request(target, {
      method: method as 'GET',
      headers,
      body: body?.bytes ?? null,
      signal: raw.signal,
      dispatcher: agent,
    });
    const pairs = Object.entries(received.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    );
    const init = { status: received.statusCode, headers: endToEndHeaders(pairs) };
    if (method !== 'HEAD' && !emptyStatuses.includes(received.statusCode))
      return new Response(responseStream(received.body, beforeEnd), init);
    await received.body.dump();
    return new Response(null, init);
  } catch {
    return body === undefined ? whenAway() : ownResponse(whenAway(), beforeEnd);
  }
}
