import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectFundsLine } from '#contract/cdd/funds-lines.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { verifiedSource } from '#tests/support/api/source-of-funds.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { businessForm, create as createClient } from '../../records/clients/support.ts';
import { addClient, create, fullForm, read } from './support.ts';

/** Source of funds in an activity's checklist: its own lines must cover its value where a customer's rules require it. */
describe('source of funds of an activity', () => {
  let api: TestApi;
  let a: TestCompany;
  let made = 0;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  async function trust(): Promise<string> {
    made += 1;
    const form = { clientType: 'trust' as const, business: { trustType: 'fixed' as const } };
    return (await createClient(api, a.staff, businessForm(`Totara Family Trust ${made}`, form))).id;
  }

  async function getActivity(clientId: string): Promise<string> {
    const { id } = await create(api, a.staff, fullForm(clientId));
    await api.database.asSuperuser(
      `UPDATE assay.activities SET max_transaction_value = 70000000, currency = 'NZD' WHERE id = $1`,
      [id],
    );
    return id;
  }

  const asked = async (activityId: string) => {
    const { checklist, transitions } = await read(api, a.staff, activityId);
    const found = checklist.filter(({ code }) => code === 'activity.fundsNotCovered');
    const blocking = transitions.find(({ to }) => to === 'completed')?.blockers ?? found;
    expect(blocking.filter(({ code }) => code === 'activity.fundsNotCovered')).toEqual(found);
    return found;
  };
  const source = (clientId: string, activityId: string | undefined, amount: string) =>
    verifiedSource(api, a.staff, clientId, { of: 'funds', amount, ...(activityId ? { activityId } : {}) });

  it('is required until verified lines of the activity cover its value within the tolerance', async () => {
    const clientId = await trust();
    const activityId = await getActivity(clientId);
    expect(await asked(activityId)).toEqual([]);
    const line = await source(clientId, activityId, '100,000');
    expect(await asked(activityId)).toMatchObject([
      {
        text: expect.stringContaining('NZD 530,000.00 of NZD 700,000.00'),
        provision: expect.stringContaining('NZ s24(1)(b)'),
        fix: { target: 'client.funds', of: clientId },
      },
    ]);
    await source(clientId, activityId, '530,000');
    expect(await asked(activityId)).toEqual([]);
    await api.request(
      rejectFundsLine,
      {
        params: { id: clientId, lineId: line.id },
        body: { version: line.version, reason: 'The statement was altered' },
      },
      { as: a.staff },
    );
    expect(await asked(activityId)).toMatchObject([
      { text: expect.stringContaining('NZD 100,000.00 of NZD 700,000.00') },
    ]);
  });

  it('is not covered by another activity’s lines, and not required once wealth is verified', async () => {
    const clientId = await trust();
    const [first, second] = [await getActivity(clientId), await getActivity(clientId)];
    await source(clientId, first, '700,000');
    expect(await asked(first)).toEqual([]);
    await source(clientId, second, '5,000');
    expect(await asked(first)).toEqual([]);
    expect(await asked(second)).toHaveLength(1);
    await verifiedSource(api, a.staff, clientId, { of: 'wealth' });
    expect(await asked(second)).toEqual([]);
  });

  it('is required again when the only line is rejected', async () => {
    const clientId = await trust();
    const activityId = await getActivity(clientId);
    const line = await source(clientId, activityId, '700,000');
    expect(await asked(activityId)).toEqual([]);
    const body = { version: line.version, reason: 'Of somebody else' };
    await api.request(rejectFundsLine, { params: { id: clientId, lineId: line.id }, body }, { as: a.staff });
    expect(await asked(activityId)).toHaveLength(1);
  });

  it('is not required where no customer’s rules require it', async () => {
    const clientId = await addClient(api, a, 'Plainson');
    const activityId = await getActivity(clientId);
    await source(clientId, activityId, '1,000');
    expect(await asked(activityId)).toEqual([]);
  });
});
