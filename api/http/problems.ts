import { type ConfirmationQuestion, type Problem, type ProblemCode, problemCodes } from '#contract/errors.ts';

/** What a refusal may say beyond its code; see `problem` in contract/errors.ts. */
export interface RefusalDetails {
  /** What happened and what to do, in words for the person who asked. */
  detail?: string;
  /** Field path → sentences; the path '' stands for the form as a whole. */
  fields?: Record<string, string[]>;
  /** With `record.stale`: the record as it is now. With `requestKey.reused`: what the first request did. */
  current?: unknown;
  /** With `confirmation.needed`. */
  questions?: ConfirmationQuestion[];
  /** With `rate.limited`: sent as the Retry-After header as well. */
  retryAfterSeconds?: number;
}

/** An error that stands for an answer: thrown anywhere in a service, turned into problem+json in one place. */
export interface Refusal extends Error {
  readonly code: ProblemCode;
  readonly details: RefusalDetails;
}

const refusalMark = Symbol('refusal');

/**
 * The error to throw when a request is refused: `throw refuse('record.notFound')`. The code decides the HTTP
 * status. Thrown inside a transaction it rolls the transaction back.
 */
export function refuse(code: ProblemCode, details: RefusalDetails = {}): Refusal {
  return Object.assign(new Error(`Refused: ${code}`), { code, details, [refusalMark]: true as const });
}

/** True for an error made by `refuse`. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && refusalMark in error;
}

/**
 * The body of a refusal. A server's failure says nothing but its title and the request id: whoever asked
 * learns nothing of the inside, and whoever runs the server finds the rest in the log.
 */
export function problemBody(code: ProblemCode, details: RefusalDetails, requestId: string): Problem {
  const { status, title } = problemCodes[code];
  const body = { type: `urn:assay:problem:${code}`, title, status, code, requestId };
  return code === 'server.failed' ? body : { ...body, ...details };
}

/** A refusal as an HTTP response: `application/problem+json`, never stored by a cache. */
export function problemResponse(code: ProblemCode, details: RefusalDetails, requestId: string): Response {
  const headers = new Headers({
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  if (details.retryAfterSeconds !== undefined) headers.set('Retry-After', String(details.retryAfterSeconds));
  if (code === 'token.invalid') headers.set('WWW-Authenticate', 'Bearer');
  return new Response(JSON.stringify(problemBody(code, details, requestId)), {
    status: problemCodes[code].status,
    headers,
  });
}
