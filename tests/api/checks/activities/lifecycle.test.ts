import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Activity,
  readActivity,
  readActivityHistory,
  transitionActivity,
} from '#contract/activities.ts';
import { readClient, updateClient } from '#contract/clients/clients.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { canTransition, getStates } from '#rules/lifecycles/lifecycle.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { confirmedMatch } from '#tests/support/api/monitoring.ts';
import { testEngines } from '#tests/support/database/database.ts';
import {
  addAssessment,
  addClient,
  create,
  fullForm,
  move,
  read,
  transitionThrough,
  update,
} from './support.ts';

describe.each(testEngines)('activity lifecycle on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let senior: TestPerson;
  let officer: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    senior = await api.addMember(a.id, { designations: ['seniorManager'], name: 'Senior of Kauri' });
  });
  afterAll(() => api.close());

  /** A customer with complete CDD; `more` is written directly to the database. */
  async function verified(familyName: string, more: Record<string, unknown> = {}): Promise<string> {
    const id = await verifiedIndividual(api, a, familyName);
    for (const [column, value] of Object.entries(more)) {
      await api.database.asSuperuser(`UPDATE assay.clients SET ${column} = $1 WHERE id = $2`, [value, id]);
    }
    return id;
  }

  /** The customer of all activities that do not change it. */
  let customer: Promise<string> | undefined;

  /** An activity that nothing blocks from any state. */
  async function ready(ofItsOwn?: string): Promise<Activity> {
    customer ??= verified('Readyton');
    const activity = await create(api, a.staff, fullForm(ofItsOwn ?? (await customer)));
    await addAssessment(api, a, { type: 'activities', id: activity.id }, { status: 'approved' });
    return read(api, a.staff, activity.id);
  }

  /** The same, moved to a state. */
  async function readyIn(state: Activity['status'], ofItsOwn?: string): Promise<Activity> {
    const { id } = await ready(ofItsOwn);
    const ways: Record<Activity['status'], Activity['status'][]> = {
      toDo: [],
      inProgress: ['inProgress'],
      inReview: ['inProgress', 'inReview'],
      onHold: ['inProgress', 'onHold'],
      completed: ['inProgress', 'inReview'],
      cancelled: ['cancelled'],
    };
    await transitionThrough(api, a.staff, id, ways[state]);
    if (state === 'cancelled') return read(api, a.staff, id);
    if (state !== 'onHold') {
      expect((await move(api, a.staff, id, { move: 'outcome', outcome: 'approved' })).status).toBe(200);
    }
    if (state === 'completed') await transitionThrough(api, a.staff, id, ['completed']);
    return read(api, a.staff, id);
  }

  const states = getStates(activityLifecycle);
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

  test.each(pairs)('%s → %s follows the lifecycle', async (from, to) => {
    const activity = await readyIn(from);
    expect(activity.status).toBe(from);
    const decision = canTransition(activityLifecycle, from, to, { heldFrom: activity.heldFrom });
    const outcome = await move(api, a.staff, activity.id, { move: 'to', to });
    if (decision.allowed) {
      expect(outcome.response.status).toBe(to);
      expect(activity.transitions).toContainEqual({ to, label: decision.label, blockers: [] });
    } else {
      expect(outcome.problem).toMatchObject({ status: 422, fields: { '': [decision.reason] } });
      expect(activity.transitions.map((offered) => offered.to)).not.toContain(to);
      expect((await read(api, a.staff, activity.id)).version).toBe(activity.version);
    }
  });

  test('lists every blocker with the same messages in the record and in the rejection', async () => {
    const customer = await addClient(api, a, 'Unverified');
    const { id } = await create(api, a.staff, {
      name: 'Bare',
      activityType: 'matter',
      parties: [{ clientId: customer, capacity: 'customer' }],
    });
    await transitionThrough(api, a.staff, id, ['inProgress']);
    const before = await read(api, a.staff, id);
    const offered = before.transitions.find(({ to }) => to === 'inReview');
    expect(offered?.blockers.map(({ code }) => code)).toEqual([
      'activity.fieldMissing',
      'activity.fieldMissing',
      'activity.fieldMissing',
      'activity.assessmentNotSubmitted',
    ]);
    const refused = await move(api, a.staff, id, { move: 'to', to: 'inReview' });
    expect(refused.problem.fields).toEqual({ '': offered?.blockers.map(({ text }) => text) });
    expect(refused.problem.detail).toContain('4 requirements outstanding');
    expect(before.checklist.map(({ code }) => code)).toContain('activity.partyNotVerified');
    expect(before.checklist.find(({ code }) => code === 'activity.partyNotVerified')?.fix).toEqual({
      target: 'client.diligence',
      id: customer,
    });
  });

  test('shows an assessment’s progress', async () => {
    const { id } = await create(api, a.staff, fullForm(await verified('Assessed')));
    const codes = async () => (await read(api, a.staff, id)).checklist.map(({ code }) => code);
    expect(await codes()).toContain('activity.assessmentNotSubmitted');
    await addAssessment(api, a, { type: 'activities', id }, { status: 'draft' });
    expect(await codes()).toContain('activity.assessmentNotSubmitted');
    await addAssessment(api, a, { type: 'activities', id }, { status: 'submitted', prohibited: true });
    expect(await codes()).toEqual([
      'activity.outcomeMissing',
      'activity.assessmentNotApproved',
      'activity.prohibited',
    ]);
    await move(api, a.staff, id, { move: 'outcome', outcome: 'declined' });
    expect(await codes()).toEqual([]);
  });

  test('completes declined work without an assessment, and never blocks cancelling', async () => {
    const { id } = await create(api, a.staff, { name: 'Asked for and refused', activityType: 'matter' });
    await move(api, a.staff, id, { move: 'to', to: 'inProgress' });
    const review = { move: 'to', to: 'inReview' } as const;
    expect((await move(api, a.staff, id, review)).problem.status).toBe(422);
    await move(api, a.staff, id, { move: 'outcome', outcome: 'declined' });
    const done = await transitionThrough(api, a.staff, id, ['inReview', 'completed']);
    expect(done).toMatchObject({ status: 'completed', outcome: 'declined' });
    const other = await create(api, a.staff, { name: 'Never mind', activityType: 'matter' });
    expect((await transitionThrough(api, a.staff, other.id, ['inProgress', 'cancelled'])).status).toBe(
      'cancelled',
    );
  });

  test('requires a senior manager to approve a high risk, again after every change', async () => {
    const officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    const { id } = await create(api, a.staff, fullForm(await verified('Highrisk')));
    await addAssessment(api, a, { type: 'activities', id }, { status: 'approved', level: 'high' });
    await transitionThrough(api, a.staff, id, ['inProgress', 'inReview']);
    await move(api, a.staff, id, { move: 'outcome', outcome: 'approved' });
    expect((await read(api, a.staff, id)).checklist.map(({ code }) => code)).toEqual([
      'activity.seniorManagerMissing',
    ]);
    for (const person of [a.staff, a.owner, officer]) {
      expect((await move(api, person, id, { move: 'seniorApproval' })).problem.code).toBe('role.forbidden');
    }
    const approved = (await move(api, senior, id, { move: 'seniorApproval' })).response;
    expect(approved.seniorApproval?.by.name).toBe('Senior of Kauri');
    expect((await move(api, senior, id, { move: 'seniorApproval' })).problem.fields?.['']?.[0]).toContain(
      'already',
    );
    const form = fullForm(approved.parties[0]?.clientId ?? '', { maxTransactionValue: '1,250,000.50' });
    const changed = (await update(api, a.staff, approved, form)).response;
    expect([changed.seniorApproval, changed.maxTransactionValue]).toEqual([null, 125_000_050]);
    expect((await move(api, a.staff, id, { move: 'to', to: 'completed' })).status).toBe(422);
    await addAssessment(api, a, { type: 'activities', id }, { status: 'approved', level: 'high' });
    await move(api, a.staff, id, { move: 'outcome', outcome: 'approved' });
    expect((await read(api, a.staff, id)).checklist.map(({ code }) => code)).toEqual([
      'activity.seniorManagerMissing',
    ]);
    await move(api, senior, id, { move: 'seniorApproval' });
    expect((await transitionThrough(api, a.staff, id, ['completed'])).status).toBe('completed');
  });

  test('requires a senior manager for a foreign PEP, and never continues with a sanctioned party', async () => {
    const foreign = await create(
      api,
      a.staff,
      fullForm(await verified('Minister', { pep_status: 'foreign' })),
    );
    expect(foreign.checklist.map(({ code }) => code)).toContain('activity.seniorManagerMissing');
    const customer = await verified('Sanctionedson');
    const { id } = await create(api, a.staff, fullForm(customer));
    await confirmedMatch(api, a, customer, officer);
    const sanctioned = await read(api, a.staff, id);
    expect(sanctioned.checklist.find(({ code }) => code === 'rule.prohibition')?.text).toContain(
      'Hinemoa Sanctionedson',
    );
  });

  test('resumes from hold to its previous status alone', async () => {
    const { id } = await ready();
    await transitionThrough(api, a.staff, id, ['inProgress', 'inReview', 'onHold']);
    const held = await read(api, a.staff, id);
    expect(held.heldFrom).toBe('inReview');
    expect(held.transitions.map(({ to }) => to).sort()).toEqual(['cancelled', 'inReview']);
    expect(
      (await move(api, a.staff, id, { move: 'outcome', outcome: 'approved' })).problem.fields?.['']?.[0],
    ).toContain('on hold');
    const back = (await move(api, a.staff, id, { move: 'to', to: 'inReview' })).response;
    expect([back.status, back.heldFrom]).toEqual(['inReview', null]);
  });

  test('freezes its state at completion, and shows later changes', async () => {
    const completed = await readyIn('completed', await verified('Frozenton'));
    expect(completed.checklist).toEqual([]);
    expect(completed.changedSince).toEqual([]);
    const { rows } = await api.database.asSuperuser(
      'SELECT content, hash FROM assay.activity_snapshots WHERE activity_id = $1',
      [completed.id],
    );
    const { content, hash } = rows[0] as { content: string; hash: string };
    expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
    expect(completed.snapshotHash).toBe(hash);
    expect(canonicalJson(JSON.parse(content))).toBe(content);
    const kept = JSON.parse(content);
    expect(kept.clients[0].individual.familyName).toBe('Frozenton');
    expect(kept.activity.status).toBe('completed');
    expect(kept.assessment.status).toBe('approved');

    const clientId = completed.parties[0]?.clientId ?? '';
    const { response: client } = await api.request(readClient, { params: { id: clientId } }, { as: a.staff });
    const body = {
      clientType: 'individual' as const,
      individual: {
        givenNames: 'Hinemoa',
        familyName: 'Marriedname',
        dateOfBirth: '1980-02-29',
        residenceCountry: 'NZL' as const,
      },
      relationshipPurpose: client.relationshipPurpose ?? undefined,
      addresses: client.addresses,
      version: client.version,
      confirmations: ['identityChanged' as const],
    };
    expect(
      (await api.request(updateClient, { params: { id: clientId }, body }, { as: a.staff })).status,
    ).toBe(200);
    const today = await read(api, a.staff, completed.id);
    const changed = (field: string, atCompletion: string, now: string) => ({
      clientId,
      name: 'Hinemoa Marriedname',
      field,
      atCompletion,
      today: now,
    });
    expect(today.changedSince).toEqual([
      changed('cddStatus', 'verified', 'refreshDue'),
      changed('individual.dateOfBirth', '1985-03-12', '1980-02-29'),
      changed('individual.familyName', 'Frozenton', 'Marriedname'),
      changed('pepStatus', 'none', 'notChecked'),
      changed('sanctionsStatus', 'clear', 'notChecked'),
    ]);
    expect(today.snapshotHash).toBe(hash);
  });

  test('rejects changes to a final activity, with the alternative', async () => {
    const completed = await readyIn('completed');
    const form = fullForm(completed.parties[0]?.clientId ?? '', { name: 'Rewritten' });
    expect((await update(api, a.owner, completed, form)).problem).toMatchObject({
      status: 422,
      fields: { '': [expect.stringContaining('continue in a linked copy')] },
    });
    expect((await move(api, a.staff, completed.id, { move: 'outcome', outcome: 'declined' })).status).toBe(
      422,
    );
    expect((await move(api, senior, completed.id, { move: 'seniorApproval' })).status).toBe(422);
    const cancelled = await readyIn('cancelled');
    expect((await update(api, a.owner, cancelled, form)).problem.fields?.['']?.[0]).toContain('cancelled');
    expect((await move(api, a.staff, cancelled.id, { move: 'reopen' })).status).toBe(422);
    const late = await move(api, a.staff, cancelled.id, { move: 'outcome', outcome: 'declined' });
    expect(late.problem.detail).toContain('too late');
  });

  test('is not reopened for a client with a prohibiting sanctions match', async () => {
    const clientId = await verified('Reopenson');
    const completed = await readyIn('completed', clientId);
    await confirmedMatch(api, a, clientId, a.owner);
    const { status, problem } = await move(api, a.staff, completed.id, { move: 'reopen' });
    expect(status).toBe(422);
    expect(problem.blockers?.length).toBeGreaterThan(0);
    expect(problem.detail).toContain('Reopen as a copy');
  });

  test('neither an activity nor its history is found by another company', async () => {
    const { id } = await create(api, a.staff, fullForm(await addClient(api, a, 'Ownson')));
    const as = api.companies.b.owner;
    for (const endpoint of [readActivity, readActivityHistory] as const) {
      const outcome = await api.request(
        endpoint as typeof readActivity,
        { params: { id }, query: {} } as never,
        { as },
      );
      expect([outcome.status, outcome.problem.code]).toEqual([404, 'record.notFound']);
    }
  });

  test('reopens as one linked copy without decisions', async () => {
    const completed = await readyIn('completed');
    const both = await Promise.all([
      move(api, a.staff, completed.id, { move: 'reopen' }),
      move(api, a.owner, completed.id, { move: 'reopen' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const copy = both.find(({ status }) => status === 200)?.response;
    expect(copy).toMatchObject({
      copyOfId: completed.id,
      status: 'toDo',
      outcome: null,
      snapshotHash: null,
      currentAssessmentId: null,
      name: completed.name,
    });
    expect(copy?.reference).not.toBe(completed.reference);
    expect(copy?.parties).toEqual(completed.parties);
    const refused = both.find(({ status }) => status === 422);
    expect(refused?.problem.fields?.['']?.[0]).toContain(copy?.reference);
    expect((await read(api, a.staff, completed.id)).version).toBe(completed.version);
  });

  test('rejects a concurrent transition without losing data', async () => {
    const activity = await readyIn('inReview');
    const both = await Promise.all([
      move(api, a.staff, activity.id, { move: 'to', to: 'completed' }),
      move(api, a.owner, activity.id, { move: 'to', to: 'cancelled' }),
    ]);
    const codes = both.map((outcome) => (outcome.status === 200 ? 'won' : outcome.problem.code));
    expect(codes.filter((code) => code === 'won')).toHaveLength(1);
    expect(['record.versionConflict', 'request.invalid']).toContain(codes.find((code) => code !== 'won'));
  });

  test('rejects a transition at an earlier version', async () => {
    const { id, version } = await readyIn('inProgress');
    const body = { move: 'to' as const, to: 'inReview' as const, version: version - 1 };
    const late = await api.request(transitionActivity, { params: { id }, body }, { as: a.staff });
    expect(late.problem).toMatchObject({ code: 'record.versionConflict', current: { id, version } });
    expect((await read(api, a.staff, id)).status).toBe('inProgress');
  });

  test('shows its history, newest first', async () => {
    const activity = await readyIn('inProgress');
    await move(api, a.staff, activity.id, { move: 'to', to: 'onHold', reason: 'Waiting for the vendor' });
    const { response } = await api.request(
      readActivityHistory,
      { params: { id: activity.id }, query: {} },
      { as: a.auditor },
    );
    expect(response.events.map(({ action }) => action)).toEqual([
      'activity.statusChanged',
      'activity.outcomeSet',
      'activity.statusChanged',
      'activity.created',
    ]);
    expect(response.events[0]?.changes).toEqual([
      { field: 'reason', before: null, after: 'Waiting for the vendor' },
      { field: 'status', before: 'In progress', after: 'On hold' },
    ]);
  });

  test('shows an auditor no transitions', async () => {
    expect((await read(api, a.auditor, (await ready()).id)).transitions).toEqual([]);
  });
});
