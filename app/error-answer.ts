import type { ProblemCode } from '#contract/errors.ts';

/**
 * Why a page is not shown: a refusal of the main API, or one of the failures that only the web can see.
 * `network_error` and `parsing_error` are the specification's names (section 8).
 */
export type FailureCode =
  | ProblemCode
  | 'network_error'
  | 'parsing_error'
  | 'identity.unreachable'
  | 'origin.foreign'
  | 'page.notFound';

/** What reaches the error page, as the JSON body of a thrown response. */
export interface ErrorAnswer {
  code: FailureCode;
  /** For the person, when there is more to say than the code does. */
  detail?: string;
  /** By which the logs of web and API are searched. */
  requestId: string;
}

/** True for data that a thrown response carries for the error page. */
export function isErrorAnswer(data: unknown): data is ErrorAnswer {
  return typeof data === 'object' && data !== null && 'code' in data && 'requestId' in data;
}

/**
 * A response to throw: page routes show the error page for it, resource routes answer it as JSON. (A thrown
 * `data()` would lose its status in a resource route.)
 */
export function errorResponse(status: number, answer: ErrorAnswer): Response {
  return Response.json(answer, { status, headers: { 'Cache-Control': 'no-store' } });
}
