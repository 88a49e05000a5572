import { type Context, Hono } from 'hono';
import { createControls } from '../controls.ts';
import { createRateLimit } from '../limits.ts';
import type { NodeEnv } from '../listen.ts';
import { isSameSecret } from '../same-secret.ts';
import { australianAddresses } from './addresses-au.ts';
import { newZealandAddresses } from './addresses-nz.ts';
import { readFilter } from './filters.ts';
import type { Country } from './places.ts';
import { createSearch } from './search.ts';

/** Burst size and refill rate (requests a second) before 429. */
export type AddressLimits = { burst: number; perSecond: number };

/** Generous: people type, the application caches, and one key serves them all. */
const defaultAddressLimits: AddressLimits = { burst: 200, perSecond: 50 };

const keyNames = ['addy-api-key', 'x-addy-api-key', 'api_key', 'key'];
const minQueryLength = 2;
const maxQueryLength = 200;
const maxResults = 50;

type Address =
  | ReturnType<typeof newZealandAddresses>[number]
  | ReturnType<typeof australianAddresses>[number];

/**
 * The sandbox Addy service of one country: `GET /search`, `GET /address/{id}`, `GET /address?type=&id=`, and
 * `/__sandbox/{log,faults}`.
 */
export function createAddressApp(deps: {
  country: Country;
  apiKey: string;
  limits?: Partial<AddressLimits>;
  now: () => Date;
}): Hono<NodeEnv> {
  const addresses = deps.country === 'NZL' ? newZealandAddresses() : australianAddresses();
  const rate = createRateLimit({ now: deps.now, ...defaultAddressLimits, ...deps.limits });
  const controls = createControls({
    now: deps.now,
    errorBody: (status) => ({ status, message: 'Sandbox fault' }),
    loggedQuery: ['s', 'max'],
  });

  const app = new Hono<NodeEnv>();
  app.use(controls.middleware);
  app.route('/__sandbox', controls.routes);

  app.use(async (c, next) => {
    if (!keyNames.some((name) => isSameSecret(c.req.header(name) ?? c.req.query(name), deps.apiKey))) {
      return problem(c, 401, 'The API key is missing or invalid.');
    }
    const waitSeconds = rate.take('key');
    if (waitSeconds > 0) {
      c.header('Retry-After', String(waitSeconds));
      return problem(c, 429, 'Too many requests.');
    }
    await next();
  });
  addSearchRoute(app, addresses);
  addDetailRoutes(app, deps.country, addresses);

  app.notFound((c) => problem(c, 404, 'No such call.'));
  app.onError((error, c) => {
    console.error('Address sandbox service:', error);
    return problem(c, 500, 'Internal error.');
  });
  return app;
}

function addSearchRoute(app: Hono<NodeEnv>, addresses: Address[]): void {
  const search = createSearch<Address>(addresses);
  app.get('/search', (c) => {
    const text = (c.req.query('s') ?? '').trim();
    if ([...text].length < minQueryLength || text.length > maxQueryLength) {
      return problem(c, 400, `"s" takes ${minQueryLength} to ${maxQueryLength} characters.`);
    }
    const max = Number(c.req.query('max') ?? 10);
    if (!Number.isInteger(max) || max < 1 || max > maxResults) {
      return problem(c, 400, `"max" is a whole number from 1 to ${maxResults}.`);
    }
    const filter = readFilter((name) => c.req.query(name));
    const found = search(text, filter);
    return c.json({
      matched: found.addresses.length,
      addresses: found.addresses.slice(0, max).map(({ id, full }) => ({ id, a: full })),
      badwords: found.badWords,
      q: text,
    });
  });
}

function addDetailRoutes(app: Hono<NodeEnv>, country: Country, addresses: readonly Address[]): void {
  const byId = new Map(addresses.map((address) => [String(address.id), address]));

  const detail = (c: Context<NodeEnv>, address: Address | undefined): Response => {
    if (!address) return problem(c, 404, 'There is no address with this id.');
    if (country === 'NZL') return c.json(address);
    const { type: _notSent, ...sent } = address;
    return c.json(sent);
  };

  app.get('/address/:id', (c) => detail(c, byId.get(c.req.param('id'))));

  app.get('/address', (c) => {
    const field = { addyid: 'id', dpid: 'dpid', linzid: 'linzid' }[c.req.query('type') ?? 'addyid'];
    const id = c.req.query('id') ?? '';
    if (field === undefined || id === '')
      return problem(c, 400, 'Enter an "id", and "type" as addyid, dpid or linzid.');
    return detail(
      c,
      addresses.find((address) => String((address as Record<string, unknown>)[field]) === id),
    );
  });
}

/** The vendor's error bodies are not published. This is a plain JSON object; do not rely on its text. */
function problem(c: Context<NodeEnv>, status: 400 | 401 | 404 | 429 | 500, message: string): Response {
  return c.json({ status, message }, status);
}
