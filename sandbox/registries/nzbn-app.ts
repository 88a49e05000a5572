import { type Context, Hono } from 'hono';
import { createControls } from '../controls.ts';
import { createRateLimit, type RateLimit } from '../limits.ts';
import type { NodeEnv } from '../listen.ts';
import { isSameSecret } from '../same-secret.ts';
import { type Entities, findByName } from './entities.ts';
import { isNzbn } from './numbers.ts';
import { nzbnEntity, nzbnListItem } from './nzbn-records.ts';

/** Burst size and refill rate (requests a second) before 429. */
export type RegistryLimits = { burst: number; perSecond: number };

export const defaultRegistryLimits: RegistryLimits = { burst: 200, perSecond: 50 };

export const nzbnBasePath = '/gateway/nzbn/v5';

const maxPageSize = 200;

const parts: Record<string, (entity: ReturnType<typeof nzbnEntity>) => unknown> = {
  roles: ({ roles }) => ({ items: roles }),
  addresses: ({ addresses }) => addresses,
  'trading-names': ({ tradingNames }) => ({ items: tradingNames }),
  'phone-numbers': ({ phoneNumbers }) => ({ items: phoneNumbers }),
  'email-addresses': ({ emailAddresses }) => ({ items: emailAddresses }),
  websites: ({ websites }) => ({ items: websites }),
  'gst-numbers': ({ gstNumbers }) => ({ items: gstNumbers }),
  'industry-classifications': ({ industryClassifications }) => ({ items: industryClassifications }),
  'company-details': (entity) => entity['company-details'] ?? {},
  'trading-areas': ({ tradingAreas }) => ({ items: tradingAreas }),
};

/** The sandbox NZBN API, version 5: `GET /entities`, `GET /entities/{nzbn}` and its parts, and `/__sandbox/{log,faults}`. */
export function createNzbnApp(deps: {
  entities: Entities;
  apiKey: string;
  limits?: Partial<RegistryLimits>;
  now: () => Date;
}): Hono<NodeEnv> {
  const { entities, apiKey, now } = deps;
  const controls = createControls({
    now,
    errorBody: (statusCode) => ({ statusCode, message: 'Sandbox fault' }),
    loggedQuery: ['search-term', 'page'],
  });
  const app = new Hono<NodeEnv>();
  app.use(controls.middleware);
  app.route('/__sandbox', controls.routes);
  requireKey(app, apiKey, createRateLimit({ now, ...defaultRegistryLimits, ...deps.limits }));
  addSearchRoute(app, entities);
  addEntityRoutes(app, entities);

  app.notFound((c) => errorResponse(c, 404, 'Resource not found'));
  app.onError((error, c) => {
    console.error('NZBN sandbox service:', error);
    return errorResponse(c, 500, 'Internal error.');
  });
  return app;
}

function errorResponse(c: Context<NodeEnv>, statusCode: 400 | 401 | 404 | 429 | 500, message: string) {
  return c.json(
    statusCode === 404 ? { errorCode: '404', errorDescription: message } : { statusCode, message },
    statusCode,
  );
}

function requireKey(app: Hono<NodeEnv>, apiKey: string, rate: RateLimit): void {
  app.use(async (c, next) => {
    const key = c.req.header('ocp-apim-subscription-key');
    if (key === undefined) {
      return errorResponse(
        c,
        401,
        'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.',
      );
    }
    if (!isSameSecret(key, apiKey)) {
      return errorResponse(
        c,
        401,
        'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
      );
    }
    const waitSeconds = rate.take('key');
    if (waitSeconds > 0) {
      c.header('Retry-After', String(waitSeconds));
      return errorResponse(c, 429, `Rate limit is exceeded. Try again in ${waitSeconds} seconds.`);
    }
    await next();
  });
}

function addSearchRoute(app: Hono<NodeEnv>, entities: Entities): void {
  app.get(`${nzbnBasePath}/entities`, (c) => {
    const term = (c.req.query('search-term') ?? '').trim();
    if (term === '') return errorResponse(c, 400, 'Search term is required.');
    const pageSize = Number(c.req.query('page-size') ?? 50);
    const page = Number(c.req.query('page') ?? 1);
    if (
      !Number.isInteger(pageSize) ||
      pageSize < 1 ||
      pageSize > maxPageSize ||
      !Number.isInteger(page) ||
      page < 0
    ) {
      return errorResponse(c, 400, 'Page or page size is not valid.');
    }
    const list = (name: string) => (c.req.query(name) ?? '').split(',').filter((value) => value !== '');
    const [asStatus, asType] = [list('entity-status'), list('entity-type')];
    const numbered = entities.byNumber.get(term.replaceAll(' ', ''));
    const found =
      numbered?.country === 'NZL'
        ? [numbered]
        : findByName(entities.all, 'NZL', term).map(({ entity }) => entity);
    const items = found
      .map(nzbnListItem)
      .filter(
        ({ entityStatusDescription }) =>
          asStatus.length === 0 ||
          asStatus.includes(entityStatusDescription.toUpperCase().replaceAll(' ', '')) ||
          asStatus.includes(entityStatusDescription),
      )
      .filter(({ entityTypeCode }) => asType.length === 0 || asType.includes(entityTypeCode));
    // Callers count pages from 0 or from 1: both reach the first page.
    const from = (Math.max(page, 1) - 1) * pageSize;
    return c.json({ pageSize, page, totalItems: items.length, items: items.slice(from, from + pageSize) });
  });
}

function addEntityRoutes(app: Hono<NodeEnv>, entities: Entities): void {
  const find = (nzbn: string) => {
    const entity = entities.byNumber.get(nzbn);
    return entity?.nzbn === nzbn ? nzbnEntity(entity, entities) : undefined;
  };
  app.get(`${nzbnBasePath}/entities/:nzbn`, (c) => {
    const nzbn = c.req.param('nzbn');
    if (!isNzbn(nzbn)) return errorResponse(c, 400, 'NZBN is not valid.');
    const entity = find(nzbn);
    return entity ? c.json(entity) : errorResponse(c, 404, `Object Not Found: ${nzbn}`);
  });
  app.get(`${nzbnBasePath}/entities/:nzbn/:part`, (c) => {
    const entity = find(c.req.param('nzbn'));
    const part = parts[c.req.param('part')];
    return entity && part ? c.json(part(entity) as object) : errorResponse(c, 404, 'Object Not Found');
  });
}
