import type { ZodType, z } from 'zod';
import type { Permission } from '#rules/permissions.ts';
import type { OpenedType } from './opened-types.ts';

/**
 * Who can call an endpoint. Every call except `open` needs a session token; all but `identity` need the browser's session as well.
 * - `open`: no sign-in needed.
 * - `identity`: a user known to the identity service; a member record is not needed yet.
 * - `member`: an active member whose access has not ended and whose role and company allow the endpoint's `act`.
 * - `admin`: an active platform admin.
 * - `person`: an active member or platform admin, for their own account.
 * - `recipient`: the recipient of a live document request. Its transaction id replaces the session token; errors with it
 * return 404 or 410, never 401.
 */
type Caller = 'open' | 'identity' | 'member' | 'admin' | 'person' | 'recipient';

/** Endpoint of the main API: what `app/` may send and what `api/` must return. */
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
  /** Permission that a member needs; required if `caller` is `member`. */
  readonly permission?: Permission;
  /** True if a repeated request with the same `Idempotency-Key` must not act twice. */
  readonly once?: boolean;
  /** True if the request is `multipart/form-data` with files, read as a stream. */
  readonly upload?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Schema of the JSON response, or the content type of a streamed one. */
  readonly response: Answer | { readonly contentType: string };
  readonly status: 200 | 201;
  /** The record that a successful request opens, for the access log: its type, and the path parameter with its id. */
  readonly reads?: { readonly type: OpenedType; readonly param: string };
  /** With `person`: also for a session that has yet to verify or set up a second factor. */
  readonly beforeSecondFactor?: true;
  /** With `identity`: the body proves who the caller is, so that the token may be of any sign-in of theirs. */
  readonly ownProof?: true;
  /** The caller must have proved their second factor recently, or without one their password; see `rules/second-factor.ts`. */
  readonly recentProof?: true;
  /** Rate limit that a valid request counts towards; see `api/kernel/rate-limits/limits.ts`. */
  readonly uses?: 'export' | 'download' | 'preview' | 'paidLookup' | 'comparison';
}

type Parsed<T, Missing> = T extends ZodType ? z.output<T> : Missing;
type Sent<T> = T extends ZodType ? z.input<T> : undefined;

/** Who sends an upload. Senders share the capacity for uploads. */
export interface UploadSender {
  /** A member or, through a link, a document request. */
  id: string;
  /** Their IP address as counted for rate limits. */
  address: string;
}

/** Unread request body. */
export interface UploadedBody {
  sender: UploadSender;
  contentType: string;
  stream: ReadableStream<Uint8Array> | null;
}

/** Parsed request parts, as a handler in `api/` receives them. */
export interface EndpointInput<E extends Endpoint> {
  params: Parsed<E['params'], undefined>;
  query: Parsed<E['query'], undefined>;
  body: Parsed<E['body'], undefined>;
  upload: E['upload'] extends true ? UploadedBody : undefined;
}

/** Request parts before parsing, as a caller in `app/` sends them. */
export type EndpointRequest<E extends Endpoint> = (E['params'] extends ZodType
  ? { params: Sent<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends ZodType ? { query: Sent<E['query']> } : { query?: undefined }) &
  (E['body'] extends ZodType ? { body: Sent<E['body']> } : { body?: undefined }) & { requestKey?: string };

/** Result of a successful call; `never` if the endpoint streams. */
export type EndpointResponse<E extends Endpoint> = E['response'] extends ZodType
  ? z.output<E['response']>
  : never;

/** Declares an endpoint and preserves its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

const methods: readonly Endpoint['method'][] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Orders endpoints by path and method. Literal segments precede parameters: `/clients/export` is before `/clients/:id`. */
export function compareEndpoints(a: Endpoint, b: Endpoint): number {
  const rank = ({ path }: Endpoint) => path.replace(/:[^/]+/g, '\uffff');
  const [pathA, pathB] = [rank(a), rank(b)];
  if (pathA !== pathB) return pathA < pathB ? -1 : 1;
  return methods.indexOf(a.method) - methods.indexOf(b.method);
}

const requiredParts = ['id', 'method', 'path', 'summary', 'caller', 'response', 'status'] as const;

/** Whether a value is an endpoint, as `endpoint` returns it; parts that several endpoints share are none. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && requiredParts.every((part) => part in value);
}
