import { type Context, Hono } from 'hono';
import { createControls } from '../controls.ts';
import { createRateLimit } from '../limits.ts';
import type { NodeEnv } from '../listen.ts';
import { isSameSecret } from '../same-secret.ts';
import { type Entities, type Entity, getNumber, issuedShares, placeFor } from './entities.ts';
import type { Holder, Person } from './entity-draft.ts';
import { isAcn } from './numbers.ts';
import { defaultRegistryLimits, type RegistryLimits } from './nzbn-app.ts';

const statuses: Record<Entity['status'], { code: string; words: string }> = {
  registered: { code: 'REGD', words: 'Registered' },
  voluntaryAdministration: { code: 'EXAD', words: 'Externally administered' },
  liquidation: { code: 'EXAD', words: 'Externally administered' },
  receivership: { code: 'EXAD', words: 'Externally administered' },
  removed: { code: 'DRGD', words: 'Deregistered' },
};

function address(number: number) {
  const { lines, state, postcode } = placeFor('AUS', number);
  return {
    lines: lines.slice(0, -1),
    locality: lines.at(-1) ?? '',
    state: state ?? '',
    postcode,
    country: 'AU',
  };
}

function officer(role: string, person: Person, appointedOn: string, ceasedOn: string | null) {
  const { given, middle, family } = person;
  return {
    role,
    name: { given, middle: middle ?? null, family },
    appointedOn,
    ceasedOn,
    address: address(getNumber(`${given} ${family}`)),
  };
}

function getHolder(holder: Holder, { byKey }: Entities) {
  if ('given' in holder) {
    return {
      type: 'person',
      name: { given: holder.given, middle: holder.middle ?? null, family: holder.family },
    };
  }
  const known = 'key' in holder ? byKey.get(holder.key) : undefined;
  return {
    type: 'organisation',
    name: known?.name ?? ('outside' in holder ? holder.outside : ''),
    acn: known?.acn ?? null,
    number: known?.companyNumber ?? ('outside' in holder ? (holder.number ?? null) : null),
    country: known ? (known.country === 'AUS' ? 'AU' : 'NZ') : 'outside' in holder ? holder.country : null,
  };
}

function extract(entity: Entity, entities: Entities, at: Date) {
  return {
    acn: entity.acn,
    abn: entity.abn,
    name: entity.name,
    type: entity.kind === 'listedCompany' ? 'APUB' : 'APTY',
    class: 'LMSH',
    subClass: entity.kind === 'listedCompany' ? 'LIST' : 'PROP',
    status: statuses[entity.status].code,
    statusDescription: statuses[entity.status].words,
    registeredOn: entity.registeredOn,
    deregisteredOn: entity.status === 'removed' ? (entity.endedOn ?? null) : null,
    addresses: [
      { type: 'registeredOffice', ...address(getNumber(entity.key)) },
      { type: 'principalPlaceOfBusiness', ...address(getNumber(entity.key) + 1) },
    ],
    officers: [
      ...(entity.directors ?? []).map((director) => officer('director', director, entity.registeredOn, null)),
      ...(entity.directors ?? [])
        .slice(0, 1)
        .map((director) => officer('secretary', director, entity.registeredOn, null)),
      ...(entity.formerDirectors ?? []).map((formerDirector) =>
        officer('director', formerDirector, entity.registeredOn, '2021-05-31'),
      ),
    ],
    shareClasses: [{ code: 'ORD', title: 'Ordinary shares', issued: issuedShares(entity) }],
    members: (entity.parcels ?? []).map(({ shares, holders, beneficial }) => ({
      classCode: 'ORD',
      shares,
      beneficiallyHeld: beneficial ?? true,
      holders: holders.map((holder) => getHolder(holder, entities)),
    })),
    extractedAt: at.toISOString(),
  };
}

/**
 * Company extracts of Australia: `GET /v1/companies/{acn}` with directors, secretaries, share classes and members. The
 * interface is Assay's own: the register sells extracts through information brokers, each with its own interface, and
 * publishes none.
 */
export function createExtractApp(deps: {
  entities: Entities;
  apiKey: string;
  limits?: Partial<RegistryLimits>;
  now: () => Date;
}): Hono<NodeEnv> {
  const { entities, apiKey, now } = deps;
  const rate = createRateLimit({ now, ...defaultRegistryLimits, ...deps.limits });
  const controls = createControls({
    now,
    errorBody: () => ({ error: { code: 'fault', message: 'Sandbox fault' } }),
  });
  const app = new Hono<NodeEnv>();
  app.use(controls.middleware);
  app.route('/__sandbox', controls.routes);
  const errorResponse = (c: Context<NodeEnv>, status: 400 | 401 | 404 | 429, code: string, message: string) =>
    c.json({ error: { code, message } }, status);

  app.use(async (c, next) => {
    if (!isSameSecret(c.req.header('authorization'), `Bearer ${apiKey}`)) {
      return errorResponse(c, 401, 'unauthorised', 'The key is missing or not valid.');
    }
    const waitSeconds = rate.take('key');
    if (waitSeconds > 0) {
      c.header('Retry-After', String(waitSeconds));
      return errorResponse(c, 429, 'tooMany', 'Too many requests.');
    }
    await next();
  });
  app.get('/v1/companies/:acn', (c) => {
    const acn = c.req.param('acn');
    if (!isAcn(acn)) return errorResponse(c, 400, 'number', 'The ACN is not valid.');
    const entity = entities.byNumber.get(acn);
    if (entity?.acn !== acn) return errorResponse(c, 404, 'notFound', 'No company has this ACN.');
    return c.json(extract(entity, entities, now()));
  });
  app.notFound((c) => errorResponse(c, 404, 'notFound', 'No such call.'));
  return app;
}
