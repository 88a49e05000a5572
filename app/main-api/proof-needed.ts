import { redirect } from '@remix-run/node';
import type { Endpoint } from '#contract/endpoint.ts';

/** Endpoints that were called without a recent proof, by the redirect to the page on which it is entered. */
const called = new WeakMap<Response, Endpoint>();

/** The redirect to the page on which the person proves again that it is them, before the endpoint can be called. */
export function proofNeeded(confirmUrl: string, endpoint: Endpoint): Response {
  const response = redirect(confirmUrl);
  called.set(response, endpoint);
  return response;
}

/** The endpoint that waits for a proof; undefined for any other response. */
export const endpointThatWaits = (response: unknown): Endpoint | undefined =>
  response instanceof Response ? called.get(response) : undefined;
