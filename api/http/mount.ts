import type { Context, Hono } from 'hono';
import type { MemberSession } from '#contract/accounts.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { answerHeaders, emptyStreamAnswer, jsonAnswer, streamAnswer } from './answers.ts';
import type { Binding, MemberCaller, RequestContext, StreamedAnswer } from './bind.ts';
import { type CallerDeps, identifyCaller } from './callers.ts';
import { parseFields, refuseUnkeepable } from './field-problems.ts';
import { refuse } from './problems.ts';
import { readJson } from './request-body.ts';

/** Where the main API begins. */
export const basePath = '/api/v1';

/** What every request carries from the first middleware on. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    /** Pattern of the route that answers, for logs and metrics. */
    route: string;
    clientIp: string;
    /** Value of `memberSessionHeader`, once a member is known to ask for something. */
    memberSession?: string;
  };
}

export interface MountDeps extends CallerDeps {
  /** Holds every answer against the contract: on in tests and development. */
  checkAnswers: boolean;
  onStreamFault: (error: unknown, requestId: string) => void;
}

/** Every endpoint has exactly one binding and every binding its endpoint; else the API does not start. */
function checkComplete(endpoints: readonly Endpoint[], bindings: readonly Binding[]) {
  const bound = bindings.map(({ endpoint }) => endpoint);
  const missing = endpoints.filter((endpoint) => !bound.includes(endpoint)).map(({ id }) => id);
  const unknown = bound.filter((endpoint) => !endpoints.includes(endpoint)).map(({ id }) => id);
  const twice = bound.filter((endpoint, index) => bound.indexOf(endpoint) !== index).map(({ id }) => id);
  const withoutAct = endpoints
    .filter(({ caller, act }) => (caller === 'member' || caller === 'recipient') && act === undefined)
    .map(({ id }) => id);
  const faults = [
    ...missing.map((id) => `${id} has no handler`),
    ...unknown.map((id) => `${id} is not among the contract's endpoints`),
    ...twice.map((id) => `${id} has two handlers`),
    ...withoutAct.map((id) => `${id} does not say which right it needs`),
  ];
  if (faults.length > 0) throw new Error(`The API cannot be mounted: ${faults.join('; ')}.`);
}

/** `/clients/export` goes before `/clients/:id`: a word is more exact than a parameter. */
function byExactness(one: Binding, other: Binding): number {
  const rank = ({ endpoint }: Binding) => endpoint.path.replace(/:[^/]+/g, '\uffff');
  return rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0;
}

function requestKey(context: Context<ApiEnv>): string | undefined {
  const key = context.req.header('Idempotency-Key');
  if (key === undefined || /^[\x20-\x7e]{1,200}$/.test(key)) return key;
  throw refuse('request.malformed', {
    detail: 'The header Idempotency-Key must be 1 to 200 ASCII characters that can be printed.',
  });
}

function readParams(endpoint: Endpoint, context: Context<ApiEnv>): unknown {
  if (endpoint.params === undefined) return undefined;
  const parsed = endpoint.params.safeParse(context.req.param());
  // Something that is no id is the id of nothing.
  if (!parsed.success) throw refuse('record.notFound');
  return parsed.data;
}

/** A parameter given twice arrives as a list, which a schema of one value refuses. */
function readQuery(endpoint: Endpoint, context: Context<ApiEnv>): unknown {
  if (endpoint.query === undefined) return undefined;
  const given = new URL(context.req.url).searchParams;
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    Object.defineProperty(query, name, { value: values.length === 1 ? values[0] : values, enumerable: true });
  }
  refuseUnkeepable(query);
  return parseFields(endpoint.query, query);
}

async function readBody(endpoint: Endpoint, context: Context<ApiEnv>): Promise<unknown> {
  if (endpoint.body === undefined) return undefined;
  const value = await readJson(context.req.raw);
  refuseUnkeepable(value);
  return parseFields(endpoint.body, value);
}

/** What `memberSessionHeader` carries of whoever calls. */
function sessionOf({ member, company }: MemberCaller): string {
  const session: MemberSession = { member, company };
  return Buffer.from(JSON.stringify(session)).toString('base64url');
}

function mountOne(app: Hono<ApiEnv>, { endpoint, handle }: Binding, deps: MountDeps) {
  const pattern = `${basePath}${endpoint.path}`;
  app.on(endpoint.method, pattern, async (context) => {
    context.set('route', pattern);
    const request: RequestContext = {
      id: context.var.requestId,
      endpointId: endpoint.id,
      requestKey: requestKey(context),
      clientIp: context.var.clientIp,
    };
    // Who asks comes before what is asked: a stranger learns nothing about the input.
    const caller = await identifyCaller(deps, endpoint, context.req.header('Authorization'), request);
    if (caller.kind === 'member' && endpoint.method === 'GET')
      context.set('memberSession', sessionOf(caller));
    const params = readParams(endpoint, context);
    const query = readQuery(endpoint, context);
    const body = await readBody(endpoint, context);
    const upload = endpoint.upload
      ? { contentType: context.req.header('Content-Type') ?? '', stream: context.req.raw.body }
      : undefined;
    const streamed = 'contentType' in endpoint.answer ? endpoint.answer.contentType : undefined;
    if (streamed !== undefined && context.req.raw.method === 'HEAD') return emptyStreamAnswer(streamed);
    const answer = await handle({ params, query, body, upload } as EndpointInput<Endpoint>, caller);
    if (streamed === undefined) return jsonAnswer(endpoint, answer, deps.checkAnswers);
    return streamAnswer(endpoint, streamed, answer as StreamedAnswer, (error) =>
      deps.onStreamFault(error, request.id),
    );
  });
}

/** Says which methods a path takes. */
function mountOptions(app: Hono<ApiEnv>, endpoints: readonly Endpoint[]) {
  const methods = new Map<string, string[]>();
  for (const { path, method } of endpoints) {
    const known = methods.get(path) ?? ['OPTIONS'];
    methods.set(path, [...known, ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  for (const [path, allowed] of methods) {
    app.options(`${basePath}${path}`, (context) => {
      context.set('route', `${basePath}${path}`);
      return new Response(null, { status: 204, headers: { ...answerHeaders, Allow: allowed.join(', ') } });
    });
  }
}

/**
 * Mounts every endpoint of the contract with its handler. For each request: who calls, then path, query and
 * body by the endpoint's schemas, then the handler, then the answer.
 *
 * @throws Error at start when an endpoint has no handler, or a handler no endpoint.
 */
export function mountAll(
  app: Hono<ApiEnv>,
  endpoints: readonly Endpoint[],
  bindings: readonly Binding[],
  deps: MountDeps,
): void {
  checkComplete(endpoints, bindings);
  for (const binding of [...bindings].sort(byExactness)) mountOne(app, binding, deps);
  mountOptions(app, endpoints);
}
