import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createClient,
  listClients,
  readClient,
  readClientHistory,
  updateClient,
} from '#contract/clients/clients.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create, personForm } from './support.ts';

const auckland = {
  addressLine1: '12 Rimu Street',
  suburb: 'Ponsonby',
  state: 'Auckland',
  postcode: '1011',
  countryCode: 'NZL',
} as const;

describe.each(testEngines)('client changes on %s', (engine) => {
  let api: TestApi;
  let owner: TestApi['companies']['a']['owner'];

  beforeAll(async () => {
    api = await openTestApi(engine);
    owner = api.companies.a.owner;
  });
  afterAll(() => api?.close());

  describe('update', () => {
    test('replaces all details, increments the version and records the member', async () => {
      const before = await create(
        api,
        owner,
        personForm('Rawiri', 'Tautahi', { email: 'rawiri@example.test', tags: ['family'] }),
      );
      const { response } = await api.request(
        updateClient,
        {
          params: { id: before.id },
          body: { ...personForm('Rāwiri', 'Tautahi-Brown', { phone: '+64215550102' }), version: 1 },
        },
        { as: api.companies.a.staff },
      );
      expect(response).toMatchObject({
        id: before.id,
        version: 2,
        displayName: 'Rāwiri Tautahi-Brown',
        email: null,
        phone: '+64215550102',
        tags: [],
        createdBy: { id: owner.id },
        updatedBy: { id: api.companies.a.staff.id },
      });
      const { response: list } = await api.request(
        listClients,
        { query: { q: 'tautahi brown' } },
        { as: owner },
      );
      expect(list.items.map(({ id }) => id)).toEqual([before.id]);
    });

    test('allows an individual to become a business, with its history', async () => {
      const before = await create(api, owner, personForm('Sole', 'Trading'));
      const { response } = await api.request(
        updateClient,
        { params: { id: before.id }, body: { ...businessForm('Sole Trading Limited'), version: 1 } },
        { as: owner },
      );
      expect(response).toMatchObject({
        kind: 'business',
        individual: null,
        business: { legalName: 'Sole Trading Limited' },
      });
    });

    test('recalculates the CDD level for the details, and records it once', async () => {
      const before = await create(api, owner, businessForm('Nominees Of Note Limited'));
      await api.database.asSuperuser(`UPDATE assay.clients SET status = 'onboarding' WHERE id = $1`, [
        before.id,
      ]);
      const save = async (version: number, business: object) =>
        (
          await api.request(
            updateClient,
            {
              params: { id: before.id },
              body: { ...businessForm('Nominees Of Note Limited', { business }), version },
            },
            { as: owner },
          )
        ).response;
      const recordedLevel = async () => {
        const { response } = await api.request(
          readClientHistory,
          { params: { id: before.id }, query: {} },
          { as: owner },
        );
        return response.events
          .filter(({ action }) => action === 'client.cddLevelChanged')
          .map(({ changes }) => changes.find(({ field }) => field === 'cddLevel')?.after);
      };
      expect(await save(1, { hasNomineeShareholders: true })).toMatchObject({
        version: 2,
        cddLevel: 'enhanced',
      });
      const { response } = await api.request(
        listClients,
        { query: { q: 'nominees of note' } },
        { as: owner },
      );
      expect(response.items).toMatchObject([{ id: before.id, cddLevel: 'enhanced' }]);
      expect(await recordedLevel()).toEqual(['Enhanced']);
      await save(2, { hasNomineeShareholders: true, tradingNames: ['Notable'] });
      expect(await recordedLevel()).toEqual(['Enhanced']);
      expect(await save(3, {})).toMatchObject({ version: 4, cddLevel: 'standard' });
      expect(await recordedLevel()).toEqual(['Standard', 'Enhanced']);
    });

    test('returns 409 with the current record for a stale version, also under concurrency', async () => {
      const before = await create(api, owner, personForm('Stale', 'Record'));
      const send = (familyName: string) =>
        api.request(
          updateClient,
          { params: { id: before.id }, body: { ...personForm('Stale', familyName), version: 1 } },
          { as: owner },
        );
      const outcomes = await Promise.all([send('One'), send('Two'), send('Three')]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const winner = outcomes.find(({ status }) => status === 200)?.response;
      for (const { problem } of outcomes.filter(({ status }) => status === 409)) {
        expect(problem.code).toBe('record.versionConflict');
        expect(problem.current).toEqual(winner);
      }
    });

    test('applies a repeat with its key despite the newer version', async () => {
      const before = await create(api, owner, personForm('Again', 'Sent'));
      const body = { ...personForm('Again', 'Changed'), version: 1 };
      const input = { params: { id: before.id }, body, requestKey: randomUUID() };
      const first = await api.request(updateClient, input, { as: owner });
      const second = await api.request(updateClient, input, { as: owner });
      expect(second.response).toEqual(first.response);
    });

    test('writes nothing for an unchanged form', async () => {
      const before = await create(
        api,
        owner,
        personForm('No', 'Change', { addresses: [auckland], tags: ['x'], email: 'no@change.test' }),
      );
      const body = {
        ...personForm('No', 'Change', { addresses: [auckland], tags: ['x'], email: 'no@change.test' }),
        version: 1,
      };
      const { response } = await api.request(
        updateClient,
        { params: { id: before.id }, body },
        { as: owner },
      );
      expect(response).toEqual(before);
      const history = await api.request(
        readClientHistory,
        { params: { id: before.id }, query: {} },
        { as: owner },
      );
      expect(history.response.events).toHaveLength(1);
    });

    test('retains a former member as relationship owner, and rejects selecting one', async () => {
      const leaver = await api.addMember(api.companies.a.id, { name: 'Lee Leaver' });
      const before = await create(
        api,
        owner,
        personForm('Left', 'Behind', { responsibleMemberId: leaver.id }),
      );
      await api.database.asSuperuser(`UPDATE assay.members SET status = 'suspended' WHERE id = $1`, [
        leaver.id,
      ]);
      const body = { ...personForm('Left', 'Still', { responsibleMemberId: leaver.id }), version: 1 };
      const kept = await api.request(updateClient, { params: { id: before.id }, body }, { as: owner });
      expect(kept.response.responsible).toEqual({ id: leaver.id, name: 'Lee Leaver' });
    });
  });

  describe('ids of another company', () => {
    test('return 404 for every endpoint', async () => {
      const { id } = await create(api, owner, personForm('Private', 'Person'));
      const stranger = { as: api.companies.b.owner };
      const body = { ...personForm('Taken', 'Over'), version: 1 };
      for (const unknown of [id, randomUUID()]) {
        const params = { id: unknown };
        const outcomes = [
          await api.request(readClient, { params }, stranger),
          await api.request(updateClient, { params, body }, stranger),
          await api.request(readClientHistory, { params, query: {} }, stranger),
        ];
        expect(outcomes.map(({ status }) => status)).toEqual([404, 404, 404]);
      }
      expect((await api.request(readClient, { params: { id } }, { as: owner })).response.displayName).toBe(
        'Private Person',
      );
    });

    test('are read-only for an auditor of the own company', async () => {
      const before = await create(api, owner, personForm('Audited', 'Person'));
      const as = { as: api.companies.a.auditor };
      const update = { params: { id: before.id }, body: { ...personForm('A', 'B'), version: 1 } };
      expect((await api.request(readClient, { params: { id: before.id } }, as)).status).toBe(200);
      expect((await api.request(createClient, { body: personForm('A', 'B') }, as)).status).toBe(403);
      expect((await api.request(updateClient, update, as)).status).toBe(403);
    });
  });

  describe('history', () => {
    test('records the type of a business’s address, and that it alone changed', async () => {
      const form = businessForm('Kindly Sample Limited', { addresses: [auckland] });
      const { id } = await create(api, owner, form);
      const kinds = async (kind: 'registeredOffice' | undefined, version: number) => {
        const body = { ...form, addresses: [{ ...auckland, kind }], version };
        return (await api.request(updateClient, { params: { id }, body }, { as: owner })).response;
      };
      expect((await kinds('registeredOffice', 1)).addresses).toMatchObject([{ kind: 'registeredOffice' }]);
      const { events } = (await api.request(readClientHistory, { params: { id }, query: {} }, { as: owner }))
        .response;
      const line = '12 Rimu Street, Ponsonby, Auckland, 1011, NZL';
      expect(events[0]?.changes).toEqual([
        { field: 'addresses', before: line, after: `Registered office: ${line}` },
      ]);
      expect((await kinds(undefined, 2)).addresses[0]).not.toHaveProperty('kind');
    });

    test('records changes field by field, newest first, page by page', async () => {
      const created = await create(
        api,
        owner,
        personForm('Hana', 'Tūrei', {
          tags: ['one', 'two'],
          preCommencement: true,
          relationshipStartedOn: '2012-05-01',
        }),
      );
      const params = { id: created.id };
      await api.request(
        updateClient,
        {
          params,
          body: {
            ...personForm('Hana', 'Turei', {
              tags: ['two'],
              addresses: [auckland],
              relationshipStartedOn: '2012-05-01',
            }),
            version: 1,
          },
        },
        { as: api.companies.a.staff },
      );
      const { response } = await api.request(
        readClientHistory,
        { params, query: {} },
        { as: api.companies.a.auditor },
      );
      expect(response.nextBefore).toBeNull();
      expect(response.events.map(({ action, actorName }) => [action, actorName])).toEqual([
        ['client.updated', api.companies.a.staff.name],
        ['client.created', owner.name],
      ]);
      expect(response.events[0]?.changes).toEqual([
        { field: 'addresses', before: null, after: '12 Rimu Street, Ponsonby, Auckland, 1011, NZL' },
        { field: 'individual.familyName', before: 'Tūrei', after: 'Turei' },
        { field: 'preCommencement', before: 'Yes', after: 'No' },
        { field: 'tags', before: 'one\ntwo', after: 'two' },
      ]);
      expect(response.events[1]?.changes).toContainEqual({
        field: 'individual.givenNames',
        before: null,
        after: 'Hana',
      });
      const [newest] = response.events;
      const older = await api.request(
        readClientHistory,
        { params, query: { before: newest?.seq } },
        { as: owner },
      );
      expect(older.response.events).toEqual(response.events.slice(1));
    });
  });
});
