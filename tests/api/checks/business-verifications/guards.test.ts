import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireBusinessEvidence } from '#api/checks/business-verifications/expire-evidence.ts';
import { noRegistries } from '#api/integrations/registries/registries.ts';
import { createActivity } from '#contract/activities.ts';
import {
  decideBusinessVerification,
  readBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import {
  createOwnershipParties,
  editOwnership,
  expandOwnership,
  readExpansionCost,
} from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import {
  chooseRegistryEntity,
  resolveMismatch,
} from '#contract/business-verifications/registry-endpoints.ts';
import { updateClient } from '#contract/clients/clients.ts';
import { listParties } from '#contract/clients/parties.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { isLocked, runWhileLocked } from '#tests/support/api/held-rows.ts';
import { testEngine, testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe.each(testEngines)('business verification guards on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  const send = (endpoint: Endpoint, { id }: { id: string }, body: object, as: TestPerson = a.staff) =>
    api.request(endpoint, { params: { id }, body, requestKey: crypto.randomUUID() } as never, { as });
  const read = async (id: string) =>
    (await api.request(readBusinessVerification, { params: { id } }, { as: a.staff })).response;

  async function begun(name = 'Guarded Limited', business: object = {}): Promise<BusinessVerification> {
    const client = await create(api, a.staff, businessForm(name, { business }));
    const input = { params: { clientId: client.id }, query: {} };
    return (await api.request(startBusinessVerification, input, { as: a.staff })).response;
  }
  const number = (name: string) => api.registers.entity(name).nzbn ?? '';
  /** A business with an extract whose incorporation date differs from the record. */
  async function extracted(name = 'QUARTERDECK MARINE LIMITED'): Promise<BusinessVerification> {
    const made = await begun(name, { nzbn: number(name), incorporatedOn: '1999-01-01' });
    const body = { version: made.version, registry: 'nzbn', number: number(name), quotedCost: 250 };
    return (await send(chooseRegistryEntity, made, body)).response as BusinessVerification;
  }
  const owned = () => extracted('KŌWHAI BAY TRADING LIMITED');
  const layered = () => extracted('RIMU RIDGE DEVELOPMENTS LIMITED');
  const getNode = (v: BusinessVerification, named: string) =>
    v.ownership?.nodes.find(({ name }) => name === named)?.id ?? '';
  async function getCost({ id }: BusinessVerification): Promise<number> {
    const asked = { params: { id }, query: { layers: 3 } };
    return (await api.request(readExpansionCost, asked, { as: a.staff })).response.maxCost.amount;
  }
  const setStatus = (id: string, status: string) =>
    api.database.asSuperuser('UPDATE assay.business_verifications SET status = $2 WHERE id = $1', [
      id,
      status,
    ]);

  type Sent = (v: BusinessVerification, version: number, as?: TestPerson) => ReturnType<typeof send>;
  const reason = 'Agreed with the client';
  const entry = { intent: 'addNode', name: 'Ana Rimu', kind: 'person', source: 'Share register' };
  const commands: readonly [string, () => Promise<BusinessVerification>, Sent][] = [
    [
      'chooseEntity',
      begun,
      (v, version, as) => {
        const body = { registry: 'nzbn', number: number('QUARTERDECK MARINE LIMITED'), quotedCost: 250 };
        return send(chooseRegistryEntity, v, { version, ...body }, as);
      },
    ],
    [
      'expand',
      layered,
      // The cost can be read in every status.
      async (v, version, as) =>
        send(expandOwnership, v, { version, layers: 3, agreedCost: await getCost(v) }, as),
    ],
    ['edit', begun, (v, version, as) => send(editOwnership, v, { version, ...entry }, as)],
    [
      'createParties',
      owned,
      (v, version, as) => {
        const parties = v.mustVerify.map(({ nodeId }) => ({ nodeId }));
        return send(createOwnershipParties, v, { version, parties }, as);
      },
    ],
    [
      'settle',
      extracted,
      (v, version, as) =>
        send(resolveMismatch, v, { version, field: 'incorporatedOn', resolution: 'useRegistry' }, as),
    ],
    [
      'decide',
      begun,
      (v, version, as) =>
        send(decideBusinessVerification, v, { version, decision: 'notVerified', reason }, as),
    ],
    [
      'cancel',
      begun,
      (v, version, as) => send(decideBusinessVerification, v, { version, decision: 'cancel', reason }, as),
    ],
  ];

  describe.each(commands)('%s', (_name, make, command) => {
    test('is rejected at a stale version, without a change', async () => {
      const made = await make();
      const late = await command(made, made.version + 1);
      expect([late.status, late.problem.code]).toEqual([409, 'record.versionConflict']);
      expect(late.problem.current).toMatchObject({ id: made.id, version: made.version });
      expect((await read(made.id)).version).toBe(made.version);
    });

    test('is rejected in a status that does not allow it', async () => {
      const made = await make();
      await setStatus(made.id, 'evidenceExpired');
      const refused = await command(made, made.version);
      expect([refused.status, refused.problem.detail]).toEqual([
        422,
        'This verification has ended. Start a new one on the client’s page.',
      ]);
      expect((await read(made.id)).version).toBe(made.version);
    });

    test('waits for a concurrent change and is then rejected', async () => {
      const made = await make();
      const late = await runWhileLocked(
        api,
        a.id,
        (trx) =>
          trx
            .updateTable('business_verifications')
            .set({ version: made.version + 1 })
            .where('id', '=', made.id)
            .execute(),
        () => command(made, made.version),
      );
      expect([late.status, late.problem.code]).toEqual([409, 'record.versionConflict']);
    });

    test('locks the client before the verification', async () => {
      const made = await make();
      await runWhileLocked(
        api,
        a.id,
        (trx) =>
          trx.selectFrom('clients').select('id').where('id', '=', made.client.id).forUpdate().execute(),
        () => command(made, made.version),
        async () => expect(await isLocked(api, 'business_verifications', made.id)).toBe(false),
      );
    });

    test('returns 404 for another company', async () => {
      const made = await make();
      const other = api.companies.b.owner;
      if (command === commands[1]?.[2]) {
        const body = { version: made.version, layers: 3, agreedCost: 0 };
        expect((await send(expandOwnership, made, body, other)).status).toBe(404);
      } else expect((await command(made, made.version, other)).status).toBe(404);
    });
  });

  describe('edit', () => {
    test('rejects entries missing from the tree and values it cannot hold', async () => {
      const v = await layered();
      const holder = v.ownership?.edges[0]?.holders[0] ?? '';
      const edit = (body: object) => send(editOwnership, v, { version: v.version, ...body });
      const holding = {
        intent: 'saveHolding',
        of: 'client',
        holders: [holder],
        share: { percent: '10' },
        beneficiallyHeld: 'yes',
        source: 'Deed',
      };
      const control = { intent: 'addControl', by: holder, of: 'client', role: 'trustee', note: 'Deed' };
      const refused: readonly [object, string][] = [
        [{ ...entry, clientId: v.client.id }, 'clientId'],
        [{ ...entry, clientId: crypto.randomUUID() }, 'clientId'],
        [{ ...holding, of: 'n999' }, 'of'],
        [{ ...holding, holders: ['n999'] }, 'holders'],
        [{ ...holding, beneficiallyHeld: 'no', heldFor: ['n999'] }, 'heldFor'],
        [{ ...holding, holdingId: 'n999' }, 'holdingId'],
        [{ ...holding, heldFor: [holder] }, 'beneficiallyHeld'],
        [{ ...holding, share: undefined }, 'share'],
        [{ ...holding, share: { percent: '100.5' } }, 'share'],
        [{ ...control, by: 'n999' }, 'by'],
        [{ ...control, of: 'n999' }, 'of'],
        [{ ...control, by: 'client' }, 'by'],
        [{ intent: 'remove', id: 'n999', reason }, 'id'],
        [{ intent: 'remove', id: 'client', reason }, 'id'],
        [{ intent: 'remove', id: holder, reason }, 'id'],
      ];
      for (const [body, field] of refused) {
        const { status, problem } = await edit(body);
        expect([body, status, problem.fields?.[field]]).toEqual([body, 422, [expect.any(String)]]);
      }
      expect((await read(v.id)).version).toBe(v.version);
      const added = (await edit(control)).response as BusinessVerification;
      const twice = await send(editOwnership, added, { version: added.version, ...control });
      expect(twice.problem.fields).toHaveProperty('role');
    });

    test('retains the client in a tree without holdings', async () => {
      const v = await begun();
      const removed = { version: v.version, intent: 'remove', id: 'client', reason };
      expect((await send(editOwnership, v, removed)).problem.fields?.id).toEqual([
        'The client itself stays in its tree.',
      ]);
    });

    test('rejects an inconsistent tree and an oversized one', async () => {
      const v = await owned();
      const holder = v.mustVerify[0]?.nodeId ?? '';
      const person = {
        intent: 'saveHolding',
        of: holder,
        holders: ['client'],
        share: { percent: '10' },
        beneficiallyHeld: 'yes',
        source: 'Deed',
      };
      const contradictory = await send(editOwnership, v, { version: v.version, ...person });
      expect(contradictory.problem.detail).toMatch(/is a person and cannot be owned/);
      await api.database.asSuperuser(
        `UPDATE assay.business_verifications SET graph = jsonb_set(graph, '{controls}', (
           SELECT jsonb_agg(jsonb_build_object('id', 'x' || n, 'by', $2::text, 'of', 'client', 'role', 'trustee', 'note', null, 'source', 'manual'))
             FROM generate_series(1, 400) n)) WHERE id = $1`,
        [v.id, holder],
      );
      const full = await send(editOwnership, v, { version: v.version, ...entry });
      expect(full.problem.detail).toMatch(/400 entries at most/);
    });
  });

  describe('createParties', () => {
    const createFor = (v: BusinessVerification, ...parties: object[]) =>
      send(createOwnershipParties, v, { version: v.version, parties });
    const getParties = async (clientId: string) =>
      (await api.request(listParties, { params: { id: clientId }, query: {} }, { as: a.staff })).response
        .items;

    test('rejects a removed entry, a client of another type, and the client itself', async () => {
      const v = await owned();
      const nodeId = v.mustVerify[0]?.nodeId;
      const business = await create(api, a.staff, businessForm('Of Another Kind Limited'));
      const refused: readonly [object, string][] = [
        [{ nodeId: 'n999' }, 'parties[0].nodeId'],
        [{ nodeId: 'client' }, 'parties[0].nodeId'],
        [{ nodeId, clientId: business.id }, 'parties[0].clientId'],
        [{ nodeId, clientId: v.client.id }, 'parties[0].clientId'],
        [{ nodeId, clientId: crypto.randomUUID() }, 'parties[0].clientId'],
      ];
      for (const [party, field] of refused) {
        expect((await createFor(v, party)).problem.fields).toHaveProperty([field]);
      }
      expect(await getParties(v.client.id)).toEqual([]);
      const tree = await layered();
      const entity = tree.ownership?.nodes.find(({ id, kind }) => id !== 'client' && kind !== 'person');
      const itself = await createFor(tree, { nodeId: entity?.id, clientId: tree.client.id });
      expect(itself.problem.fields).toHaveProperty(['parties[0].clientId']);
    });

    test('records no party whose name is not valid for a client', async () => {
      const v = await owned();
      const nodeId = v.mustVerify[0]?.nodeId ?? '';
      await api.database.asSuperuser(
        `UPDATE assay.business_verifications SET graph = jsonb_set(graph, '{nodes}', (
           SELECT jsonb_agg(CASE WHEN n ->> 'id' = $2 THEN n || jsonb_build_object('name', 'Xena', 'family', repeat('X', 2000)) ELSE n END)
             FROM jsonb_array_elements(graph -> 'nodes') n)) WHERE id = $1`,
        [v.id, nodeId],
      );
      const { problem } = await createFor(v, { nodeId });
      expect(problem.fields?.['parties[0].nodeId']?.[0]).toMatch(/^Xena: /);
      expect(await getParties(v.client.id)).toEqual([]);
    });

    test('rejects a party beyond the limit', async () => {
      const v = await owned();
      await api.database.asSuperuser(
        `INSERT INTO assay.clients SELECT (made.copy).* FROM (
           SELECT jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid())) AS copy
             FROM assay.clients c, generate_series(1, 200) WHERE c.id = $1) AS made`,
        [v.client.id],
      );
      await api.database.asSuperuser(
        `INSERT INTO assay.client_parties (company_id, id, client_id, party_client_id, roles, joint, must_verify, valid_from, created_at, created_by, updated_at, updated_by)
           SELECT c.company_id, gen_random_uuid(), $1, c.id, '{director}', false, false, '2020-01-01', now(), $2, now(), $2
             FROM assay.clients c JOIN assay.clients own ON own.id = $1
            WHERE c.display_name = own.display_name AND c.id <> own.id LIMIT 200`,
        [v.client.id, a.staff.id],
      );
      const refused = await createFor(v, { nodeId: v.mustVerify[0]?.nodeId });
      expect(refused.problem.detail).toMatch(/200 parties at most/);
    });

    test('gives one client both roles for two matching entries', async () => {
      const v = await owned();
      const [first] = v.mustVerify;
      const made = (await createFor(v, { nodeId: first?.nodeId })).response as BusinessVerification;
      const clientId = made.mustVerify[0]?.client?.id;
      const added = (await send(editOwnership, made, { version: made.version, ...entry }))
        .response as BusinessVerification;
      const other = getNode(added, entry.name);
      const controlled = (
        await send(editOwnership, added, {
          version: added.version,
          intent: 'addControl',
          by: other,
          of: 'client',
          role: 'trustee',
          note: 'Deed',
        })
      ).response as BusinessVerification;
      const merged = await createFor(controlled, { nodeId: other, clientId });
      expect(merged.status).toBe(200);
      const mine = (await getParties(v.client.id)).filter(({ client }) => client.id === clientId);
      expect(mine).toHaveLength(1);
      expect(mine[0]?.roles).toEqual(expect.arrayContaining(['trustee', 'beneficialOwner']));
    });

    test('locks the client that becomes a party before the verification', async () => {
      const v = await owned();
      const person = await create(api, a.staff, {
        clientType: 'individual',
        individual: { givenNames: 'Mere', familyName: 'Chosen' },
      } as never);
      const made = await runWhileLocked(
        api,
        a.id,
        (trx) => trx.selectFrom('clients').select('id').where('id', '=', person.id).forUpdate().execute(),
        () => createFor(v, { nodeId: v.mustVerify[0]?.nodeId, clientId: person.id }),
        async () => expect(await isLocked(api, 'business_verifications', v.id)).toBe(false),
      );
      expect(made.status).toBe(200);
    });
  });

  describe('settle', () => {
    test('rejects a register value that is not valid for the client', async () => {
      const name = 'QUARTERDECK MARINE LIMITED';
      const address = {
        addressLine1: '1 Elsewhere Road',
        state: 'Nelson',
        postcode: '7010',
        countryCode: 'NZL',
      };
      const form = { business: { nzbn: number(name) }, addresses: [address] };
      const client = await create(api, a.staff, businessForm(name, form as never));
      const begin = { params: { clientId: client.id }, query: {} };
      const { response: made } = await api.request(startBusinessVerification, begin, { as: a.staff });
      const choice = { version: made.version, registry: 'nzbn', number: number(name), quotedCost: 250 };
      const v = (await send(chooseRegistryEntity, made, choice)).response as BusinessVerification;
      await api.database.asSuperuser(
        `UPDATE assay.registry_extracts e
            SET extract = jsonb_set(jsonb_set(extract, '{name}', to_jsonb(repeat('X', 2000))), '{addresses}',
              (SELECT jsonb_agg(one || '{"postcode": null}') FROM jsonb_array_elements(extract -> 'addresses') one))
          WHERE e.company_id = $1 AND e.verification_id = $2`,
        [a.id, v.id],
      );
      const use = (field: string) =>
        send(resolveMismatch, v, { version: v.version, field, resolution: 'useRegistry' });
      expect((await use('registeredAddress')).problem.detail).toBe(
        'The register’s address is incomplete. Enter it on the client’s page, then return here.',
      );
      expect((await use('legalName')).problem.detail).toMatch(
        /Change the client on its own page, then return here\.$/,
      );
      expect((await read(v.id)).version).toBe(v.version);
    });

    test('writes nothing of the register to a client that an earlier version let become a person', async () => {
      const v = await extracted();
      const address = {
        addressLine1: '1 Elsewhere Road',
        state: 'Nelson',
        postcode: '7010',
        countryCode: 'NZL',
      };
      const body = {
        version: 1,
        clientType: 'individual',
        individual: { givenNames: 'Ana', familyName: 'Rimu' },
        addresses: [address],
        confirmations: ['likelyDuplicates'],
      };
      const edited = await api.request(
        updateClient,
        { params: { id: v.client.id }, body: body as never },
        { as: a.staff },
      );
      expect(edited.problem.fields).toHaveProperty('clientType');
      const individual = {
        givenNames: 'Ana',
        middleNames: null,
        familyName: 'Rimu',
        otherNames: [],
        dateOfBirth: null,
        citizenships: [],
        residenceCountry: null,
        occupation: null,
      };
      await api.database.asSuperuser(
        `UPDATE assay.clients SET kind = 'individual', client_type = 'individual', business = NULL, individual = $2::jsonb,
           addresses = $3::jsonb, nzbn = NULL, nz_company_number = NULL, version = version + 1 WHERE id = $1`,
        [v.client.id, JSON.stringify(individual), JSON.stringify([address])],
      );
      const settled = { version: v.version, field: 'registeredAddress', resolution: 'useRegistry' };
      expect((await send(resolveMismatch, v, settled)).problem.detail).toBe(
        'This client has no business details.',
      );
      expect((await read(v.id)).version).toBe(v.version);
    });

    test('rejects an unknown discrepancy and an unavailable resolution', async () => {
      const v = await extracted();
      const settle = (body: object) => send(resolveMismatch, v, { version: v.version, reason, ...body });
      expect((await settle({ field: 'legalName', resolution: 'useRegistry' })).problem.fields).toHaveProperty(
        'field',
      );
      expect((await settle({ field: 'incorporatedOn', resolution: 'noted' })).problem.fields).toHaveProperty(
        'resolution',
      );
      expect((await read(v.id)).version).toBe(v.version);
    });
  });

  describe('expand', () => {
    test('rejects a cost other than the agreed one, and layers without an extract', async () => {
      const v = await layered();
      const expand = (verification: BusinessVerification, agreedCost: number) =>
        send(expandOwnership, verification, { version: verification.version, layers: 3, agreedCost });
      expect((await expand(v, 1)).problem.fields).toHaveProperty('agreedCost');
      const person = v.ownership?.nodes.find(({ kind }) => kind === 'person')?.id;
      const body = { version: v.version, layers: 3, agreedCost: 0, nodeId: person };
      expect((await send(expandOwnership, v, body)).problem.fields).toHaveProperty('layers');
      expect((await read(v.id)).version).toBe(v.version);
    });
  });

  test('locks the client before a business whose evidence expires', async () => {
    const { id, client } = await begun('Expiring Limited');
    await api.database.asSuperuser(
      `UPDATE assay.business_verifications SET status = 'verified', decision_outcome = 'verified', decision_reason = 'Seen',
         decided_by = created_by, decided_at = now(), evidence_expires_on = '2020-01-01' WHERE id = $1`,
      [id],
    );
    const expired = await runWhileLocked(
      api,
      a.id,
      (trx) => trx.selectFrom('clients').select('id').where('id', '=', client.id).forUpdate().execute(),
      () => expireBusinessEvidence({ db: api.database.db, now: api.clock.now }),
      async () => expect(await isLocked(api, 'business_verifications', id)).toBe(false),
    );
    expect(expired).toEqual({ ended: 1 });
  });

  describe('start', () => {
    const start = (clientId: string, activityId?: string, requestKey?: string) =>
      api.request(
        startBusinessVerification,
        { params: { clientId }, query: activityId === undefined ? {} : { activityId }, requestKey } as never,
        { as: a.staff },
      );

    test('rejects an archived client, and an activity of another company', async () => {
      const client = await create(api, a.staff, businessForm('Closed Limited'));
      const activity = await api.request(
        createActivity,
        { body: { name: 'Theirs', activityType: 'matter', parties: [] } as never },
        { as: api.companies.b.owner },
      );
      expect((await start(client.id, activity.response.id)).problem.fields).toHaveProperty('activityId');
      await api.database.asSuperuser(`UPDATE assay.clients SET status = 'archived' WHERE id = $1`, [
        client.id,
      ]);
      expect((await start(client.id)).problem.detail).toMatch(/archived/);
      expect((await start(crypto.randomUUID())).status).toBe(404);
    });

    test('waits for a concurrent change of the client and validates against it', async () => {
      const client = await create(api, a.staff, businessForm('Closing Limited'));
      const late = await runWhileLocked(
        api,
        a.id,
        (trx) => trx.updateTable('clients').set({ status: 'archived' }).where('id', '=', client.id).execute(),
        () => start(client.id),
      );
      expect(late.problem.detail).toMatch(/archived/);
    });

    test('treats a form as a repeat only for the same activity', async () => {
      const client = await create(api, a.staff, businessForm('Two Forms Limited'));
      const activity = await api.request(
        createActivity,
        { body: { name: 'Ours', activityType: 'matter', parties: [] } as never },
        { as: a.staff },
      );
      const key = crypto.randomUUID();
      const first = await start(client.id, activity.response.id, key);
      const again = await start(client.id, activity.response.id, key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.response).toEqual(first.response);
      expect((await start(client.id, undefined, key)).problem.code).toBe('idempotencyKey.reused');
    });
  });
});

test('an extract is not ordered from a register that is not configured', async () => {
  const api = await openTestApi(testEngine, { registries: noRegistries() });
  try {
    const { staff } = api.companies.a;
    const client = await create(api, staff, businessForm('Unconfigured Limited'));
    const input = { params: { clientId: client.id }, query: {} };
    const { id, version } = (await api.request(startBusinessVerification, input, { as: staff })).response;
    const body = { version, registry: 'nzbn' as const, number: '9429041561142', quotedCost: 250 };
    const refused = await api.request(chooseRegistryEntity, { params: { id }, body }, { as: staff });
    expect([refused.status, refused.problem.fields?.registry?.[0]]).toEqual([
      422,
      expect.stringMatching(/not configured/),
    ]);
  } finally {
    await api.close();
  }
});
