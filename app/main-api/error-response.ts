import type { ProblemCode } from '#contract/errors.ts';

/**
 * Why a page is not shown: an error code of the main API, or a failure that only the web can detect. `network_error` and `parsing_error`
 * are the specification's names (section 8).
 */
export type FailureCode =
  | ProblemCode
  | 'network_error'
  | 'parsing_error'
  | 'identity.unreachable'
  | 'origin.foreign'
  | 'page.notFound';

/** JSON body of a response thrown for the error page. */
export interface ErrorResponseData {
  code: FailureCode;
  /** Shown to the user, if there is more to say than the code. */
  detail?: string;
  /** Also in the logs of web and API. */
  requestId: string;
  /** True if a form was posted: what was entered in it may be lost. */
  isForm?: boolean;
}

/** True for the data of a response thrown for the error page. */
export function isErrorResponse(data: unknown): data is ErrorResponseData {
  return typeof data === 'object' && data !== null && 'code' in data && 'requestId' in data;
}

/**
 * A response to throw: page routes show the error page for it, resource routes return it as JSON. (A thrown `data()` would lose its
 * status in a resource route.)
 */
export function errorResponse(status: number, response: ErrorResponseData): Response {
  return Response.json(response, { status, headers: { 'Cache-Control': 'no-store' } });
}
