import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDestructions } from '#api/follow-up/retention/list-due-job.ts';
import { createActivity, readActivity } from '#contract/activities.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { createClient, listClients, readClientHistory, updateClient } from '#contract/clients/clients.ts';
import { listDuplicates, mergeClients, previewMerge } from '#contract/clients/merging.ts';
import { addParty } from '#contract/clients/parties.ts';
import { verifyAuditLog } from '#contract/platform/audit.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { readRetention, setLegalHold } from '#contract/views/retention.ts';
import { searchEverything } from '#contract/views/search.ts';
import { mergedTables } from '#rules/client-merging/merged-tables.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { activeIndividual, getDiligence, verifyIdentity } from '#tests/support/api/due-diligence.ts';
import { filesInZip, requestPack } from '#tests/support/api/evidence-packs.ts';
import { confirmedMatch } from '#tests/support/api/monitoring.ts';
import { addClient, endLongAgo } from '#tests/support/api/retention.ts';
import { sampleClient } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addPerson, type MergeChoices, mergeRecords, readRecord } from './support.ts';

describe.each(testEngines)('merging clients on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api?.close());

  const read = (id: string) => readRecord(api, a.owner, id);
  const add = (individual: Record<string, unknown>, rest?: Record<string, unknown>) =>
    addPerson(api, a.owner, individual, rest);
  const merge = (id: string, mergedId: string, { as = a.owner, ...more }: MergeChoices = {}) =>
    mergeRecords(api, as, { id, mergedId }, more);

  const rows = async (text: string, values: unknown[]) =>
    (await api.database.asSuperuser(text, values)).rows as Record<string, unknown>[];

  test('joins the records, and leads from the merged one to the other', async () => {
    const one = await add(
      { familyName: 'Joinsample', dateOfBirth: '1980-01-02' },
      { externalId: 'J-1', tags: ['a'] },
    );
    const two = await add(
      { familyName: 'Joinsampel', dateOfBirth: '1980-01-02' },
      { externalId: 'J-2', phone: '+64 21 555 0101', tags: ['b'] },
    );
    const found = await api.request(listDuplicates, { params: { id: one.id } }, { as: a.owner });
    expect(found.response.duplicates).toEqual([
      expect.objectContaining({ id: two.id, reasons: ['Similar name and same date of birth'] }),
    ]);
    const preview = await api.request(
      previewMerge,
      { params: { id: one.id, mergedId: two.id } },
      { as: a.owner },
    );
    expect(preview.response).toMatchObject({ problems: [], otherWayIsBetter: false });
    const merged = await merge(one.id, two.id, { taken: ['phone'] });
    expect(merged.status, merged.text).toBe(200);
    const [survivor, former] = [await read(one.id), await read(two.id)];
    expect(survivor).toMatchObject({
      phone: '+64215550101',
      externalId: 'J-1',
      tags: ['a', 'b'],
      individual: { familyName: 'Joinsample', otherNames: ['Mereana Joinsampel'] },
      mergedInto: null,
      mergedRecords: [{ id: two.id, name: 'Mereana Joinsampel' }],
    });
    expect(former).toMatchObject({
      status: 'merged',
      externalId: 'J-2',
      mergedInto: { id: one.id, name: 'Mereana Joinsample' },
    });
    const history = await api.request(
      readClientHistory,
      { params: { id: one.id }, query: {} },
      { as: a.owner },
    );
    expect(history.response.events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['client.merged', 'client.mergedInto', 'client.created']),
    );
    expect(history.response.events.filter(({ action }) => action === 'client.created')).toHaveLength(2);
  });

  test('is no longer listed, but found by its name and external ID as the other one', async () => {
    const one = await add({ familyName: 'Listsample' });
    const two = await add({ familyName: 'Listsampel' }, { externalId: 'L-2' });
    expect((await merge(one.id, two.id)).status).toBe(200);
    const list = async (query: Record<string, string>) =>
      (await api.request(listClients, { query }, { as: a.owner })).response.items.map(({ id }) => id);
    expect(await list({})).not.toContain(two.id);
    expect(await list({ status: 'merged' })).toContain(two.id);
    for (const q of ['Listsampel', 'L-2']) {
      expect(await list({ q })).toEqual([one.id]);
      const everywhere = await api.request(searchEverything, { query: { q } }, { as: a.owner });
      expect(everywhere.response.clients.map(({ id }) => id)).toEqual([one.id]);
    }
  });

  test('moves evidence of the same identity, which counts, and retains that of another one', async () => {
    const birth = { dateOfBirth: '1985-03-12' };
    const one = await add({ familyName: 'Samesample', ...birth });
    const two = await add({ familyName: 'Samesample', ...birth });
    await verifyIdentity(api, a, two.id);
    expect((await merge(one.id, two.id)).status).toBe(200);
    expect(
      await rows(`SELECT client_id FROM assay.individual_verifications WHERE client_id = $1`, [one.id]),
    ).toHaveLength(1);
    expect((await read(one.id)).cddStatus).toBe('notStarted');
    const identityOf = async (id: string) =>
      (await getDiligence(api, a.owner, id)).progress.steps.find(({ step }) => step === 'identity');
    expect(await identityOf(one.id)).toMatchObject({ state: 'complete' });

    const three = await add({ familyName: 'Othersample', ...birth });
    const four = await add({ familyName: 'Entirelydifferent', ...birth });
    await verifyIdentity(api, a, four.id);
    expect((await merge(three.id, four.id)).status).toBe(200);
    expect((await identityOf(three.id))?.outstanding).toBeGreaterThan(0);
    expect(
      await rows(`SELECT client_id FROM assay.individual_verifications WHERE client_id = $1`, [three.id]),
    ).toEqual([]);
    expect(
      await rows(`SELECT client_id FROM assay.individual_verifications WHERE client_id = $1`, [four.id]),
    ).toHaveLength(1);
  });

  test('moves activities, parties and requests, with one of each where both had one', async () => {
    const one = await add({ familyName: 'Movesample' });
    const two = await add({ familyName: 'Movesample' });
    const company = await api.request(
      createClient,
      {
        body: {
          clientType: 'company',
          business: { legalName: 'Movesample Limited', registrationCountry: 'NZL' },
        } as never,
      },
      { as: a.owner },
    );
    const party = (partyClientId: string, roles: string[]) =>
      api.request(
        addParty,
        {
          params: { id: company.response.id },
          body: { partyClientId, roles, validFrom: '2025-01-01' } as never,
          requestKey: crypto.randomUUID(),
        },
        { as: a.owner },
      );
    expect((await party(one.id, ['director'])).status).toBe(201);
    expect((await party(two.id, ['shareholder'])).status).toBe(201);
    const activity = await api.request(
      createActivity,
      {
        body: {
          name: 'Sale of a house',
          activityType: 'matter',
          maxTransactionValue: '850,000',
          parties: [
            { clientId: one.id, capacity: 'otherParty' },
            { clientId: two.id, capacity: 'customer' },
          ],
        } as never,
      },
      { as: a.owner },
    );
    expect(activity.status, activity.text).toBe(201);
    expect((await merge(one.id, two.id)).status).toBe(200);
    const read = await api.request(readActivity, { params: { id: activity.response.id } }, { as: a.owner });
    expect(read.response.parties).toEqual([
      expect.objectContaining({ clientId: one.id, capacity: 'customer' }),
    ]);
    expect(
      await rows(
        `SELECT party_client_id, roles FROM assay.client_parties WHERE client_id = $1 AND valid_to IS NULL`,
        [company.response.id],
      ),
    ).toEqual([{ party_client_id: one.id, roles: ['director', 'shareholder'] }]);
  });

  test('holds the higher risk, schedules a review, and puts work on hold for a confirmed match', async () => {
    const one = await activeIndividual(api, a, 'Riskysample');
    const two = await sampleClient(api, a.owner, 'Riskysample');
    await confirmedMatch(api, a, two.id, a.owner);
    const done = await merge(one, two.id);
    expect(done.status, done.text).toBe(200);
    expect(await read(one)).toMatchObject({
      riskLevel: 'high',
      sanctionsStatus: 'confirmed',
      status: 'active',
    });
    const reviews = await api.request(
      listReviews,
      { query: { status: 'open', clientId: one, limit: 10 } },
      { as: a.owner },
    );
    expect(reviews.response.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ trigger: 'clientsMerged' })]),
    );
  });

  test('adopts a stricter political exposure, and no clearance', async () => {
    const one = await add({ familyName: 'Exposedsample' });
    const two = await add({ familyName: 'Exposedsample' });
    for (const [id, pepStatus] of [
      [one.id, 'none'],
      [two.id, 'foreign'],
    ] as const) {
      const { version } = await read(id);
      const body = { subject: 'politicalExposure', pepStatus, basis: 'Asked', version } as never;
      expect((await api.request(recordFinding, { params: { id }, body }, { as: a.owner })).status).toBe(200);
    }
    expect((await merge(one.id, two.id)).status).toBe(200);
    expect((await read(one.id)).pepStatus).toBe('foreign');
    expect(
      await rows(`SELECT content ->> 'pepStatus' AS status FROM assay.client_findings WHERE client_id = $1`, [
        one.id,
      ]),
    ).toEqual([{ status: 'foreign' }]);
  });

  test('cannot be changed by any command once merged', async () => {
    const one = await add({ familyName: 'Readonlysample' });
    const two = await add({ familyName: 'Readonlysample' });
    expect((await merge(one.id, two.id)).status).toBe(200);
    const former = await read(two.id);
    const as = { as: a.owner };
    const edit = {
      clientType: 'individual',
      individual: { givenNames: 'Mereana', familyName: 'Readonlysampler' },
      version: former.version,
      confirmations: ['identityChanged'],
    } as never;
    const outcomes = [
      await api.request(updateClient, { params: { id: two.id }, body: edit }, as),
      await api.request(setLegalHold, { params: { id: two.id }, body: { reason: 'A case.' } }, as),
      await api.request(
        createActivity,
        {
          body: {
            name: 'Sale',
            activityType: 'matter',
            maxTransactionValue: '1',
            parties: [{ clientId: two.id, capacity: 'customer' }],
          } as never,
        },
        as,
      ),
      await merge(two.id, one.id),
    ];
    for (const { status, problem } of outcomes) {
      expect(status).toBe(422);
      expect(JSON.stringify(problem)).toContain('merged');
    }
    expect(await read(two.id)).toEqual(former);
  });

  test('rejects other roles, other companies, stale versions and second merges', async () => {
    const one = await add({ familyName: 'Guardsample' });
    const two = await add({ familyName: 'Guardsample' });
    expect((await merge(one.id, two.id, { as: a.staff })).problem.code).toBe('role.forbidden');
    const foreign = await addClient(api, api.companies.b, 'Guardsample');
    const body = {
      version: one.version,
      mergedId: foreign.id,
      mergedVersion: foreign.version,
      taken: [],
      reason: 'x',
    };
    const across = await api.request(mergeClients, { params: { id: one.id }, body }, { as: a.owner });
    expect(across.problem.code).toBe('record.notFound');
    for (const [version, mergedVersion] of [
      [one.version + 1, two.version],
      [one.version, two.version + 1],
    ] as const) {
      const stale = await api.request(
        mergeClients,
        { params: { id: one.id }, body: { ...body, version, mergedId: two.id, mergedVersion } },
        { as: a.owner },
      );
      expect(stale.problem.code).toBe('record.versionConflict');
    }
    const key = crypto.randomUUID();
    const current = { ...body, mergedId: two.id, mergedVersion: two.version };
    const send = (input: typeof current) =>
      api.request(mergeClients, { params: { id: one.id }, body: input, requestKey: key }, { as: a.owner });
    const [first, again] = [await send(current), await send(current)];
    expect(first.status, first.text).toBe(200);
    expect(again.response).toEqual(first.response);
    expect((await merge(one.id, two.id)).status).toBe(422);
  });

  test('merges once of two at a time, and follows a chain to its end', async () => {
    const [one, two, three] = [
      await add({ familyName: 'Chainsample' }),
      await add({ familyName: 'Chainsample' }),
      await add({ familyName: 'Chainsample' }),
    ];
    const both = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [winner] = both.flatMap((outcome) => (outcome.status === 200 ? [outcome.response] : []));
    if (winner === undefined) throw new Error('Neither was merged.');
    expect((await merge(three.id, winner.id)).status).toBe(200);
    for (const id of [one.id, two.id]) expect((await read(id)).mergedInto?.id).toBe(three.id);
    expect((await read(three.id)).mergedRecords).toHaveLength(2);
  });

  test('carries a legal hold over, which the event of the merge does not tell', async () => {
    const [one, two] = [await add({ familyName: 'Heldsample' }), await add({ familyName: 'Heldsample' })];
    await api.request(
      setLegalHold,
      { params: { id: two.id }, body: { reason: 'A case at court.' } },
      { as: a.owner },
    );
    expect((await merge(one.id, two.id)).status).toBe(200);
    expect((await read(one.id)).onLegalHold).toBe(true);
    expect((await read(two.id)).onLegalHold).toBe(true);
    const told = await rows(
      `SELECT d.detail::text AS detail FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
        WHERE e.action IN ('client.merged', 'client.mergedInto') AND e.resource_id IN ($1, $2)`,
      [one.id, two.id],
    );
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toMatch(/hold/i);
  });

  test('is retained and destroyed with the surviving client', async () => {
    const [one, two] = [await add({ familyName: 'Endedsample' }), await add({ familyName: 'Endedsample' })];
    await endLongAgo(api, one.id);
    await endLongAgo(api, two.id);
    expect((await merge(one.id, two.id)).status).toBe(200);
    await listDestructions(api.database.db, api.clock);
    const due = (await api.request(readRetention, { query: {} }, { as: a.owner })).response.due;
    expect(due.map(({ client }) => client.id)).toContain(one.id);
    expect(due.map(({ client }) => client.id)).not.toContain(two.id);
    await api.database.asSuperuser(
      `BEGIN; SET LOCAL ROLE assay_tenant; SELECT set_config('app.company_id', '${a.id}', true);
       SELECT FROM assay.clients WHERE id IN ('${one.id}', '${two.id}') ORDER BY id FOR UPDATE;
       SELECT * FROM assay.destroy_client('${one.id}'); COMMIT`,
    );
    expect(await rows(`SELECT id FROM assay.clients WHERE id IN ($1, $2)`, [one.id, two.id])).toEqual([]);
  });

  test('decides on every table that refers to clients, and leaves no row that moves', async () => {
    const tables = await rows(
      `SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'assay'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped
          AND a.attname IN ('client_id', 'party_client_id')
       UNION
       SELECT DISTINCT k.conrelid::regclass::text FROM pg_constraint k
        WHERE k.contype = 'f' AND k.confrelid = 'assay.clients'::regclass`,
      [],
    );
    const known = [...Object.keys(mergedTables)];
    const names = tables
      .map(({ name }) => String(name).replace('assay.', ''))
      .filter((name) => name !== 'clients');
    // By kind and id, without a column of that name.
    const byKind = ['alerts', 'documents', 'risk_assessments'];
    expect([...new Set([...names, ...byKind])].sort()).toEqual(known.sort());
  });

  test('is in the evidence pack of the surviving client, with its events', async () => {
    const [one, two] = [await add({ familyName: 'Packsample' }), await add({ familyName: 'Packsampel' })];
    expect((await merge(one.id, two.id)).status).toBe(200);
    const response = await requestPack(api, a.owner, { scope: 'client', scopeId: one.id });
    expect(response.status).toBe(200);
    const files = await filesInZip(Buffer.from(await response.arrayBuffer()));
    const text = [...files.values()].map(String).join('\n');
    expect(text).toContain('client.mergedInto');
    expect(text).toContain(two.id);
  });

  test('leaves the audit log verifiable', async () => {
    const checked = await api.request(verifyAuditLog, { query: {} as never }, { as: a.owner });
    expect(checked.status, checked.text).toBe(200);
  });
});
