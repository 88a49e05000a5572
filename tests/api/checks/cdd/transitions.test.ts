import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Diligence, readDiligence, transitionClient } from '#contract/cdd/cdd.ts';
import { readClientHistory } from '#contract/clients/clients.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import type { CddStatus, ClientStatus } from '#rules/clients/client-types.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { cddLifecycle, clientLifecycle } from '#rules/lifecycles/clients.ts';
import { canTransition, getStates } from '#rules/lifecycles/lifecycle.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { individualWithEvidence } from '#tests/support/api/due-diligence.ts';
import { confirmedMatch } from '#tests/support/api/monitoring.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addAssessment, addClient } from '../activities/support.ts';

type Transition = EndpointRequest<typeof transitionClient>['body'];
type WithoutVersion<M = Transition> = M extends Transition ? Omit<M, 'version'> : never;

describe.each(testEngines)('client transitions on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let today: string;
  let exceptionEnd: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Officer of Kauri' });
    today = (await read(await addClient(api, a, 'Today'))).on;
    exceptionEnd = addMonths(today, 12);
  });
  afterAll(() => api.close());

  async function read(id: string, as = a.staff): Promise<Diligence> {
    return (await api.request(readDiligence, { params: { id } }, { as })).response;
  }

  async function move(id: string, body: WithoutVersion, as = a.staff) {
    const { version } = await read(id);
    return api.request(
      transitionClient,
      { params: { id }, body: { ...body, version } as Transition },
      { as },
    );
  }

  /** A client that nothing blocks from any state, with all evidence, set to a state directly in the database. */
  async function ready(columns: Record<string, unknown> = {}): Promise<string> {
    const id = await individualWithEvidence(api, a, { familyName: 'Readyton' });
    await bring(id, { cdd_status: 'verified', ...columns });
    return id;
  }

  async function bring(id: string, columns: Record<string, unknown>): Promise<void> {
    for (const [column, value] of Object.entries(columns)) {
      await api.database.asSuperuser(`UPDATE assay.clients SET ${column} = $1 WHERE id = $2`, [value, id]);
    }
  }

  /** One such client for all pairs of states, set to each starting state. */
  let everywhere: Promise<string> | undefined;
  async function readyAgain(columns: Record<string, unknown>): Promise<string> {
    everywhere ??= ready();
    const id = await everywhere;
    await bring(id, {
      status: 'draft',
      cdd_status: 'verified',
      relationship_started_on: null,
      relationship_ended_on: null,
      retain_until: null,
      cdd_exception_reason: null,
      cdd_exception_ends_on: null,
      cdd_exception_by: null,
      ...columns,
    });
    return id;
  }

  // Only merging leads to the remaining one, and nothing leads on from it.
  const clientStates = getStates(clientLifecycle).filter((state) => state !== 'merged');
  const clientPairs = clientStates.flatMap((from) => clientStates.map((to) => [from, to] as const));

  test.each(clientPairs)('client: %s → %s follows the lifecycle', async (from, to: ClientStatus) => {
    const id = await readyAgain({ status: from });
    const before = await read(id);
    const decision = canTransition(clientLifecycle, from, to);
    const outcome = await move(id, { lifecycle: 'client', to });
    if (decision.allowed) {
      expect(outcome.response.status).toBe(to);
      expect(before.transitions).toContainEqual({ to, label: decision.label, blockers: [] });
    } else {
      expect(outcome.problem).toMatchObject({ status: 422, fields: { '': [decision.reason] } });
      expect(before.transitions.map((offered) => offered.to)).not.toContain(to);
      expect((await read(id)).version).toBe(before.version);
    }
  });

  const cddStates = getStates(cddLifecycle);
  const cddPairs = cddStates.flatMap((from) => cddStates.map((to) => [from, to] as const));

  test.each(cddPairs)('CDD: %s → %s follows the lifecycle', async (from, to: CddStatus) => {
    const id = await readyAgain({ cdd_status: from });
    const before = await read(id, officer);
    const decision = canTransition(cddLifecycle, from, to);
    const outcome = await move(
      id,
      { lifecycle: 'cdd', to, reason: 'Papers are on their way', endsOn: exceptionEnd },
      officer,
    );
    if (decision.allowed && decision.by === 'person') {
      expect(outcome.response.cddStatus).toBe(to);
      expect(before.cddTransitions).toContainEqual({ to, label: decision.label, blockers: [] });
    } else {
      expect(outcome.problem.status).toBe(422);
      if (!decision.allowed) expect(outcome.problem.fields).toEqual({ '': [decision.reason] });
      expect(before.cddTransitions.map((offered) => offered.to)).not.toContain(to);
    }
  });

  test('lists every activation blocker with the same messages in the record and in the rejection', async () => {
    const id = await addClient(api, a, 'Nothingdone', {
      status: 'onboarding',
      sanctions_status: 'potential',
    });
    const before = await read(id);
    const offered = before.transitions.find(({ to }) => to === 'active');
    expect(offered?.blockers.map(({ code }) => code)).toEqual([
      'client.cddNotDone',
      'record.dateOfBirth',
      'record.addresses',
      'relationship.purpose',
      'identity.verified',
      'risk.rated',
      'client.matchesUndecided',
    ]);
    expect(before.blockers).toEqual(offered?.blockers);
    const refused = await move(id, { lifecycle: 'client', to: 'active' });
    expect(refused.problem.fields).toEqual({ '': offered?.blockers.map(({ text }) => text) });
    expect(before.items.find(({ code }) => code === 'record.dateOfBirth')).toMatchObject({
      satisfied: false,
      provision: 'NZ s15',
      fix: { target: 'client.edit', id: 'dateOfBirth' },
    });
    expect(before.lists.map(({ key }) => key)).toEqual(['callForAction', 'increasedMonitoring', 'firm']);
  });

  test('blocks activating a sanctioned client regardless of evidence', async () => {
    const id = await ready({ status: 'onboarding' });
    await confirmedMatch(api, a, id, officer);
    const refused = await move(id, { lifecycle: 'client', to: 'active' });
    expect(refused.problem.fields?.['']?.[0]).toContain('sanctions match is confirmed');
  });

  test('starts a relationship, ends it, and counts the retention period', async () => {
    const id = await ready({ status: 'onboarding' });
    const kept = async () => {
      const { rows } = await api.database.asSuperuser(
        `SELECT relationship_started_on::text AS started, relationship_ended_on::text AS ended, retain_until::text AS kept
           FROM assay.clients WHERE id = $1`,
        [id],
      );
      return rows[0];
    };
    await move(id, { lifecycle: 'client', to: 'active' });
    expect(await kept()).toEqual({ started: today, ended: null, kept: null });
    await move(id, { lifecycle: 'client', to: 'dormant' });
    const tooEarly = await move(id, { lifecycle: 'client', to: 'exited', endedOn: '2001-01-01' });
    expect(tooEarly.problem.fields?.endedOn?.[0]).toContain('Enter that day or a later one');
    const tooLate = await move(id, { lifecycle: 'client', to: 'exited', endedOn: '2099-01-01' });
    expect(tooLate.problem.fields?.endedOn?.[0]).toContain('must be today or earlier');
    await move(id, { lifecycle: 'client', to: 'exited', endedOn: today });
    // The company's policy retains for 7 years, longer than the 5 required in New Zealand.
    expect(await kept()).toEqual({
      started: today,
      ended: today,
      kept: `${Number(today.slice(0, 4)) + 7}${today.slice(4)}`,
    });
    // Taken back on, the former retention stands until the relationship runs again.
    const former = await kept();
    await move(id, { lifecycle: 'client', to: 'onboarding' });
    expect(await kept()).toEqual(former);
    await bring(id, { cdd_status: 'verified' });
    await move(id, { lifecycle: 'client', to: 'active' });
    expect(await kept()).toEqual({ started: today, ended: null, kept: null });
  });

  test('allows an exception only with permission, a reason and an end date', async () => {
    const id = await addClient(api, a, 'Exceptional', {
      status: 'onboarding',
      cdd_status: 'inProgress',
      sanctions_status: 'clear',
    });
    await addAssessment(api, a, { type: 'clients', id }, { status: 'approved' });
    expect((await read(id)).cddTransitions.map(({ to }) => to)).not.toContain('exceptionApproved');
    const grant = { lifecycle: 'cdd', to: 'exceptionApproved' } as const;
    expect((await move(id, { ...grant, reason: 'Abroad', endsOn: exceptionEnd })).problem.code).toBe(
      'role.forbidden',
    );
    expect((await move(id, grant, officer)).problem.fields).toEqual({
      reason: ['Explain why the exception is justified.'],
      endsOn: ['Enter the exception expiry date. CDD is due again after it.'],
    });
    const past = await move(id, { ...grant, reason: 'Abroad', endsOn: today }, officer);
    expect(past.problem.fields?.endsOn?.[0]).toContain('after today');
    const tooLong = { ...grant, reason: 'Abroad', endsOn: addDays(exceptionEnd, 1) };
    expect((await move(id, tooLong, officer)).problem.fields?.endsOn?.[0]).toContain('12 months at most');
    const granted = (await move(id, { ...grant, reason: 'Abroad', endsOn: exceptionEnd }, officer)).response;
    expect(granted.exception).toEqual({ reason: 'Abroad', endsOn: exceptionEnd, by: 'Officer of Kauri' });
    expect(granted.blockers).toEqual([]);
    expect((await move(id, { lifecycle: 'client', to: 'active' })).response.status).toBe('active');
    expect((await move(id, { lifecycle: 'cdd', to: 'unableToComplete' })).response.exception).toBeNull();
  });

  test('stores the current level with reasons, and records its change', async () => {
    const id = await addClient(api, a, 'Minister', { pep_status: 'foreign' });
    const before = await read(id);
    expect(before).toMatchObject({
      cddLevel: 'enhanced',
      reasons: [{ code: 'nz.cdd.pep', provision: 'NZ s22(2), s26(2)' }],
    });
    const stored = async () =>
      (await api.database.asSuperuser('SELECT cdd_level, cdd_reasons FROM assay.clients WHERE id = $1', [id]))
        .rows[0];
    expect(await stored()).toEqual({ cdd_level: null, cdd_reasons: [] });
    await move(id, { lifecycle: 'cdd', to: 'inProgress' });
    expect(await stored()).toMatchObject({
      cdd_level: 'enhanced',
      cdd_reasons: [{ code: 'nz.cdd.pep', source: 'rule', by: a.staff.id }],
    });
    const { response } = await api.request(readClientHistory, { params: { id }, query: {} }, { as: a.staff });
    expect(response.events.slice(0, 2).map(({ action }) => action)).toEqual([
      'client.cddLevelChanged',
      'client.cddStatusChanged',
    ]);
    await move(id, { lifecycle: 'cdd', to: 'unableToComplete' });
    const later = await api.request(readClientHistory, { params: { id }, query: {} }, { as: a.staff });
    expect(later.response.events[0]?.action).toBe('client.cddStatusChanged');
  });

  test('rejects a concurrent transition of a client', async () => {
    const id = await ready({ status: 'onboarding' });
    const { version } = await read(id);
    const send = (to: 'active' | 'declined', as: TestPerson) =>
      api.request(transitionClient, { params: { id }, body: { lifecycle: 'client', to, version } }, { as });
    const both = await Promise.all([send('active', a.staff), send('declined', a.owner)]);
    expect(both.map((outcome) => (outcome.status === 200 ? 'won' : outcome.problem.code)).sort()).toEqual([
      'record.versionConflict',
      'won',
    ]);
    const lost = both.find(({ status }) => status !== 200);
    expect(lost?.problem.current).toMatchObject({ clientId: id, version: version + 1 });
  });

  test('applies a form sent twice once', async () => {
    const id = await ready({ status: 'draft' });
    const { version } = await read(id);
    const body = { lifecycle: 'client', to: 'onboarding', version } as const;
    const send = () =>
      api.request(transitionClient, { params: { id }, body, requestKey: 'the-same-form' }, { as: a.staff });
    const [first, second] = [await send(), await send()];
    expect(second.response).toEqual(first.response);
    expect((await read(id)).version).toBe(version + 1);
  });

  test('shows an auditor outstanding requirements, and no transitions', async () => {
    const shown = await read(await ready({ status: 'onboarding' }), a.auditor);
    expect([shown.transitions, shown.cddTransitions]).toEqual([[], []]);
    expect(shown.items.length).toBeGreaterThan(0);
  });

  test('marks an active client without activity as inactive after the company’s business days', async () => {
    const id = await ready({ status: 'active' });
    expect((await read(id)).quiet).toBeNull();
    await api.database.asSuperuser(
      `UPDATE assay.clients SET updated_at = ($2::date + time '12:00') AT TIME ZONE 'Pacific/Auckland' WHERE id = $1`,
      [id, addDays(today, -60)],
    );
    expect((await read(id)).quiet).toEqual({ since: addDays(today, -60), afterBusinessDays: 14 });
    await api.database.asSuperuser(
      `UPDATE assay.companies SET policy = jsonb_set(policy, '{dormantAfterBusinessDays}', '90') WHERE id = $1`,
      [a.id],
    );
    expect((await read(id)).quiet).toBeNull();
  });
});
