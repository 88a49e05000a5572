import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAssessment, readAssessment } from '#contract/risk/assessments.ts';
import { readHome } from '#contract/views/home.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { Policies } from '#rules/policies.ts';
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

describe('assessments to approve in a member’s work', () => {
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

  it.each(['off', 'highOnly', 'always'] as const)(
    'are those that its page lets the member approve, with maker-checker %s',
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
