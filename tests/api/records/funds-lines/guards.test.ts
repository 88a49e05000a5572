import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFundsLine,
  changeFundsLine,
  type FundsLine,
  rejectFundsLine,
  verifyFundsLine,
  withdrawFundsLine,
} from '#contract/cdd/funds-lines.ts';
import { uploadDocuments } from '#contract/documents/documents.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import { create as createActivity, fullForm } from '../../checks/activities/support.ts';
import { businessForm, create } from '../clients/support.ts';

describe.each(testEngines)('guards of lines of source of funds and wealth on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let count = 0;
  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  async function addTrust(): Promise<string> {
    count += 1;
    const form = { clientType: 'trust' as const, business: { trustType: 'fixed' as const } };
    return (await create(api, a.staff, businessForm(`Kowhai Family Trust ${count}`, form))).id;
  }
  async function upload(ownerId: string): Promise<string> {
    count += 1;
    const bytes = await samplePicture('png', { side: 60 + count });
    const body = formWith([{ name: 'statement.png', bytes }]);
    const input = { params: { ownerType: 'client', ownerId }, body } as never;
    const { response } = await api.request(uploadDocuments, input, { as: a.staff });
    return response.documents[0]?.document.id ?? '';
  }
  const form = {
    of: 'wealth',
    kind: 'gift',
    amount: '5,000',
    currency: 'NZD',
    from: 'An invented aunt',
  } as const;
  const add = async (id: string, more: object = {}) =>
    (await api.request(addFundsLine, { params: { id }, body: { ...form, ...more } }, { as: a.staff }))
      .response;
  const addEvidenced = async (): Promise<FundsLine> => {
    const id = await addTrust();
    return add(id, { documentIds: [await upload(id)] });
  };

  const getParams = ({ clientId: id, id: lineId }: FundsLine) => ({ id, lineId });
  const change = (line: FundsLine, more: object) =>
    api.request(
      changeFundsLine,
      { params: getParams(line), body: { ...form, version: line.version, ...more } },
      { as: a.staff },
    );
  const verify = (line: FundsLine, version = line.version) =>
    api.request(
      verifyFundsLine,
      { params: getParams(line), body: { version, corroboration: 'Compared with the statement' } },
      { as: a.staff },
    );
  const reject = (line: FundsLine, version = line.version) =>
    api.request(
      rejectFundsLine,
      { params: getParams(line), body: { version, reason: 'The statement is another person’s' } },
      { as: a.staff },
    );
  const withdraw = (line: FundsLine, version = line.version) =>
    api.request(
      withdrawFundsLine,
      { params: getParams(line), body: { version, reason: 'Recorded by mistake' } },
      { as: a.staff },
    );

  test('reject a decision on another version, with the current line', async () => {
    const line = await addEvidenced();
    for (const decide of [verify, reject, withdraw]) {
      const { problem } = await decide(line, line.version + 1);
      expect(problem).toMatchObject({ code: 'record.versionConflict', current: { id: line.id, version: 1 } });
    }
  });

  test('reject a decision that has already been made', async () => {
    const verified = (await verify(await addEvidenced())).response;
    expect((await verify(verified)).problem.detail).toContain('verified already');
    const rejected = (await reject(verified)).response;
    expect((await reject(rejected)).problem.detail).toContain('rejected already');
    expect((await verify(rejected)).response).toMatchObject({ status: 'verified' });
  });

  test('reject verification by a document that was removed', async () => {
    const line = await addEvidenced();
    await api.database.asSuperuser(
      `UPDATE assay.documents SET purged_at = now(), purge_reason = 'Of another person' WHERE id = $1`,
      [line.documents[0]?.id],
    );
    expect((await verify(line)).problem.detail).toContain('was removed');
  });

  test('retain the activity of a line of source of funds', async () => {
    const id = await addTrust();
    const { id: activityId } = await createActivity(api, a.staff, fullForm(id));
    const line = await add(id, { of: 'funds', activityId });
    expect((await change(line, { of: 'wealth' })).problem.fields).toHaveProperty('of');
    expect((await change(line, { of: 'funds', amount: '6,000' })).status).toBe(200);
  });

  test('reject another client’s document when a line is changed', async () => {
    const line = await addEvidenced();
    const theirs = await upload(await addTrust());
    expect((await change(line, { documentIds: [theirs] })).problem.fields).toHaveProperty('documentIds');
  });
});
