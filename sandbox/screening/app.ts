import { type Context, Hono } from 'hono';
import type { NodeEnv } from '../listen.ts';
import { type Figure, figures } from './entities.ts';

export interface ScreeningAppOptions {
  dataset: string;
  /** Required from callers if set, as by the hosted service. */
  apiKey?: string;
  /** Data version in the catalogue. */
  version?: string;
  entities?: readonly Figure[];
}

/** Maximum queries of one request. */
const maxQueries = 100;
const maxResults = 500;

interface Query {
  schema?: string;
  properties?: Record<string, string[]>;
}

const words = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Share of the words that two names have in common. */
function similarity(item: string, other: string): number {
  const [a, b] = [new Set(words(item)), new Set(words(other))];
  const common = [...a].filter((word) => b.has(word)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

function getScore({ properties = {} }: Query, figure: Figure) {
  const names = [...(figure.properties.name ?? []), ...(figure.properties.alias ?? [])];
  const name = Math.max(
    0,
    ...(properties.name ?? []).flatMap((queryName) => names.map((own) => similarity(queryName, own))),
  );
  const [queryBirthDate, own] = [properties.birthDate?.[0], figure.properties.birthDate?.[0]];
  const year = queryBirthDate && own && queryBirthDate.slice(0, 4) !== own.slice(0, 4) ? -0.15 : 0;
  const areWhole = queryBirthDate?.length === 10 && own?.length === 10;
  const day = areWhole && queryBirthDate.slice(5) !== own.slice(5) ? -0.25 : 0;
  return {
    score: Math.max(0, Math.round((name + year + day) * 1000) / 1000),
    explanations: {
      name_match: { score: name, weight: 1 },
      ...(year === 0 ? {} : { dob_year_disjoint: { score: year, weight: -0.15 } }),
      ...(day === 0 ? {} : { dob_day_disjoint: { score: day, weight: -0.25 } }),
    },
  };
}

const isFit = (queryValue: string | undefined, own: string) =>
  queryValue === undefined ||
  queryValue === own ||
  queryValue === 'LegalEntity' ||
  (queryValue === 'Organization' && own === 'Company');

/**
 * A sandbox screening service with OpenSanctions' matching API as in yente: fictitious people, scored by words in
 * common, with the API's limits and errors.
 */
export function createScreeningApp({
  dataset,
  apiKey,
  version = '20260227-standin',
  entities = figures,
}: ScreeningAppOptions): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const errorResponse = (context: Context, status: 400 | 401 | 404, detail: string) =>
    context.json({ detail }, status);
  app.use('*', async (context, next) => {
    if (apiKey !== undefined && context.req.header('Authorization') !== `ApiKey ${apiKey}`) {
      return errorResponse(context, 401, 'Invalid API key');
    }
    return next();
  });
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/catalog', (context) =>
    context.json({
      datasets: [
        {
          name: dataset,
          title: 'Invented people',
          version,
          updated_at: '2026-02-27T06:00:00',
          entity_count: entities.length,
        },
      ],
    }),
  );
  app.post('/match/:dataset', async (context) => {
    if (context.req.param('dataset') !== dataset) return errorResponse(context, 404, 'No such dataset');
    const body = await context.req.json<{ queries?: Record<string, Query> }>().catch(() => undefined);
    const queries = Object.entries(body?.queries ?? {});
    if (queries.length === 0) return errorResponse(context, 400, 'No queries provided.');
    if (queries.length > maxQueries)
      return errorResponse(context, 400, 'Too many queries in one batch (limit: 100).');
    const options = {
      limit: Math.min(maxResults, Number(context.req.query('limit') ?? 5)),
      threshold: Number(context.req.query('threshold') ?? 0.7),
      topics: context.req.queries('topics') ?? [],
    };
    const responses = queries.map(([name, query]) => [name, match(entities, query, options)]);
    context.header('x-batch-size', String(queries.length));
    return context.json({ responses: Object.fromEntries(responses), limit: options.limit });
  });
  return app;
}

/** The response to one query: the best results first, those at the threshold or above marked as matches. */
function match(
  entities: readonly Figure[],
  query: Query,
  { limit, threshold, topics }: { limit: number; threshold: number; topics: readonly string[] },
) {
  const results = entities
    .filter((figure) => isFit(query.schema, figure.schema))
    .filter(
      ({ properties }) =>
        topics.length === 0 || (properties.topics ?? []).some((topic) => topics.includes(topic)),
    )
    .map((figure) => ({ ...figure, ...getScore(query, figure) }))
    .filter(({ score }) => score > threshold - 0.2 && score > 0.3)
    .sort((a, b) => b.score - a.score)
    .map((result) => ({ ...result, match: result.score >= threshold }));
  return {
    status: 200,
    results: results.slice(0, limit),
    total: { value: results.filter((result) => result.match).length, relation: 'eq' },
    query: { id: null, ...query },
  };
}
