import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListEngine } from '#api/screening/list-engine.ts';
import { createYenteEngine } from '#api/screening/yente-engine.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { type Listening, listen, type NodeEnv } from '#sandbox/listen.ts';
import { createScreeningApp } from '#sandbox/screening/app.ts';
import { openTestApi, type TestApi } from '#tests/support/api.ts';
import { sendOwnList } from '#tests/support/screening-lists.ts';

const person = (name: string, more: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  id: name,
  schema: 'Person',
  names: [name],
  countries: [],
  identifiers: [],
  ...more,
});

describe('a screening service that speaks OpenSanctions’ matching API', () => {
  let api: TestApi;
  let service: Listening;
  const asked: { path: string; queries: number; body: string }[] = [];
  beforeAll(async () => {
    api = await openTestApi('pglite');
    const app = new Hono<NodeEnv>();
    app.use('*', async (context, next) => {
      const body = context.req.method === 'POST' ? await context.req.raw.clone().text() : '';
      asked.push({ path: context.req.url, queries: (body.match(/"q\d+":/g) ?? []).length, body });
      await next();
    });
    app.route('/', createScreeningApp({ dataset: 'invented', apiKey: 'test-key' }));
    service = await listen(app, '127.0.0.1', 0);
  });
  afterAll(async () => {
    await service.close();
    await api.close();
  });

  const engine = (settings: Partial<{ url: string; apiKey: string; dataset: string }> = {}) =>
    createYenteEngine({
      settings: { url: service.url, apiKey: 'test-key', dataset: 'invented', ...settings },
      ownLists: createListEngine({ db: api.database.db, ownListsOnly: true }),
      now: () => new Date(),
    });
  const options = () => ({
    companyId: api.companies.a.id,
    threshold: 0.7,
    birthDateMatching: 'exact' as const,
  });

  test('asks a hundred at once, and answers each subject with hits, list, version and algorithm', async () => {
    const subjects = Array.from({ length: 150 }, (_, index) => person(`Nobody Known ${index}`));
    subjects[120] = person('Zoltan Inventador', { birthDate: '1961-04-09', countries: ['BIH'] });
    asked.length = 0;
    const answers = await engine().screen(subjects, options());
    expect(asked.filter(({ path }) => path.includes('/match/')).map(({ queries }) => queries)).toEqual([
      100, 50,
    ]);
    expect(asked.at(-1)?.path).toContain('algorithm=logic-v2');
    expect(asked.at(-1)?.body).toContain('"nationality":["ba"]');
    expect(answers.map(({ subjectId }) => subjectId)).toEqual(subjects.map(({ id }) => id));
    expect(answers[0]).toMatchObject({ status: 'screened', hits: [] });
    expect(answers[120]).toMatchObject({
      status: 'screened',
      algorithm: { name: 'logic-v2' },
      lists: [{ id: 'invented', version: '20260227-standin', publishedOn: '2026-02-27', keptBy: 'service' }],
      hits: [
        {
          entity: {
            id: 'NK-invented-1',
            countries: ['BIH'],
            topics: ['sanction'],
            birthDates: [{ on: '1961-04-09' }],
          },
          score: { score: 1, features: [{ finding: 'Scored by the screening service: name match 1' }] },
        },
      ],
    });
    expect(
      await engine().changedSince({ companyId: api.companies.a.id, listId: 'invented', since: null }),
    ).toBeNull();
  });

  test('screens against the company’s own list besides', async () => {
    await sendOwnList(api, api.companies.b.owner, 'name\nZoltan Inventador\n');
    const [answer] = await engine().screen([person('Zoltan Inventador')], {
      ...options(),
      companyId: api.companies.b.id,
    });
    expect(answer?.status === 'screened' && answer.hits.map(({ list }) => list.name)).toEqual([
      'Invented people',
      'Our own list',
    ]);
  });

  test('whatever fails is an error, never no match', async () => {
    const failing = new Hono<NodeEnv>();
    failing.post('/match/text', (context) => context.text('<html>'));
    failing.post('/match/empty', (context) => context.json({ responses: {} }));
    failing.post('/match/one', (context) =>
      context.json({ responses: { q0: { status: 200, results: [] }, q1: { status: 500, results: [] } } }),
    );
    failing.post('/match/down', (context) => context.json({ detail: 'no' }, 503));
    failing.post('/match/away', (context) => context.redirect('http://127.0.0.1:9/'));
    const other = await listen(failing, '127.0.0.1', 0);
    try {
      const statuses = async (settings: Parameters<typeof engine>[0]) =>
        (await engine(settings).screen([person('A'), person('B')], options())).map(({ status }) => status);
      const { url } = other;
      expect(await statuses({ apiKey: 'wrong' })).toEqual(['error', 'error']);
      expect(await statuses({ dataset: 'unknown' })).toEqual(['error', 'error']);
      expect(await statuses({ url: 'http://127.0.0.1:9' })).toEqual(['error', 'error']);
      for (const dataset of ['text', 'empty', 'down', 'away']) {
        expect([dataset, await statuses({ url, dataset })]).toEqual([dataset, ['error', 'error']]);
      }
      expect(await statuses({ url, dataset: 'one' })).toEqual(['screened', 'error']);
    } finally {
      await other.close();
    }
  });
});
