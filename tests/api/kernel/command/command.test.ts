import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AreaDeps } from '#api/endpoint-bindings.ts';
import { commandsFor, receipt, unchanged } from '#api/kernel/command/command.ts';
import { handlersFor } from '#api/kernel/command/handler.ts';
import { queriesFor } from '#api/kernel/command/query.ts';
import type { Work } from '#api/kernel/command/work.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordVersion } from '#contract/fields.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

const renameEndpoint = endpoint({
  id: 'tests.rename',
  method: 'POST',
  path: '/tests/:id/name',
  summary: 'Rename',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: z.object({ id: z.string() }),
  body: z.object({ version: recordVersion, name: z.string(), note: z.string().optional() }),
  response: z.object({ name: z.string(), version: z.number() }),
  status: 200,
});

const archiveEndpoint = endpoint({
  id: 'tests.archive',
  method: 'POST',
  path: '/tests/:id/archive',
  summary: 'Archive',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: z.object({ id: z.string() }),
  body: z.object({}),
  response: z.object({ history: z.array(z.string()) }),
  status: 200,
});

const readEndpoint = endpoint({
  id: 'tests.read',
  method: 'GET',
  path: '/tests/:id',
  summary: 'Read',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: z.string() }),
  response: z.object({ company: z.string() }),
  status: 200,
});

const countEndpoint = endpoint({
  id: 'tests.count',
  method: 'GET',
  path: '/tests/:id/count',
  summary: 'Count',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ id: z.string() }),
  query: z.object({ from: z.coerce.number().default(1) }),
  response: z.object({ count: z.number() }),
  status: 200,
});

interface Thing {
  name: string;
  version: number;
  status: 'open' | 'closed';
}

describe.each(testEngines)('a command on %s', (engine) => {
  let api: TestApi;
  let thing: Thing | null;
  let steps: string[];
  let hooks: number;

  const command = commandsFor<Pick<AreaDeps, 'db' | 'now'>>();
  const rename = command(renameEndpoint, {
    lock: async (_context: Work) => {
      steps.push('lock');
      return thing === null ? null : { ...thing };
    },
    stale: {
      message: 'Somebody else renamed it.',
      current: (_, { name, version }) => ({ name, version }),
    },
    transition: {
      lifecycle: {
        noun: 'thing',
        labels: { open: 'Open', closed: 'Closed' },
        starts: ['open'],
        transitions: { open: { open: { label: 'Rename', by: 'person' } }, closed: {} },
      },
      from: ({ status }) => status,
      to: () => 'open',
    },
    check({ body, problems }) {
      steps.push('check');
      if (body.name === '') problems.add('name', 'Enter a name');
      if (body.note === '') problems.add('note', 'Enter a note');
    },
    async change({ body, afterCommit }, before) {
      steps.push('change');
      if (body.name === before.name) return unchanged({ name: before.name, version: before.version });
      thing = { ...before, name: body.name, version: before.version + 1 };
      afterCommit(() => {
        hooks += 1;
      });
      return before.name;
    },
    async read() {
      steps.push('read');
      if (thing === null) throw new Error('Gone');
      return { name: thing.name, version: thing.version };
    },
    async again() {
      steps.push('again');
      return thing && { name: thing.name, version: thing.version };
    },
    events: ({ params }, { after, done }) => ({
      action: 'test.renamed',
      resourceType: 'test',
      resourceId: params.id,
      detail: { before: done, after: after.name },
    }),
  });

  const query = queriesFor<Pick<AreaDeps, 'db'>>();
  const readName = query(readEndpoint, async ({ trx, params: { id } }) => {
    const { name } = await trx.selectFrom('companies').select('name').executeTakeFirstOrThrow();
    return id === 'missing' ? null : { company: name };
  });

  const handler = handlersFor<Pick<AreaDeps, 'db'>>();
  const count = handler(countEndpoint, async (_deps, { query: { from }, body }) => ({
    count: body === undefined ? from : Number.NaN,
  }));

  const archive = command(archiveEndpoint, {
    readsHistory: true,
    again: receipt,
    change: async ({ record, params: { id } }) =>
      record({ action: 'test.emptied', resourceType: 'test', resourceId: id, detail: {} }),
    async read({ trx, params, caller }) {
      const events = await trx
        .selectFrom('audit_events')
        .select('action')
        .where('chain', '=', caller.company.id)
        .where('resource_id', '=', params.id)
        .orderBy('seq')
        .execute();
      return { history: events.map(({ action }) => action) };
    },
    events: ({ params: { id } }) => ({
      action: 'test.archived',
      resourceType: 'test',
      resourceId: id,
      detail: {},
    }),
  });

  beforeAll(async () => {
    api = await openTestApi(engine, {
      endpoints: [renameEndpoint, archiveEndpoint, readEndpoint, countEndpoint],
      bindings: (deps) => [rename, archive, readName, count].map((each) => each.bind(deps)),
    });
  });
  afterAll(() => api?.close());

  const start = (status: Thing['status'] = 'open') => {
    thing = { name: 'Old', version: 3, status };
    steps = [];
    hooks = 0;
  };
  const send = (body: { version: number; name: string; note?: string }, requestKey?: string) =>
    api.request(
      renameEndpoint,
      { params: { id: 'one' }, body, ...(requestKey === undefined ? {} : { requestKey }) },
      { as: api.companies.a.staff },
    );
  async function events(): Promise<number> {
    const { rows } = await api.database.asSuperuser(
      `SELECT count(*)::int AS count FROM assay.audit_events WHERE action = 'test.renamed'`,
    );
    return Number(rows[0]?.count);
  }

  test('runs its steps in order, returns the read record, and writes one audit event', async () => {
    start();
    const told = await events();
    expect((await send({ version: 3, name: 'New' })).response).toEqual({ name: 'New', version: 4 });
    expect(steps).toEqual(['lock', 'check', 'change', 'read']);
    expect(hooks).toBe(1);
    expect(await events()).toBe(told + 1);
  });

  test('returns the first result for a repeated key, and changes nothing again', async () => {
    start();
    const key = crypto.randomUUID();
    await send({ version: 3, name: 'New' }, key);
    const told = await events();
    steps = [];
    expect((await send({ version: 3, name: 'New' }, key)).response).toEqual({ name: 'New', version: 4 });
    expect(steps).toEqual(['again']);
    expect(hooks).toBe(1);
    expect(await events()).toBe(told);
    const other = await send({ version: 4, name: 'Other' }, key);
    expect(other.problem).toMatchObject({ code: 'idempotencyKey.reused', current: { name: 'New' } });
  });

  test('reads the record again for a repeated key, whatever another release stored', async () => {
    start();
    const key = crypto.randomUUID();
    await send({ version: 3, name: 'New' }, key);
    await api.database.asSuperuser(
      `UPDATE assay.request_keys SET body = '{"label": "New", "version": 4}' WHERE key = $1`,
      [key],
    );
    thing = { name: 'Newer', version: 5, status: 'open' };
    expect((await send({ version: 3, name: 'New' }, key)).response).toEqual({ name: 'Newer', version: 5 });
    const other = await send({ version: 4, name: 'Other' }, key);
    expect(other.problem).toMatchObject({ code: 'idempotencyKey.reused', current: { name: 'Newer' } });
    thing = null;
    expect((await send({ version: 3, name: 'New' }, key)).status).toBe(404);
    expect((await send({ version: 4, name: 'Other' }, key)).problem).not.toHaveProperty('current');
  });

  test('a query reads in its caller’s company, and returns 404 for null', async () => {
    const as = api.companies.b.staff;
    const own = await api.request(readEndpoint, { params: { id: 'one' } }, { as });
    expect(own.response.company).toBe(api.companies.b.name);
    expect((await api.request(readEndpoint, { params: { id: 'missing' } }, { as })).status).toBe(404);
  });

  test('a handler receives the parsed parts of its request', async () => {
    const as = api.companies.a.staff;
    const read = async (query: { from?: number }) =>
      (await api.request(countEndpoint, { params: { id: 'one' }, query }, { as })).response.count;
    expect(await read({})).toBe(1);
    expect(await read({ from: 7 })).toBe(7);
  });

  test('returns 404 for a missing record, and 409 with the record if it changed', async () => {
    start();
    const stale = await send({ version: 2, name: 'New' });
    expect(stale.status).toBe(409);
    expect(stale.problem).toMatchObject({
      detail: 'Somebody else renamed it.',
      current: { name: 'Old', version: 3 },
    });
    thing = null;
    expect((await send({ version: 3, name: 'New' })).status).toBe(404);
    expect(steps).toEqual(['lock', 'lock']);
  });

  test('rejects a transition missing from the lifecycle, with its message', async () => {
    start('closed');
    const refused = await send({ version: 3, name: 'New' });
    expect(refused.status).toBe(422);
    expect(refused.problem.fields?.['']?.[0]).toContain(
      'This thing is “Closed” and cannot be changed to “Open”.',
    );
  });

  test('returns all problems together, changes nothing and leaves the key free', async () => {
    start();
    const key = crypto.randomUUID();
    const refused = await send({ version: 3, name: '', note: '' }, key);
    expect(refused.problem.fields).toEqual({ name: ['Enter a name'], note: ['Enter a note'] });
    expect(steps).toEqual(['lock', 'check']);
    expect((await send({ version: 3, name: 'New' }, key)).response.version).toBe(4);
  });

  test('returns its own history where it reads one, also for a repeated key', async () => {
    const input = { params: { id: crypto.randomUUID() }, body: {}, requestKey: crypto.randomUUID() };
    const send = async () =>
      (await api.request(archiveEndpoint, input, { as: api.companies.a.staff })).response;
    expect(await send()).toEqual({ history: ['test.emptied', 'test.archived'] });
    expect(await send()).toEqual({ history: ['test.emptied', 'test.archived'] });
  });

  test('records nothing where nothing changed', async () => {
    start();
    const told = await events();
    expect((await send({ version: 3, name: 'Old' })).response).toEqual({ name: 'Old', version: 3 });
    expect(steps).toEqual(['lock', 'check', 'change']);
    expect(await events()).toBe(told);
    expect(hooks).toBe(0);
  });
});
