import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockClients } from '#api/records/clients/record/store.ts';
import { startBusinessVerification } from '#contract/business-verifications/business-verifications.ts';
import { type DocumentOwner, listDocuments } from '#contract/documents/documents.ts';
import { decideVerification } from '#contract/individual-verifications/individual-verifications.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { runWhileLocked } from '#tests/support/api/held-rows.ts';
import { publishedTemplate, sampleClient, sendAssessment } from '#tests/support/api/risk.ts';
import { personToVerify, sightedPassport, started } from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';
import { businessForm, create } from '../clients/support.ts';
import { clientOwner, upload } from './support.ts';

describe.each(testEngines)('document owners on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  beforeAll(async () => {
    api = await openTestApi(engine);
    ({ a } = api.companies);
  });
  afterAll(() => api?.close());

  const file = { name: 'meanwhile.pdf', bytes: samplePdf(['(meanwhile)']) };
  const getDocuments = async (owner: DocumentOwner) =>
    (await api.request(listDocuments, { params: owner, query: {} }, { as: a.staff })).response.documents;

  const sighted = async () => {
    const { id } = await personToVerify(api, a.staff);
    return started(api, a.staff, id, { method: 'documentSighted', document: sightedPassport('LB654321') });
  };
  const records = {
    individual_verifications: async () => ({
      ownerType: 'individualVerification' as const,
      ownerId: (await sighted()).id,
    }),
    business_verifications: async () => {
      const { id } = await create(api, a.staff, businessForm('Heldfast Limited'));
      const input = { params: { clientId: id }, query: {} };
      const { response } = await api.request(startBusinessVerification, input, { as: a.staff });
      return { ownerType: 'businessVerification' as const, ownerId: response.id };
    },
    risk_assessments: async () => {
      const template = await publishedTemplate(api, a.owner);
      const { id: clientId } = await sampleClient(api, a.staff);
      const { response } = await sendAssessment(api, a.staff, { clientId, template, submit: false });
      return { ownerType: 'riskAssessment' as const, ownerId: response.id };
    },
  };

  test.each([
    ['individual_verifications', { status: 'cancelled' }],
    ['business_verifications', { status: 'cancelled' }],
    ['risk_assessments', { status: 'submitted', scored: '{}', computed_level: 'low' }],
  ] as const)('%s that a concurrent command closes accept nothing more', async (table, settled) => {
    const owner = await records[table]();
    const waited = await runWhileLocked(
      api,
      a.id,
      (trx) =>
        trx
          .updateTable(table)
          .set(settled as never)
          .where('id', '=', owner.ownerId)
          .execute(),
      () => upload(api, a.staff, owner, [file]),
    );
    expect([waited.status, waited.problem?.detail]).toEqual([
      422,
      expect.stringMatching(/evidence is final/),
    ]);
    expect(await getDocuments(owner)).toEqual([]);
  });

  test('an upload to a client waits for a concurrent command on it', async () => {
    const owner = await clientOwner(api, a.staff);
    const waited = await runWhileLocked(
      api,
      a.id,
      (trx) => lockClients(trx, [owner.ownerId]),
      () => upload(api, a.staff, owner, [file]),
    );
    expect(waited.status).toBe(201);
  });

  test('a document uploaded during a decision is stored only if it came first', async () => {
    const { id, version } = await sighted();
    const owner = { ownerType: 'individualVerification', ownerId: id } as const;
    const body = { version, decision: 'notVerified', reason: 'The photo is of someone else' };
    const [uploaded, decided] = await Promise.all([
      upload(api, a.staff, owner, [file]),
      api.request(decideVerification, { params: { id }, body } as never, { as: a.owner }),
    ]);
    expect(decided.status).toBe(200);
    const [document] = await getDocuments(owner);
    expect(uploaded.status).toBe(document === undefined ? 422 : 201);
  });
});
