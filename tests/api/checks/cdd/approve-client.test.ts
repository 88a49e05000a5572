import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveClient, readDecisionBasis, transitionClient } from '#contract/cdd/cdd.ts';
import { readClientHistory } from '#contract/clients/clients.ts';
import { listNotifications } from '#contract/notifications/notifications.ts';
import { type CddStatus, cddStatuses } from '#rules/clients/client-types.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { addEvidence, getDiligence, individualWithEvidence } from '#tests/support/api/due-diligence.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../activities/support.ts';

describe.each(testEngines)('the approval of a client on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;
  let officer: TestPerson;
  let second: TestPerson;
  let evidenced: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
    const designations = ['complianceOfficer' as const];
    officer = await api.addMember(company.id, { designations, name: 'Aroha Officer' });
    second = await api.addMember(company.id, { designations, name: 'Ana Officer' });
    evidenced = await individualWithEvidence(api, company, { familyName: 'Oncegood' });
  });
  afterAll(() => api.close());

  async function bring(id: string, columns: Record<string, unknown>): Promise<void> {
    for (const [column, value] of Object.entries(columns)) {
      await api.database.asSuperuser(`UPDATE assay.clients SET ${column} = $1 WHERE id = $2`, [value, id]);
    }
  }

  /** The client with all evidence, brought to a state. */
  async function at(status: string, cddStatus: CddStatus, more: Record<string, unknown> = {}) {
    await bring(evidenced, {
      status,
      cdd_status: cddStatus,
      cdd_submitted_by: null,
      cdd_exception_reason: cddStatus === 'exceptionApproved' ? 'Papers are on their way' : null,
      cdd_exception_ends_on: cddStatus === 'exceptionApproved' ? '2099-01-01' : null,
      cdd_exception_by: cddStatus === 'exceptionApproved' ? officer.id : null,
      ...more,
    });
    return getDiligence(api, officer, evidenced);
  }

  const approve = (as: TestPerson, id: string, version: number, more: object = {}) =>
    api.request(approveClient, { params: { id }, body: { version, ...more } }, { as });
  const setPolicy = (fourEyes: string) =>
    api.database.asSuperuser(
      `UPDATE assay.companies SET policy = policy || jsonb_build_object('fourEyes', $1::text) WHERE id = $2`,
      [fourEyes, company.id],
    );

  it.each(cddStatuses.filter((status) => status !== 'verified'))(
    'reaches “verified” from %s in one act',
    async (from) => {
      const before = await at('draft', from, { cdd_submitted_by: second.id });
      expect(before.approval).toMatchObject({ reaches: 'verified', blockers: [] });
      const { response } = await approve(officer, evidenced, before.version, { note: 'All evidence seen' });
      expect(response).toMatchObject({
        status: 'onboarding',
        cddStatus: 'verified',
        approval: null,
        decision: { by: 'Aroha Officer', note: 'All evidence seen' },
      });
      expect(response.exception).toBeNull();
    },
  );

  it('records each transition with its own event, and the note at the last', async () => {
    const before = await at('draft', 'notStarted');
    await approve(officer, evidenced, before.version, { note: 'Read by two' });
    const { response } = await api.request(
      readClientHistory,
      { params: { id: evidenced }, query: {} },
      { as: officer },
    );
    // Newest first.
    expect(
      response.events
        .slice(0, 4)
        .map(({ action, changes }) => [
          action,
          changes.find(({ field }) => field === 'reason')?.after ?? null,
        ]),
    ).toEqual([
      ['client.cddStatusChanged', 'Read by two'],
      ['client.cddStatusChanged', null],
      ['client.cddStatusChanged', null],
      ['client.statusChanged', null],
    ]);
  });

  it('sends the client for approval where someone else must approve, by name, and leaves the rest to them', async () => {
    await setPolicy('always');
    const before = await at('draft', 'notStarted');
    expect(before.approval).toEqual({
      reaches: 'readyForReview',
      blockers: [],
      others: expect.arrayContaining(['Ana Officer']),
    });
    expect(before.approval?.others).not.toContain('Aroha Officer');
    const { response } = await approve(officer, evidenced, before.version);
    expect(response).toMatchObject({
      status: 'onboarding',
      cddStatus: 'readyForReview',
      decision: before.decision,
    });
    expect(response.approval?.blockers.map(({ code }) => code)).toEqual(['client.secondPersonNeeded']);
    const refused = await approve(officer, evidenced, response.version);
    expect(refused.problem).toMatchObject({ status: 422, blockers: response.approval?.blockers });
    const theirs = await getDiligence(api, second, evidenced);
    expect(theirs.approval).toMatchObject({ reaches: 'verified', blockers: [] });
    expect(theirs.approval?.others).not.toContain('Aroha Officer');
    const done = await approve(second, evidenced, theirs.version);
    expect(done.response).toMatchObject({ cddStatus: 'verified', decision: { by: 'Ana Officer' } });
    await setPolicy('highOnly');
  });

  it('notifies who can approve that it was sent, and its sender that it was returned, by a link without a name', async () => {
    await setPolicy('always');
    const mine = async (as: TestPerson) =>
      (await api.request(listNotifications, { query: {} }, { as })).response.items.filter(
        ({ path }) => path === `/clients/${evidenced}`,
      );
    const people = [officer, second, company.owner, company.staff];
    const count = () => Promise.all(people.map(async (as) => (await mine(as)).length));
    const [sender = 0, other = 0, owner = 0, staff = 0] = await count();
    const before = await at('draft', 'notStarted');
    const sent = await approve(officer, evidenced, before.version);
    const isApprover = before.approval?.others.includes(company.owner.name) ? 1 : 0;
    expect(await count()).toEqual([sender, other + 1, owner + isApprover, staff]);
    expect((await mine(second))[0]?.kind).toBe('approval');
    const back = {
      lifecycle: 'cdd' as const,
      to: 'returned' as const,
      version: sent.response.version,
      reason: 'Address missing',
    };
    await api.request(transitionClient, { params: { id: evidenced }, body: back }, { as: second });
    expect(await count()).toEqual([sender + 1, other + 1, owner + isApprover, staff]);
    expect((await mine(officer))[0]?.kind).toBe('returned');
    // Approved at once, it waits for no one.
    await setPolicy('off');
    const again = await at('draft', 'notStarted');
    expect((await approve(officer, evidenced, again.version)).response.cddStatus).toBe('verified');
    expect(await count()).toEqual([sender + 1, other + 1, owner + isApprover, staff]);
    await setPolicy('highOnly');
  });

  it('says before it is sent whether one person would decide', async () => {
    const alone = await api.addCompany('One Person Limited', { billingCountryCode: 'NZL' });
    const id = await individualWithEvidence(api, alone, { familyName: 'Aloneson' });
    await api.database.asSuperuser(
      `UPDATE assay.companies SET policy = policy || '{"fourEyes": "always"}' WHERE id = $1`,
      [alone.id],
    );
    const body = await api.request(readDecisionBasis, { params: { id } }, { as: alone.owner });
    const shown = await getDiligence(api, alone.owner, id);
    const { response } = await approve(alone.owner, id, shown.version);
    expect(shown.approval?.reaches).toBe(response.cddStatus);
    expect(response.decision?.decidedByOne ?? false).toBe(body.response.decidedByOne);
  });

  it('is rejected with the blockers of the page while evidence is outstanding, and changes nothing', async () => {
    for (const missing of ['record', 'identity', 'screening', 'assessment'] as const) {
      const id = await individualWithEvidence(api, company, {
        familyName: `Lacks ${missing}`,
        without: [missing],
      });
      const before = await getDiligence(api, officer, id);
      expect([missing, before.approval?.blockers.length]).not.toEqual([missing, 0]);
      const { problem } = await approve(officer, id, before.version);
      expect(problem).toMatchObject({ status: 422, blockers: before.approval?.blockers });
      expect(await getDiligence(api, officer, id)).toEqual(before);
      if (missing !== 'assessment') continue;
      await addEvidence(api, company, id, missing);
      const after = await getDiligence(api, officer, id);
      expect((await approve(officer, id, after.version)).response.cddStatus).toBe('verified');
    }
  });

  it('is not offered where there is nothing to approve, and then rejected', async () => {
    for (const status of ['exited', 'declined', 'archived']) {
      const ended = await at(status, 'refreshDue');
      expect([status, ended.approval]).toEqual([status, null]);
      expect((await approve(officer, evidenced, ended.version)).problem.status).toBe(422);
    }
    const verified = await at('active', 'verified');
    expect(verified.approval).toBeNull();
    expect((await approve(officer, evidenced, verified.version)).problem.detail).toContain(
      'approved already',
    );
  });

  it('of an active client that is due again leaves the relationship as it is', async () => {
    const before = await at('active', 'refreshDue');
    const { response } = await approve(officer, evidenced, before.version);
    expect(response).toMatchObject({ status: 'active', cddStatus: 'verified' });
  });

  it('is applied once, at the version that was read, and not by a reader or another company', async () => {
    const before = await at('draft', 'notStarted');
    const send = (as: TestPerson, requestKey = 'approval-sent-once') =>
      api.request(
        approveClient,
        { params: { id: evidenced }, body: { version: before.version }, requestKey },
        { as },
      );
    const first = await send(officer);
    expect((await send(officer)).response).toEqual(first.response);
    expect((await send(officer, 'approval-sent-later')).problem.code).toBe('record.versionConflict');
    const auditor = await api.addMember(company.id, { role: 'auditor', name: 'Auditor of approvals' });
    expect((await send(auditor, 'approval-by-auditor')).problem.status).toBe(403);
    expect((await getDiligence(api, auditor, evidenced)).approval).toBeNull();
    expect((await send(api.companies.b.owner, 'approval-elsewhere')).problem.status).toBe(404);
    const other = await addClient(api, company, 'Approval of two at once');
    expect((await approve(officer, other, 1)).problem.status).toBe(422);
  });
});
