import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyJobs, type JobDeps, runJob } from '#api/jobs/daily-jobs.ts';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import {
  assessBreach,
  closeBreach,
  listBreaches,
  notifyBreach,
  recordBreach,
} from '#contract/privacy/breaches.ts';
import { readPurgeSchedule } from '#contract/privacy/purges.ts';
import {
  attachStatement,
  decidePrivacyRequest,
  extendPrivacyRequest,
  listClientPrivacyRequests,
  recordPrivacyRequest,
} from '#contract/privacy/requests.ts';
import { confirmDestruction } from '#contract/views/retention.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { purgeSchedule } from '#rules/retention/purge-schedule.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { filesInZip, requestPack } from '#tests/support/api/evidence-packs.ts';
import { addClient, dueClient } from '#tests/support/api/retention.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';

let api: TestApi;
let a: TestCompany;

beforeAll(async () => {
  api = await openTestApi(testEngine);
  ({ a } = api.companies);
  await api.database.asSuperuser(
    `UPDATE assay.companies SET regulated_in = ARRAY['NZL', 'AUS'] WHERE id = $1`,
    [a.id],
  );
});
afterAll(() => api.close());

const today = () => testDay('Pacific/Auckland', api.clock.now());

const csv = async (path: string) =>
  (await api.fetch(`/api/v1${path}`, { headers: { Authorization: `Bearer ${a.auditor.token}` } })).text();

describe('the breach register', () => {
  const record = (more: object = {}, by = a) =>
    api.request(
      recordBreach,
      {
        body: {
          summary: '=Laptop lost',
          description: 'Left on a train with copies of passports.',
          kinds: ['loss'],
          information: ['identityDocuments'],
          awareOn: addDays(today(), -4),
          awareTime: '10:00',
          ...more,
        },
      } as never,
      { as: by.staff },
    );

  it('starts both countries’ clocks when a staff member records a breach', async () => {
    const { response } = await record();
    const [nz, au] = response.countries;
    expect(Date.parse(nz?.dueAt ?? '') - Date.parse(response.awareAt)).toBe(72 * 3_600_000);
    // Four days on, New Zealand's 72 hours are over, and Australia's 30 days are not.
    expect([nz?.country, nz?.step, nz?.isOverdue]).toEqual(['NZL', 'assess', true]);
    expect([au?.country, au?.dueOn, au?.isOverdue]).toEqual([
      'AUS',
      addDays(addDays(today(), -4), 30),
      false,
    ]);
    expect(nz?.provision).toBe('NZ Privacy Act 2020 ss114, 115');
  });

  it('rejects a time in the future at its field, and stores nothing', async () => {
    const before = (await api.request(listBreaches, { query: {} }, { as: a.staff })).response.breaches.length;
    const { problem } = await record({ awareOn: addDays(today(), 2) });
    expect(Object.keys(problem.fields ?? {})).toEqual(['awareOn']);
    const after = (await api.request(listBreaches, { query: {} }, { as: a.staff })).response.breaches.length;
    expect(after).toBe(before);
  });

  it('closes only after each law is satisfied, by those responsible', async () => {
    const { response } = await record();
    const params = { id: response.id };
    let version = response.version;
    const as = { as: a.owner };
    const step = async (endpoint: never, body: object, who = as) => {
      const outcome = await api.request(endpoint, { params, body: { version, ...body } } as never, who);
      const done = outcome as { status: number; response: typeof response; problem: { detail?: string } };
      if (done.status === 200) version = done.response.version;
      return done;
    };
    const lessons = { lessons: 'Laptops are encrypted.' };
    const assess = (country: string, outcome: string) =>
      step(assessBreach as never, { country, outcome, reason: 'Copies of passports were not encrypted.' });
    const staffs = await step(closeBreach as never, lessons, { as: a.staff });
    expect(staffs.status).toBe(403);
    expect((await step(closeBreach as never, lessons)).problem.detail).toContain('Assess the breach first');
    const early = { country: 'NZL', to: 'regulator', on: today(), text: 'NB-1' };
    expect((await step(notifyBreach as never, early)).status).toBe(422);
    await assess('NZL', 'notifiable');
    await assess('AUS', 'notNotifiable');
    expect((await step(closeBreach as never, lessons)).problem.detail).toContain('Privacy Commissioner');
    const days = [undefined, addDays(today(), 1), addDays(today(), -5)];
    const refused: unknown[] = [];
    for (const on of days) {
      const { problem } = await step(notifyBreach as never, { ...early, on });
      refused.push((problem as { fields?: Record<string, string[]> }).fields?.on?.[0]);
    }
    const ahead = 'Enter a day from when you became aware until today';
    expect(refused).toEqual(['Enter the day of the notice', ahead, ahead]);
    await step(notifyBreach as never, early);
    expect((await assess('NZL', 'notNotifiable')).problem.detail).toContain(
      'its assessment can no longer be changed',
    );
    const told = await step(notifyBreach as never, { ...early, to: 'people', text: 'Letters' });
    expect(told.response.countries.map(({ step: next, isRunning }) => [next, isRunning])).toEqual([
      ['done', false],
      ['done', false],
    ]);
    const closed = await step(closeBreach as never, lessons);
    expect(closed.response.closed?.by.id).toBe(a.owner.id);
    expect((await assess('AUS', 'notifiable')).status).toBe(422);
  });

  it('is assessed under the laws alone that apply to the company', async () => {
    const { b } = api.companies;
    await api.database.asSuperuser(`UPDATE assay.companies SET regulated_in = ARRAY['NZL'] WHERE id = $1`, [
      b.id,
    ]);
    const { response } = await record({}, b);
    const assessed = await api.request(
      assessBreach,
      {
        params: { id: response.id },
        body: {
          version: response.version,
          country: 'AUS',
          outcome: 'notifiable',
          reason: 'Copies of passports were lost.',
        },
      } as never,
      { as: b.owner },
    );
    expect(assessed.problem.fields).toEqual({
      country: ['That country’s law does not apply to this breach.'],
    });
  });

  it('is exported with a row per country, and no formula', async () => {
    const text = await csv('/privacy-breaches/export');
    const lines = text.trim().split('\r\n');
    expect(lines.filter((line) => line.includes('NZL')).length).toBe(
      lines.filter((line) => line.includes('AUS')).length,
    );
    expect(text).toContain("'=Laptop lost");
  });
});

describe('requests for access and correction', () => {
  let clientId: string;
  beforeAll(async () => {
    clientId = (await addClient(api, a, 'Subject')).id;
  });

  const send = (kind: string, receivedOn: string, of = { id: clientId, by: a }) =>
    api.request(
      recordPrivacyRequest,
      {
        params: { id: of.id },
        body: { kind, receivedOn, requestedBy: 'The client, at the counter', details: 'Birth year is wrong' },
      } as never,
      { as: of.by.staff },
    );
  const record = async (kind: string, receivedOn = today()) => (await send(kind, receivedOn)).response;

  it('is received on a day of the law in force, until today', async () => {
    const { b } = api.companies;
    const of = { id: (await addClient(api, b, 'Earlier')).id, by: b };
    const refused: unknown[] = [];
    for (const day of [addDays(today(), 1), '2020-11-30'])
      refused.push((await send('access', day, of)).problem.fields?.receivedOn?.[0]);
    expect(refused).toEqual(['Enter a day that is not in the future', 'Enter a day since 1 December 2020']);
  });

  it('attaches a statement only to a correction that was not made in full', async () => {
    const made = await record('correction');
    const params = { id: made.id };
    const text = 'I was born in 1970.';
    const attach = (version: number) =>
      api.request(attachStatement, { params, body: { version, text } }, { as: a.staff });
    expect((await attach(made.version)).status).toBe(422);
    const decide = { version: made.version, decision: 'refused' as const, reason: 'The passport says 1971.' };
    const staffs = await api.request(decidePrivacyRequest, { params, body: decide }, { as: a.staff });
    expect(staffs.status).toBe(403);
    const decided = await api.request(decidePrivacyRequest, { params, body: decide }, { as: a.owner });
    const again = { ...decide, version: decided.response.version };
    expect(
      (await api.request(decidePrivacyRequest, { params, body: again }, { as: a.owner })).problem.detail,
    ).toBe('This request is decided already.');
    const attached = await attach(decided.response.version);
    expect(attached.response.statement?.text).toBe(text);
    expect((await attach(attached.response.version)).problem.detail).toBe('A statement is attached already.');
    const access = await record('access');
    const onAccess = await api.request(
      attachStatement,
      { params: { id: access.id }, body: { version: access.version, text } },
      { as: a.staff },
    );
    expect(onAccess.problem.detail).toContain('correction only');
    const { response } = await api.request(
      listClientPrivacyRequests,
      { params: { id: clientId } },
      { as: a.auditor },
    );
    expect(response.requests.find(({ id }) => id === made.id)).toMatchObject({ statement: { text } });
  });

  it('is extended once, before its last day', async () => {
    const extend = (of: { id: string; version: number }, until: string) =>
      api.request(
        extendPrivacyRequest,
        { params: { id: of.id }, body: { version: of.version, until, reason: 'Archive' } },
        { as: a.owner },
      );
    const old = await record('access', addDays(today(), -60));
    expect(old.isOverdue).toBe(true);
    expect((await extend(old, addDays(today(), 30))).problem.detail).toContain('has ended');
    const made = await record('access');
    expect(Object.keys((await extend(made, made.dueOn)).problem.fields ?? {})).toEqual(['until']);
    const extended = (await extend(made, addDays(made.dueOn, 10))).response;
    expect(extended.dueOn).toBe(addDays(made.dueOn, 10));
    expect((await extend(extended, addDays(made.dueOn, 20))).status).toBe(422);
  });

  it('is recorded once for a repeated form, which is answered with the request as it is now', async () => {
    const requestKey = crypto.randomUUID();
    const { id } = await addClient(api, a, 'Repeated');
    const body = {
      kind: 'access' as const,
      receivedOn: today(),
      requestedBy: 'The client',
      details: 'Everything',
    };
    const send = () =>
      api.request(recordPrivacyRequest, { params: { id }, body, requestKey }, { as: a.staff });
    const first = (await send()).response;
    const extended = await api.request(
      extendPrivacyRequest,
      {
        params: { id: first.id },
        body: { version: first.version, until: addDays(first.dueOn, 10), reason: 'Archive' },
      },
      { as: a.owner },
    );
    expect(extended.response.version).toBe(first.version + 1);
    const counted = async () => {
      const { rows } = await api.database.asSuperuser(
        `SELECT (SELECT count(*)::int FROM assay.privacy_requests WHERE client_id = $1) AS requests,
                (SELECT count(*)::int FROM assay.audit_events) AS events`,
        [id],
      );
      return rows[0];
    };
    const before = await counted();
    expect(before).toMatchObject({ requests: 1 });
    expect((await send()).response).toEqual(extended.response);
    await api.database.asSuperuser('UPDATE assay.request_keys SET body = $1 WHERE key = $2', [
      JSON.stringify({ id: first.id }),
      requestKey,
    ]);
    expect((await send()).response).toEqual(extended.response);
    expect(await counted()).toEqual(before);
  });

  it('is destroyed with its client, also for a repeated form', async () => {
    const requestKey = crypto.randomUUID();
    const record = (id: string) =>
      api.request(
        recordPrivacyRequest,
        {
          params: { id },
          body: { kind: 'access', receivedOn: today(), requestedBy: 'The client', details: 'Everything' },
          requestKey,
        },
        { as: a.staff },
      );
    const due = await dueClient(api, a, async (id) => {
      expect((await record(id)).status).toBe(201);
    });
    const officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    for (const as of [a.owner, officer]) {
      const body = { understood: true as const };
      const { status } = await api.request(confirmDestruction, { params: { id: due.id }, body }, { as });
      expect(status).toBe(200);
    }
    const { rows } = await api.database.asSuperuser(
      'SELECT count(*)::int AS left FROM assay.privacy_requests WHERE client_id = $1',
      [due.clientId],
    );
    expect(rows).toEqual([{ left: 0 }]);
    expect((await record(due.clientId)).status).toBe(404);
  });

  it('is answered with a pack of everything about the person, and nothing of others or of a suspicion', async () => {
    const firm = (await addClient(api, a, 'Firmholder')).id;
    const as = { as: a.owner };
    const otherPerson = {
      clientType: 'individual' as const,
      individual: { givenNames: 'Other', familyName: 'Person', dateOfBirth: '1984-05-06' },
    };
    const other = (await api.request(createClient, { body: otherPerson }, as)).response.id;
    const role = { partyClientId: clientId, roles: ['authorisedRepresentative' as const] };
    await api.request(addParty, { params: { id: firm }, body: role }, as);
    const others = { partyClientId: other, roles: ['authorisedRepresentative' as const] };
    await api.request(addParty, { params: { id: clientId }, body: others }, as);
    await openedAlert(api, a, { resourceId: clientId, summary: 'Alertsecret cash' });
    await asTenant(api.database.db, a.id, (trx) =>
      recordEvent(trx, api.clock, {
        companyId: a.id,
        actor: { type: 'user', id: a.owner.id, role: 'owner' },
        action: 'suspicion.raised',
        resourceType: 'client',
        resourceId: clientId,
        reason: 'Suspiciouslysecret',
        detail: {},
        requestId: 'tests',
      }),
    );
    const of = { scope: 'client', scopeId: clientId };
    const read = async (purpose: string) => {
      const zip = await requestPack(api, a.owner, of, { purpose, withNotes: true });
      return filesInZip(Buffer.from(await zip.arrayBuffer()));
    };
    const files = await read('subjectAccess');
    const text = [...files].map(([path, bytes]) => `${path}\n${bytes}`).join('\n');
    for (const secret of [
      '1984-05-06',
      'Alertsecret',
      'Suspiciouslysecret',
      'suspicion',
      'cdd-decisions.csv',
      'missing"',
    ]) {
      expect([secret, text.split('verify.mjs\n')[0]?.includes(secret)]).toEqual([secret, false]);
    }
    expect(JSON.parse(`${files.get('data/elsewhere.json')}`).roles).toMatchObject([
      { of: 'Hinemoa Firmholder', roles: ['Authorised representative'] },
    ]);
    expect(`${files.get('index.html')}`.includes('I was born in 1970.')).toBe(true);
    expect(Object.keys(JSON.parse(`${files.get('data/clients.json')}`)[0])).not.toContain('diligence');
    // The company's own pack has what the person's leaves out.
    expect([...(await read('audit'))].map(([path, bytes]) => `${path}\n${bytes}`).join()).toContain(
      'Alertsecret',
    );
  });
});

describe('the destruction schedule', () => {
  it('names existing jobs only, and shows when each last finished', async () => {
    const names = dailyJobs.map(({ name }) => name);
    expect(purgeSchedule.filter(({ job }) => !names.includes(job))).toEqual([]);
    const read = async () =>
      (await api.request(readPurgeSchedule, {}, { as: a.auditor })).response.clocks.find(
        ({ code }) => code === 'importRows',
      )?.lastRunAt;
    expect(await read()).toBeNull();
    const job = dailyJobs.find(({ name }) => name === 'purge-import-rows');
    if (job === undefined) throw new Error('The job is gone.');
    await runJob(job, { db: api.database.db, now: api.clock.now } as unknown as JobDeps);
    expect(await read()).not.toBeNull();
  });
});
