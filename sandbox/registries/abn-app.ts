import { type Context, Hono } from 'hono';
import { createControls } from '../controls.ts';
import { createRateLimit } from '../limits.ts';
import type { NodeEnv } from '../listen.ts';
import { isSameSecret } from '../same-secret.ts';
import { type Entities, type Entity, findByName, getNumber, placeFor } from './entities.ts';
import { isAbn, isAcn } from './numbers.ts';
import { defaultRegistryLimits, type RegistryLimits } from './nzbn-app.ts';

const types: Record<Entity['kind'], { code: string; words: string }> = {
  company: { code: 'PRV', words: 'Australian Private Company' },
  listedCompany: { code: 'PUB', words: 'Australian Public Company' },
  overseasCompany: { code: 'OIE', words: 'Other Incorporated Entity' },
  limitedPartnership: { code: 'LPT', words: 'Limited Partnership' },
  trust: { code: 'DIT', words: 'Discretionary Investment Trust' },
  superFund: { code: 'SMF', words: 'ATO Regulated Self-Managed Superannuation Fund' },
  soleTrader: { code: 'IND', words: 'Individual/Sole Trader' },
};

const messages = {
  key: 'The GUID entered is not recognised as a Registered Party',
  number: 'Search text is not a valid ABN or ACN',
  none: 'No record found',
};

function details(entity: Entity | undefined, Message: string) {
  const place = entity && placeFor('AUS', getNumber(entity.key));
  const since = entity?.registeredOn ?? '';
  return {
    Abn: entity?.abn ?? '',
    AbnStatus: entity ? (entity.status === 'removed' ? 'Cancelled' : 'Active') : '',
    AbnStatusEffectiveFrom: entity ? (entity.endedOn ?? since) : '',
    Acn: entity?.acn ?? '',
    AddressDate: entity ? since : null,
    AddressPostcode: place?.postcode ?? '',
    AddressState: place?.state ?? '',
    BusinessName: entity?.tradingNames ?? [],
    EntityName: entity?.name ?? '',
    EntityTypeCode: entity ? types[entity.kind].code : '',
    EntityTypeName: entity ? types[entity.kind].words : '',
    Gst: entity && entity.status !== 'removed' && getNumber(entity.key) % 5 !== 0 ? since : null,
    Message,
  };
}

/**
 * The sandbox ABN Lookup (`/json/AbnDetails.aspx`, `AcnDetails.aspx`, `MatchingNames.aspx`): JSONP, with status 200
 * even for errors, which are in `Message`; and `/__sandbox/{log,faults}`.
 */
export function createAbnApp(deps: {
  entities: Entities;
  guid: string;
  limits?: Partial<RegistryLimits>;
  now: () => Date;
}): Hono<NodeEnv> {
  const { entities, guid, now } = deps;
  const rate = createRateLimit({ now, ...defaultRegistryLimits, ...deps.limits });
  const controls = createControls({
    now,
    errorBody: (status) => `<html><body><h1>${status}</h1></body></html>`,
    loggedQuery: ['abn', 'acn', 'name'],
  });
  const app = new Hono<NodeEnv>();
  app.use(controls.middleware);
  app.route('/__sandbox', controls.routes);
  app.use(async (c, next) => {
    const waitSeconds = rate.take('key');
    if (waitSeconds === 0) return next();
    return c.text('Too Many Requests', 429, { 'Retry-After': String(waitSeconds) });
  });

  addNumberRoutes(app, entities, guid);
  addNameRoute(app, entities, guid);
  app.notFound((c) => c.text('Not Found', 404));
  return app;
}

/** Sends the value as JSONP with the requested function name, or else `callback`. */
function response(c: Context<NodeEnv>, value: unknown) {
  const callbackName = c.req.query('callback') ?? '';
  const callback = /^[A-Za-z_$][\w$.]{0,80}$/.test(callbackName) ? callbackName : 'callback';
  return c.body(`${callback}(${JSON.stringify(value)})`, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
  });
}

function hasKey(c: Context<NodeEnv>, guid: string): boolean {
  return isSameSecret(c.req.query('guid'), guid);
}

function addNumberRoutes(app: Hono<NodeEnv>, entities: Entities, guid: string): void {
  const australian = (number: string) => {
    const entity = entities.byNumber.get(number);
    return entity?.country === 'AUS' ? entity : undefined;
  };
  function byNumber(c: Context<NodeEnv>, name: 'abn' | 'acn', isValid: (text: string) => boolean) {
    if (!hasKey(c, guid)) return response(c, details(undefined, messages.key));
    const number = (c.req.query(name) ?? '').replace(/\s/g, '');
    if (!isValid(number)) return response(c, details(undefined, messages.number));
    const entity = australian(number);
    return response(c, details(entity, entity ? '' : messages.none));
  }

  app.get('/json/AbnDetails.aspx', (c) => byNumber(c, 'abn', isAbn));
  app.get('/json/AcnDetails.aspx', (c) => byNumber(c, 'acn', isAcn));
}

function addNameRoute(app: Hono<NodeEnv>, entities: Entities, guid: string): void {
  app.get('/json/MatchingNames.aspx', (c) => {
    if (!hasKey(c, guid)) return response(c, { Message: messages.key, Names: [] });
    const max = Math.min(200, Math.max(1, Number(c.req.query('maxResults')) || 10));
    const found = findByName(entities.all, 'AUS', (c.req.query('name') ?? '').slice(0, 200));
    return response(c, {
      Message: '',
      Names: found.slice(0, max).map(({ entity, score }) => {
        const { postcode, state } = placeFor('AUS', getNumber(entity.key));
        return {
          Abn: entity.abn,
          AbnStatus: `${entity.status === 'removed' ? '0000000002' : '0000000001'}`,
          IsCurrent: true,
          Name: entity.name,
          NameType: 'Entity Name',
          Postcode: postcode,
          Score: score,
          State: state,
        };
      }),
    });
  });
}
