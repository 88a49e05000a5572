import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Diligence, readDiligence } from '#contract/cdd/cdd.ts';
import { recordFinding, withdrawFinding } from '#contract/cdd/findings.ts';
import {
  addFundsLine,
  changeFundsLine,
  type FundsLine,
  listActivityFundsLines,
  listFundsLines,
  readFundsLine,
  rejectFundsLine,
  verifyFundsLine,
  withdrawFundsLine,
} from '#contract/cdd/funds-lines.ts';
import { readClientHistory } from '#contract/clients/clients.ts';
import { readPolicies, updatePolicies } from '#contract/company/company-settings.ts';
import { decideRequestItem } from '#contract/document-requests/document-requests.ts';
import { uploadDocuments } from '#contract/documents/documents.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { submittedRequest } from '#tests/support/api/document-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import { create as createActivity, fullForm, move, update } from '../../checks/activities/support.ts';
import { businessForm, create } from '../clients/support.ts';

type NewLine = EndpointRequest<typeof addFundsLine>['body'];

describe.each(testEngines)('source of funds and wealth on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  let made = 0;
  async function trust(company = a): Promise<string> {
    made += 1;
    const form = { clientType: 'trust' as const, business: { trustType: 'fixed' as const } };
    return (await create(api, company.staff, businessForm(`Matai Family Trust ${made}`, form))).id;
  }

  async function upload(ownerId: string, company = a, name = 'settlement.png'): Promise<string> {
    made += 1;
    const side = 60 + made;
    const body = formWith([{ name, bytes: await samplePicture('png', { side }) }]);
    const input = { params: { ownerType: 'client', ownerId }, body } as never;
    const { response } = await api.request(uploadDocuments, input, { as: company.staff });
    return response.documents[0]?.document.id ?? '';
  }

  const sale = {
    of: 'wealth',
    kind: 'propertySale',
    amount: '640,000',
    currency: 'NZD',
    from: 'Sale of the house at 12 Sample Street',
  } as const;

  const add = (id: string, more: Partial<NewLine> = {}, as: TestPerson = a.staff) =>
    api.request(addFundsLine, { params: { id }, body: { ...sale, ...more } }, { as });
  const verify = ({ clientId: id, id: lineId, version }: FundsLine, as: TestPerson = a.staff) =>
    api.request(
      verifyFundsLine,
      { params: { id, lineId }, body: { version, corroboration: 'Compared with the settlement statement' } },
      { as },
    );
  const list = async (id: string, query = {}) =>
    (await api.request(listFundsLines, { params: { id }, query }, { as: a.staff })).response;
  const read = async (id: string): Promise<Diligence> =>
    (await api.request(readDiligence, { params: { id } }, { as: a.staff })).response;
  async function missing(id: string): Promise<string[]> {
    const { items } = await read(id);
    return items
      .filter(({ satisfied, code }) => !satisfied && code.startsWith('source.'))
      .map(({ code }) => code);
  }
  async function recordValue(id: string, wealth: string, more: object = {}, as: TestPerson = a.staff) {
    const { version } = await read(id);
    const body = {
      subject: 'sourceValue',
      version,
      wealth,
      currency: 'NZD',
      basis: 'Stated',
      ...more,
    } as const;
    return api.request(recordFinding, { params: { id }, body: body as never }, { as });
  }

  test('meets the requirement with lines: obtained if claimed, verified if documents support them', async () => {
    const id = await trust();
    expect(await missing(id)).toEqual(['source.obtained', 'source.verified']);
    const claimed = (await add(id)).response;
    expect(claimed).toMatchObject({ status: 'claimed', amount: 64_000_000, currency: 'NZD', decision: null });
    expect(await missing(id)).toEqual(['source.verified']);
    const refused = await verify(claimed);
    expect(refused.problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(refused.problem.detail).toContain('Attach at least one');
    const document = await upload(id);
    const change = {
      params: { id, lineId: claimed.id },
      body: { ...sale, version: 1, documentIds: [document] },
    };
    const evidenced = (await api.request(changeFundsLine, change, { as: a.staff })).response;
    expect(evidenced).toMatchObject({ status: 'evidenced', version: 2, documents: [{ id: document }] });
    expect(await missing(id)).toEqual(['source.verified']);
    const verified = (await verify(evidenced)).response;
    expect(verified).toMatchObject({
      status: 'verified',
      decision: { to: 'verified', by: { id: a.staff.id } },
    });
    expect(await missing(id)).toEqual([]);
    const { events } = (await api.request(readClientHistory, { params: { id }, query: {} }, { as: a.staff }))
      .response;
    expect(events.map(({ action }) => action).filter((action) => action.includes('fundsLine'))).toEqual([
      'client.fundsLineVerified',
      'client.fundsLineChanged',
      'client.fundsLineAdded',
    ]);
    expect(events[0]?.changes).toContainEqual({
      field: 'fundsLine',
      before: null,
      after: 'Source of wealth: Sale of property, NZD 640,000.00',
    });
  });

  test('reopens the requirement for a line added, rejected, changed or withdrawn, or a removed document', async () => {
    const id = await trust();
    const withDocument = async () =>
      (await verify((await add(id, { documentIds: [await upload(id)] })).response)).response;
    const first = await withDocument();
    expect(await missing(id)).toEqual([]);
    const other = (await add(id, { kind: 'inheritance', amount: '20,000' })).response;
    expect(await missing(id)).toEqual(['source.verified']);
    const back = { version: other.version, reason: 'Of another trust' };
    await api.request(withdrawFundsLine, { params: { id, lineId: other.id }, body: back }, { as: a.staff });
    expect(await missing(id)).toEqual([]);
    const gone = await api.request(readFundsLine, { params: { id, lineId: other.id } }, { as: a.staff });
    expect(gone.status).toBe(404);
    const rejected = await api.request(
      rejectFundsLine,
      {
        params: { id, lineId: first.id },
        body: { version: first.version, reason: 'The statement was altered' },
      },
      { as: a.staff },
    );
    expect(rejected.response).toMatchObject({
      status: 'rejected',
      decision: { reason: 'The statement was altered' },
    });
    expect(await missing(id)).toEqual(['source.obtained', 'source.verified']);
    const again = await withDocument();
    expect(await missing(id)).toEqual([]);
    const change = {
      ...sale,
      amount: '650,000',
      version: again.version,
      documentIds: again.documents.map((d) => d.id),
    };
    const changed = (
      await api.request(changeFundsLine, { params: { id, lineId: again.id }, body: change }, { as: a.staff })
    ).response;
    expect(changed).toMatchObject({ status: 'evidenced', decision: null });
    expect(await missing(id)).toEqual(['source.verified']);
    await verify(changed);
    expect(await missing(id)).toEqual([]);
    await api.database.asSuperuser(
      `UPDATE assay.documents SET purged_at = now(), purge_reason = 'Of another person' WHERE id = $1`,
      [changed.documents[0]?.id],
    );
    expect(await missing(id)).toEqual(['source.verified']);
    const [line] = (await list(id)).items.filter(({ status }) => status !== 'rejected');
    expect(line).toMatchObject({
      status: 'claimed',
      decision: { to: 'verified' },
      documents: [{ isRemoved: true }],
    });
  });

  test('covers a recorded value within the policies’ tolerance, in its currency alone', async () => {
    const id = await trust();
    await recordValue(id, '700,000');
    const line = (await add(id, { documentIds: [await upload(id)] })).response;
    await verify(line);
    expect((await list(id)).coverage).toEqual([
      {
        of: 'wealth',
        activity: null,
        target: { amount: 70_000_000, currency: 'NZD' },
        sums: [{ currency: 'NZD', claimed: 64_000_000, evidenced: 64_000_000, verified: 64_000_000 }],
        evidence: 'verified',
        uncovered: 0,
      },
    ]);
    expect(await missing(id)).toEqual([]);
    const { response: before } = await api.request(readPolicies, {}, { as: a.owner });
    const save = (sourceTolerancePercent: number, version: number) =>
      api.request(
        updatePolicies,
        { body: { ...before.policies, sourceTolerancePercent, version } },
        { as: a.owner },
      );
    const narrower = await save(5, before.version);
    expect(await missing(id)).toEqual(['source.verified']);
    const foreign = (await add(id, { amount: '90,000', currency: 'AUD', documentIds: [await upload(id)] }))
      .response;
    await verify(foreign);
    expect(await missing(id)).toEqual(['source.verified']);
    expect((await list(id)).coverage[0]).toMatchObject({
      uncovered: 2_500_000,
      sums: [{ currency: 'NZD' }, { currency: 'AUD', verified: 9_000_000 }],
    });
    await save(10, narrower.response.version);
    expect((await save(51, narrower.response.version)).problem.fields).toHaveProperty(
      'sourceTolerancePercent',
    );
  });

  test('retains earlier records as one finding, which still counts', async () => {
    const id = await trust();
    await api.database.asSuperuser(
      `INSERT INTO assay.client_findings (company_id, client_id, subject, content, recorded_at, recorded_by)
       VALUES ($1, $2, 'sourceOfWealthOrFunds', $3, now(), $4)`,
      [
        a.id,
        id,
        JSON.stringify({ of: 'wealth', description: 'Sale of the farm', verification: 'Statement, seen' }),
        a.staff.id,
      ],
    );
    expect(await missing(id)).toEqual([]);
    await add(id);
    expect(await missing(id)).toEqual([]);
    const kept = (await read(id)).findings.find(({ subject }) => subject === 'sourceOfWealthOrFunds');
    expect(kept).toMatchObject({ recorded: { content: { description: 'Sale of the farm' } } });
  });

  test('links a line to an activity of the client and covers its value', async () => {
    const id = await trust();
    const { id: activityId } = await createActivity(api, a.staff, fullForm(id));
    await api.database.asSuperuser(
      `UPDATE assay.activities SET max_transaction_value = 70000000, currency = 'NZD' WHERE id = $1`,
      [activityId],
    );
    const wealth = await add(id, { activityId });
    expect(wealth.problem.fields).toHaveProperty('of');
    const line = (await add(id, { of: 'funds', activityId })).response;
    expect(line.activity).toMatchObject({ id: activityId });
    const ofActivity = (
      await api.request(listActivityFundsLines, { params: { id: activityId }, query: {} }, { as: a.auditor })
    ).response;
    expect(ofActivity.items.map(({ id: lineId }) => lineId)).toEqual([line.id]);
    expect(ofActivity.coverage).toMatchObject([
      { of: 'funds', activity: { id: activityId }, target: { amount: 70_000_000 }, evidence: 'obtained' },
    ]);
    const elsewhere = await add(await trust(), { of: 'funds', activityId });
    expect(elsewhere.problem.fields).toHaveProperty('activityId');
  });

  test('can rest on a document request’s file once its item is accepted, and on no other item', async () => {
    const request = await submittedRequest(api, a.staff);
    const offered = async () => (await list(request.clientId)).documents;
    expect(await offered()).toEqual([]);
    const [item] = request.items;
    const file = item?.documents[0]?.id ?? '';
    expect((await add(request.clientId, { documentIds: [file] })).problem.fields).toHaveProperty(
      'documentIds',
    );
    const accepted = await api.request(
      decideRequestItem,
      {
        params: { id: request.id, itemId: item?.id ?? '' },
        body: { version: request.version, decision: 'accept' },
      },
      { as: a.staff },
    );
    expect(accepted.status).toBe(200);
    expect(await offered()).toMatchObject([{ id: file, from: `Document request: ${item?.label}` }]);
    const line = (await add(request.clientId, { documentIds: [file] })).response;
    expect(line.status).toBe('evidenced');
    expect((await list(request.clientId)).kindsWithoutDocument).toEqual([]);
    await add(request.clientId, { kind: 'gift' });
    expect((await list(request.clientId)).kindsWithoutDocument).toEqual(['gift']);
  });

  test('is limited to as many lines as every query of the client can read', async () => {
    const id = await trust();
    await add(id);
    await api.database.asSuperuser(
      `INSERT INTO assay.funds_lines (company_id, id, client_id, source_of, kind, amount, currency, origin,
              created_at, created_by, updated_at, updated_by)
       SELECT company_id, gen_random_uuid(), client_id, source_of, kind, amount, currency, origin,
              created_at, created_by, updated_at, updated_by
         FROM assay.funds_lines, generate_series(2, 100) WHERE client_id = $1`,
      [id],
    );
    const refused = await add(id);
    expect(refused.problem.status).toBe(422);
    expect(refused.problem.fields?.['']?.[0]).toContain('100 lines at most');
  });

  test('rejects invalid input, another company’s client and documents, and read-only roles', async () => {
    const [id, other] = [await trust(), await trust()];
    const b = api.companies.b;
    const theirs = await trust(b);
    expect((await add(theirs)).status).toBe(404);
    for (const document of [await upload(other), await upload(theirs, b), crypto.randomUUID()]) {
      expect((await add(id, { documentIds: [document] })).problem.fields).toHaveProperty('documentIds');
    }
    expect((await add(id, {}, a.auditor)).problem.code).toBe('role.forbidden');
    const bad: [Partial<Record<keyof NewLine, unknown>>, string][] = [
      [{ amount: '0' }, 'amount'],
      [{ amount: 'plenty' }, 'amount'],
      [{ amount: '999,999,999,999' }, 'amount'],
      [{ amount: undefined }, 'amount'],
      [{ currency: 'JPY' }, 'currency'],
      [{ kind: 'lottery' }, 'kind'],
      [{ from: '  ' }, 'from'],
      [{ from: 'My tax file number is 123 456 782' }, 'from'],
      [{ of: 'both' }, 'of'],
      [{ documentIds: Array.from({ length: 11 }, () => crypto.randomUUID()) }, 'documentIds'],
    ];
    for (const [more, field] of bad) {
      const { problem } = await add(id, more as never);
      expect(problem.status, field).toBe(422);
      expect(Object.keys(problem.fields ?? {}).join(), field).toContain(field);
    }
    expect((await list(id)).items).toEqual([]);
  });

  test('returns 409 with the current line for a stale version, applies a repeat once, and pages by key', async () => {
    const id = await trust();
    const line = (await add(id)).response;
    const params = { id, lineId: line.id };
    const send = (amount: string) =>
      api.request(changeFundsLine, { params, body: { ...sale, amount, version: 1 } }, { as: a.staff });
    const both = await Promise.all([send('1,000'), send('2,000')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.problem.current).toMatchObject({ id: line.id, version: 2 });
    const body = { ...sale, amount: '3,000' };
    const requestKey = crypto.randomUUID();
    const once = () => api.request(addFundsLine, { params: { id }, body, requestKey }, { as: a.staff });
    expect((await once()).response.id).toBe((await once()).response.id);
    const first = await list(id, { limit: 1 });
    expect(first.items).toHaveLength(1);
    const second = await list(id, { limit: 1, after: first.nextAfter ?? undefined });
    expect(second).toMatchObject({ nextAfter: null, items: [{ amount: 300_000 }] });
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'archived' WHERE id = $1`, [id]);
    expect((await add(id)).problem.fields?.['']?.[0]).toContain('archived');
  });

  test('reads the line again for a repeated key: its withdrawal also after it was withdrawn', async () => {
    const id = await trust();
    const once = { params: { id }, body: sale, requestKey: crypto.randomUUID() };
    const addOnce = () => api.request(addFundsLine, once, { as: a.staff });
    const { id: lineId, version } = (await addOnce()).response;
    const params = { id, lineId };
    const change = { params, body: { ...sale, amount: '5,000', version } };
    const { response: now } = await api.request(changeFundsLine, change, { as: a.staff });
    const storeIdAlone = (requestKey: string) =>
      api.database.asSuperuser('UPDATE assay.request_keys SET body = $2 WHERE key = $1', [
        requestKey,
        JSON.stringify({ id: lineId }),
      ]);
    await storeIdAlone(once.requestKey);
    expect((await addOnce()).response).toEqual(now);
    expect((await list(id)).items).toEqual([now]);
    const withdrawal = {
      params,
      body: { version: now.version, reason: 'Of another client' },
      requestKey: crypto.randomUUID(),
    };
    const withdraw = () => api.request(withdrawFundsLine, withdrawal, { as: a.staff });
    expect((await withdraw()).response).toEqual(now);
    await storeIdAlone(withdrawal.requestKey);
    expect((await withdraw()).response).toMatchObject({ id: lineId, amount: 500_000 });
    expect((await addOnce()).problem.code).toBe('record.notFound');
  });

  test('a recorded value is lowered or withdrawn by those who may grant exceptions, and raised by all who edit', async () => {
    const officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    const id = await trust();
    expect((await recordValue(id, '500,000', { funds: '100,000' })).status).toBe(200);
    expect((await recordValue(id, '600,000', { funds: '100,000' })).status).toBe(200);
    const lower: [object, string][] = [
      [{ wealth: '599,999.99', funds: '100,000' }, 'wealth'],
      [{ funds: '99,000' }, 'funds'],
      [{ funds: undefined }, 'funds'],
      [{ wealth: undefined, funds: '100,000' }, 'wealth'],
      [{ funds: '100,000', currency: 'AUD' }, 'currency'],
    ];
    for (const [more, field] of lower) {
      const refused = await recordValue(id, '600,000', more);
      expect([refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([403, [field]]);
      expect(refused.problem.fields?.[field]?.[0]).toContain('lower the value to be evidenced');
    }
    const withdraw = async (as: TestPerson) => {
      const body = { version: (await read(id)).version, reason: 'Of another client' };
      return api.request(withdrawFinding, { params: { id, subject: 'sourceValue' }, body }, { as });
    };
    expect((await withdraw(a.staff)).problem.code).toBe('role.forbidden');
    expect((await recordValue(id, '400,000', {}, officer)).status).toBe(200);
    expect((await withdraw(officer)).status).toBe(200);
    // Without one on record the first is no lower one.
    expect((await recordValue(id, '1,000')).status).toBe(200);
  });

  test('a value is at least that of the client’s open activities, also where one rises or is opened later', async () => {
    const officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    const id = await trust();
    const withValue = (maxTransactionValue: string, more: object = {}) =>
      fullForm(id, { maxTransactionValue, currency: 'NZD', ...more } as never);
    const activity = await createActivity(api, a.staff, withValue('600,000'));
    const low = await recordValue(id, '10,000', { funds: '599,999' }, officer);
    const text = `Enter at least NZD 600,000, the value of ${activity.reference}.`;
    expect([low.status, low.problem.fields]).toEqual([422, { wealth: [text], funds: [text] }]);
    expect((await recordValue(id, '600,000')).status).toBe(200);
    await verify((await add(id, { documentIds: [await upload(id)] })).response);
    expect(await missing(id)).toEqual([]);
    const target = async () => (await list(id)).coverage.map(({ target }) => target);
    expect(await target()).toEqual([{ amount: 60_000_000, currency: 'NZD' }]);
    // The value rises, by an edit and by another activity: the higher one counts without another finding.
    const raised = await update(api, a.staff, activity, withValue('900,000'));
    expect(raised.status).toBe(200);
    expect(await missing(id)).toEqual(['source.verified']);
    expect(await target()).toEqual([{ amount: 90_000_000, currency: 'NZD' }]);
    await update(api, a.staff, raised.response, withValue('500,000'));
    expect(await missing(id)).toEqual([]);
    const other = await createActivity(api, a.staff, withValue('2,000,000'));
    expect(await missing(id)).toEqual(['source.verified']);
    await move(api, a.staff, other.id, { move: 'to', to: 'cancelled', reason: 'The sale fell through' });
    expect(await missing(id)).toEqual([]);
    // Neither an activity of which the client is the other party nor one in another currency says what the client brings in it.
    const seller = await trust();
    const parties = [
      { clientId: seller, capacity: 'customer' },
      { clientId: id, capacity: 'otherParty' },
    ];
    await createActivity(api, a.staff, withValue('3,000,000', { parties }));
    await createActivity(api, a.staff, withValue('4,000,000', { currency: 'AUD' }));
    expect(await missing(id)).toEqual([]);
  });
});
