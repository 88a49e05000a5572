import { Readable } from 'node:stream';
import { redirect } from '@remix-run/node';
import { Agent, request } from 'undici';
import { clientAddressHeader, signedClientAddress } from '#contract/clients/client-address.ts';
import { browserSessionHeader, companyHeader, type MemberSession } from '#contract/company/accounts.ts';
import type { Endpoint, EndpointRequest, EndpointResponse } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { errorResponse } from './error-response.ts';
import { proofNeeded } from './proof-needed.ts';
import { passedBody } from './request-body.server.ts';
import { getUrl, type Parts } from './request-parts.server.ts';
import {
  type Answered,
  createResponseReader,
  getReason,
  type ResponseReader,
  sessionIn,
} from './response-reader.server.ts';
import { sessionEnded } from './session-ended.ts';
import { createUploadPlaces } from './upload-places.ts';

/** Timeout for the API's response; for a stream, for its first bytes. */
const timeoutMs = 15_000;

/** With files, from the start of the upload: slow connections and many files take long. */
const filesTimeoutMs = 600_000;

/** Uploads share a few dedicated connections. One that waits for a connection is not read meanwhile and takes no memory. */
const filesAgent = new Agent({ connections: 32 });

/** Those of them that one sender can use at a time: a session or a link. */
const uploadPlaces = createUploadPlaces(8);

/** Statuses whose problem is shown in the form that was posted. */
const formStatuses = [400, 409, 413, 422, 429];

export type Submitted<E extends Endpoint> =
  | { ok: true; value: EndpointResponse<E> }
  | { ok: false; problem: Problem };

/** A request whose body or query comes from a form or URL: the API validates it. */
interface FormRequest<E extends Endpoint> {
  params?: EndpointRequest<E>['params'];
  query?: unknown;
  body?: unknown;
  requestKey?: string;
}

/**
 * The main API for one loader or action. Every method throws `sessionEnded()` for a 401, a redirect to /home for `company.restricted` and
 * to the second-factor page for `session.secondFactor` and `session.confirm`, to the page that selects a company for `company.notInUse`,
 * and otherwise a response for the error page: `network_error` without a response, `parsing_error` for one that cannot be parsed, else
 * the API's own code.
 */
export interface MainApi {
  /** Returns the endpoint's response; throws for every error. */
  call<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>): Promise<EndpointResponse<E>>;
  /** For forms: 400, 409, 413, 422 and 429 are returned as the problem to show. */
  submit<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>): Promise<Submitted<E>>;
  /** Like `submit`, with an unvalidated body: the API reports problems by field. */
  submitForm<E extends Endpoint>(endpoint: E, input: FormRequest<E>): Promise<Submitted<E>>;
  /** For sign-in and sign-up, before there is a session: every error is returned. */
  ask<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>): Promise<Submitted<E>>;
  /** Throws what `call` throws for a problem that `ask` returned. */
  refuse(endpoint: Endpoint, problem: Problem): never;
  /** For forms with files: streams the request's body through unread; errors as with `submit`. */
  pass<E extends Endpoint>(endpoint: E, input: EndpointRequest<E>, from: Request): Promise<Submitted<E>>;
  /** For downloads: streams the API's body with its type and file name. */
  stream<E extends Endpoint>(endpoint: E, input: FormRequest<E>): Promise<Response>;
}

export interface MainApiDeps {
  /** Without trailing slash; `/api/v1` is added. */
  mainApiUrl: string;
  webSecret: string;
  now: () => Date;
  /** Logs what failed, without personal data. */
  warn: (details: object, message: string) => void;
}

export interface CallerDetails {
  requestId: string;
  clientIp?: string;
  /** Absent: no authorisation header is sent. */
  sessionToken?: string;
  /** Secret of the browser's session, sent with the session token. */
  secret?: string;
  /** The company that the request is meant for, if it says so. */
  intendedCompany?: () => string | undefined;
  /** Where a call redirects that the API rejects because the session is in another company, or in none yet. */
  companiesUrl?: () => string;
  /** Where a call redirects that the API rejects until a second factor is verified. */
  secondFactorUrl?: string;
  /** Where a call redirects that the API rejects until the person has proved again that it is them. */
  confirmUrl?: string;
  /** The same for a download. */
  confirmDownloadUrl?: string;
  /** Called for each GET with the member and company that its response will carry. */
  listen?: (session: Promise<MemberSession | undefined>) => void;
}

/** Sends requests; throws what the reader's `fail` makes of a request without a response. */
function createSender(deps: MainApiDeps, caller: CallerDetails, fail: ResponseReader['fail']) {
  async function transmit(
    endpoint: Endpoint,
    parts: Parts,
    headers: Record<string, string>,
  ): Promise<Answered> {
    try {
      return await request(getUrl(deps.mainApiUrl, endpoint, parts), {
        method: endpoint.method,
        headers,
        headersTimeout: parts.from ? filesTimeoutMs : timeoutMs,
        bodyTimeout: timeoutMs,
        ...(parts.body !== undefined ? { body: JSON.stringify(parts.body) } : {}),
        ...(parts.from ? { body: parts.from.body(), dispatcher: filesAgent } : {}),
      });
    } catch (error) {
      throw fail(503, 'network_error', endpoint, { reason: getReason(error) });
    }
  }

  // undici's request, not fetch: fetch's overhead is noticeable at two or three calls for every page.
  return async function send(endpoint: Endpoint, parts: Parts): Promise<Answered> {
    const headers = toHeaders(deps, caller, parts);
    const answered = transmit(endpoint, parts, headers);
    if (endpoint.method === 'GET') caller.listen?.(answered.then(sessionIn));
    return answered;
  };
}

function toHeaders(deps: MainApiDeps, caller: CallerDetails, parts: Parts): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Request-Id': caller.requestId };
  if (caller.sessionToken !== undefined) headers.Authorization = `Bearer ${caller.sessionToken}`;
  if (caller.secret !== undefined) headers[browserSessionHeader] = caller.secret;
  const company = caller.intendedCompany?.();
  if (company !== undefined) headers[companyHeader] = company;
  if (caller.clientIp !== undefined) {
    const unixSeconds = Math.floor(deps.now().getTime() / 1000);
    headers[clientAddressHeader] = signedClientAddress(caller.clientIp, unixSeconds, deps.webSecret, 'web');
  }
  if (parts.requestKey !== undefined) headers['Idempotency-Key'] = parts.requestKey;
  if (parts.body !== undefined) headers['Content-Type'] = 'application/json';
  if (parts.from !== undefined) Object.assign(headers, parts.from.headers);
  return headers;
}

/** A client for `{MAIN_API_URL}/api/v1`, bound to the caller. */
export function createMainApi(deps: MainApiDeps, caller: CallerDetails): MainApi {
  const { requestId } = caller;
  const { fail, problemIn, valueIn } = createResponseReader(deps, requestId);
  const send = createSender(deps, caller, fail);

  async function ask<E extends Endpoint>(endpoint: E, input: Parts): Promise<Submitted<E>> {
    const response = await send(endpoint, input);
    if (isOk(response)) return { ok: true, value: await valueIn(endpoint, response) };
    return { ok: false, problem: await problemIn(endpoint, response) };
  }

  async function submit<E extends Endpoint>(endpoint: E, input: Parts): Promise<Submitted<E>> {
    const response = await ask(endpoint, input);
    if (response.ok || formStatuses.includes(response.problem.status)) return response;
    return throwFor(endpoint, response.problem);
  }

  function throwFor(endpoint: Endpoint, problem: Problem, confirmUrl = caller.confirmUrl): never {
    const { status, code, detail } = problem;
    if (status === 401) throw sessionEnded();
    if (code === 'company.restricted') throw redirect('/home');
    if (code === 'company.notInUse' && caller.companiesUrl !== undefined)
      throw redirect(caller.companiesUrl());
    if (code === 'session.secondFactor' && caller.secondFactorUrl !== undefined)
      throw redirect(caller.secondFactorUrl);
    if (code === 'session.confirm' && confirmUrl !== undefined) throw proofNeeded(confirmUrl, endpoint);
    if (status >= 500) throw fail(status, code, endpoint, { apiRequestId: problem.requestId });
    throw errorResponse(status, { code, requestId, ...(detail === undefined ? {} : { detail }) });
  }

  return {
    ask,
    refuse: throwFor,
    async call(endpoint, input) {
      const response = await ask(endpoint, input);
      return response.ok ? response.value : throwFor(endpoint, response.problem);
    },
    submit,
    submitForm: submit,
    async pass(endpoint, input, from) {
      const body = passedBody(from);
      const response = await uploadPlaces.in(caller.sessionToken ?? caller.clientIp ?? '', () =>
        send(endpoint, { ...input, from: body }),
      );
      if (isOk(response)) return { ok: true, value: await valueIn(endpoint, response) };
      const problem = await problemIn(endpoint, response);
      await body.readRest();
      if (formStatuses.includes(problem.status)) return { ok: false, problem };
      return throwFor(endpoint, problem);
    },
    async stream(endpoint, input) {
      const response = await send(endpoint, input);
      if (!isOk(response))
        return throwFor(endpoint, await problemIn(endpoint, response), caller.confirmDownloadUrl);
      return toDownload(response);
    },
  };
}

/** Headers passed on with a download; the content security policy keeps previews harmless. */
const passedOnHeaders = ['Content-Type', 'Content-Disposition', 'Content-Length', 'Content-Security-Policy'];

function toDownload({ headers: received, body }: Answered): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  for (const name of passedOnHeaders) {
    const value = received[name.toLowerCase()];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Response(Readable.toWeb(body) as ReadableStream, { headers });
}

function isOk({ statusCode }: Answered): boolean {
  return statusCode >= 200 && statusCode < 300;
}
