import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxParties } from '#api/records/parties/store.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { readClient, readClientHistory } from '#contract/clients/clients.ts';
import { addParty, endParty, listParties, readParty, updateParty } from '#contract/clients/parties.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { verifyIdentity } from '#tests/support/api/due-diligence.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';
import { businessForm, create } from '../clients/support.ts';

type PartyForm = EndpointRequest<typeof addParty>['body'];

describe.each(testEngines)('related parties of clients on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  let made = 0;
  async function company(): Promise<string> {
    made += 1;
    return (await create(api, a.staff, businessForm(`Kahikatea Holdings ${made} Limited`))).id;
  }

  const add = (id: string, body: PartyForm, as: TestPerson = a.staff, requestKey?: string) =>
    api.request(addParty, { params: { id }, body, ...(requestKey ? { requestKey } : {}) }, { as });
  const list = async (id: string, query: EndpointRequest<typeof listParties>['query'] = {}) =>
    (await api.request(listParties, { params: { id }, query }, { as: a.staff })).response;
  const diligence = async (id: string) =>
    (await api.request(readDiligence, { params: { id } }, { as: a.staff })).response;

  test('stores roles, an exact share and the basis of authority, and records the history', async () => {
    const id = await company();
    const ngaio = await addClient(api, a, 'Ngaio');
    const { response, status } = await add(id, {
      partyClientId: ngaio,
      roles: ['shareholder', 'authorisedRepresentative', 'shareholder'],
      directPercent: ' 24.9999 % ',
      beneficiallyHeld: 'yes',
      authority: 'Power of attorney of 3 May, seen',
    });
    expect(status).toBe(201);
    expect(response).toMatchObject({
      version: 1,
      client: { id: ngaio, name: 'Hinemoa Ngaio', status: 'draft' },
      roles: ['shareholder', 'authorisedRepresentative'],
      directPercent: '24.9999',
      beneficiallyHeld: true,
      // A share of 24.9999% makes no owner; acting for the client requires verification.
      mustVerify: true,
      mustVerifyReasons: ['acts for the client'],
      verified: false,
      validTo: null,
    });
    expect((await list(id)).items).toEqual([response]);
    expect((await list(ngaio)).partyOf).toEqual([
      { clientId: id, name: 'Kahikatea Holdings 1 Limited', roles: response.roles, sanctions: null },
    ]);
    const history = await api.request(readClientHistory, { params: { id }, query: {} }, { as: a.staff });
    const added = history.response.events.find(({ action }) => action === 'client.partyAdded');
    expect(added?.changes).toContainEqual({ field: 'party', before: null, after: 'Hinemoa Ngaio' });
    expect(added?.changes).toContainEqual({ field: 'directPercent', before: null, after: '24.9999' });
  });

  test.each([
    ['24.9999', false],
    ['25', false],
    ['25.0001', true],
  ])('requires an owner of %s %% verified in New Zealand: %s', async (directPercent, wanted) => {
    const id = await company();
    const partyClientId = await addClient(api, a, 'Ownerton');
    const { response } = await add(id, { partyClientId, roles: ['shareholder'], directPercent });
    expect(response.mustVerify).toBe(wanted);
    const { blockers, items } = await diligence(id);
    expect(blockers.some(({ fix }) => fix.id === partyClientId)).toBe(wanted);
    expect(items.some(({ code, satisfied }) => code === 'party.verified' && !satisfied)).toBe(wanted);
  });

  test('drops the requirement once the party is verified, holds no benefit, or has ended', async () => {
    const id = await company();
    const partyClientId = await addClient(api, a, 'Wanted');
    const { response: party } = await add(id, { partyClientId, roles: ['controller'], directPercent: '60' });
    const wants = async () =>
      (await diligence(id)).blockers.filter(({ fix }) => fix.id === partyClientId).length;
    expect(await wants()).toBe(1);
    // No status of the party itself counts as evidence.
    const declare = (status: string) =>
      api.database.asSuperuser(`UPDATE assay.clients SET cdd_status = $1 WHERE id = $2`, [
        status,
        partyClientId,
      ]);
    await declare('verified');
    expect(await wants()).toBe(1);
    await declare('notStarted');
    await verifyIdentity(api, a, partyClientId);
    expect(await wants()).toBe(0);
    await api.database.asSuperuser(
      `UPDATE assay.individual_verifications SET status = 'failed' WHERE client_id = $1`,
      [partyClientId],
    );
    const params = { id, partyId: party.id };
    const { response: holder } = await api.request(
      updateParty,
      {
        params,
        body: { version: 1, roles: ['nominee'], directPercent: '60', beneficiallyHeld: 'no' },
      },
      { as: a.staff },
    );
    expect(holder).toMatchObject({ version: 2, mustVerify: false, beneficiallyHeld: false });
    const nominee = await diligence(id);
    expect(nominee.cddLevel).toBe('enhanced');
    expect(nominee.reasons.map(({ code }) => code)).toContain('nz.cdd.nominee');
    const readStored = async () =>
      (await api.request(readClient, { params: { id } }, { as: a.staff })).response.cddLevel;
    expect(await readStored()).toBe('enhanced');
    const ended = await api.request(
      endParty,
      { params, body: { version: 2, reason: 'Shares sold' } },
      { as: a.staff },
    );
    expect(ended.response.validTo).toBe(nominee.on);
    expect(await readStored()).toBe('standard');
    expect((await list(id)).items).toEqual([]);
    expect((await list(id, { state: 'ended' })).items.map((item) => item.id)).toEqual([party.id]);
    const again = await api.request(
      updateParty,
      { params, body: { version: 3, roles: ['director'] } },
      { as: a.staff },
    );
    expect(again.problem.fields?.['']?.[0]).toContain('is no longer a related party of this client');
  });

  test.each([
    ['30 roles', Array<'director'>(30).fill('director'), 'Select each role once'],
    ['no role', [], 'Select at least one role'],
    ['a role that there is not', ['admiral'], 'Select roles from the list'],
    ['a role of another kind of client', ['executor'], ''],
  ])('rejects a party of %s as a field error', async (_, roles, message) => {
    const id = await company();
    const partyClientId = await addClient(api, a, 'Manyrolesson');
    const { problem } = await add(id, { partyClientId, roles } as PartyForm);
    expect(problem.status).toBe(422);
    const [field, [text] = []] = Object.entries(problem.fields ?? {})[0] ?? [];
    expect(field).toMatch(/^roles/);
    expect(text).toContain(message);
    expect((await list(id)).items).toEqual([]);
  });

  test('requires verification where a member gives a reason for it', async () => {
    const id = await company();
    const partyClientId = await addClient(api, a, 'Doubted');
    const body = { partyClientId, roles: ['director'] as ['director'], mustVerifyReason: 'Signs alone' };
    const { response } = await add(id, body);
    expect(response).toMatchObject({ mustVerify: true, mustVerifyReasons: ['Signs alone'] });
    expect((await diligence(id)).blockers.map(({ text }) => text)).toContain(
      'Hinemoa Doubted must be verified first.',
    );
  });

  test('creates a draft client with the party, and warns of a likely duplicate first', async () => {
    const id = await company();
    const newClient = {
      clientType: 'individual' as const,
      individual: { givenNames: 'Aroha', familyName: 'Twiceborn', dateOfBirth: '1980-02-01' },
    };
    const form = { newClient, roles: ['controller' as const] };
    const { response } = await add(id, form);
    expect(response.client).toMatchObject({ name: 'Aroha Twiceborn', status: 'draft' });
    const other = await company();
    const asked = await add(other, form);
    expect(asked.problem).toMatchObject({ code: 'confirmation.required' });
    expect((await list(other)).items).toEqual([]);
    const confirmed = await add(other, { ...form, confirmations: ['likelyDuplicates'] });
    expect(confirmed.status).toBe(201);
    expect(confirmed.response.client.id).not.toBe(response.client.id);
  });

  test('rejects roles and shares invalid for the client’s type, and retains existing ones', async () => {
    const person = await addClient(api, a, 'Ownedbynobody');
    const partyClientId = await addClient(api, a, 'Claimton');
    const none = 'A client of type “individual” has no owners. Leave this blank.';
    expect(
      (await add(person, { partyClientId, roles: ['shareholder', 'trustee'], directPercent: '40' })).problem
        .fields,
    ).toEqual({
      roles: ['Not for a client of type “individual”: shareholder, trustee.'],
      directPercent: [none],
    });
    const { response } = await add(person, { partyClientId, roles: ['authorisedRepresentative'] });
    expect((await list(person)).clientType).toBe('individual');
    await api.database.asSuperuser(
      `UPDATE assay.client_parties SET roles = '{director,authorisedRepresentative}' WHERE id = $1`,
      [response.id],
    );
    const params = { id: person, partyId: response.id };
    const update = (roles: ['director', ...string[]]) =>
      api.request(updateParty, { params, body: { version: 1, roles } as never }, { as: a.staff });
    expect((await update(['director', 'trustee'])).problem.fields).toEqual({
      roles: ['Not for a client of type “individual”: trustee.'],
    });
    expect((await update(['director'])).status).toBe(200);
  });

  test('returns field errors for invalid input, and stores nothing of it', async () => {
    const id = await company();
    const [x, y] = [await addClient(api, a, 'Xavierton'), await addClient(api, a, 'Yvesdale')];
    const getFieldErrors = async (body: PartyForm) => (await add(id, body)).problem.fields;
    const roles = ['shareholder'] as ['shareholder'];
    expect(await getFieldErrors({ roles })).toHaveProperty('partyClientId');
    expect(await getFieldErrors({ partyClientId: id, roles })).toEqual({
      partyClientId: ['A client cannot be a party of itself. Select another client.'],
    });
    const ofB = await addClient(api, api.companies.b, 'Foreign');
    expect(await getFieldErrors({ partyClientId: ofB, roles })).toHaveProperty('partyClientId');
    expect(await getFieldErrors({ partyClientId: x, roles: [] as never })).toHaveProperty('roles');
    for (const directPercent of ['0', '100.0001', '12.34567', '-3', 'half', '1e1']) {
      expect(await getFieldErrors({ partyClientId: x, roles, directPercent })).toHaveProperty(
        'directPercent',
      );
    }
    expect(await getFieldErrors({ partyClientId: x, roles, joint: true })).toHaveProperty('directPercent');
    expect(
      await getFieldErrors({ partyClientId: x, roles: ['nominee'], beneficiallyHeld: 'yes' }),
    ).toHaveProperty('beneficiallyHeld');
    expect(await getFieldErrors({ partyClientId: x, roles, validFrom: '2999-01-01' })).toHaveProperty(
      'validFrom',
    );
    expect((await list(id)).items).toEqual([]);
    await add(id, { partyClientId: x, roles, directPercent: '60' });
    expect(await getFieldErrors({ partyClientId: x, roles: ['director'] })).toHaveProperty('partyClientId');
    expect(await getFieldErrors({ partyClientId: y, roles, directPercent: '40.0001' })).toHaveProperty(
      'directPercent',
    );
    expect((await add(id, { partyClientId: y, roles, directPercent: '60', joint: true })).status).toBe(201);
    const misplaced = {
      roles: ['director'] as ['director'],
      newClient: {
        clientType: 'individual' as const,
        individual: { givenNames: 'Lone', familyName: 'Ranger' },
        responsibleMemberId: x,
      },
    };
    expect(await getFieldErrors(misplaced)).toHaveProperty(['newClient.responsibleMemberId']);
  });

  test('pages parties in the order of recording', async () => {
    const id = await company();
    for (const name of ['Aone', 'Btwo', 'Cthree']) {
      await add(id, { partyClientId: await addClient(api, a, name), roles: ['director'] });
    }
    const first = await list(id, { limit: 2 });
    expect(first.items.map(({ client }) => client.name)).toEqual(['Hinemoa Aone', 'Hinemoa Btwo']);
    expect(first.current).toEqual({ count: 3, capped: false });
    const second = await list(id, { limit: 2, after: first.nextAfter ?? undefined });
    expect(second.items.map(({ client }) => client.name)).toEqual(['Hinemoa Cthree']);
    expect(second.nextAfter).toBeNull();
  });

  test('rejects a concurrent change of a party, and applies a form sent twice once', async () => {
    const id = await company();
    const partyClientId = await addClient(api, a, 'Contested');
    const key = crypto.randomUUID();
    const [one, two] = [
      await add(id, { partyClientId, roles: ['director'] }, a.staff, key),
      await add(id, { partyClientId, roles: ['director'] }, a.staff, key),
    ];
    expect(two.response).toEqual(one.response);
    const params = { id, partyId: one.response.id };
    const send = (role: 'controller' | 'nominator', as: TestPerson) =>
      api.request(updateParty, { params, body: { version: 1, roles: [role] } }, { as });
    const both = await Promise.all([send('controller', a.staff), send('nominator', a.owner)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    expect(lost?.problem.current).toMatchObject({ id: params.partyId, version: 2 });
    const { response } = await api.request(readParty, { params }, { as: a.staff });
    const same = await api.request(
      updateParty,
      { params, body: { version: 2, roles: response.roles } },
      { as: a.staff },
    );
    expect(same.response.version).toBe(2);
  });

  test('adds two clients as each other’s party concurrently without a deadlock', async () => {
    const [one, two] = [await company(), await company()];
    const both = await Promise.all([
      add(one, { partyClientId: two, roles: ['shareholder'] }),
      add(two, { partyClientId: one, roles: ['shareholder'] }, a.owner),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
  });

  test('ends a party once, on a day between its first and today, at the current version', async () => {
    const id = await company();
    const validFrom = '2024-03-01';
    const partyClientId = await addClient(api, a, 'Endington');
    const { response: party } = await add(id, { partyClientId, roles: ['director'], validFrom });
    const params = { id, partyId: party.id };
    const end = (body: object) =>
      api.request(endParty, { params, body: { version: 1, ...body } as never }, { as: a.staff });
    expect((await end({ endedOn: '2999-01-01' })).problem.fields).toEqual({
      endedOn: ['This cannot end in the future. Enter today or an earlier day.'],
    });
    expect((await end({ endedOn: '2024-02-29' })).problem.fields).toEqual({
      endedOn: ['This is before the role started. Enter that day or a later one.'],
    });
    const wrong = await api.request(
      updateParty,
      { params, body: { version: 1, roles: ['director'], joint: true } },
      { as: a.staff },
    );
    expect(wrong.problem.fields).toEqual({ directPercent: ['Enter the share that is held jointly.'] });
    expect((await end({ version: 2 })).problem).toMatchObject({
      code: 'record.versionConflict',
      current: { id: party.id, version: 1 },
    });
    const { version } = (await end({ endedOn: '2024-03-01' })).response;
    const over = [
      'Hinemoa Endington is no longer a related party of this client. Add a new related party if they return.',
    ];
    expect((await end({ version })).problem.fields).toEqual({ '': over });
    const late = await api.request(
      updateParty,
      { params, body: { version, roles: ['controller'] } },
      { as: a.staff },
    );
    expect(late.problem.fields).toEqual({ '': over });
  });

  test('limits the number of parties of a client', async () => {
    const id = await company();
    const partyClientId = await addClient(api, a, 'Firstly');
    const { response: party } = await add(id, { partyClientId, roles: ['director'] });
    await api.database.asSuperuser(
      `WITH others AS (
         INSERT INTO assay.clients
           SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
             FROM assay.clients c, generate_series(2, $3::int) WHERE c.id = $2 RETURNING id)
       INSERT INTO assay.client_parties
         SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'party_client_id', o.id))).*
           FROM assay.client_parties p, others o WHERE p.id = $1`,
      [party.id, partyClientId, maxParties],
    );
    const more = await add(id, { partyClientId: await addClient(api, a, 'Lastly'), roles: ['director'] });
    expect(more.problem.fields?.['']?.[0]).toContain(`A client can have ${maxParties} parties at most.`);
  });

  test('retains the parties of an archived client unchanged', async () => {
    const id = await company();
    const partyClientId = await addClient(api, a, 'Kept');
    const { response: kept } = await add(id, { partyClientId, roles: ['director'] });
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'archived' WHERE id = $1`, [id]);
    const refused = await add(id, { partyClientId: await addClient(api, a, 'Late'), roles: ['director'] });
    expect(refused.problem.fields?.['']?.[0]).toContain('archived');
    const params = { id, partyId: kept.id };
    const changed = { version: kept.version, roles: ['controller' as const] };
    for (const { problem } of [
      await api.request(updateParty, { params, body: changed }, { as: a.staff }),
      await api.request(endParty, { params, body: { version: kept.version } }, { as: a.staff }),
    ]) {
      expect(problem.fields?.['']?.[0]).toContain('archived');
    }
  });
});
