import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBulkActions } from '#api/follow-up/bulk-actions/run-job.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { assignClients } from '#contract/clients/client-assignment.ts';
import { readClient, readClientHistory } from '#contract/clients/clients.ts';
import {
  type BulkAct,
  listBulkItems,
  readBulkAction,
  startBulkAction,
  stopBulkAction,
  undoBulkAction,
} from '#contract/monitoring/bulk-actions.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { aWorklist } from '#tests/support/api/monitoring.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { create, personForm } from '../records/clients/support.ts';

describe.each(testEngines)('bulk actions on %s', (engine) => {
  let api: TestApi;
  let owner: TestPerson;
  let staff: TestPerson;
  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ owner, staff } = api.companies.a);
  });
  afterAll(() => api?.close());

  const as = () => ({ as: owner });
  const people = async (family: string, count: number) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      ids.push((await create(api, owner, personForm(`P${String.fromCharCode(97 + at)}`, family))).id);
    }
    return ids;
  };
  const start = (act: BulkAct, clientIds: string[], person = owner) =>
    api.request(startBulkAction, { body: { act, clientIds } }, { as: person });
  const read = async (id: string) => (await api.request(readBulkAction, { params: { id } }, as())).response;
  const items = async (id: string) =>
    (await api.request(listBulkItems, { params: { id }, query: {} }, as())).response.items;
  const run = (maxMs?: number) =>
    runBulkActions({ db: api.database.db, now: api.clock.now, ...(maxMs === undefined ? {} : { maxMs }) });
  const client = async (id: string) => (await api.request(readClient, { params: { id } }, as())).response;
  const eventsOf = async (id: string) =>
    (await api.request(readClientHistory, { params: { id }, query: {} }, as())).response.events;

  /** Locks a client as another transaction would, until the returned function is called. */
  async function holdClient(id: string): Promise<() => Promise<void>> {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let holder: Promise<void> = Promise.resolve();
    await new Promise<void>((isLocked) => {
      holder = asTenant(api.database.db, api.companies.a.id, async (trx) => {
        await trx.selectFrom('clients').select('id').where('id', '=', id).forUpdate().execute();
        isLocked();
        await ended;
      });
    });
    return () => {
      end();
      return holder;
    };
  }
  const waitingForLocks = async () => {
    const { rows } = await api.database.asSuperuser(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };

  test('starts onboarding client by client, and says why another was left as it is', async () => {
    const ids = await people('Startable', 3);
    const first = await start({ kind: 'startOnboarding' }, ids.slice(0, 1));
    expect(first.response).toMatchObject({ status: 'running', total: 1, counts: { waiting: 1 } });
    await run();
    const second = await start({ kind: 'startOnboarding' }, ids);
    await run();
    expect(await read(second.response.id)).toMatchObject({
      status: 'done',
      counts: { waiting: 0, done: 2, unchanged: 1, refused: 0 },
    });
    expect((await items(second.response.id)).find(({ state }) => state === 'unchanged')).toMatchObject({
      clientId: ids[0],
      reason: 'Onboarding has started already, or the relationship has ended',
    });
    expect((await client(ids[2] ?? '')).status).toBe('onboarding');
    const moved = (await eventsOf(ids[2] ?? '')).find(({ action }) => action === 'client.statusChanged');
    expect(moved).toMatchObject({ actorName: owner.name });
  });

  test('assigns all clients of a filter, and undoes it except where someone assigned since', async () => {
    const ids = await people('Wholefilter', 3);
    const filters = { q: 'wholefilter' };
    const act = { kind: 'assign' as const, memberId: staff.id };
    const few = await api.request(startBulkAction, { body: { act, filters, confirmedTotal: 2 } }, as());
    expect(few.problem.fields?.filters?.[0]).toContain('The filter has 3 clients now');
    const { response } = await api.request(
      startBulkAction,
      { body: { act, filters, confirmedTotal: 3 } },
      as(),
    );
    const early = await api.request(undoBulkAction, { params: { id: response.id }, body: {} }, as());
    expect(early.problem.detail).toContain('still running');
    await run();
    expect((await client(ids[0] ?? '')).responsible?.id).toBe(staff.id);
    expect(await read(response.id)).toMatchObject({ act: { target: staff.name }, mayUndo: true });
    const clients = [{ id: ids[1] ?? '', expectedResponsibleMemberId: staff.id }];
    await api.request(assignClients, { body: { responsibleMemberId: owner.id, clients } }, as());
    const undo = await api.request(undoBulkAction, { params: { id: response.id }, body: {} }, as());
    await run();
    expect(await read(undo.response.id)).toMatchObject({ counts: { done: 2, refused: 1 } });
    expect((await client(ids[0] ?? '')).responsible).toBeNull();
    expect((await client(ids[1] ?? '')).responsible?.id).toBe(owner.id);
    const again = await api.request(undoBulkAction, { params: { id: response.id }, body: {} }, as());
    expect(again.problem.code).toBe('request.invalid');
  });

  test('screens by enrolling, and schedules reviews; ended relationships are refused with the reason', async () => {
    const ids = await people('Screenable', 2);
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'exited' WHERE id = '${ids[1]}'`);
    const { id: worklistId } = await aWorklist(api, api.companies.a);
    const screen = await start({ kind: 'screen', worklistId }, ids);
    const review = await start({ kind: 'startReview', dueOn: '2099-01-31', cause: 'New owner' }, ids);
    await run();
    const refused = { counts: { done: 1, refused: 1, waiting: 0 } };
    expect(await read(screen.response.id)).toMatchObject(refused);
    expect(await read(review.response.id)).toMatchObject(refused);
    expect((await items(review.response.id))[1]?.reason).toContain('has ended');
    const { response } = await api.request(listReviews, { query: { limit: 100 } }, as());
    expect(response.items.filter(({ dueOn }) => dueOn === '2099-01-31')).toHaveLength(1);
  });

  test('a run that is cut off goes on where it ended, and nothing is done twice', async () => {
    const ids = await people('Interrupted', 6);
    const { response } = await start({ kind: 'assign', memberId: staff.id }, ids);
    if (engine === 'postgres') {
      // The fourth client is locked by someone else, and the transaction of the job that waits for it is cut off.
      const release = await holdClient(ids[3] ?? '');
      const cut = expect(run()).rejects.toThrow();
      await expect
        .poll(async () => {
          const { rows } = await api.database.asSuperuser(
            `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBe(1);
      await cut;
      await release();
      expect(await read(response.id)).toMatchObject({ status: 'running', counts: { done: 5, waiting: 1 } });
    } else {
      await run(1);
      expect((await read(response.id)).status).toBe('running');
    }
    await Promise.all([run(), run()]);
    expect(await read(response.id)).toMatchObject({ status: 'done', counts: { done: 6 } });
    for (const id of ids) {
      const actions = (await eventsOf(id)).map(({ action }) => action);
      expect(actions).toEqual(['client.updated', 'client.created']);
    }
  });

  test('leaves a relationship owner whom someone set after the action began', async () => {
    const ids = await people('Overtaken', 3);
    const assignOwner = async (id: string, person: TestPerson) => {
      const clients = [{ id, expectedResponsibleMemberId: null }];
      await api.request(assignClients, { body: { responsibleMemberId: person.id, clients } }, as());
    };
    const { response } = await start({ kind: 'assign', memberId: staff.id }, ids);
    await assignOwner(ids[0] ?? '', owner);
    await assignOwner(ids[1] ?? '', staff);
    await run();
    const states = (await items(response.id)).map(({ clientId, state, reason }) => [clientId, state, reason]);
    expect(new Set(states)).toEqual(
      new Set([
        [ids[0], 'refused', `Relationship owner is now ${owner.name}`],
        [ids[1], 'unchanged', 'Has this relationship owner already'],
        [ids[2], 'done', null],
      ]),
    );
    expect((await client(ids[0] ?? '')).responsible?.id).toBe(owner.id);
  });

  test.runIf(engine === 'postgres')(
    'Stop waits for the client in progress, so that Undo restores it',
    async () => {
      const ids = await people('Underway', 2);
      const { response } = await start({ kind: 'assign', memberId: staff.id }, ids);
      const params = { id: response.id };
      const release = await holdClient(ids[0] ?? '');
      const running = run();
      await expect.poll(waitingForLocks, { timeout: 60_000 }).toBe(1);
      const stopping = api.request(stopBulkAction, { params, body: {} }, as());
      await expect.poll(waitingForLocks, { timeout: 60_000 }).toBe(2);
      await release();
      const [stopped] = await Promise.all([stopping, running]);
      expect(stopped.response).toMatchObject({ status: 'stopped', counts: { done: 1, waiting: 1 } });
      await api.request(undoBulkAction, { params, body: {} }, as());
      await run();
      for (const id of ids) expect((await client(id)).responsible).toBeNull();
    },
  );

  test('one company’s long action does not hold up another company’s', async () => {
    const [model = ''] = await people('Multitude', 1);
    const many = 120;
    const { rows } = await api.database.asSuperuser(
      `INSERT INTO assay.clients SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'external_id', null))).*
         FROM assay.clients c, generate_series(1, ${many}) WHERE c.id = '${model}' RETURNING id`,
    );
    expect(rows).toHaveLength(many);
    const act = { kind: 'assign' as const, memberId: staff.id };
    const filters = { q: 'multitude' };
    const { response } = await api.request(
      startBulkAction,
      { body: { act, filters, confirmedTotal: many + 1 } },
      as(),
    );
    const { b } = api.companies;
    const { id: otherClient } = await create(api, b.owner, personForm('Otto', 'Elsewhere'));
    const other = await start({ kind: 'assign', memberId: b.staff.id }, [otherClient], b.owner);
    await run();
    const ended = await api.database.asSuperuser(
      `SELECT id FROM assay.bulk_actions WHERE id IN ('${response.id}', '${other.response.id}') AND status = 'done' ORDER BY ended_at`,
    );
    expect(ended.rows).toEqual([{ id: other.response.id }, { id: response.id }]);
  });

  test('refuses to start more than five at a time', async () => {
    const ids = await people('Sixfold', 1);
    const started = [];
    for (let count = 0; count < 5; count += 1) {
      started.push((await start({ kind: 'assign', memberId: staff.id }, ids)).response.id);
    }
    const sixth = await start({ kind: 'assign', memberId: staff.id }, ids);
    expect(sixth.problem).toMatchObject({
      code: 'request.invalid',
      fields: { '': ['Five bulk actions are running already. Start this one when one of them has ended.'] },
    });
    await run();
    expect((await read(started[4] ?? '')).status).toBe('done');
    expect((await start({ kind: 'assign', memberId: staff.id }, ids)).status).toBe(201);
    await run();
  });

  test('stops on request, and when its starter loses access', async () => {
    const ids = await people('Stoppable', 2);
    const stopped = await start({ kind: 'startOnboarding' }, ids);
    const params = { id: stopped.response.id };
    const answer = await api.request(stopBulkAction, { params, body: {} }, as());
    expect(answer.response).toMatchObject({ status: 'stopped', counts: { waiting: 2 } });
    await run();
    expect((await client(ids[0] ?? '')).status).toBe('draft');
    const { response } = await start({ kind: 'startOnboarding' }, ids, staff);
    await api.database.asSuperuser(`UPDATE assay.members SET status = 'suspended' WHERE id = '${staff.id}'`);
    await run();
    expect(await read(response.id)).toMatchObject({
      status: 'stopped',
      stoppedBecause: `${staff.name} no longer has access to this company.`,
      counts: { waiting: 2 },
    });
  });

  test('rejects clients of another company, an unknown member and both kinds of selection', async () => {
    const [id = ''] = await people('Foreign', 1);
    const foreign = await api.request(
      startBulkAction,
      { body: { act: { kind: 'startOnboarding' }, clientIds: [id] } },
      { as: api.companies.b.owner },
    );
    expect(foreign.problem.code).toBe('record.notFound');
    const unknown = await start({ kind: 'assign', memberId: api.companies.b.owner.id }, [id]);
    expect(unknown.problem.code).toBe('request.invalid');
    const both = {
      act: { kind: 'startOnboarding' as const },
      clientIds: [id],
      filters: {},
      confirmedTotal: 1,
    };
    expect((await api.request(startBulkAction, { body: both }, as())).problem.fields).toHaveProperty(
      'clientIds',
    );
  });
});
