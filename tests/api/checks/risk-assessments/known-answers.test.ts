import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createAssessment,
  prepareAssessment,
  readAssessment,
  saveAssessment,
} from '#contract/risk/assessments.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { publishedTemplate, sampleAnswers, sampleContent, sampleQuestion } from '#tests/support/api/risk.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient, create, fullForm } from '../activities/support.ts';

const levels = ['low', 'medium', 'high'].map((key, index) => ({ key, label: key, score: index * 50 }));

describe('an activity’s assessment follows its clients’ records', () => {
  let api: TestApi;
  let a: TestCompany;
  let template: Template;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
    const officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    template = await publishedTemplate(api, officer, {
      resourceType: 'activities',
      content: sampleContent([
        sampleQuestion('q'),
        sampleQuestion('clientRisk', { prefill: 'activity.customerRiskLevel', options: levels }),
      ]),
    });
  });
  afterAll(() => api.close());

  const assessedActivity = async (riskLevel: string | null) => {
    const clientId = await addClient(api, a, 'Party', riskLevel === null ? {} : { risk_level: riskLevel });
    const { id } = await create(api, a.staff, fullForm(clientId));
    return { clientId, params: { resourceType: 'activities' as const, resourceId: id } };
  };
  const send = (
    params: { resourceType: 'activities'; resourceId: string },
    clientRisk: string,
    submit: boolean,
  ) =>
    api.request(
      createAssessment,
      {
        params,
        body: {
          templateVersionId: template.shown.id,
          answers: sampleAnswers({ q: 'low', clientRisk }),
          submit,
        },
      },
      { as: a.staff },
    );
  const riskIn = ({ answers }: { answers: { key: string; value: unknown }[] }) =>
    answers.find(({ key }) => key === 'clientRisk')?.value;

  test('the clients’ highest risk level is prefilled and locked, and no other answer is stored', async () => {
    const { params } = await assessedActivity('high');
    const query = { templateId: template.id };
    const { response } = await api.request(prepareAssessment, { params, query }, { as: a.staff });
    expect(response.prefilled).toEqual([
      { key: 'clientRisk', value: 'high', source: 'Highest risk level of its clients', locked: true },
    ]);
    const sent = (await send(params, 'low', true)).response;
    expect(riskIn(sent)).toBe('high');
    expect(sent.explanation.contributions).toContainEqual(
      expect.objectContaining({ questionKey: 'clientRisk' }),
    );
  });

  test('a draft follows the record until it is submitted', async () => {
    const { clientId, params } = await assessedActivity('low');
    const draft = (await send(params, 'medium', false)).response;
    expect([riskIn(draft), draft.known]).toEqual([
      'low',
      [{ key: 'clientRisk', source: 'Highest risk level of its clients' }],
    ]);
    await api.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'high' WHERE id = $1`, [clientId]);
    const again = await api.request(readAssessment, { params: { ...params, id: draft.id } }, { as: a.staff });
    expect(riskIn(again.response)).toBe('high');
    const body = {
      version: draft.version,
      answers: sampleAnswers({ q: 'low', clientRisk: 'low' }),
      submit: true,
    };
    const saved = await api.request(saveAssessment, { params: { id: draft.id }, body }, { as: a.staff });
    expect([riskIn(saved.response), saved.response.known]).toEqual(['high', []]);
    await api.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'low' WHERE id = $1`, [clientId]);
    const kept = await api.request(readAssessment, { params: { ...params, id: draft.id } }, { as: a.staff });
    expect(riskIn(kept.response)).toBe('high');
  });

  test('values missing from the records are entered manually', async () => {
    const { params } = await assessedActivity(null);
    const sent = (await send(params, 'medium', false)).response;
    expect([riskIn(sent), sent.known]).toEqual(['medium', []]);
  });
});
