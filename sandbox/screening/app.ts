import { type Context, Hono } from 'hono';
import type { NodeEnv } from '../listen.ts';
import { type Figure, figures } from './figures.ts';

export interface ScreeningAppOptions {
  dataset: string;
  /** Asked for where given, as the hosted service does. */
  apiKey?: string;
  /** Version of the data that the catalogue names. */
  version?: string;
  entities?: readonly Figure[];
}

/** What the API takes at once. */
const mostQueries = 100;
const mostResults = 500;

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

/** Share of words that two names have in common. */
function likeness(one: string, other: string): number {
  const [a, b] = [new Set(words(one)), new Set(words(other))];
  const common = [...a].filter((word) => b.has(word)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

function scoreOf({ properties = {} }: Query, figure: Figure) {
  const names = [...(figure.properties.name ?? []), ...(figure.properties.alias ?? [])];
  const name = Math.max(
    0,
    ...(properties.name ?? []).flatMap((asked) => names.map((own) => likeness(asked, own))),
  );
  const [asked, own] = [properties.birthDate?.[0], figure.properties.birthDate?.[0]];
  const year = asked && own && asked.slice(0, 4) !== own.slice(0, 4) ? -0.15 : 0;
  return {
    score: Math.max(0, Math.round((name + year) * 1000) / 1000),
    explanations: {
      name_match: { score: name, weight: 1 },
      ...(year === 0 ? {} : { dob_year_disjoint: { score: year, weight: -0.15 } }),
    },
  };
}

const isFit = (asked: string | undefined, own: string) =>
  asked === undefined ||
  asked === own ||
  asked === 'LegalEntity' ||
  (asked === 'Organization' && own === 'Company');

/**
 * A small stand-in for a screening service that speaks OpenSanctions' matching API as yente does: invented people, a plain score of
 * words in common, the API's own limits and errors.
 */
export function createScreeningApp({
  dataset,
  apiKey,
  version = '20260227-standin',
  entities = figures,
}: ScreeningAppOptions): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const refuse = (context: Context, status: 400 | 401 | 404, detail: string) =>
    context.json({ detail }, status);
  app.use('*', async (context, next) => {
    if (apiKey !== undefined && context.req.header('Authorization') !== `ApiKey ${apiKey}`) {
      return refuse(context, 401, 'Invalid API key');
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
    if (context.req.param('dataset') !== dataset) return refuse(context, 404, 'No such dataset');
    const body = await context.req.json<{ queries?: Record<string, Query> }>().catch(() => undefined);
    const queries = Object.entries(body?.queries ?? {});
    if (queries.length === 0) return refuse(context, 400, 'No queries provided.');
    if (queries.length > mostQueries)
      return refuse(context, 400, 'Too many queries in one batch (limit: 100).');
    const limit = Math.min(mostResults, Number(context.req.query('limit') ?? 5));
    const threshold = Number(context.req.query('threshold') ?? 0.7);
    const responses = queries.map(([name, query]) => {
      const results = entities
        .filter((figure) => isFit(query.schema, figure.schema))
        .map((figure) => ({ ...figure, ...scoreOf(query, figure) }))
        .filter(({ score }) => score > threshold - 0.2 && score > 0.3)
        .sort((one, other) => other.score - one.score)
        .map((result) => ({ ...result, match: result.score >= threshold }));
      return [
        name,
        {
          status: 200,
          results: results.slice(0, limit),
          total: { value: results.filter(({ match }) => match).length, relation: 'eq' },
          query: { id: null, ...query },
        },
      ];
    });
    context.header('x-batch-size', String(queries.length));
    return context.json({ responses: Object.fromEntries(responses), limit });
  });
  return app;
}
