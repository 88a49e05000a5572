import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import {
  type ActivityForm,
  addClient,
  create,
  fullForm,
  move,
  read,
  transitionThrough,
  update,
} from './support.ts';

describe('work of a New Zealand dealer in precious metals', () => {
  let api: TestApi;
  let dealer: TestCompany;
  let customer: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    dealer = await api.addCompany('Tūī Bullion', { billingCountryCode: 'NZL' });
    await api.database.asSuperuser(`UPDATE assay.companies SET sector = 'preciousMetals' WHERE id = $1`, [
      dealer.id,
    ]);
    customer = await addClient(api, dealer, 'Buyer');
  });
  afterAll(() => api.close());

  const paid = (more: Partial<ActivityForm> = {}): ActivityForm => {
    const { capturedActivityNz: _, ...form } = fullForm(customer, {
      cashExpected: true,
      maxTransactionValue: 1_000_000,
      currency: 'NZD',
      ...more,
    });
    return { ...form, ...more };
  };
  const start = (id: string) => move(api, dealer.owner, id, { move: 'to', to: 'inProgress' });
  const codes = (problem: { blockers?: { code: string }[] }) => problem.blockers?.map(({ code }) => code);

  test('is not started for cash of NZ$10,000, by anyone, or of an unknown amount', async () => {
    const { maxTransactionValue: _, ...unknown } = paid();
    // A captured activity of another sector does not make it other work.
    for (const form of [
      paid(),
      unknown,
      paid({ maxTransactionValue: 1, currency: 'AUD' }),
      paid({ capturedActivityNz: 'nz.a6' }),
    ]) {
      const { id } = await create(api, dealer.owner, form);
      const { status, problem } = await start(id);
      expect([status, codes(problem)]).toEqual([422, ['activity.cashProhibited']]);
    }
  });

  test('is started below, and not raised to it after; declining resolves it', async () => {
    const { id } = await create(api, dealer.owner, paid({ maxTransactionValue: 999_999 }));
    await transitionThrough(api, dealer.owner, id, ['inProgress']);
    const raised = await update(api, dealer.owner, await read(api, dealer.owner, id), paid());
    expect([raised.status, codes(raised.problem)]).toEqual([422, ['activity.cashProhibited']]);
    const { id: other } = await create(api, dealer.owner, paid());
    await move(api, dealer.owner, other, { move: 'outcome', outcome: 'declined' });
    expect((await start(other)).status).toBe(200);
    const back = await move(api, dealer.owner, other, { move: 'outcome', outcome: 'approved' });
    expect(codes(back.problem)).toEqual(['activity.cashProhibited']);
  });

  test('wants no CDD on the customer to be completed, and still screening', async () => {
    const { id } = await create(api, dealer.owner, paid({ cashExpected: false }));
    const { checklist } = await read(api, dealer.owner, id);
    expect(checklist.map(({ code }) => code)).not.toContain('activity.partyNotVerified');
    expect(checklist.filter(({ code }) => code === 'activity.partyOutstanding')).not.toEqual([]);
    expect(checklist.filter(({ provision }) => /NZ (s|reg)/.test(provision))).toEqual([]);
  });

  test('leaves a client to be activated without CDD, once screened and assessed', async () => {
    const { response } = await api.request(readDiligence, { params: { id: customer } }, { as: dealer.owner });
    expect(response.blockers.map(({ code, provision }) => [code, provision])).toEqual([
      ['sanctions.checked', expect.stringContaining('NZ Terrorism Suppression Act 2002')],
      ['client.assessmentNotApproved', 'Your AML/CFT programme'],
    ]);
  });
});
