import { data } from '@remix-run/node';
import { withLimitedBody } from '../body-limit.server.ts';
import { withErrorsMarked } from '../document/form-errors.ts';
import { pathForLogs } from '../document-request-path.ts';
import { errorResponse, isErrorResponse } from '../main-api/error-response.ts';
import type { Services } from '../services/services.server.ts';
import type { RequestContextArgs, RouteArgs } from './guard-args.server.ts';
import { isForeignRequest } from './origin-check.server.ts';
import { getRequestContext, type RequestContext } from './request-context.server.ts';
import { isDataWithInit, withCookies } from './response-cookies.server.ts';

export type Guarded<T> = (args: RouteArgs) => Promise<T>;

type Inner<T> = (
  args: RequestContextArgs,
  requestContext: RequestContext,
  setCookieHeaders: string[],
) => Promise<T>;

/** The part that all guards share. */
export function guarded<T>(getServices: () => Services, inner: Inner<T>): Guarded<T> {
  return async ({ request, params, context }) => {
    const services = getServices();
    const requestContext = getRequestContext(request, context, services.trustProxy);
    const { requestId } = requestContext;
    const setCookieHeaders: string[] = [];
    try {
      // Our own server has already checked the body; `remix-serve` does not. After the action the layouts' loaders still run: they must
      // not send a visitor without a session to sign-in instead.
      const limited = requestContext.isBodyTooLarge ? undefined : await withLimitedBody(request);
      if (limited === undefined) {
        requestContext.isBodyTooLarge = true;
        throw errorResponse(413, { code: 'request.tooLarge', requestId });
      }
      if (isForeignRequest(request, services.ownHosts)) {
        throw errorResponse(403, { code: 'origin.foreign', requestId });
      }
      const isDemoFilling = context.isDemoFilling === true;
      const visitArgs = { request: limited, params, requestId, url: new URL(request.url), isDemoFilling };
      const value = await inner(visitArgs, requestContext, setCookieHeaders);
      return withCookies(request.method === 'GET' ? value : withErrors(value), setCookieHeaders) as T;
    } catch (error) {
      const answer = toAnswer(error, services, request, requestId);
      // The loaders of a layout and its page can fail with one response, and its body can be read once.
      const own = answer instanceof Response ? answer.clone() : answer;
      throw withCookies(requestContext.isForm ? await withFormNoted(own) : own, setCookieHeaders);
    }
  };
}

/** Marks the result of a rejected form, but not of one that only asks for a confirmation. */
function withErrors(result: unknown): unknown {
  if (!isDataWithInit(result) || (result.init?.status ?? 200) < 400) return result;
  const asks = typeof result.data === 'object' && result.data !== null && 'questions' in result.data;
  return asks ? result : data(withErrorsMarked(result.data), result.init ?? undefined);
}

/** The error page of a posted form says that what was entered may be lost. */
async function withFormNoted(answer: unknown): Promise<unknown> {
  if (!(answer instanceof Response) || answer.status < 500) return answer;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return isErrorResponse(problem) ? errorResponse(answer.status, { ...problem, isForm: true }) : answer;
}

/** A thrown response is passed through; any other error is logged and shown without its details. */
function toAnswer(error: unknown, services: Services, request: Request, requestId: string): unknown {
  if (error instanceof Response || isDataWithInit(error) || request.signal.aborted) return error;
  services.report(
    { err: error, requestId, method: request.method, path: pathForLogs(new URL(request.url).pathname) },
    'loader or action failed',
  );
  return errorResponse(500, { code: 'server.failed', requestId });
}
