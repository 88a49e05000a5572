import { type ConfirmationQuestion, type Problem, type ProblemCode, problemCodes } from '#contract/errors.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';

/** Details of an API error besides its code; see `problem` in contract/errors.ts. */
export interface ApiErrorDetails {
  /** Cause and required action, worded for the caller. */
  detail?: string;
  /** Errors by field path; '' for the form as a whole. */
  fields?: Record<string, string[]>;
  /** Blockers of a transition, each with its provision and the place that resolves it. */
  blockers?: Blocker[];
  /**
   * With `record.versionConflict`: the current record. With `idempotencyKey.reused`: the result of the first request.
   * With `request.tooLarge` of a form: its texts.
   */
  current?: unknown;
  /** With `confirmation.required`. */
  questions?: ConfirmationQuestion[];
  /** With `rate.limited`: also sent as the Retry-After header. */
  retryAfterSeconds?: number;
}

/** HTTP error: may be thrown anywhere in a service, and is converted to problem+json in one place. */
export interface ApiError extends Error {
  readonly code: ProblemCode;
  readonly details: ApiErrorDetails;
}

const apiErrorSymbol = Symbol('refusal');

/**
 * Creates the error of a rejected request: `throw apiError('record.notFound')`. The code determines the HTTP status. Thrown
 * inside a transaction it rolls the transaction back.
 */
export function apiError(code: ProblemCode, details: ApiErrorDetails = {}): ApiError {
  return Object.assign(new Error(`Refused: ${code}`), { code, details, [apiErrorSymbol]: true as const });
}

/** Creates a validation error. `field`: the field to display it at; '' for the form as a whole. */
export function invalid(message: string, field = ''): ApiError {
  return apiError('request.invalid', { detail: message, fields: { [field]: [message] } });
}

/** Whether an error was created by `apiError`. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && apiErrorSymbol in error;
}

/**
 * Problem body. A server error contains only its title and the request id; the operator finds the details in the log.
 */
function problemBody(code: ProblemCode, details: ApiErrorDetails, requestId: string): Problem {
  const { status, title } = problemCodes[code];
  const body = { type: `urn:assay:problem:${code}`, title, status, code, requestId };
  return code === 'server.failed' ? body : { ...body, ...details };
}

/** An API error as an HTTP response: `application/problem+json`, not cacheable. */
export function problemResponse(code: ProblemCode, details: ApiErrorDetails, requestId: string): Response {
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
