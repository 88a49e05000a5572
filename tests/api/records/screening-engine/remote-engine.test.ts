import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScreeningOptions } from '#api/records/screening-engine/engine.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { createYenteEngine } from '#api/records/screening-engine/remote-engine.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { type Listening, listen, type NodeEnv } from '#sandbox/listen.ts';
import { createScreeningApp } from '#sandbox/screening/app.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngine } from '#tests/support/database/database.ts';

const person = (name: string, more: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  id: name,
  schema: 'Person',
  names: [name],
  countries: [],
  identifiers: [],
  ...more,
});

describe('a screening service with OpenSanctions’ matching API', () => {
  let api: TestApi;
  let service: Listening;
  const asked: { path: string; queries: number; body: string }[] = [];
  beforeAll(async () => {
    api = await openTestApi(testEngine);
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

  test('queries a hundred at once, and returns hits, list, version and algorithm for each', async () => {
    const subjects = Array.from({ length: 150 }, (_, index) => person(`Nobody Known ${index}`));
    subjects[120] = person('Zoltan Inventador', { birthDate: '1961-04-09', countries: ['BIH'] });
    asked.length = 0;
    const answers = await engine().screen(subjects, options());
    const matching = asked.filter(({ path }) => path.includes('/match/'));
    const byNameAlone = matching.filter(({ path }) => path.includes('topics=sanction'));
    const whole = matching.filter((item) => !byNameAlone.includes(item));
    expect(whole.map(({ queries }) => queries)).toEqual([100, 50]);
    expect(whole.at(-1)?.path).toContain('algorithm=logic-v2');
    expect(whole.at(-1)?.body).toContain('"nationality":["ba"]');
    expect(byNameAlone.map(({ queries }) => queries)).toEqual([100, 50]);
    expect(byNameAlone.at(-1)?.body).not.toContain('nationality');
    expect(byNameAlone.at(-1)?.body).not.toContain('birthDate');
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

  const getHits = async (subject: ScreeningSubject, more: Partial<ScreeningOptions> = {}) => {
    const [response] = await engine().screen([subject], { ...options(), ...more });
    return response?.status === 'screened' ? response.hits : [];
  };

  test('returns an exact name of a sanctioned person as a match at any date of birth and threshold', async () => {
    for (const [birthDate, finding, score] of [
      ['1962-04-09', 'Birth year differs by one', 0.9],
      ['1961-09-04', 'Day and month swapped', 0.95],
      ['1991-04-09', 'One digit differs', 0.9],
      ['2004-11-30', 'Different date and year of birth', 0.6],
    ] as const) {
      const [hit, ...more] = await getHits(person('Zoltan Inventador', { birthDate }), { threshold: 1 });
      expect([birthDate, hit?.entity.id, hit?.score.score, more]).toEqual([
        birthDate,
        'NK-invented-1',
        score,
        [],
      ]);
      expect(hit?.score.features.map((feature) => feature.finding.split(':')[0])).toContain(finding);
    }
  });

  test('excludes names on other lists, similar names, and topics that are not checked', async () => {
    const anothers = { birthDate: '2004-11-30' };
    expect(await getHits(person('Perpetua Fictiva', anothers), { threshold: 1 })).toEqual([]);
    expect(await getHits(person('Zoltan Inventor', anothers), { threshold: 1 })).toEqual([]);
    expect(await getHits(person('Zoltan Inventador', anothers), { threshold: 1, topics: ['pep'] })).toEqual(
      [],
    );
    // Queried without dates, the service finds it once, not twice.
    expect(await getHits(person('Zoltan Inventador'))).toHaveLength(1);
  });

  test('screens against the company’s internal list as well', async () => {
    await sendOwnList(api, api.companies.b.owner, 'name\nZoltan Inventador\n');
    const [response] = await engine().screen([person('Zoltan Inventador')], {
      ...options(),
      companyId: api.companies.b.id,
    });
    expect(response?.status === 'screened' && response.hits.map(({ list }) => list.name)).toEqual([
      'Invented people',
      'Our own list',
    ]);
  });

  test('treats every failure as an error, never as no match', async () => {
    const failing = new Hono<NodeEnv>();
    failing.post('/match/text', (context) => context.text('<html>'));
    failing.post('/match/empty', (context) => context.json({ responses: {} }));
    failing.post('/match/one', (context) =>
      context.json({ responses: { q0: { status: 200, results: [] }, q1: { status: 500, results: [] } } }),
    );
    failing.post('/match/names', (context) =>
      context.req.query('topics') === undefined
        ? context.json({ responses: { q0: { results: [] }, q1: { results: [] } } })
        : context.json({ detail: 'no' }, 503),
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
      // If the query by name alone fails, sanctions remain unknown.
      expect(await statuses({ url, dataset: 'names' })).toEqual(['error', 'error']);
    } finally {
      await other.close();
    }
  });
});
