import { Readable } from 'node:stream';
import { redirect } from '@remix-run/node';
import { Agent, type Dispatcher, request } from 'undici';
import type { ZodType } from 'zod';
import { type MemberSession, memberSession, memberSessionHeader } from '#contract/accounts.ts';
import type { Endpoint, EndpointAnswer, EndpointRequest } from '#contract/endpoint.ts';
import { type Problem, type ProblemCode, problem as problemSchema } from '#contract/errors.ts';
import { errorResponse, type FailureCode } from './error-answer.ts';
import { type PassedBody, passedBody } from './passed-body.server.ts';
import { signedClientIp } from './visit.server.ts';

/** Longest wait for the API's answer; for a stream, for its beginning. */
const timeoutMs = 15_000;

/** With files, from when they begin to be passed on: a slow line takes its time, and so do many at once. */
const filesTimeoutMs = 600_000;

/** Forms with files have few connections of their own: those that wait for one are not read meanwhile, and take no memory. */
const filesAgent = new Agent({ connections: 32 });

/** Problems that belong beside the form they came from. */
const formStatuses = [400, 409, 413, 422, 429];

export type Submitted<E extends Endpoint> =
  | { ok: true; value: EndpointAnswer<E> }
  | { ok: false; problem: Problem };

/**
 * The main API for one loader or action. What every method throws: `sessionEnded()` for a 401, a redirect to
 * /home for `company.restricted`, and for all else a response that the error page explains:
 * `network_error` without an answer, `parsing_error` for one that cannot be read, else the API's own code.
 */
export interface MainApi {
  /** Answers what the endpoint answers; throws for every refusal. */
  call<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>): Promise<EndpointAnswer<E>>;
  /** For forms: 400, 409, 413, 422 and 429 come back as the problem to show. */
  submit<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>): Promise<Submitted<E>>;
  /** For signing in and up, before there is a session: every refusal comes back. */
  ask<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>): Promise<Submitted<E>>;
  /** For forms with files: the request's body goes on as it comes in, unread; refusals as with `submit`. */
  pass<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>, from: Request): Promise<Submitted<E>>;
  /** For downloads: the API's body, type and file name, passed on as they come. */
  stream<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>): Promise<Response>;
}

export interface MainApiDeps {
  /** Without a slash at the end; `/api/v1` is added. */
  mainApiUrl: string;
  webSecret: string;
  now: () => Date;
  /** For whoever runs the server: what failed, without personal data. */
  warn: (details: object, message: string) => void;
}

export interface CallerDetails {
  requestId: string;
  clientIp?: string;
  /** Absent: no authorisation header is sent. */
  sessionToken?: string;
  /** Given, for each GET, what its answer will say of the member and the company. */
  listen?: (session: Promise<MemberSession | undefined>) => void;
}

const endedMark = Symbol('session ended');

/** Thrown when the API does not take the session token: the guard clears the cookies and leads to sign-in. */
export function sessionEnded(): Error {
  return Object.assign(new Error('The session has ended'), { [endedMark]: true as const });
}

export function isSessionEnded(error: unknown): boolean {
  return error instanceof Error && endedMark in error;
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  requestKey?: string;
  /** A request whose body is passed on. */
  from?: PassedBody;
}

function urlOf(base: string, endpoint: Endpoint, { params, query }: Parts): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const url = new URL(`${base}/api/v1${path}`);
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
    }
  }
  return url.href;
}

function isSchema(answer: Endpoint['answer']): answer is ZodType {
  return 'safeParse' in answer;
}

/** One small client for `{MAIN_API_URL}/api/v1`, bound to the person on whose behalf it calls. */
export function createMainApi(deps: MainApiDeps, caller: CallerDetails): MainApi {
  const { requestId } = caller;

  function fail(status: number, code: FailureCode, endpoint: Endpoint, why: object): Response {
    deps.warn({ requestId, endpoint: endpoint.id, status, code, ...why }, 'main API call failed');
    return errorResponse(status, { code, requestId });
  }

  // undici's request, not fetch: two or three calls for every page make what fetch costs beyond it felt.
  async function send(endpoint: Endpoint, parts: Parts): Promise<Answered> {
    const headers: Record<string, string> = { Accept: 'application/json', 'X-Request-Id': requestId };
    if (caller.sessionToken !== undefined) headers.Authorization = `Bearer ${caller.sessionToken}`;
    if (caller.clientIp !== undefined) {
      const unixSeconds = Math.floor(deps.now().getTime() / 1000);
      headers['X-Assay-Client'] = signedClientIp(caller.clientIp, unixSeconds, deps.webSecret);
    }
    if (parts.requestKey !== undefined) headers['Idempotency-Key'] = parts.requestKey;
    if (parts.body !== undefined) headers['Content-Type'] = 'application/json';
    if (parts.from !== undefined) Object.assign(headers, parts.from.headers);
    const answered = transmit(endpoint, parts, headers);
    if (endpoint.method === 'GET') caller.listen?.(answered.then(sessionIn));
    return answered;
  }

  async function transmit(
    endpoint: Endpoint,
    parts: Parts,
    headers: Record<string, string>,
  ): Promise<Answered> {
    try {
      return await request(urlOf(deps.mainApiUrl, endpoint, parts), {
        method: endpoint.method,
        headers,
        headersTimeout: parts.from ? filesTimeoutMs : timeoutMs,
        bodyTimeout: timeoutMs,
        ...(parts.body !== undefined ? { body: JSON.stringify(parts.body) } : {}),
        ...(parts.from ? { body: parts.from.body(), dispatcher: filesAgent } : {}),
      });
    } catch (error) {
      throw fail(503, 'network_error', endpoint, { reason: reasonOf(error) });
    }
  }

  /** The problem in a refusal, whatever it looks like. */
  async function problemIn(endpoint: Endpoint, { statusCode, body }: Answered): Promise<Problem> {
    const text = await body.text().catch(() => '');
    const parsed = problemSchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    // A proxy's own page: that the API ails or refuses the token is clear without reading it.
    if (statusCode === 401) return bareProblem('token.invalid', 401, requestId);
    if (statusCode >= 500) throw fail(statusCode, 'server.failed', endpoint, {});
    throw fail(502, 'parsing_error', endpoint, { answered: statusCode });
  }

  async function valueIn<E extends Endpoint>(
    endpoint: E,
    { statusCode, body }: Answered,
  ): Promise<EndpointAnswer<E>> {
    if (!isSchema(endpoint.answer)) throw new Error(`${endpoint.id} streams: use stream()`);
    let text: string;
    try {
      text = await body.text();
    } catch (error) {
      throw fail(503, 'network_error', endpoint, { reason: reasonOf(error) });
    }
    const parsed = endpoint.answer.safeParse(parseJson(text));
    if (parsed.success) return parsed.data as EndpointAnswer<E>;
    const paths = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join('.'));
    throw fail(502, 'parsing_error', endpoint, { answered: statusCode, paths });
  }

  async function ask<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>): Promise<Submitted<E>> {
    const response = await send(endpoint, input as Parts);
    if (isOk(response)) return { ok: true, value: await valueIn(endpoint, response) };
    return { ok: false, problem: await problemIn(endpoint, response) };
  }

  function throwFor(endpoint: Endpoint, problem: Problem): never {
    const { status, code, detail } = problem;
    if (status === 401) throw sessionEnded();
    if (code === 'company.restricted') throw redirect('/home');
    if (status >= 500) throw fail(status, code, endpoint, { apiRequestId: problem.requestId });
    throw errorResponse(status, { code, requestId, ...(detail === undefined ? {} : { detail }) });
  }

  return {
    ask,
    async call(endpoint, input) {
      const answer = await ask(endpoint, input);
      return answer.ok ? answer.value : throwFor(endpoint, answer.problem);
    },
    async submit(endpoint, input) {
      const answer = await ask(endpoint, input);
      if (answer.ok || formStatuses.includes(answer.problem.status)) return answer;
      return throwFor(endpoint, answer.problem);
    },
    async pass(endpoint, input, from) {
      const body = passedBody(from);
      const response = await send(endpoint, { ...(input as Parts), from: body });
      if (isOk(response)) return { ok: true, value: await valueIn(endpoint, response) };
      const problem = await problemIn(endpoint, response);
      await body.readRest();
      if (formStatuses.includes(problem.status)) return { ok: false, problem };
      return throwFor(endpoint, problem);
    },
    async stream(endpoint, input) {
      const response = await send(endpoint, input as Parts);
      if (!isOk(response)) return throwFor(endpoint, await problemIn(endpoint, response));
      const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
      for (const name of passedOnHeaders) {
        const value = response.headers[name.toLowerCase()];
        if (typeof value === 'string') headers.set(name, value);
      }
      return new Response(Readable.toWeb(response.body) as ReadableStream, { headers });
    },
  };
}

/** What a browser needs to know of a download; the policy is what keeps a preview harmless. */
const passedOnHeaders = ['Content-Type', 'Content-Disposition', 'Content-Length', 'Content-Security-Policy'];

type Answered = Dispatcher.ResponseData;

/** The member and company in `memberSessionHeader`; undefined where there is none that can be read. */
function sessionIn({ headers }: Answered): MemberSession | undefined {
  const value = headers[memberSessionHeader.toLowerCase()];
  if (typeof value !== 'string') return undefined;
  return memberSession.safeParse(parseJson(Buffer.from(value, 'base64url').toString())).data;
}

function isOk({ statusCode }: Answered): boolean {
  return statusCode >= 200 && statusCode < 300;
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
