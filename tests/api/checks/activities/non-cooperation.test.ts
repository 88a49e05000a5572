import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDueAlerts } from '#api/records/alerts/due-alerts.ts';
import { type Activity, readActivityHistory } from '#contract/activities.ts';
import { recordNonCooperation, withdrawNonCooperation } from '#contract/cdd/non-cooperation.ts';
import { recordArrangement, withdrawArrangement } from '#contract/cdd/property-arrangements.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import {
  type ActivityForm,
  addAssessment,
  addClient,
  create,
  fullForm,
  move,
  read,
  transitionThrough,
  update,
} from './support.ts';

const words = {
  steps: 'Asked by telephone on 3 August and in writing on 10 and 17 August.',
  difficulties: 'The buyer declines to hand over any papers.',
  reportConsidered: true,
};

describe('a non-cooperating party of a brokered sale', () => {
  let api: TestApi;
  let au: TestCompany;
  let seller: string;
  let buyer: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    au = await api.addCompany('Banksia Realty', { billingCountryCode: 'AUS' });
    seller = await verifiedIndividual(api, au, 'Seller');
    buyer = await addClient(api, au, 'Buyer');
  });
  afterAll(() => api.close());

  const today = () => testDay('Australia/Sydney', api.clock.now());

  const sale = (more: Partial<ActivityForm> = {}) =>
    fullForm(seller, {
      activityType: 'propertySale',
      designatedServiceAu: 'au.t5.1',
      parties: [
        { clientId: seller, capacity: 'customer' },
        { clientId: buyer, capacity: 'otherParty' },
      ],
      ...more,
    });
  const inReview = async (more: Partial<ActivityForm> = {}): Promise<Activity> => {
    const { id } = await create(api, au.staff, sale(more));
    await addAssessment(api, au, { type: 'activities', id }, { status: 'approved' });
    await transitionThrough(api, au.staff, id, ['inProgress', 'inReview']);
    return (await move(api, au.staff, id, { move: 'outcome', outcome: 'approved' })).response;
  };
  const record = ({ id, version }: Pick<Activity, 'id' | 'version'>, body: object = {}, as = au.owner) =>
    api.request(
      recordNonCooperation,
      { params: { id }, body: { version, clientId: buyer, ...words, ...body } },
      { as },
    );
  const withdraw = ({ id, version }: Pick<Activity, 'id' | 'version'>, as = au.owner) =>
    api.request(
      withdrawNonCooperation,
      { params: { id }, body: { version, clientId: buyer, reason: 'The buyer has sent a passport' } },
      { as },
    );
  const getOpen = ({ checklist }: Activity) => checklist.map(({ code, text }) => `${code} ${text}`);
  /** Clears the screening of the buyer, which needs no cooperation. */
  const screen = () =>
    api.database.asSuperuser(`UPDATE assay.clients SET sanctions_status = 'clear' WHERE id = $1`, [buyer]);

  test('blocks completion until steps, difficulties and the consideration of a report are recorded', async () => {
    const activity = await inReview();
    expect(getOpen(activity)[0]).toContain(
      'Complete it, record non-cooperation or a participants’ arrangement, or end',
    );
    const recorded = (await record(activity)).response;
    expect(recorded.nonCooperation).toEqual([
      expect.objectContaining({ clientId: buyer, ...words, counts: true, by: expect.anything() }),
    ]);
    // Screening needs a name alone and remains required.
    expect(recorded.checklist.map(({ code }) => code)).toEqual(['activity.partyOutstanding']);
    expect(recorded.checklist[0]?.fix.target).toBe('client.screening');
  });

  test.each([
    ['steps', { steps: ' ' }],
    ['difficulties', { difficulties: '' }],
    ['reportConsidered', { reportConsidered: false }],
    ['reportConsidered', { reportConsidered: undefined }],
  ])('rejects a record without %s as a field error', async (field, body) => {
    const { problem } = await record(await create(api, au.staff, sale()), body);
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(problem.fields).toHaveProperty(field);
  });

  test('applies to the other party of a brokered sale alone', async () => {
    const own = await record(await create(api, au.staff, sale()), { clientId: seller });
    expect(own.problem.detail).toContain('AU Rules 6-33');
    const parties = [{ clientId: seller, capacity: 'customer' as const }];
    const stranger = await record(await create(api, au.staff, sale({ parties })));
    expect(stranger.status).toBe(422);
    const conveyancing = await record(await create(api, au.staff, sale({ designatedServiceAu: 'au.t6.1' })));
    expect(conveyancing.problem.detail).toContain('AU Rules 6-33');
  });

  test('requires exception permission to record, and edit permission to withdraw', async () => {
    const made = await create(api, au.staff, sale());
    expect((await record(made, {}, au.staff)).problem.code).toBe('role.forbidden');
    expect((await record(made, {}, au.auditor)).problem.code).toBe('role.forbidden');
    const recorded = (await record(made)).response;
    expect((await record(recorded)).problem.detail).toContain('already');
    expect((await record(made)).problem.code).toBe('record.versionConflict');
    const withdrawn = (await withdraw(recorded, au.staff)).response;
    expect(withdrawn.nonCooperation).toEqual([]);
    expect(withdrawn.checklist.map(({ code }) => code)).toContain('activity.partyNotVerified');
    expect((await withdraw(withdrawn)).status).toBe(422);
    expect((await record(withdrawn)).status).toBe(200);
  });

  test('can be neither recorded nor withdrawn once the activity is cancelled', async () => {
    const recorded = (await record(await create(api, au.staff, sale()))).response;
    const empty = await create(api, au.staff, sale());
    for (const { id } of [recorded, empty]) await move(api, au.staff, id, { move: 'to', to: 'cancelled' });
    const attempts = [
      await withdraw(await read(api, au.staff, recorded.id)),
      await record(await read(api, au.staff, empty.id)),
    ];
    for (const { problem } of attempts) expect(problem.detail).toContain('requires no further CDD');
  });

  test('can be withdrawn at the current version only', async () => {
    const recorded = (await record(await create(api, au.staff, sale()))).response;
    const { problem } = await withdraw({ id: recorded.id, version: recorded.version - 1 });
    expect(problem).toMatchObject({ code: 'record.versionConflict', current: { version: recorded.version } });
  });

  test('no longer applies after a change of service or capacity', async () => {
    const made = await create(api, au.staff, sale());
    const recorded = (await record(made)).response;
    const asCustomer = (
      await update(
        api,
        au.staff,
        recorded,
        sale({
          parties: [
            { clientId: seller, capacity: 'customer' },
            { clientId: buyer, capacity: 'customer' },
          ],
        }),
      )
    ).response;
    expect(asCustomer.nonCooperation[0]?.counts).toBe(false);
    expect(asCustomer.checklist.map(({ code }) => code)).toContain('activity.partyNotVerified');
    const back = (await update(api, au.staff, asCustomer, sale())).response;
    expect(back.nonCooperation[0]?.counts).toBe(true);
  });

  test('completes the sale, even with delayed CDD overdue, and leaves nothing outstanding', async () => {
    const overdue = await inReview({
      exchangeOn: addDays(today(), -29),
      settlementOn: addDays(today(), 40),
      delayedCddBasis: 'property',
      delayedCddGround: 'The buyer was chosen at auction',
      delayedCddRiskLimits: 'The deposit stays in the trust account meanwhile',
    });
    const complete = () => move(api, au.staff, overdue.id, { move: 'to', to: 'completed' });
    const countOpen = async () => {
      const query = { resourceType: 'activities' as const, resourceId: overdue.id };
      const { response } = await api.request(listAlerts, { query }, { as: au.staff });
      return response.items.filter(({ status }) => status !== 'closed').length;
    };
    const openAlerts = async () => {
      await openDueAlerts(api.database.db, api.clock);
      return countOpen();
    };
    await screen();
    expect((await complete()).problem.blockers?.[0]?.text).toContain('Delayed CDD was due on');
    expect(await openAlerts()).toBe(1);
    // Closed and opened with the record, and by the job as well.
    const first = (await record(overdue)).response;
    expect(await countOpen()).toBe(0);
    const again = (await withdraw(first)).response;
    expect(await countOpen()).toBe(1);
    expect(await openAlerts()).toBe(1);
    await record(again);
    expect(await countOpen()).toBe(0);
    expect(await openAlerts()).toBe(0);
    const recorded = await read(api, au.staff, overdue.id);
    expect(getOpen(recorded)).toEqual([]);
    const completed = (await complete()).response;
    expect([completed.status, completed.checklist]).toEqual(['completed', []]);
    expect(completed.progress.next).toBeNull();
    const { rows } = await api.database.asSuperuser(
      'SELECT content FROM assay.activity_snapshots WHERE activity_id = $1',
      [overdue.id],
    );
    expect(JSON.parse(String(rows[0]?.content)).nonCooperation).toMatchObject([words]);
  });

  test('records actor, action and reason, and no outcome of the consideration', async () => {
    const made = await create(api, au.staff, sale());
    const recorded = (await record(made)).response;
    await withdraw(recorded);
    const { response } = await api.request(
      readActivityHistory,
      { params: { id: made.id }, query: {} },
      { as: au.auditor },
    );
    expect(response.events.map(({ action }) => action)).toEqual([
      'activity.nonCooperationWithdrawn',
      'activity.nonCooperationRecorded',
      'activity.created',
    ]);
    expect(response.events[0]?.changes).toContainEqual({
      field: 'reason',
      before: null,
      after: 'The buyer has sent a passport',
    });
    expect(response.events[1]?.changes.map(({ field }) => field).sort()).toEqual([
      'difficulties',
      'otherParty',
      'reportConsidered',
      'stepsTaken',
    ]);
  });

  test('removes a senior manager’s approval of the earlier record', async () => {
    const { id } = await create(api, au.staff, sale());
    await api.database.asSuperuser(
      'UPDATE assay.activities SET senior_approved_by = $1, senior_approved_at = now() WHERE id = $2',
      [au.owner.id, id],
    );
    const approved = await read(api, au.staff, id);
    expect(approved.seniorApproval).not.toBeNull();
    expect((await record(approved)).response.seniorApproval).toBeNull();
  });
});

describe('CDD by another participant of a sale', () => {
  let api: TestApi;
  let au: TestCompany;
  let seller: string;
  let buyer: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    au = await api.addCompany('Currawong Realty', { billingCountryCode: 'AUS' });
    seller = await verifiedIndividual(api, au, 'Vendor');
    buyer = await addClient(api, au, 'Purchaser');
  });
  afterAll(() => api.close());

  const today = () => testDay('Australia/Sydney', api.clock.now());

  const sale = (more: Partial<ActivityForm> = {}) =>
    fullForm(seller, {
      activityType: 'propertySale',
      designatedServiceAu: 'au.t5.1',
      exchangeOn: addDays(today(), -28),
      settlementOn: addDays(today(), 3),
      parties: [
        { clientId: seller, capacity: 'customer' },
        { clientId: buyer, capacity: 'otherParty' },
      ],
      ...more,
    });
  const record = ({ id, version }: Pick<Activity, 'id' | 'version'>, body: object = {}, as = au.owner) =>
    api.request(
      recordArrangement,
      {
        params: { id },
        body: {
          version,
          clientId: buyer,
          participant: 'Example Conveyancing',
          responsibilities: 'Example Conveyancing does CDD on the buyer.',
          agreedOn: addDays(today(), -20),
          cddDoneOn: today(),
          receivedOn: today(),
          ...body,
        },
      },
      { as },
    );
  const withdraw = ({ id, version }: Pick<Activity, 'id' | 'version'>, as = au.owner) =>
    api.request(
      withdrawArrangement,
      { params: { id }, body: { version, clientId: buyer, reason: 'We do CDD ourselves' } },
      { as },
    );
  const getOpen = ({ checklist }: Activity) => checklist.map(({ text }) => text);

  test('leaves the company’s own part outstanding, and CDD is not complete before it', async () => {
    const made = await create(api, au.staff, sale());
    expect(getOpen(made).join(' ')).toContain('politically exposed');
    const recorded = (await record(made)).response;
    expect(recorded.arrangements).toMatchObject([{ clientId: buyer, counts: true, problem: null }]);
    const open = getOpen(recorded).join(' ');
    expect(open).not.toContain('politically exposed');
    for (const text of [
      'CDD on',
      'Verify the client’s identity',
      'nature and purpose',
      'Screen the client',
    ]) {
      expect(open).toContain(text);
    }
    const withdrawn = (await withdraw(recorded, au.staff)).response;
    expect(withdrawn.arrangements).toEqual([]);
    expect(getOpen(withdrawn).join(' ')).toContain('politically exposed');
  });

  test.each([
    ['cddDoneOn', { cddDoneOn: '2026-06-30' }, 'not in force'],
    ['agreedOn', { agreedOn: '2099-01-01' }, 'today or an earlier date'],
    ['participant', { participant: ' ' }, 'other participant'],
    ['receivedOn', { receivedOn: undefined }, 'received'],
  ])('rejects an arrangement beside %s', async (field, body, text) => {
    const { problem } = await record(await create(api, au.staff, sale()), body);
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(problem.fields?.[field]?.[0]).toContain(text);
  });

  test('rejects CDD 29 days after exchange, and data 2 days before settlement', async () => {
    const late = await record(await create(api, au.staff, sale({ exchangeOn: addDays(today(), -29) })));
    expect(late.problem.fields?.cddDoneOn?.[0]).toContain('28 days after exchange');
    const close = await record(await create(api, au.staff, sale({ settlementOn: addDays(today(), 2) })));
    expect(close.problem.fields?.receivedOn?.[0]).toContain('3 days before settlement');
    const undated = await record(await create(api, au.staff, sale({ settlementOn: undefined })));
    expect(undated.problem.detail).toContain('dates of exchange and settlement');
  });

  test('requires exception permission, once a party, on a party of such a sale', async () => {
    const made = await create(api, au.staff, sale());
    expect((await record(made, {}, au.staff)).problem.code).toBe('role.forbidden');
    const recorded = (await record(made)).response;
    expect((await record(recorded)).problem.detail).toContain('already');
    expect((await record(made)).problem.code).toBe('record.versionConflict');
    const lease = await create(api, au.staff, sale({ designatedServiceAu: 'au.t6.3' }));
    expect((await record(lease)).problem.detail).toContain('AU Rules 6-33');
    expect((await withdraw(lease)).status).toBe(422);
  });

  test('no longer applies after exchange is moved to an earlier day, and says why', async () => {
    const recorded = (await record(await create(api, au.staff, sale()))).response;
    const moved = (await update(api, au.staff, recorded, sale({ exchangeOn: addDays(today(), -30) })))
      .response;
    expect(moved.arrangements[0]).toMatchObject({ counts: false });
    expect(moved.arrangements[0]?.problem).toContain('28 days after exchange');
    expect(getOpen(moved).join(' ')).toContain('politically exposed');
  });

  test('completes the sale and closes its alert once identity is verified and the party is screened', async () => {
    const own = await verifiedIndividual(api, au, 'Bidder');
    // PEP status and the approval of CDD are not established: the other participant’s part.
    await api.database.asSuperuser(
      `UPDATE assay.clients SET cdd_status = 'inProgress', pep_status = 'notChecked' WHERE id = $1`,
      [own],
    );
    const parties = [
      { clientId: seller, capacity: 'customer' as const },
      { clientId: own, capacity: 'otherParty' as const },
    ];
    const delay = {
      delayedCddBasis: 'property' as const,
      delayedCddGround: 'The buyer signed at an auction',
      delayedCddRiskLimits: 'The deposit stays in the trust account meanwhile',
    };
    const { id } = await create(api, au.staff, sale({ parties, ...delay }));
    await addAssessment(api, au, { type: 'activities', id }, { status: 'approved' });
    await transitionThrough(api, au.staff, id, ['inProgress', 'inReview']);
    const overdue = (await move(api, au.staff, id, { move: 'outcome', outcome: 'approved' })).response;
    const openAlerts = async () => {
      await openDueAlerts(api.database.db, api.clock);
      const query = { resourceType: 'activities' as const, resourceId: id };
      const { response } = await api.request(listAlerts, { query }, { as: au.staff });
      return response.items.filter(({ status }) => status !== 'closed').length;
    };
    expect(await openAlerts()).toBe(1);
    const recorded = (await record(overdue, { clientId: own })).response;
    expect(getOpen(recorded)).toEqual([]);
    expect(await openAlerts()).toBe(0);
    const completed = (await move(api, au.staff, id, { move: 'to', to: 'completed' })).response;
    expect([completed.status, completed.checklist]).toEqual(['completed', []]);
    const { rows } = await api.database.asSuperuser(
      'SELECT content FROM assay.activity_snapshots WHERE activity_id = $1',
      [id],
    );
    expect(JSON.parse(String(rows[0]?.content)).arrangements).toMatchObject([{ clientId: own }]);
  });
});
