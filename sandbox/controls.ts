import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { NodeEnv } from './listen.ts';

/** Recent requests to a sandbox service. Excludes headers and bodies, which contain passwords, codes and tokens. */
export type LoggedRequest = {
  at: string;
  method: string;
  path: string;
  /** Only the parameters named at construction. */
  query: Record<string, string>;
  /** HTTP status of the response; null if a fault withheld it. */
  status: number | null;
};

const logLength = 2_000;

/**
 * Fault applied to the next matching requests.
 * - `status`: responds with this status and does nothing.
 * - `delay`: responds as usual, `delayMs` later.
 * - `hang`: does nothing and never responds.
 * - `drop`: does the work, then cuts the connection: a lost response.
 * - `stall`: does the work and never responds: a lost response that looks slow.
 */
const faultSchema = z.object({
  kind: z.enum(['status', 'delay', 'hang', 'drop', 'stall']),
  /** Exact path, or a prefix ending in `*`. */
  path: z.string().min(1).max(500).default('*'),
  method: z
    .string()
    .max(10)
    .transform((method) => method.toUpperCase())
    .optional(),
  times: z.int().min(1).max(100_000).default(1),
  status: z.int().min(400).max(599).default(500),
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
  /** Body to return instead of the service's JSON error, for bodies that do not parse. */
  body: z.string().max(10_000).optional(),
  delayMs: z.int().min(0).max(600_000).default(1_000),
});

/** Body of `POST /__sandbox/faults`. */
export type FaultRequest = z.input<typeof faultSchema>;
type Fault = z.output<typeof faultSchema>;

export type Controls = {
  /** Middleware to mount first on the service's app. */
  middleware: MiddlewareHandler<NodeEnv>;
  /** Mounted at `/__sandbox`: `GET log`, `DELETE log`, `GET faults`, `POST faults`, `DELETE faults`. */
  routes: Hono<NodeEnv>;
};

/**
 * Request log and fault injection for a sandbox service, to test outages, slow responses and lost responses over real
 * HTTP.
 * @param errorBody the vendor's error shape, for faults of kind `status`
 * @param loggedQuery names of query parameters that may be logged
 */
export function createControls(deps: {
  now: () => Date;
  errorBody: (status: number) => unknown;
  loggedQuery?: string[];
}): Controls {
  const state: ControlState = { log: [], faults: [] };

  const middleware: MiddlewareHandler<NodeEnv> = async (c, next) => {
    const { method, path } = c.req;
    if (path.startsWith('/__sandbox/')) return next();
    const entry: LoggedRequest = { at: deps.now().toISOString(), method, path, query: {}, status: null };
    for (const name of deps.loggedQuery ?? []) {
      const value = c.req.query(name);
      if (value !== undefined) entry.query[name] = value;
    }
    state.log.push(entry);
    if (state.log.length > logLength) state.log = state.log.slice(-logLength);

    const fault = consumeFault(state, method, path);
    switch (fault?.kind) {
      case 'status':
        entry.status = fault.status;
        return faultResponse(fault, deps.errorBody);
      case 'hang':
        await untilClosed(c.env.outgoing);
        return RESPONSE_ALREADY_SENT;
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
        break;
    }
    await next();
    if (fault?.kind === 'drop' || fault?.kind === 'stall') {
      if (fault.kind === 'drop') c.env.outgoing.destroy();
      else await untilClosed(c.env.outgoing);
      c.res = RESPONSE_ALREADY_SENT;
      return;
    }
    entry.status = c.res.status;
  };
  return { middleware, routes: createControlRoutes(state) };
}

type ControlState = { log: LoggedRequest[]; faults: Fault[] };

/** Counts down the first fault that matches the request, and removes it after its last time. */
function consumeFault(state: ControlState, method: string, path: string): Fault | undefined {
  const fault = state.faults.find((candidate) => matches(candidate, method, path));
  if (!fault) return undefined;
  fault.times -= 1;
  if (fault.times === 0) state.faults = state.faults.filter((other) => other !== fault);
  return fault;
}

function faultResponse(fault: Fault, errorBody: (status: number) => unknown): Response {
  const headers = { 'Content-Type': 'application/json' } as Record<string, string>;
  if (fault.retryAfterSeconds !== undefined) headers['Retry-After'] = String(fault.retryAfterSeconds);
  return new Response(fault.body ?? JSON.stringify(errorBody(fault.status)), {
    status: fault.status,
    headers,
  });
}

function createControlRoutes(state: ControlState): Hono<NodeEnv> {
  const routes = new Hono<NodeEnv>();
  routes.get('/log', (c) => c.json({ requests: state.log }));
  routes.delete('/log', (c) => {
    state.log = [];
    return c.json({});
  });
  routes.get('/faults', (c) => c.json({ faults: state.faults }));
  routes.post('/faults', async (c) => {
    // Requiring this content type makes a browser send a preflight for posts from other origins.
    if (!c.req.header('content-type')?.startsWith('application/json')) {
      return c.json({ error: 'Send the fault as application/json.' }, 415);
    }
    const parsed = faultSchema.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    state.faults.push(parsed.data);
    return c.json({ faults: state.faults }, 201);
  });
  routes.delete('/faults', (c) => {
    state.faults = [];
    return c.json({});
  });
  return routes;
}

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  return fault.path.endsWith('*') ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path;
}

function untilClosed(outgoing: NodeEnv['Bindings']['outgoing']): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) resolve();
    else outgoing.once('close', resolve);
  });
}
