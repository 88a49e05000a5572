import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { individualWithEvidence, verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addAssessment, addClient, create, fullForm, move, read, update } from './support.ts';

describe('the steps of an activity in the API', () => {
  let api: TestApi;
  let nz: TestCompany;
  let au: TestCompany;
  let verified: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    nz = await api.addCompany('Rimu Law');
    au = await api.addCompany('Banksia Realty', { billingCountryCode: 'AUS' });
    verified = await verifiedIndividual(api, nz, 'Done');
  });
  afterAll(() => api.close());

  const getNext = async (id: string) => (await read(api, nz.staff, id)).progress.next;
  const getStates = async (id: string) =>
    (await read(api, nz.staff, id)).progress.steps.map(({ step, state }) => `${step} ${state}`);

  test('lead from an empty record to its completion, one after the other', async () => {
    const unverified = await addClient(api, nz, 'Undone');
    const { purpose: _purpose, ...unfinished } = fullForm(unverified);
    const made = await create(api, nz.staff, unfinished);
    expect(made.progress.next).toEqual({
      step: 'record',
      text: 'Complete details',
      fix: { target: 'activity.edit', id: 'purpose' },
    });
    const full = (await update(api, nz.staff, made, fullForm(unverified))).response;
    expect(full.progress.next).toMatchObject({
      step: 'parties',
      text: 'Complete CDD',
      fix: { id: unverified },
    });
    expect(full.progress.steps.map(({ reason }) => reason)).toEqual([
      'Nothing outstanding',
      expect.stringMatching(/^\d+ outstanding$/),
      'Not assessed',
      'Not required',
      'After the other steps',
    ]);
    const ready = (await update(api, nz.staff, full, fullForm(verified))).response;
    expect(ready.progress.next).toMatchObject({ step: 'risk', text: 'Assess risk' });
    const assessmentId = await addAssessment(
      api,
      nz,
      { type: 'activities', id: made.id },
      { status: 'submitted' },
    );
    expect(await getNext(made.id)).toMatchObject({
      text: 'View assessment',
      fix: { target: 'activity.assessment', id: assessmentId },
    });
    await api.database.asSuperuser(`UPDATE assay.risk_assessments SET status = 'void' WHERE id = $1`, [
      assessmentId,
    ]);
    await addAssessment(api, nz, { type: 'activities', id: made.id }, { status: 'approved' });
    expect((await getNext(made.id))?.text).toBe('Start work');
    await move(api, nz.staff, made.id, { move: 'to', to: 'inProgress' });
    await move(api, nz.staff, made.id, { move: 'to', to: 'inReview' });
    expect((await getNext(made.id))?.text).toBe('Set outcome');
    await move(api, nz.staff, made.id, { move: 'outcome', outcome: 'approved' });
    expect((await getNext(made.id))?.text).toBe('Complete');
    expect(await getStates(made.id)).toEqual([
      'record complete',
      'parties complete',
      'risk complete',
      'funds complete',
      'complete current',
    ]);
    await move(api, nz.staff, made.id, { move: 'to', to: 'completed' });
    expect(await getNext(made.id)).toBeNull();
  });

  test('reopen automatically when a party is no longer verified', async () => {
    const client = await verifiedIndividual(api, nz, 'Lapsing');
    const { id } = await create(api, nz.staff, fullForm(client));
    expect(await getStates(id)).toContain('parties complete');
    await api.database.asSuperuser(`UPDATE assay.clients SET cdd_status = 'refreshDue' WHERE id = $1`, [
      client,
    ]);
    expect(await getStates(id)).toContain('parties current');
  });

  test('require a source of funds where the law does for a party', async () => {
    const high = await verifiedIndividual(api, nz, 'Wealthy');
    await api.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'high' WHERE id = $1`, [high]);
    const { progress } = await create(api, nz.staff, fullForm(high));
    const funds = progress.steps.find(({ step }) => step === 'funds');
    expect(funds?.state).toBe('outstanding');
    expect(funds?.outstanding).toBeGreaterThan(0);
  });

  test('leave the parties open while CDD on the other one may follow', async () => {
    const today = companyDay(api.clock.now(), 'Australia/Sydney');
    const seller = await verifiedIndividual(api, au, 'Seller');
    const buyer = await individualWithEvidence(api, au, { familyName: 'Buyer', without: ['identity'] });
    const made = await create(
      api,
      au.owner,
      fullForm(seller, {
        activityType: 'propertySale',
        designatedServiceAu: 'au.t5.1',
        parties: [
          { clientId: seller, capacity: 'customer' },
          { clientId: buyer, capacity: 'otherParty' },
        ],
        exchangeOn: today,
        settlementOn: addDays(today, 60),
        delayedCddBasis: 'property',
        delayedCddGround: 'The buyer was chosen at auction',
        delayedCddRiskLimits: 'The deposit stays in the trust account meanwhile',
      }),
    );
    const parties = made.progress.steps.find(({ step }) => step === 'parties');
    expect(parties).toMatchObject({ state: 'outstanding', outstanding: 0 });
    expect(parties?.reason).toMatch(/^CDD due by \d/);
    expect(made.progress.next?.step).toBe('risk');
  });
});
