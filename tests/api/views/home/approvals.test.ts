import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDiligence, transitionClient } from '#contract/cdd/cdd.ts';
import { createAssessment, readAssessment } from '#contract/risk/assessments.ts';
import { readHome } from '#contract/views/home.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { Policies } from '#rules/policies.ts';
import { isAboutApprover } from '#rules/transition-guards/client-approval.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import {
  approvedAssessment,
  decide,
  publishedTemplate,
  sampleAnswers,
  sampleContent,
} from '#tests/support/api/risk.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient, create, fullForm } from '../../checks/activities/support.ts';

interface Case {
  level: RiskLevel;
  /** Of the record. */
  inForce?: RiskLevel;
  /** Of the last assessment, which is void. */
  voided?: RiskLevel;
  isExposed?: boolean;
  on?: 'activities';
}

const cases: [string, Case][] = [
  ['a low risk', { level: 'low' }],
  ['a high risk', { level: 'high' }],
  ['a low risk that replaces medium', { level: 'low', inForce: 'medium' }],
  ['a medium risk that replaces high', { level: 'medium', inForce: 'high' }],
  ['a medium risk that replaces low', { level: 'medium', inForce: 'low' }],
  ['a low risk after a void medium', { level: 'low', voided: 'medium' }],
  ['a low risk of a PEP', { level: 'low', isExposed: true }],
  ['a low risk of an activity', { level: 'low', on: 'activities' }],
  ['a low risk of an activity that replaces medium', { level: 'low', inForce: 'medium', on: 'activities' }],
  ['a low risk of an activity for a PEP', { level: 'low', isExposed: true, on: 'activities' }],
];

interface ClientCase {
  level: RiskLevel | null;
  isExposed?: boolean;
  /** Its assessment, not yet approved, is of high risk by its answers. */
  isAssessedHigh?: boolean;
  sentBy?: 'manager' | 'staff' | 'unknown';
  /** Of the client; otherwise in onboarding. */
  status?: 'active' | 'exited' | 'archived';
}

const clientCases: [string, ClientCase][] = [
  ['not rated', { level: null }],
  ['of low risk', { level: 'low' }],
  ['of high risk', { level: 'high' }],
  ['of high risk, sent by staff', { level: 'high', sentBy: 'staff' }],
  ['of medium risk, sent by another', { level: 'medium', sentBy: 'manager' }],
  ['of high risk, sender not recorded', { level: 'high', sentBy: 'unknown' }],
  ['a PEP of low risk', { level: 'low', isExposed: true }],
  ['a PEP that is not rated', { level: null, isExposed: true, sentBy: 'staff' }],
  ['of low risk, with answers of high risk', { level: 'low', isAssessedHigh: true }],
  ['active and due again', { level: 'medium', status: 'active' }],
  ['whose relationship has ended', { level: 'low', status: 'exited', sentBy: 'staff' }],
  ['archived', { level: 'low', status: 'archived', sentBy: 'staff' }],
];

describe('approvals in a member’s work', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
  });
  afterAll(() => api?.close());

  const run = (statement: string, values: unknown[]) => api.database.asSuperuser(statement, values);

  /** A company with two people who may approve high risk. */
  async function open(fourEyes: Policies['fourEyes']) {
    const company = await api.addCompany(`Maker Checker ${fourEyes} Limited`);
    await run(
      `UPDATE assay.companies SET policy = policy || jsonb_build_object('fourEyes', $2::text) WHERE id = $1`,
      [company.id, fourEyes],
    );
    const officer = await api.addMember(company.id, { designations: ['complianceOfficer'] });
    const manager = await api.addMember(company.id, { designations: ['seniorManager'] });
    const content = sampleContent();
    const templates = {
      clients: await publishedTemplate(api, officer, { content }),
      activities: await publishedTemplate(api, officer, { content, resourceType: 'activities' }),
    };
    return { company, officer, manager, templates };
  }

  /** An assessment by the compliance officer that awaits approval. */
  async function submit(
    { company, officer, manager, templates }: Awaited<ReturnType<typeof open>>,
    { level, inForce, voided, isExposed, on }: Case,
  ) {
    const clientId = await addClient(api, company, 'Waiting');
    const resourceType: 'clients' | 'activities' = on ?? 'clients';
    const resourceId = on ? (await create(api, company.staff, fullForm(clientId))).id : clientId;
    if (isExposed) await run(`UPDATE assay.clients SET pep_status = 'domestic' WHERE id = $1`, [clientId]);
    if (voided) {
      const of = { clientId, template: templates.clients };
      const former = await approvedAssessment(api, officer, of, sampleAnswers({ q: voided }), manager);
      await decide(api, officer, former, {
        decision: 'void',
        version: former.version,
        reason: 'Entered twice',
      });
    }
    if (inForce) {
      await run(`UPDATE assay.${resourceType} SET risk_level = $2 WHERE id = $1`, [resourceId, inForce]);
    }
    const params = { resourceType, resourceId };
    const template = templates[resourceType];
    const body = {
      templateVersionId: template.published?.id ?? template.shown.id,
      answers: sampleAnswers({ q: level }),
      submit: true,
    };
    const { response } = await api.request(createAssessment, { params, body }, { as: officer });
    return { ...params, id: response.id };
  }

  /** A client in review that the compliance officer sent, if no one else is named. */
  async function send(
    setting: Awaited<ReturnType<typeof open>>,
    { level, isExposed, isAssessedHigh, sentBy, status }: ClientCase,
  ) {
    const { company, officer, manager, templates } = setting;
    const id = await addClient(api, company, 'Sent');
    if (isAssessedHigh) {
      const template = templates.clients;
      const body = {
        templateVersionId: template.published?.id ?? template.shown.id,
        answers: sampleAnswers({ q: 'high' }),
        submit: true,
      };
      const params = { resourceType: 'clients' as const, resourceId: id };
      await api.request(createAssessment, { params, body }, { as: officer });
    }
    const senders = { officer: officer.id, manager: manager.id, staff: company.staff.id, unknown: null };
    await run(
      `UPDATE assay.clients SET status = $2, cdd_status = 'readyForReview', cdd_submitted_by = $3, risk_level = $4, pep_status = $5,
         responsible_member_id = $6 WHERE id = $1`,
      [
        id,
        status ?? 'onboarding',
        senders[sentBy ?? 'officer'],
        level,
        isExposed ? 'domestic' : 'none',
        company.staff.id,
      ],
    );
    return id;
  }

  it.each(['off', 'highOnly', 'always'] as const)(
    'are the clients in review that their page lets the member approve, with maker-checker %s',
    async (fourEyes) => {
      const setting = await open(fourEyes);
      const { company, officer, manager } = setting;
      let approvers = 0;
      for (const [name, one] of clientCases) {
        const id = await send(setting, one);
        for (const as of [officer, manager, company.owner, company.staff]) {
          const { response: home } = await api.request(readHome, { query: {} }, { as });
          const { approval } = (await api.request(readDiligence, { params: { id } }, { as })).response;
          const may = approval !== null && !approval.blockers.some(isAboutApprover);
          const found = home.work.items.filter(
            ({ resourceId, kind }) => resourceId === id && kind !== 'approval',
          );
          // It is the relationship owner's onboarding no more: it waits for someone else.
          expect([name, as.name, found.map(({ kind }) => kind)]).toEqual([
            name,
            as.name,
            may ? ['clientApproval'] : [],
          ]);
          expect(home.work.total.count).toBe(home.work.items.length);
          approvers += may ? 1 : 0;
        }
        await run(`UPDATE assay.clients SET status = 'archived' WHERE id = $1`, [id]);
      }
      expect(approvers).toBeGreaterThan(clientCases.length);
    },
  );

  it('name the sender and the time, and are the owner’s again once returned', async () => {
    const setting = await open('always');
    const { company, officer, manager } = setting;
    const id = await send(setting, { level: 'medium' });
    const read = async (as: typeof officer) =>
      (await api.request(readHome, { query: {} }, { as })).response.work.items.filter(
        ({ resourceId }) => resourceId === id,
      );
    const [waiting] = await read(manager);
    expect(waiting).toMatchObject({ kind: 'clientApproval', level: 'medium', person: officer.name });
    const { rows } = await run(
      `SELECT extract(epoch FROM from_at) AS since FROM assay.client_periods WHERE client_id = $1 AND kind = 'cddStatus' AND to_at = 'infinity'`,
      [id],
    );
    expect(Date.parse(waiting?.since ?? '') / 1000).toBeCloseTo(Number(rows[0]?.since), 2);
    const { version } = (await api.request(readDiligence, { params: { id } }, { as: manager })).response;
    const body = { lifecycle: 'cdd' as const, to: 'returned' as const, version, reason: 'Address missing' };
    await api.request(transitionClient, { params: { id }, body }, { as: manager });
    expect(await read(manager)).toEqual([]);
    expect(await read(company.staff)).toMatchObject([{ kind: 'onboarding', clientStatus: 'returned' }]);
  });

  it.each(['off', 'highOnly', 'always'] as const)(
    'are the assessments that their page lets the member approve, with maker-checker %s',
    async (fourEyes) => {
      const setting = await open(fourEyes);
      const { company, officer, manager } = setting;
      for (const [name, one] of cases) {
        const params = await submit(setting, one);
        for (const as of [officer, manager, company.owner, company.staff]) {
          const { response: home } = await api.request(readHome, { query: {} }, { as });
          const { response } = await api.request(readAssessment, { params }, { as });
          const approval = response.actions.find(({ action }) => action === 'approve');
          const found = home.work.items.filter(({ id }) => id === params.id);
          const expected = approval?.blockers.length === 0 ? 1 : 0;
          expect([name, as.name, found.length]).toEqual([name, as.name, expected]);
          expect(home.work.total.count).toBe(home.work.items.length);
        }
      }
    },
  );
});
