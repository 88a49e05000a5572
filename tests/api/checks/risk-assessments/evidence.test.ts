import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentOwner, readDocument, removeDocument } from '#contract/documents/documents.ts';
import {
  createAssessment,
  prepareAssessment,
  readAssessment,
  saveAssessment,
} from '#contract/risk/assessments.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import { clientOwner, sendForm, upload } from '#tests/api/records/documents/support.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { decide, publishedTemplate, sampleContent, sampleQuestion } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';

describe.each(testEngines)('evidence of assessments on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let template: Template;
  beforeAll(async () => {
    test = await openTestApi(engine);
    a = test.companies.a;
    officer = await test.addMember(a.id, { designations: ['complianceOfficer'] });
    const content = sampleContent([sampleQuestion('proof', { evidenceRequired: true })]);
    template = await publishedTemplate(test, officer, { content });
  });
  afterAll(() => test?.close());

  let made = 0;
  async function documentOn(owner: DocumentOwner, as: TestPerson = a.staff) {
    made += 1;
    const { response: answer } = await upload(test, as, owner, [
      { name: 'proof.pdf', bytes: samplePdf([`(${made})`]) },
    ]);
    const document = answer.documents[0]?.document;
    if (document === undefined) throw new Error('The sample was refused');
    return document;
  }

  const answered = (documentIds: string[]) => [{ key: 'proof', value: 'low', documentIds }];

  function create(resourceId: string, documentIds: string[], submit: boolean) {
    const body = { templateVersionId: template.shown.id, answers: answered(documentIds), submit };
    return test.request(
      createAssessment,
      { params: { resourceType: 'clients', resourceId }, body },
      { as: a.staff },
    );
  }

  it('must be a document of the record or of its assessments', async () => {
    const owner = await clientOwner(test, a.staff);
    const own = await documentOn(owner);
    const other = await documentOn(await clientOwner(test, a.staff));
    const foreign = await documentOn(await clientOwner(test, test.companies.b.owner), test.companies.b.owner);
    const gone = await documentOn(owner);
    const removal = { params: { id: gone.id }, body: { version: 1, reason: 'Wrong' } };
    await test.request(removeDocument, removal, { as: a.staff });
    for (const id of [other.id, foreign.id, gone.id, crypto.randomUUID()]) {
      for (const submit of [false, true]) {
        const refused = await create(owner.ownerId, [own.id, id], submit);
        expect(refused.problem).toMatchObject({
          status: 422,
          fields: {
            'answers.proof.documentIds': [expect.stringContaining('does not belong to this record')],
          },
        });
      }
    }
    const { response: answer } = await create(owner.ownerId, [own.id], true);
    expect(answer).toMatchObject({ status: 'submitted', documents: [own] });
  });

  it('blocks submission while missing, and can be added to the draft', async () => {
    const { ownerId } = await clientOwner(test, a.staff);
    const missing = await create(ownerId, [], true);
    expect(missing.problem.fields).toEqual({ 'answers.proof': ['Attach the document that shows this.'] });
    const draft = (await create(ownerId, [], false)).response;
    expect(draft.actions.find(({ action }) => action === 'submit')?.blockers).toHaveLength(1);

    const files = [{ name: 'proof.pdf', bytes: samplePdf(['(draft)']), field: 'files.proof' }];
    const form = await sendForm(test, a.staff, { ownerType: 'riskAssessment', ownerId: draft.id }, files, {
      documentType: 'riskEvidence',
    });
    const document = form.response.documents[0]?.document;
    expect(document).toMatchObject({ type: 'riskEvidence', ownerType: 'riskAssessment', ownerId: draft.id });
    const body = { version: draft.version, answers: answered([document?.id ?? '']), submit: true };
    const saved = await test.request(saveAssessment, { params: { id: draft.id }, body }, { as: a.staff });
    expect(saved.response).toMatchObject({ status: 'submitted', documents: [document] });
    // Nothing can be added to it from here on.
    const late = await sendForm(test, a.staff, { ownerType: 'riskAssessment', ownerId: draft.id }, files, {});
    expect(late.problem.detail).toContain('its evidence is final');
  });

  it('cannot be removed after submission, and again once the assessment is void', async () => {
    const owner = await clientOwner(test, a.staff);
    const document = await documentOn(owner);
    const remove = () =>
      test.request(
        removeDocument,
        { params: { id: document.id }, body: { version: 1, reason: 'Not needed' } },
        { as: a.staff },
      );
    const { response: submitted } = await create(owner.ownerId, [document.id], true);
    expect((await remove()).problem.detail).toContain('relies on this document');
    const approved = (
      await decide(test, officer, submitted, { decision: 'approve', version: submitted.version })
    ).response;
    expect((await remove()).problem.status).toBe(422);
    const read = await test.request(readDocument, { params: { id: document.id } }, { as: a.staff });
    expect(read.response.retainedBecause).toContain('relies on this document');
    await decide(test, officer, approved, {
      decision: 'void',
      version: approved.version,
      reason: 'Of another client',
    });
    expect((await remove()).status).toBe(200);
    const after = await test.request(
      readAssessment,
      { params: { resourceType: 'clients', resourceId: owner.ownerId, id: submitted.id } },
      { as: a.staff },
    );
    expect(after.response.documents[0]).toMatchObject({ id: document.id, purgeReason: 'Not needed' });
  });

  it('is required again in a draft whose document was removed, and carried over to the next assessment', async () => {
    const owner = await clientOwner(test, a.staff);
    const [kept, gone] = [await documentOn(owner), await documentOn(owner)];
    const { response: draft } = await create(owner.ownerId, [kept.id, gone.id], false);
    const removal = { params: { id: gone.id }, body: { version: 1, reason: 'Wrong' } };
    expect((await test.request(removeDocument, removal, { as: a.staff })).status).toBe(200);
    const params = { resourceType: 'clients' as const, resourceId: owner.ownerId };
    const read = await test.request(readAssessment, { params: { ...params, id: draft.id } }, { as: a.staff });
    expect(read.response.answers[0]?.documentIds).toEqual([kept.id]);
    const body = { version: draft.version, answers: answered([kept.id]), submit: true };
    const saved = await test.request(saveAssessment, { params: { id: draft.id }, body }, { as: a.staff });
    await decide(test, officer, saved.response, { decision: 'approve', version: saved.response.version });
    const prepared = await test.request(prepareAssessment, { params, query: {} }, { as: a.staff });
    expect(prepared.response.carriedOver[0]?.documentIds).toEqual([kept.id]);
    expect(prepared.response.documents.map(({ id }) => id)).toEqual([kept.id]);
  });
});
