import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { endPermits } from '#api/records/sanctions-permits/end-permits-job.ts';
import { createActivity, readActivity, transitionActivity } from '#contract/activities.ts';
import {
  approvePermit,
  listPermits,
  type permitInput,
  recordPermit,
  withdrawPermit,
} from '#contract/cdd/sanctions-permits.ts';
import { listClients } from '#contract/clients/clients.ts';
import { uploadDocuments } from '#contract/documents/documents.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { getDiligence } from '#tests/support/api/due-diligence.ts';
import { confirmedMatch } from '#tests/support/api/monitoring.ts';
import { uploadedDocument } from '#tests/support/api/source-of-funds.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import { addClient, transitionThrough } from '../../checks/activities/support.ts';
import { changeAccess, moveMember, reinvite } from '../team/support.ts';

type Form = z.input<typeof permitInput>;

describe('a permit for dealing with a listed person', () => {
  let api: TestApi;
  let au: TestCompany;
  let officer: TestPerson;
  let listed: string;
  let documentId: string;
  let activityId: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    au = await api.addCompany('Waratah Law', { billingCountryCode: 'AUS' });
    officer = await api.addMember(au.id, { role: 'member', designations: ['complianceOfficer'] });
    listed = await addClient(api, au, 'Listed');
    const body = {
      name: 'Advice',
      activityType: 'matter' as const,
      outsideScopeAu: 'au.notListed' as const,
      noServiceReason: 'Advice on sanctions, which is no designated service',
      parties: [{ clientId: listed, capacity: 'customer' as const }],
    };
    activityId = (await api.request(createActivity, { body }, { as: au.owner })).response.id;
    await confirmedMatch(api, au, listed, au.owner, 'dfat');
    documentId = await upload(listed);
  });
  afterAll(() => api.close());

  const today = () => testDay('Australia/Sydney', api.clock.now());

  async function upload(ownerId: string): Promise<string> {
    const body = formWith([{ name: 'permit.png', bytes: await samplePicture('png') }]);
    const input = { params: { ownerType: 'client', ownerId }, body } as never;
    const { response } = await api.request(uploadDocuments, input, { as: au.staff });
    const id = response.documents[0]?.document?.id;
    if (id === undefined) throw new Error('The sample picture was refused.');
    return id;
  }

  const form = (more: Partial<Form> = {}): Form => ({
    country: 'AUS',
    regimes: ['dfat'],
    authority: 'Minister for Foreign Affairs',
    number: 'SAN-2026-001',
    documentId,
    acts: ['startWork'],
    scope: 'Legal advice against the agreed fee',
    validFrom: addDays(today(), -10),
    validTo: today(),
    ...more,
  });
  const record = (body: Form, as = au.staff) =>
    api.request(recordPermit, { params: { id: listed }, body }, { as });
  const approve = (permit: { id: string; version: number }, as: TestPerson) =>
    api.request(approvePermit, { params: { id: permit.id }, body: { version: permit.version } }, { as });
  const refusedAlone = {
    status: 422,
    code: 'request.invalid',
    blockers: [
      {
        code: 'permit.secondPersonNeeded',
        text: expect.stringContaining('once no one else could for 24 hours'),
      },
    ],
  };
  const permitsAs = async (as: TestPerson) =>
    (await api.request(listPermits, { params: { id: listed } }, { as })).response.permits;
  const blockersOf = async ({ id }: { id: string }, as: TestPerson) =>
    (await permitsAs(as)).find((permit) => permit.id === id)?.approvalBlockers ?? [];
  const byOne = async () =>
    (await api.request(listClients, { query: { decided: 'byOne' } }, { as: au.auditor })).response.items.map(
      ({ id }) => id,
    );
  const readNow = async () =>
    (await api.request(readActivity, { params: { id: activityId } }, { as: au.staff })).response;
  const startBlockers = async () => {
    const response = await readNow();
    // Confirming the match has put it on hold; once resumed, it can be started.
    const start = response.transitions.find(({ to }) => to === 'toDo' || to === 'inProgress');
    return start?.blockers.map(({ code }) => code);
  };

  it('applies only once another person has approved it, on its days, until withdrawn', async () => {
    expect(await startBlockers()).toEqual(['rule.prohibition']);
    const recorded = (await record(form(), officer)).response;
    expect(recorded).toMatchObject({ approved: null, document: { fileName: 'permit.png' } });
    expect(await startBlockers()).toEqual(['rule.prohibition']);
    expect((await approve(recorded, officer)).problem).toMatchObject(refusedAlone);
    expect((await blockersOf(recorded, officer)).map(({ code }) => code)).toEqual([
      'permit.secondPersonNeeded',
    ]);
    expect(await blockersOf(recorded, au.owner)).toEqual([]);
    expect((await approve(recorded, au.staff)).problem).toMatchObject({
      status: 403,
      detail: 'Your role does not allow you to approve or withdraw sanctions permits.',
    });
    const approved = (await approve(recorded, au.owner)).response;
    expect(await startBlockers()).toEqual([]);
    expect((await readNow()).checklist.map(({ code }) => code)).toContain('rule.prohibition');
    const resumed = await transitionThrough(api, au.staff, activityId, ['toDo']);
    expect(resumed.holdReason).toBeNull();
    await api.database.asSuperuser('UPDATE assay.sanctions_permits SET valid_to = $1 WHERE id = $2', [
      addDays(today(), -1),
      approved.id,
    ]);
    expect(await startBlockers()).toEqual(['rule.prohibition']);
    const body = { move: 'to' as const, to: 'inProgress' as const, version: resumed.version };
    const refused = await api.request(
      transitionActivity,
      { params: { id: activityId }, body },
      { as: au.staff },
    );
    expect(refused.problem).toMatchObject({ status: 422, blockers: [{ code: 'rule.prohibition' }] });
    await api.database.asSuperuser('UPDATE assay.sanctions_permits SET valid_to = $1 WHERE id = $2', [
      today(),
      approved.id,
    ]);
    expect(await startBlockers()).toEqual([]);
    const reviewBlockers = async () =>
      (await readNow()).transitions.find(({ to }) => to === 'inReview')?.blockers.map(({ code }) => code);
    await api.database.asSuperuser(`UPDATE assay.activities SET status = 'inProgress' WHERE id = $1`, [
      activityId,
    ]);
    expect(await reviewBlockers()).not.toContain('rule.prohibition');
    const withdrawal = { version: approved.version, reason: 'Revoked' };
    await api.request(withdrawPermit, { params: { id: approved.id }, body: withdrawal }, { as: officer });
    // The work that it allowed goes on hold.
    expect(await readNow()).toMatchObject({
      status: 'onHold',
      heldFrom: 'inProgress',
      holdReason: 'A sanctions permit was withdrawn.',
    });
    expect(await startBlockers()).toEqual(['rule.prohibition']);
    const { permits } = (await api.request(listPermits, { params: { id: listed } }, { as: au.auditor }))
      .response;
    expect(permits[0]).toMatchObject({
      approved: { by: { id: au.owner.id } },
      withdrawn: { reason: 'Revoked' },
    });
    const events = await asTenant(api.database.db, au.id, (trx) =>
      trx
        .selectFrom('audit_events')
        .select('action')
        .where('action', 'like', 'sanctionsPermit.%')
        .orderBy('seq')
        .execute(),
    );
    expect(events.map(({ action }) => action)).toEqual([
      'sanctionsPermit.recorded',
      'sanctionsPermit.approved',
      'sanctionsPermit.withdrawn',
    ]);
  });

  it('is approved by another person, not another membership, for 24 hours after the last one could', async () => {
    const second = await api.addMember(au.id, { designations: ['complianceOfficer'] });
    const ofSecond = (await record(form({ number: 'P-2' }), second)).response;
    await reinvite(api, au, second);
    expect((await approve(ofSecond, second)).problem).toMatchObject(refusedAlone);
    expect(await blockersOf(ofSecond, second)).toHaveLength(1);
    const ofOwner = (await record(form({ number: 'P-3' }), au.owner)).response;
    for (const person of [officer, second]) await changeAccess(api, au, person, { designations: [] });
    expect((await approve(ofOwner, au.owner)).problem).toMatchObject(refusedAlone);
    expect(await byOne()).toEqual([]);
    await api.database.asSuperuser('DELETE FROM assay.former_member_access WHERE company_id = $1', [au.id]);
    expect(await blockersOf(ofOwner, au.owner)).toEqual([]);
    expect((await approve(ofOwner, au.owner)).response).toMatchObject({ decidedByOne: true });
    expect(await byOne()).toEqual([listed]);
    await changeAccess(api, au, officer, { designations: ['complianceOfficer'] });
  });

  const withoutRole = [403, 'role.forbidden', expect.stringContaining('Your role does not allow you')];
  // A suspended member's sessions end.
  const signedOut = [401, 'token.invalid', expect.any(String)];
  it.each([
    ['a compliance officer’s designation', 'complianceOfficer', withoutRole],
    ['a senior manager’s designation', 'seniorManager', withoutRole],
    ['a membership', 'complianceOfficer', signedOut],
  ] as const)(
    'is not approved once %s has ended, and what its holder recorded is approved by another',
    async (_, designation, refusal) => {
      const person = await api.addMember(au.id, { designations: [designation] });
      const ofAnother = (await record(form({ number: 'P-6' }))).response;
      const own = (await record(form({ number: 'P-7' }), person)).response;
      expect(await blockersOf(ofAnother, person)).toEqual([]);
      if (refusal === signedOut) await moveMember(api, au, person, 'suspended');
      else await changeAccess(api, au, person, { designations: [] });
      const { status, problem } = await approve(ofAnother, person);
      expect([status, problem.code, problem.detail]).toEqual(refusal);
      const stored = (await permitsAs(au.owner)).find(({ id }) => id === ofAnother.id);
      expect(stored).toMatchObject({ approved: null });
      expect(await blockersOf(own, au.owner)).toEqual([]);
      expect((await approve(own, au.owner)).response).toMatchObject({
        recorded: { by: { id: person.id } },
        approved: { by: { id: au.owner.id } },
        decidedByOne: false,
      });
    },
  );

  it('is not approved after its last day', async () => {
    const recorded = (await record(form({ number: 'P-4' }))).response;
    await api.database.asSuperuser('UPDATE assay.sanctions_permits SET valid_to = $1 WHERE id = $2', [
      addDays(today(), -1),
      recorded.id,
    ]);
    const ended = { code: 'permit.ended', provision: 'Autonomous Sanctions Regulations 2011 (AU) reg 18' };
    expect((await approve(recorded, au.owner)).problem).toMatchObject({ status: 422, blockers: [ended] });
    expect(await blockersOf(recorded, au.owner)).toMatchObject([ended]);
    expect((await permitsAs(au.owner)).find(({ id }) => id === recorded.id)).toMatchObject({
      approved: null,
    });
  });

  it('is rejected with a last day that has passed as a field error, and accepted with today', async () => {
    const { problem } = await record(form({ validTo: addDays(today(), -1) }));
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(problem.fields?.validTo?.[0]).toContain('The last day has passed');
    expect((await record(form({ number: 'P-5' }))).status).toBe(201);
  });

  it.each([
    ['an end before its beginning', { validFrom: '2026-11-02', validTo: '2026-11-01' }, 'validTo'],
    ['a day that there is not', { validFrom: '2026-02-30' }, 'validFrom'],
    ['a law of the other country', { regimes: ['nzRussia'] }, 'regimes'],
    ['a country that does not regulate the company', { country: 'NZL', regimes: ['un'] }, 'country'],
    ['no act', { acts: [] }, 'acts'],
    ['no number', { number: ' ' }, 'number'],
    ['an unknown document', { documentId: '0190a1b2-0000-7000-8000-000000000000' }, 'documentId'],
  ] as const)('is rejected with %s as a field error', async (_, more, field) => {
    const { problem } = await record(form(more as unknown as Partial<Form>));
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(problem.fields).toHaveProperty(field);
  });

  it('is rejected with another client’s document', async () => {
    const other = await upload(await addClient(api, au, 'Other'));
    expect((await record(form({ documentId: other }))).problem.fields).toHaveProperty('documentId');
  });

  it('holds the work that it allowed from the day after its last, once, with an alert', async () => {
    const approved = (await approve((await record(form({ number: 'SAN-2026-010' }))).response, au.owner))
      .response;
    const resumed = await transitionThrough(api, au.staff, activityId, [
      (await readNow()).heldFrom ?? 'toDo',
    ]);
    expect(resumed.holdReason).toBeNull();
    const alerts = async () =>
      (await api.request(listAlerts, { query: { type: 'workHeld' } }, { as: au.owner })).response.items
        .map(({ summary }) => summary)
        .filter((summary) => summary.includes('permit ended'));
    const end = async (days: number) => {
      const now = new Date(api.clock.now().getTime() + days * 24 * 60 * 60 * 1000);
      return endPermits(api.database.db, { now: () => now });
    };
    // On its last day it still applies.
    await end(0);
    expect(await readNow()).toMatchObject({ status: resumed.status });
    expect(await alerts()).toEqual([]);
    await end(1);
    const held = await readNow();
    expect(held).toMatchObject({
      status: 'onHold',
      heldFrom: resumed.status,
      holdReason: 'A sanctions permit ended.',
    });
    expect(await alerts()).toEqual([
      `1 activity is on hold because a sanctions permit ended: ${held.reference}. Resume work only under a permit in effect, or once the match is withdrawn.`,
    ]);
    await end(2);
    expect((await readNow()).version).toBe(held.version);
    expect(await alerts()).toHaveLength(1);
    const [event] = await asTenant(api.database.db, au.id, (trx) =>
      trx
        .selectFrom('audit_events')
        .leftJoin('audit_details', 'audit_details.id', 'audit_events.detail_id')
        .select(['actor_id', 'audit_details.reason'])
        .where('action', '=', 'activity.statusChanged')
        .orderBy('seq', 'desc')
        .execute(),
    );
    expect(event).toEqual({ actor_id: 'end-sanctions-permits', reason: 'A sanctions permit ended.' });
    expect(approved.validTo).toBe(today());
  });

  it('rejects a decision at another version, and a second decision', async () => {
    const withdraw = (permit: { id: string; version: number }) =>
      api.request(
        withdrawPermit,
        { params: { id: permit.id }, body: { version: permit.version, reason: 'Revoked' } },
        { as: officer },
      );
    const recorded = (await record(form({ number: 'SAN-2026-009' }))).response;
    const stale = { id: recorded.id, version: recorded.version + 1 };
    for (const { problem } of [await approve(stale, au.owner), await withdraw(stale)]) {
      expect(problem).toMatchObject({ code: 'record.versionConflict', current: { id: recorded.id } });
    }
    const approved = (await approve(recorded, au.owner)).response;
    expect((await approve(approved, officer)).problem.detail).toContain('has approved this permit already');
    const withdrawn = (await withdraw(approved)).response;
    expect((await withdraw(withdrawn)).problem.detail).toContain('withdrawn already');
    expect((await approve(withdrawn, officer)).problem.detail).toContain('is withdrawn');
  });
});

/** What an entry of Australia's list states as its committees, and the laws that its permits are under. */
const listings: [string, string[], Form['regimes']][] = [
  ['autonomous sanctions', ['Autonomous (Russia)'], ['dfat']],
  ['a listing of Australia’s own under Part 4', ['1373 (2001)'], ['auTerrorism']],
  ['a committee of the Security Council', ["1267/1989/2253 (ISIL (Da'esh) and Al-Qaida)"], ['un']],
  ['both', ['Autonomous (Iran)', '1373 (2001)'], ['dfat', 'auTerrorism']],
  ['a committee that is not known', ['A new committee'], ['dfat', 'auTerrorism']],
];

describe('a permit of one Australian regime', () => {
  let api: TestApi;
  let au: TestCompany;
  let officer: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    au = await api.addCompany('Waratah Law', { billingCountryCode: 'AUS' });
    officer = await api.addMember(au.id, { role: 'member', designations: ['complianceOfficer'] });
  });
  afterAll(() => api.close());

  it.each(listings)('lifts %s alone', async (name, programmes, regimes) => {
    const clientId = await addClient(api, au, `Listed ${name}`, { status: 'onboarding' });
    const body = {
      name: 'Advice',
      activityType: 'matter' as const,
      outsideScopeAu: 'au.notListed' as const,
      noServiceReason: 'Advice on sanctions, which is no designated service',
      parties: [{ clientId, capacity: 'customer' as const }],
    };
    const { id: activityId } = (await api.request(createActivity, { body }, { as: au.owner })).response;
    await confirmedMatch(api, au, clientId, au.owner, 'dfat', programmes);
    const day = testDay('Australia/Sydney', api.clock.now());
    const permit = async (of: Form['regimes']) => {
      const form: Form = {
        country: 'AUS',
        regimes: of,
        authority: 'Minister for Foreign Affairs',
        number: `SAN-${of.join('-')}`,
        documentId: await uploadedDocument(api, au.owner, clientId),
        acts: ['takeOn', 'startWork', 'completeWork'],
        scope: 'Legal advice against the agreed fee',
        validFrom: day,
        validTo: day,
      };
      const recorded = await api.request(
        recordPermit,
        { params: { id: clientId }, body: form },
        { as: officer },
      );
      const { id, version } = recorded.response;
      await api.request(approvePermit, { params: { id }, body: { version } }, { as: au.owner });
    };
    const prohibited = async () => {
      const activity = await api.request(readActivity, { params: { id: activityId } }, { as: au.owner });
      const { checklist, transitions } = activity.response;
      const start = transitions.find(({ to }) => to === 'toDo' || to === 'inProgress')?.blockers ?? [];
      const client = (await getDiligence(api, au.owner, clientId)).transitions;
      const takeOn = client.flatMap(({ blockers }) => blockers);
      return [start, checklist, takeOn].map((found) => found.some(({ code }) => code === 'rule.prohibition'));
    };
    expect(await prohibited()).toEqual([true, true, true]);
    const others = (['un', 'dfat', 'auTerrorism'] as const).filter((regime) => !regimes.includes(regime));
    await permit([...others]);
    expect(await prohibited()).toEqual([true, true, true]);
    // Of an entry under several regimes, each needs its own.
    for (const regime of regimes) {
      expect(await prohibited()).toEqual([true, true, true]);
      await permit([regime]);
    }
    expect(await prohibited()).toEqual([false, false, false]);
  });
});
