import type { Dispatcher } from 'undici';
import type { ZodType } from 'zod';
import { type MemberSession, memberSession, memberSessionHeader } from '#contract/company/accounts.ts';
import type { Endpoint, EndpointResponse } from '#contract/endpoint.ts';
import { type Problem, type ProblemCode, problem as problemSchema } from '#contract/errors.ts';
import { errorResponse, type FailureCode } from './error-response.ts';

export type Answered = Dispatcher.ResponseData;

export type ResponseReader = ReturnType<typeof createResponseReader>;

/** Parses the API's responses; one that cannot be parsed is logged and thrown as a response for the error page. */
export function createResponseReader(
  { warn }: { warn: (details: object, message: string) => void },
  requestId: string,
) {
  function fail(status: number, code: FailureCode, endpoint: Endpoint, why: object): Response {
    warn({ requestId, endpoint: endpoint.id, status, code, ...why }, 'main API call failed');
    return errorResponse(status, { code, requestId });
  }

  /** The problem in an error response, also of a proxy. */
  async function problemIn(endpoint: Endpoint, { statusCode, body }: Answered): Promise<Problem> {
    const text = await body.text().catch(() => '');
    const parsed = problemSchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    // A proxy's own page: only the status distinguishes an API failure from a rejected token.
    if (statusCode === 401) return bareProblem('token.invalid', 401, requestId);
    if (statusCode >= 500) throw fail(statusCode, 'server.failed', endpoint, {});
    throw fail(502, 'parsing_error', endpoint, { answered: statusCode });
  }

  async function valueIn<E extends Endpoint>(
    endpoint: E,
    { statusCode, body }: Answered,
  ): Promise<EndpointResponse<E>> {
    if (!isSchema(endpoint.response)) throw new Error(`${endpoint.id} streams: use stream()`);
    let text: string;
    try {
      text = await body.text();
    } catch (error) {
      throw fail(503, 'network_error', endpoint, { reason: getReason(error) });
    }
    const parsed = endpoint.response.safeParse(parseJson(text));
    if (parsed.success) return parsed.data as EndpointResponse<E>;
    const paths = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join('.'));
    throw fail(502, 'parsing_error', endpoint, { answered: statusCode, paths });
  }

  return { fail, problemIn, valueIn };
}

/** The member and company in `memberSessionHeader`; undefined if missing or invalid. */
export function sessionIn({ headers }: Answered): MemberSession | undefined {
  const value = headers[memberSessionHeader.toLowerCase()];
  if (typeof value !== 'string') return undefined;
  return memberSession.safeParse(parseJson(Buffer.from(value, 'base64url').toString())).data;
}

function isSchema(response: Endpoint['response']): response is ZodType {
  return 'safeParse' in response;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bareProblem(code: ProblemCode, status: number, requestId: string): Problem {
  return { type: 'about:blank', title: '', status, code, requestId };
}

/** A short reason for the log: an error code or name. */
export function getReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
