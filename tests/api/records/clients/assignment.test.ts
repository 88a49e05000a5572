import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientAssignmentHandlers } from '#api/records/clients/assignment/handlers.ts';
import { clientHandlers } from '#api/records/clients/handlers.ts';
import { assignClients, assignFilteredClients } from '#contract/clients/client-assignment.ts';
import { createClient, listClients, readClient, readClientHistory } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { copyClients } from '#tests/support/api/monitoring.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { create, personForm } from './support.ts';

const endpoints = [
  createClient,
  listClients,
  readClient,
  readClientHistory,
  assignClients,
  assignFilteredClients,
];

describe.each(testEngines)('bulk assignment of clients on %s', (engine) => {
  let api: TestApi;
  let owner: TestPerson;
  let staff: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(engine, {
      endpoints,
      bindings: (deps) =>
        [...clientAssignmentHandlers, ...clientHandlers]
          .filter(({ endpoint }) => endpoints.some(({ id }) => id === endpoint.id))
          .map((handler) => handler.bind(deps)),
    });
    ({ owner, staff } = api.companies.a);
  });
  afterAll(() => api?.close());

  const made = (family: string, responsibleMemberId?: string) =>
    create(api, owner, personForm('Bulk', family, responsibleMemberId ? { responsibleMemberId } : {}));
  const read = async (id: string) =>
    (await api.request(readClient, { params: { id } }, { as: owner })).response;
  const shown = (id: string, expectedResponsibleMemberId: string | null = null) => ({
    id,
    expectedResponsibleMemberId,
  });
  const assign = (clients: ReturnType<typeof shown>[], to: string | null, requestKey?: string) =>
    api.request(assignClients, { body: { responsibleMemberId: to, clients }, requestKey }, { as: owner });

  test('changes clients at their displayed version, reports the others with reasons, with an event each', async () => {
    const [free, taken, mine] = [
      await made('Free'),
      await made('Taken', owner.id),
      await made('Mine', staff.id),
    ];
    const { response } = await assign([shown(free.id), shown(taken.id), shown(mine.id, staff.id)], staff.id);
    expect(response).toEqual({
      changed: 1,
      unchanged: 1,
      notChanged: [{ id: taken.id, name: 'Bulk Taken', reason: `Relationship owner is now ${owner.name}` }],
    });
    expect(await read(free.id)).toMatchObject({ responsible: { id: staff.id }, version: 2 });
    expect(await read(mine.id)).toMatchObject({ version: 1 });
    const history = await api.request(
      readClientHistory,
      { params: { id: free.id }, query: {} },
      { as: owner },
    );
    expect(history.response.events[0]).toMatchObject({
      action: 'client.updated',
      changes: [{ field: 'responsible', before: null, after: staff.name }],
    });
  });

  test('applies a repeat once, and unassigns too', async () => {
    const { id } = await made('Twice', staff.id);
    const key = crypto.randomUUID();
    for (const _ of [1, 2]) {
      expect((await assign([shown(id, staff.id)], null, key)).response.changed).toBe(1);
    }
    expect(await read(id)).toMatchObject({ responsible: null, version: 2 });
  });

  test('rejects members who are not active, and returns another company’s clients as unknown', async () => {
    const { id } = await made('Guarded');
    const gone = await api.addMember(api.companies.a.id, { status: 'suspended' });
    for (const who of [gone.id, api.companies.b.owner.id]) {
      expect((await assign([shown(id)], who)).problem.fields).toHaveProperty('responsibleMemberId');
    }
    const other = await create(api, api.companies.b.owner, personForm('Of', 'Others'));
    expect((await assign([shown(id), shown(other.id)], staff.id)).problem.code).toBe('record.notFound');
    expect((await read(id)).responsible).toBeNull();
  });

  test('accepts one of several concurrent assignments, and names the new owner to the others', async () => {
    const people = [
      owner,
      staff,
      await api.addMember(api.companies.a.id),
      await api.addMember(api.companies.a.id),
    ];
    for (let round = 0; round < 3; round += 1) {
      const { id } = await made(`Wanted${round}`);
      const outcomes = await Promise.all(people.map((person) => assign([shown(id)], person.id)));
      expect(outcomes.map(({ response }) => response.changed).sort()).toEqual([0, 0, 0, 1]);
      const { responsible } = await read(id);
      const others = outcomes.flatMap(({ response }) => response.notChanged.map(({ reason }) => reason));
      expect(others).toEqual(others.map(() => `Relationship owner is now ${responsible?.name}`));
    }
  });

  const assignAll = (q: string, confirmedTotal: number) =>
    api.request(
      assignFilteredClients,
      { body: { responsibleMemberId: staff.id, filters: { q }, confirmedTotal } },
      { as: owner },
    );

  test('assigns every client of a filter, beyond one batch, and no other', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 70; at += 1) {
      const letters = [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
      ids.push((await made(`Filteredfamily${letters}`)).id);
    }
    const outside = await made('Outside');
    const { response } = await assignAll('filteredfamily', 70);
    expect(response).toEqual({ changed: 70, unchanged: 0, notChanged: [] });
    expect((await assignAll('filteredfamily', 70)).response).toMatchObject({ changed: 0, unchanged: 70 });
    expect((await read(ids[69] ?? '')).responsible?.id).toBe(staff.id);
    expect((await read(outside.id)).responsible).toBeNull();
  });

  test('changes nothing when the filter has more clients than one request may change', async () => {
    const { id } = await made('Toomanyname');
    await copyClients(api, id, 500, 1);
    const refused = await assignAll('toomanyname', 501);
    expect(refused.problem.fields?.filters?.[0]).toContain('At most 500 clients at once');
    expect((await read(id)).responsible).toBeNull();
  });

  test('changes nothing when the filter has more clients than were displayed', async () => {
    const { id } = await made('Unseenname');
    const refused = await assignAll('unseenname', 0);
    expect(refused.problem.fields?.filters?.[0]).toContain('1 client now');
    expect((await read(id)).responsible).toBeNull();
  });
});
