import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { NodeEnv } from './listen.ts';

/** The last requests a stand-in has seen. No headers, no bodies: they carry passwords, codes and tokens. */
export type LoggedRequest = {
  at: string;
  method: string;
  path: string;
  /** Only the parameters named at construction. */
  query: Record<string, string>;
  /** HTTP status of the answer; null when the answer was withheld by a fault. */
  status: number | null;
};

const logLength = 2_000;

/**
 * What goes wrong with the next matching requests.
 * - `status`: this status is answered and nothing is done.
 * - `delay`: answered as usual, `delayMs` later.
 * - `hang`: nothing is done and no answer ever comes.
 * - `drop`: the work is done, then the connection is cut: a lost response.
 * - `stall`: the work is done, and no answer ever comes: a lost response that looks like a slow one.
 */
const faultSchema = z.object({
  kind: z.enum(['status', 'delay', 'hang', 'drop', 'stall']),
  /** Exact path, or a beginning that ends in `*`. */
  path: z.string().min(1).max(500).default('*'),
  method: z
    .string()
    .max(10)
    .transform((method) => method.toUpperCase())
    .optional(),
  times: z.int().min(1).max(100_000).default(1),
  status: z.int().min(400).max(599).default(500),
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
  /** Text to answer instead of the stand-in's JSON error, for bodies that do not parse. */
  body: z.string().max(10_000).optional(),
  delayMs: z.int().min(0).max(600_000).default(1_000),
});

/** A fault as it is posted to `/__sandbox/faults`. */
export type FaultRequest = z.input<typeof faultSchema>;
type Fault = z.output<typeof faultSchema>;

export type Controls = {
  /** Goes first on the stand-in's app. */
  middleware: MiddlewareHandler<NodeEnv>;
  /** Mounted at `/__sandbox`: `GET log`, `DELETE log`, `GET faults`, `POST faults`, `DELETE faults`. */
  routes: Hono<NodeEnv>;
};

/**
 * Request log and fault injection for a stand-in, so that outages, slow answers and lost responses can be tried over real HTTP.
 * @param errorBody the vendor's shape of an error, for faults of kind `status`
 * @param loggedQuery names of query parameters that may be kept in the log
 */
export function createControls(deps: {
  now: () => Date;
  errorBody: (status: number) => unknown;
  loggedQuery?: string[];
}): Controls {
  let log: LoggedRequest[] = [];
  let faults: Fault[] = [];

  function takeFault(method: string, path: string): Fault | undefined {
    const fault = faults.find((one) => matches(one, method, path));
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) faults = faults.filter((one) => one !== fault);
    return fault;
  }

  const middleware: MiddlewareHandler<NodeEnv> = async (c, next) => {
    const { method, path } = c.req;
    if (path.startsWith('/__sandbox/')) return next();
    const entry: LoggedRequest = { at: deps.now().toISOString(), method, path, query: {}, status: null };
    for (const name of deps.loggedQuery ?? []) {
      const value = c.req.query(name);
      if (value !== undefined) entry.query[name] = value;
    }
    log.push(entry);
    if (log.length > logLength) log = log.slice(-logLength);

    const fault = takeFault(method, path);
    switch (fault?.kind) {
      case 'status': {
        entry.status = fault.status;
        const headers = { 'Content-Type': 'application/json' } as Record<string, string>;
        if (fault.retryAfterSeconds !== undefined) headers['Retry-After'] = String(fault.retryAfterSeconds);
        return new Response(fault.body ?? JSON.stringify(deps.errorBody(fault.status)), {
          status: fault.status,
          headers,
        });
      }
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

  const routes = new Hono<NodeEnv>();
  routes.get('/log', (c) => c.json({ requests: log }));
  routes.delete('/log', (c) => {
    log = [];
    return c.json({});
  });
  routes.get('/faults', (c) => c.json({ faults }));
  routes.post('/faults', async (c) => {
    // Asking for this type keeps a page of another origin from posting here without the browser's preflight.
    if (!c.req.header('content-type')?.startsWith('application/json')) {
      return c.json({ error: 'Send the fault as application/json.' }, 415);
    }
    const parsed = faultSchema.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    faults.push(parsed.data);
    return c.json({ faults }, 201);
  });
  routes.delete('/faults', (c) => {
    faults = [];
    return c.json({});
  });
  return { middleware, routes };
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
