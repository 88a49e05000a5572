import type { ZodType, z } from 'zod';
import type { Act } from '#rules/access.ts';

/**
 * Who may call an endpoint at all. Every call but an `open` one needs a session token.
 * - `open`: nobody has to be signed in.
 * - `identity`: a person whom the identity service knows; a member record is not needed yet.
 * - `member`: an active member whose access has not ended, whose role and company allow the endpoint's `act`.
 * - `admin`: an active platform admin.
 * - `recipient`: whoever holds the link of a live document request. Its transaction id stands where a session token would; what is wrong
 *   with it is answered with 404 or 410, never 401.
 */
export type Caller = 'open' | 'identity' | 'member' | 'admin' | 'recipient';

/** One endpoint of the main API: what `app/` may send and what `api/` must answer. */
export interface Endpoint<
  Params extends ZodType = ZodType,
  Query extends ZodType = ZodType,
  Body extends ZodType = ZodType,
  Answer extends ZodType = ZodType,
> {
  /** Operation id, unique over the API, e.g. `clients.create`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v1, with `:name` for each path parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly caller: Caller;
  /** What a member needs the right to do; required where `caller` is `member`. */
  readonly act?: Act;
  /** True where a repeated request with the same `Idempotency-Key` must not act twice. */
  readonly once?: boolean;
  /** True where the request is `multipart/form-data` with files, read as it comes. */
  readonly upload?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** JSON that parses as this, or a stream of this content type. */
  readonly answer: Answer | { readonly contentType: string };
  readonly status: 200 | 201;
}

type Parsed<T, Missing> = T extends ZodType ? z.output<T> : Missing;
type Sent<T> = T extends ZodType ? z.input<T> : undefined;

/** A request's body as it comes in, unread. */
export interface UploadedBody {
  contentType: string;
  stream: ReadableStream<Uint8Array> | null;
}

/** What a handler in `api/` receives: the parsed parts. */
export interface EndpointInput<E extends Endpoint> {
  params: Parsed<E['params'], undefined>;
  query: Parsed<E['query'], undefined>;
  body: Parsed<E['body'], undefined>;
  upload: E['upload'] extends true ? UploadedBody : undefined;
}

/** What a caller in `app/` sends: the parts as they are before parsing. */
export type EndpointRequest<E extends Endpoint> = (E['params'] extends ZodType
  ? { params: Sent<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends ZodType ? { query: Sent<E['query']> } : { query?: undefined }) &
  (E['body'] extends ZodType ? { body: Sent<E['body']> } : { body?: undefined }) & { requestKey?: string };

/** What a successful call gives back; `never` where the endpoint streams. */
export type EndpointAnswer<E extends Endpoint> = E['answer'] extends ZodType ? z.output<E['answer']> : never;

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
