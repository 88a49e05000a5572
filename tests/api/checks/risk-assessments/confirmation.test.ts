import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createAssessment,
  prepareAssessment,
  readAssessment,
  saveAssessment,
} from '#contract/risk/assessments.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  approvedAssessment,
  publishedTemplate,
  sampleAnswers,
  sampleClient,
  sampleContent,
  sampleQuestion,
} from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';

const unconfirmed = 'Confirm that this answer is still correct, or change it.';

describe.each(testEngines)('answers of the current assessment on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api.close());

  /** A client with a current assessment: `q` and `r` are low. */
  async function assessed() {
    const content = sampleContent([sampleQuestion('q'), sampleQuestion('r')]);
    const template = await publishedTemplate(api, a.owner, {
      content,
      name: `Confirming ${crypto.randomUUID()}`,
    });
    const { id: clientId } = await sampleClient(api, a.staff);
    const answers = sampleAnswers({ q: 'low', r: 'low' });
    const { templateVersion } = await approvedAssessment(api, a.owner, { clientId, template }, answers);
    const about = { resourceType: 'clients' as const, resourceId: clientId };
    const create = (sent: object[], submit = true) =>
      api.request(
        createAssessment,
        { params: about, body: { templateVersionId: templateVersion.id, answers: sent as never, submit } },
        { as: a.staff },
      );
    return { about, create, templateId: template.id };
  }

  test('must be confirmed or changed before another is submitted; a draft stores confirmations', async () => {
    const { about, create, templateId } = await assessed();
    const query = { templateId };
    const { response: prepared } = await api.request(
      prepareAssessment,
      { params: about, query },
      { as: a.staff },
    );
    expect(prepared.toConfirm).toEqual(['q', 'r']);
    expect(prepared.carriedOver.every(({ confirmed }) => confirmed === undefined)).toBe(true);
    const same = [
      { key: 'q', value: 'low' },
      { key: 'r', value: 'low' },
    ];
    expect((await create(same)).problem.fields).toEqual({
      'answers.q': [unconfirmed],
      'answers.r': [unconfirmed],
    });
    const changed = [
      { key: 'q', value: 'medium' },
      { key: 'r', value: 'low' },
    ];
    expect((await create(changed)).problem.fields).toEqual({ 'answers.r': [unconfirmed] });
    const [q, r] = same;
    const { response: draft } = await create([{ ...q, confirmed: true }, r ?? {}], false);
    expect(draft.toConfirm).toEqual(['q', 'r']);
    expect(draft.carried).toEqual(['q', 'r']);
    const { response: read } = await api.request(
      readAssessment,
      { params: { ...about, id: draft.id } },
      { as: a.staff },
    );
    expect(read.answers.map(({ key, confirmed }) => [key, confirmed])).toEqual([
      ['q', true],
      ['r', undefined],
    ]);
    const save = (answers: object[]) =>
      api.request(
        saveAssessment,
        {
          params: { id: draft.id },
          body: { version: read.version, answers: answers as never, submit: true },
        },
        { as: a.staff },
      );
    expect((await save(read.answers)).problem.fields).toEqual({ 'answers.r': [unconfirmed] });
    const other = read.answers.map((answer) =>
      answer.key === 'q' ? { ...answer, value: 'medium' } : answer,
    );
    const { response: edited } = await api.request(
      saveAssessment,
      { params: { id: draft.id }, body: { version: read.version, answers: other, submit: false } },
      { as: a.staff },
    );
    expect(edited).toMatchObject({ toConfirm: ['q', 'r'], carried: ['r'] });
    read.version = edited.version;
    const all = read.answers.map((answer) => ({ ...answer, confirmed: true }));
    expect((await save(all)).response).toMatchObject({ status: 'submitted', toConfirm: [] });
  });
});
