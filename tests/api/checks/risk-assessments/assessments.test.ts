import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOverrides } from '#api/checks/risk-assessments/expire-overrides-job.ts';
import { createActivity, readActivity } from '#contract/activities.ts';
import { readClient } from '#contract/clients/clients.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import {
  type Assessment,
  compareAssessments,
  createAssessment,
  listAssessments,
  prepareAssessment,
  readAssessment,
  saveAssessment,
  scoreAssessment,
} from '#contract/risk/assessments.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import { readHome } from '#contract/views/home.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';
import { type AssessmentStatus, assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  approvedAssessment,
  decide,
  publishedTemplate,
  reloadRecord,
  type SentAnswers,
  type SentDecision,
  sampleAnswers,
  sampleClient,
  sampleContent,
  sampleQuestion,
  sendAssessment,
} from '#tests/support/api/risk.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { changeAccess, reinvite } from '../../records/team/support.ts';

/** `q` scores; `why` is shown when `q` is high; `proof` requires a document; `stop` prohibits. */
const content = sampleContent([
  sampleQuestion('q', {
    options: [
      { key: 'low', label: 'Low', score: 0 },
      { key: 'medium', label: 'Medium', score: 50 },
      { key: 'high', label: 'High', score: 100, floor: 'high' },
    ],
  }),
  sampleQuestion('why', {
    type: 'text',
    options: [],
    weight: 0,
    showWhen: { op: 'equals', question: 'q', value: 'high' },
  }),
  sampleQuestion('proof', { required: false, weight: 0, evidenceRequired: true }),
  sampleQuestion('stop', {
    type: 'yesNo',
    required: false,
    weight: 0,
    options: [
      { key: 'yes', label: 'Yes', score: 0, prohibit: true },
      { key: 'no', label: 'No', score: 0 },
    ],
  }),
  sampleQuestion('home', {
    type: 'country',
    required: false,
    weight: 0,
    prefill: 'client.residenceCountry',
    options: [
      { key: 'callForAction', label: 'Call for action', score: 100, floor: 'high' },
      { key: 'otherwise', label: 'Other', score: 0 },
    ],
  }),
]);

describe.each(testEngines)('risk assessments on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let template: Template;
  beforeAll(async () => {
    test = await openTestApi(engine);
    a = test.companies.a;
    officer = await test.addMember(a.id, { designations: ['complianceOfficer'] });
    template = await publishedTemplate(test, officer, { content });
  });
  afterAll(() => test?.close());

  const newClient = async () => (await sampleClient(test, a.owner)).id;
  const low = sampleAnswers({ q: 'low' });
  const high = sampleAnswers({ q: 'high', why: 'Cash business' });
  const submitted = async (answers: SentAnswers = low, as: TestPerson = a.staff) =>
    (await sendAssessment(test, as, { clientId: await newClient(), template }, answers)).response;
  const save = (
    { id, version }: Assessment,
    more: { answers?: SentAnswers; submit?: boolean } = {},
    as: TestPerson = a.staff,
  ) => test.request(saveAssessment, { params: { id }, body: { version, answers: low, ...more } }, { as });
  const getClient = async (assessment: Assessment) =>
    (await test.request(readClient, { params: { id: assessment.resource.id } }, { as: a.owner })).response;
  const transitionNames = ({ actions }: Assessment) => actions.map(({ action }) => action);
  const getActions = async ({ id }: Assessment) =>
    (
      await test.database.asSuperuser(
        `SELECT action FROM assay.audit_events WHERE resource_type = 'riskAssessment' AND resource_id = $1 ORDER BY seq`,
        [id],
      )
    ).rows.map(({ action }) => action);

  describe('drafts', () => {
    it('stores an incomplete draft, explains its score, and submits it when complete', async () => {
      const clientId = await newClient();
      const sent = await sendAssessment(test, a.staff, { clientId, template, submit: false }, []);
      const draft = sent.response;
      expect(draft).toMatchObject({ status: 'draft', finalLevel: null, submittedAt: null });
      expect(draft.explanation).toMatchObject({ score: null, missing: [{ questionKey: 'q' }] });
      expect(transitionNames(draft)).toEqual(['save', 'submit', 'void']);
      expect(draft.actions[1]?.blockers.map(({ fix }) => fix.id)).toEqual(['q']);

      const partly = (await save(draft, { answers: sampleAnswers({ q: 'high' }) })).response;
      expect(partly.explanation.missing).toEqual([{ questionKey: 'why', message: 'Answer this question.' }]);
      const refused = await save(partly, { answers: sampleAnswers({ q: 'high' }), submit: true });
      expect(refused.problem.fields).toEqual({ 'answers.why': ['Answer this question.'] });
      const whole = (await save(partly, { answers: high, submit: true })).response;
      expect(whole).toMatchObject({
        status: 'submitted',
        finalLevel: 'high',
        assessedBy: { id: a.staff.id },
        explanation: { score: '100.0', floors: [{ level: 'high' }] },
      });
      expect(whole.explanation.sentence).toMatch(/^High, 100\.0: /);
      expect(await getActions(whole)).toEqual([
        'riskAssessment.created',
        'riskAssessment.saved',
        'riskAssessment.submitted',
      ]);
    });

    it.each<[string, SentAnswers, string]>([
      ['a hidden question', sampleAnswers({ q: 'low', why: 'Hidden' }), 'answers.why'],
      ['a value that is no option', sampleAnswers({ q: 'other' }), 'answers.q'],
      ['evidence that is missing', sampleAnswers({ q: 'low', proof: 'low' }), 'answers.proof'],
      ['an unknown question', sampleAnswers({ q: 'low', forged: 'x' }), 'answers.forged'],
      ['a question answered twice', [...low, ...low], 'answers.q'],
    ])('rejects submitting %s with a field error', async (_, answers, field) => {
      const clientId = await newClient();
      const refused = await sendAssessment(test, a.staff, { clientId, template }, answers);
      expect(refused.problem.fields?.[field]?.[0]).toMatch(/\w/);
      const list = await test.request(
        listAssessments,
        { params: { resourceType: 'clients', resourceId: clientId }, query: {} },
        { as: a.staff },
      );
      expect(list.response.assessments).toEqual([]);
    });

    it('accepts published versions of the right type and company alone', async () => {
      const clientId = await newClient();
      const theirs = await publishedTemplate(test, test.companies.b.owner);
      const activities = await publishedTemplate(test, officer, { resourceType: 'activities' });
      for (const other of [theirs, activities]) {
        const refused = await sendAssessment(test, a.staff, { clientId, template: other });
        expect(refused.problem.fields).toHaveProperty('templateVersionId');
      }
      const score = await test.request(
        scoreAssessment,
        { body: { templateVersionId: theirs.shown.id, answers: [] } },
        { as: a.staff },
      );
      expect(score.problem.fields).toHaveProperty('templateVersionId');
    });

    it('returns 404 for unknown resources and another resource’s assessments', async () => {
      const assessment = await submitted();
      const read = (resourceType: string, resourceId: string) =>
        test.request(
          readAssessment,
          { params: { resourceType: resourceType as 'clients', resourceId, id: assessment.id } },
          { as: a.staff },
        );
      expect((await read('clients', assessment.resource.id)).status).toBe(200);
      for (const [type, id] of [
        ['clients', await newClient()],
        ['activities', assessment.resource.id],
        ['templates', assessment.resource.id],
        ['clients', 'no-id'],
      ] as const) {
        expect((await read(type, id)).status, type).toBe(404);
      }
      const unknown = { resourceType: 'clients' as const, resourceId: assessment.resource.id };
      const absent = await test.request(
        readAssessment,
        { params: { ...unknown, id: crypto.randomUUID() } },
        { as: a.staff },
      );
      expect(absent.status).toBe(404);
      const params = { resourceType: 'activities' as const, resourceId: crypto.randomUUID() };
      const body = { templateVersionId: template.shown.id, answers: [] };
      expect((await test.request(createAssessment, { params, body }, { as: a.staff })).status).toBe(404);
    });

    it('rejects a concurrent update with the saved draft', async () => {
      const sent = await sendAssessment(test, a.staff, {
        clientId: await newClient(),
        template,
        submit: false,
      });
      const both = await Promise.all(
        (['medium', 'high'] as const).map((q) => save(sent.response, { answers: sampleAnswers({ q }) })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const kept = both.find(({ status }) => status === 200)?.response.answers;
      const lost = both.find(({ status }) => status === 409)?.problem;
      expect(lost?.current).toMatchObject({ answers: kept });
    });

    it('stores one assessment for a form sent twice', async () => {
      const params = { resourceType: 'clients' as const, resourceId: await newClient() };
      const body = { templateVersionId: template.shown.id, answers: low };
      const send = () =>
        test.request(createAssessment, { params, body, requestKey: 'assess-once' }, { as: a.staff });
      const [first, second] = await Promise.all([send(), send()]);
      expect(second.response.id).toBe(first.response.id);
    });

    it('scores without saving, with the same result as when saved', async () => {
      const body = { templateVersionId: template.shown.id, answers: high };
      const score = (await test.request(scoreAssessment, { body }, { as: a.auditor })).response;
      const kept = await submitted(high);
      expect(score).toEqual(kept.explanation);
    });
  });

  describe('preparation', () => {
    it('offers templates, prefills from the record, carries answers over, and names an open draft', async () => {
      const clientId = await newClient();
      await approvedAssessment(test, officer, { clientId, template }, sampleAnswers({ q: 'medium' }));
      const draft = await sendAssessment(test, a.staff, { clientId, template, submit: false }, low);
      const prepare = (query: { templateId?: string } = {}) =>
        test.request(
          prepareAssessment,
          { params: { resourceType: 'clients', resourceId: clientId }, query },
          { as: a.staff },
        );
      const { response: answer } = await prepare();
      expect(answer.templates[0]).toMatchObject({ id: template.id, isDefault: true, questions: 5 });
      expect(answer.chosen).toMatchObject({ templateId: template.id, templateVersionId: template.shown.id });
      expect(answer.prefilled).toEqual([
        { key: 'home', value: 'NZL', source: 'Country of residence', locked: false },
      ]);
      expect(answer.carriedOver).toMatchObject([{ key: 'q', value: 'medium' }]);
      expect(answer.lists.callForAction).toMatchObject({ countries: ['IRN', 'MMR', 'PRK'] });
      expect(answer.lists.home).toEqual(['NZL']);
      expect(answer.openDraftId).toBe(draft.response.id);
      expect((await prepare({ templateId: crypto.randomUUID() })).problem.code).toBe('record.notFound');
    });
  });

  describe('decisions', () => {
    it('approves, supersedes the current one, and sets the client’s level and review', async () => {
      const clientId = await newClient();
      const first = await approvedAssessment(
        test,
        officer,
        { clientId, template },
        sampleAnswers({ q: 'medium' }),
      );
      expect(first).toMatchObject({
        status: 'approved',
        approvedBy: { id: officer.id },
        finalLevel: 'medium',
      });
      expect(await getClient(first)).toMatchObject({
        riskLevel: 'medium',
        nextReviewDueOn: first.nextReviewDueOn,
      });
      const second = await approvedAssessment(test, officer, { clientId, template }, high);
      expect(second).toMatchObject({ supersedesId: first.id, finalLevel: 'high' });
      expect(second.earlier).toMatchObject([{ id: first.id, status: 'superseded', finalLevel: 'medium' }]);
      expect(await getClient(second)).toMatchObject({ riskLevel: 'high' });
      expect(await getActions(first)).toContain('riskAssessment.superseded');
      const { rows } = await test.database.asSuperuser(
        'SELECT current_risk_assessment_id FROM assay.clients WHERE id = $1',
        [clientId],
      );
      expect(rows).toEqual([{ current_risk_assessment_id: second.id }]);
      const { response: answer } = await test.request(
        listAssessments,
        { params: { resourceType: 'clients', resourceId: clientId }, query: {} },
        { as: a.auditor },
      );
      expect(answer.assessments.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
        [second.id, true],
        [first.id, false],
      ]);
    });

    it('keeps its score when lists change, and is protected from changes in the database', async () => {
      const assessment = await submitted(sampleAnswers({ q: 'low', home: 'PRK' }));
      expect(
        assessment.explanation.contributions.find(({ questionKey }) => questionKey === 'home')?.lists,
      ).toEqual([{ key: 'callForAction', asAt: expect.any(String), countries: ['PRK'] }]);
      const update = (set: string) =>
        test.database.asSuperuser(`UPDATE assay.risk_assessments SET ${set} WHERE id = $1`, [assessment.id]);
      await expect(update(`answers = '[]'`)).rejects.toThrow(/kept as it was/);
      await expect(update(`scored = '{}'`)).rejects.toThrow(/kept as it was/);
      await expect(update(`resource_id = gen_random_uuid()`)).rejects.toThrow(/kept as it was/);
    });

    it('accepts one of two concurrent approvals, and leaves one assessment current', async () => {
      const clientId = await newClient();
      const of = { clientId, template };
      const one = (await sendAssessment(test, a.staff, of, low)).response;
      const other = (await sendAssessment(test, a.staff, of, sampleAnswers({ q: 'medium' }))).response;
      const approve = ({ id, version }: Assessment, as: TestPerson) =>
        decide(test, as, { id }, { decision: 'approve', version });
      const twice = await Promise.all([approve(one, officer), approve(one, a.owner)]);
      expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
      const third = (await sendAssessment(test, a.staff, of, low)).response;
      const both = await Promise.all([approve(other, officer), approve(third, a.owner)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const { rows } = await test.database.asSuperuser(
        `SELECT a.status, count(*) AS total, bool_or(a.id = c.current_risk_assessment_id) AS current
           FROM assay.risk_assessments a JOIN assay.clients c ON c.id = a.resource_id
          WHERE a.resource_id = $1 GROUP BY a.status ORDER BY a.status`,
        [clientId],
      );
      expect(rows).toMatchObject([
        { status: 'approved', current: true },
        { status: 'superseded', current: false },
      ]);
      expect(Number(rows[0]?.total)).toBe(1);
    });

    it('requires a designation for a high risk and for a PEP', async () => {
      const risky = await submitted(high);
      const approve = (assessment: Assessment, as: TestPerson) =>
        decide(test, as, assessment, { decision: 'approve', version: assessment.version });
      expect((await approve(risky, a.owner)).problem.code).toBe('role.forbidden');
      expect((await approve(risky, a.staff)).problem.code).toBe('role.forbidden');
      const asOwner = await reloadRecord(test, a.owner, risky);
      expect(
        asOwner.actions.find(({ action }) => action === 'approve')?.blockers.map(({ code }) => code),
      ).toEqual(['assessment.designationMissing']);
      const exposed = await submitted(low);
      await test.database.asSuperuser(`UPDATE assay.clients SET pep_status = 'domestic' WHERE id = $1`, [
        exposed.resource.id,
      ]);
      expect((await approve(exposed, a.owner)).problem.code).toBe('role.forbidden');
      expect((await approve(exposed, officer)).status).toBe(200);
      expect((await approve(risky, officer)).status).toBe(200);
    });

    it('requires a second person under the policy', async () => {
      const company = await test.addCompany('Four Eyes Limited');
      const [one, two] = [
        await test.addMember(company.id, { designations: ['complianceOfficer'] }),
        await test.addMember(company.id, { designations: ['seniorManager'] }),
      ];
      const own = await publishedTemplate(test, one, { content });
      const policy = (fourEyes: string) =>
        test.database.asSuperuser(
          `UPDATE assay.companies SET policy = policy || jsonb_build_object('fourEyes', $1::text) WHERE id = $2`,
          [fourEyes, company.id],
        );
      const make = async (answers: SentAnswers) => {
        const { id: clientId } = await sampleClient(test, one);
        return (await sendAssessment(test, one, { clientId, template: own }, answers)).response;
      };
      const approve = (assessment: Assessment, as: TestPerson) =>
        decide(test, as, assessment, { decision: 'approve', version: assessment.version });
      // Under every policy a maker cannot approve a high risk.
      await policy('off');
      expect((await approve(await make(low), one)).response.decidedByOne).toBe(false);
      const own1 = await make(high);
      const offered = (await reloadRecord(test, one, own1)).actions.find(
        ({ action }) => action === 'approve',
      );
      expect(offered?.blockers).toMatchObject([
        { code: 'assessment.secondPersonNeeded', provision: 'Your AML/CFT programme' },
      ]);
      expect((await approve(own1, one)).problem).toMatchObject({
        status: 422,
        fields: { '': offered?.blockers.map(({ text }) => text) },
        blockers: offered?.blockers,
      });
      const lower = {
        decision: 'override',
        version: own1.version,
        level: 'low',
        reasonCode: 'controlsInPlace',
        reason: 'Known to the partners for many years',
        expiresOn: addMonths(testDay('Pacific/Auckland', test.clock.now()), 6),
      } as const;
      expect((await decide(test, one, own1, lower)).problem.fields?.['']?.[0]).toContain('Maker-checker');
      const waiting = async (as: TestPerson) =>
        (await test.request(readHome, { query: {} }, { as })).response.work.items
          .filter(({ kind }) => kind === 'approval')
          .map(({ id }) => id);
      expect(await waiting(one)).not.toContain(own1.id);
      expect(await waiting(two)).toContain(own1.id);
      const checked = (await approve(own1, two)).response;
      expect(checked).toMatchObject({ status: 'approved', finalLevel: 'high', decidedByOne: false });
      await policy('highOnly');
      expect((await approve(await make(low), one)).status).toBe(200);
      const risky = await make(high);
      expect((await approve(risky, one)).problem.fields?.['']?.[0]).toContain('second person');
      expect((await approve(risky, two)).status).toBe(200);
      await policy('always');
      const ordinary = await make(low);
      expect((await approve(ordinary, one)).problem.fields?.['']?.[0]).toContain('second person');
      expect((await approve(ordinary, company.staff)).problem.code).toBe('role.forbidden');
      expect((await approve(ordinary, company.owner)).status).toBe(200);
    });

    it('requires another person, not another membership, for 24 hours after the last one could approve', async () => {
      const company = await test.addCompany('Former Eyes Limited');
      const [one, two] = [
        await test.addMember(company.id, { designations: ['complianceOfficer'] }),
        await test.addMember(company.id, { designations: ['seniorManager'] }),
      ];
      const own = await publishedTemplate(test, one, { content });
      const { id: clientId } = await sampleClient(test, one);
      const sent = (await sendAssessment(test, one, { clientId, template: own }, high)).response;
      const approve = () => decide(test, one, sent, { decision: 'approve', version: sent.version });
      await reinvite(test, company, one);
      expect((await approve()).problem.fields?.['']?.[0]).toContain('A second person must approve it');
      await changeAccess(test, company, two, { designations: [] });
      expect((await approve()).problem.fields?.['']?.[0]).toContain(
        'alone once no one else could for 24 hours',
      );
      const waiting = (await test.request(readHome, { query: {} }, { as: one })).response.work.items;
      expect(waiting.filter(({ kind }) => kind === 'approval')).toEqual([]);
      await test.clock.advance(24 * 3600 + 60);
      expect((await approve()).response).toMatchObject({ status: 'approved', decidedByOne: true });
    });

    it('allows the only possible approver to decide alone, which the record notes', async () => {
      const company = await test.addCompany('One Partner Limited');
      const partner = await test.addMember(company.id, { designations: ['complianceOfficer'] });
      const own = await publishedTemplate(test, partner, { content });
      const approveOwn = async (answers: SentAnswers) => {
        const { id: clientId } = await sampleClient(test, partner);
        const { response: answer } = await sendAssessment(
          test,
          partner,
          { clientId, template: own },
          answers,
        );
        return decide(test, partner, answer, { decision: 'approve', version: answer.version });
      };
      const alone = (await approveOwn(high)).response;
      expect(alone).toMatchObject({ status: 'approved', finalLevel: 'high', decidedByOne: true });
      expect((await approveOwn(low)).response.decidedByOne).toBe(false);
      const { rows } = await test.database.asSuperuser(
        `SELECT d.detail ->> 'makerChecker' AS said FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
          WHERE e.resource_id = $1 AND e.action = 'riskAssessment.approved'`,
        [alone.id],
      );
      expect(rows).toEqual([{ said: 'Decided by one person: no second eligible person on this day' }]);
      // A second approver activates the rule automatically; earlier decisions stay.
      await test.addMember(company.id, { designations: ['seniorManager'] });
      expect((await approveOwn(high)).problem.fields?.['']?.[0]).toContain('Maker-checker');
      expect((await reloadRecord(test, partner, alone)).decidedByOne).toBe(true);
    });

    it('neither approves nor overrides a prohibited answer', async () => {
      const stopped = await submitted(sampleAnswers({ q: 'low', stop: 'yes' }));
      const approve = await decide(test, officer, stopped, { decision: 'approve', version: stopped.version });
      expect(approve.problem.fields?.['']?.[0]).toContain('this cannot be approved');
      const override = await decide(test, officer, stopped, {
        decision: 'override',
        version: stopped.version,
        level: 'medium',
        reasonCode: 'other',
        reason: 'A reason of more than twenty characters',
        expiresOn: addMonths(testDay('Pacific/Auckland', test.clock.now()), 2),
      });
      expect(override.problem.fields).toHaveProperty('level');
    });

    it('returns with a reason, is resumed by saving, and clears the score', async () => {
      const sent = await submitted(high);
      const returned = await decide(test, officer, sent, {
        decision: 'return',
        version: sent.version,
        reason: 'Say where the cash is from',
      });
      expect(returned.response).toMatchObject({
        status: 'returned',
        returnReason: 'Say where the cash is from',
      });
      const forStaff = await reloadRecord(test, a.staff, returned.response);
      expect(transitionNames(forStaff)).toEqual(['reopen']);
      const draft = (await save(returned.response, { answers: low })).response;
      expect(draft).toMatchObject({ status: 'draft', finalLevel: null, explanation: { score: '0.0' } });
      const again = (await save(draft, { answers: low, submit: true })).response;
      expect(again).toMatchObject({ status: 'submitted', returnReason: null, finalLevel: 'low' });
    });

    it('voids with a reason, and leaves the client without a level', async () => {
      const clientId = await newClient();
      const inForce = await approvedAssessment(test, officer, { clientId, template }, low);
      const voiding = { decision: 'void' as const, version: inForce.version, reason: 'Of another client' };
      const dueOn = (await getClient(inForce)).nextReviewDueOn;
      const voided = (await decide(test, officer, inForce, voiding)).response;
      expect(voided).toMatchObject({ status: 'void', voidReason: 'Of another client', actions: [] });
      expect(await getClient(inForce)).toMatchObject({ riskLevel: null, nextReviewDueOn: dueOn });
      const risky = await submitted(high);
      const byStaff = await decide(test, a.staff, risky, { ...voiding, version: risky.version });
      expect(byStaff.problem.code).toBe('role.forbidden');
    });

    it('sets the next review by the rules, an earlier one freely, a later one with a reason', async () => {
      const approve = async (more: { nextReviewDueOn?: string; reviewReason?: string }) => {
        const one = await submitted(low);
        return decide(test, officer, one, { decision: 'approve', version: one.version, ...more });
      };
      const byRule = (await approve({})).response.nextReviewDueOn ?? '';
      const later = `${Number(byRule.slice(0, 4)) + 1}${byRule.slice(4)}`.replace('02-29', '02-28');
      expect((await approve({ nextReviewDueOn: later })).problem.fields).toHaveProperty('nextReviewDueOn');
      const reasoned = await approve({ nextReviewDueOn: later, reviewReason: 'Reviewed last week' });
      expect(reasoned.response.nextReviewDueOn).toBe(later);
      expect((await approve({ nextReviewDueOn: '2020-01-01' })).problem.fields).toHaveProperty(
        'nextReviewDueOn',
      );
    });
  });

  describe('overrides', () => {
    const day = (days: number) => addDays(testDay('Pacific/Auckland', test.clock.now()), days);
    const override = (assessment: Assessment, as: TestPerson, more: object = {}) =>
      decide(test, as, assessment, {
        decision: 'override',
        version: assessment.version,
        level: 'low',
        reasonCode: 'controlsInPlace',
        reason: 'Known for ten years, every payment by bank transfer',
        expiresOn: day(90),
        ...more,
      });

    it('sets, shows and removes the level of the current one, with permissions and reasons checked', async () => {
      const clientId = await newClient();
      const one = await approvedAssessment(
        test,
        officer,
        { clientId, template },
        sampleAnswers({ q: 'medium' }),
      );
      expect((await override(one, a.staff)).problem.code).toBe('role.forbidden');
      expect((await override(one, a.owner, { reason: 'Too short' })).problem.fields).toHaveProperty('reason');
      expect((await override(one, a.owner, { level: 'medium' })).problem.fields).toHaveProperty('level');
      expect((await override(one, a.owner, { expiresOn: day(800) })).problem.fields).toHaveProperty(
        'expiresOn',
      );
      const set = (await override(one, a.owner)).response;
      expect(set).toMatchObject({
        finalLevel: 'low',
        explanation: { computedLevel: 'medium' },
        override: { level: 'low', by: { id: a.owner.id }, lapsed: false },
      });
      expect(await getClient(set)).toMatchObject({ riskLevel: 'low' });
      const lifted = await decide(test, a.owner, set, { decision: 'liftOverride', version: set.version });
      expect(lifted.response).toMatchObject({ finalLevel: 'medium', override: null });
      expect(await getClient(set)).toMatchObject({ riskLevel: 'medium' });
      const twice = await decide(test, a.owner, lifted.response, {
        decision: 'liftOverride',
        version: lifted.response.version,
      });
      expect(twice.problem.detail).toContain('no override');
      expect(await getActions(one)).toEqual([
        'riskAssessment.submitted',
        'riskAssessment.approved',
        'riskAssessment.overridden',
        'riskAssessment.overrideLifted',
      ]);
    });

    it('is not undone by the assessor whose level a second person raised', async () => {
      const company = await test.addCompany('Two Partners Override Limited');
      const [one, two] = await Promise.all(
        [1, 2].map(() => test.addMember(company.id, { designations: ['complianceOfficer'] })),
      );
      if (one === undefined || two === undefined) throw new Error('Two people are needed.');
      const own = await publishedTemplate(test, one, { content });
      const raise = { level: 'high', reasonCode: 'riskNotCovered' };
      const undo = (assessment: Assessment, as: TestPerson) =>
        [
          { decision: 'liftOverride' },
          { decision: 'override', ...raise, level: 'medium', reason: 'x'.repeat(20), expiresOn: day(30) },
          { decision: 'void', reason: 'Wrong form' },
          ...(assessment.status === 'submitted' ? [{ decision: 'return', reason: 'Say more' }] : []),
        ].map((body) =>
          decide(test, as, assessment, { ...body, version: assessment.version } as SentDecision),
        );
      const sent = async () => {
        const { id: clientId } = await sampleClient(test, one);
        return (await sendAssessment(test, one, { clientId, template: own }, low)).response;
      };
      const waiting = (await override(await sent(), two, raise)).response;
      const lowest = await sent();
      const approved = (await decide(test, one, lowest, { decision: 'approve', version: lowest.version }))
        .response;
      const inForce = (await override(approved, two, raise)).response;
      for (const assessment of [waiting, inForce]) {
        const refusals = await Promise.all(undo(assessment, one));
        expect(refusals.map(({ status, problem }) => [status, problem?.fields])).toEqual(
          refusals.map(() => [
            422,
            {
              '': [
                'Maker-checker: you cannot lower the level of your own assessment. A second person must do it. You can do it alone once no one else could for 24 hours.',
              ],
            },
          ]),
        );
        const offered = async (as: TestPerson) =>
          (await reloadRecord(test, as, assessment)).actions
            .filter(({ action }) => action !== 'approve' && action !== 'override')
            .map(({ action, blockers }) => [action, blockers.map(({ code }) => code)]);
        const mine = await offered(one);
        expect(mine).toContainEqual(['liftOverride', ['assessment.secondPersonLowers']]);
        expect(mine.every(([, codes]) => codes?.[0] === 'assessment.secondPersonLowers')).toBe(true);
        expect(await offered(two)).toContainEqual(['liftOverride', []]);
        expect(await reloadRecord(test, one, assessment)).toMatchObject({ finalLevel: 'high' });
        const lifted = await decide(test, two, assessment, {
          decision: 'liftOverride',
          version: assessment.version,
        });
        expect(lifted.response).toMatchObject({ finalLevel: 'low', override: null });
      }
    });

    it('goes below a floor by a compliance officer alone', async () => {
      const company = await test.addCompany('Below The Floor Limited');
      const ofThere = (designation: 'complianceOfficer' | 'seniorManager') =>
        test.addMember(company.id, { designations: [designation] });
      const [compliance, manager] = [await ofThere('complianceOfficer'), await ofThere('seniorManager')];
      const own = await publishedTemplate(test, compliance, { content });
      const { id: clientId } = await sampleClient(test, company.staff);
      const of = { clientId, template: own };
      const { response: one } = await sendAssessment(test, company.staff, of, high);
      // Who may not approve high risk does not lower it, and a senior manager not below a floor.
      const lower = { level: 'medium' };
      expect((await override(one, company.owner, lower)).problem.code).toBe('role.forbidden');
      expect((await override(one, manager, lower)).problem.fields?.level?.[0]).toContain(
        'compliance officer',
      );
      expect((await override(one, compliance, lower)).response.finalLevel).toBe('medium');
    });

    it('carries over to the next assessment at the same calculated level, and lapses when it rises', async () => {
      const clientId = await newClient();
      const medium = sampleAnswers({ q: 'medium' });
      const one = await approvedAssessment(test, a.staff, { clientId, template }, medium, officer);
      await override(one, officer);
      const same = (await sendAssessment(test, a.staff, { clientId, template }, medium)).response;
      expect(same).toMatchObject({ finalLevel: 'low', override: { level: 'low', by: { id: officer.id } } });
      const approved = await decide(test, officer, same, { decision: 'approve', version: same.version });
      expect(approved.response).toMatchObject({ finalLevel: 'low', override: { level: 'low' } });
      const risen = (await sendAssessment(test, a.staff, { clientId, template }, high)).response;
      expect(risen).toMatchObject({ finalLevel: 'high', override: null });
      const after = await decide(test, officer, risen, { decision: 'approve', version: risen.version });
      expect(after.response).toMatchObject({ finalLevel: 'high', override: null });
      expect(await getClient(risen)).toMatchObject({ riskLevel: 'high' });
    });

    it('opens one alert for a rise under an override, once the new assessment is approved', async () => {
      const clientId = await newClient();
      const one = await approvedAssessment(
        test,
        a.staff,
        { clientId, template },
        sampleAnswers({ q: 'medium' }),
        officer,
      );
      await override(one, officer);
      const alerts = async () =>
        (
          await test.request(
            listAlerts,
            { query: { resourceType: 'clients', resourceId: clientId } },
            { as: officer },
          )
        ).response.items.map(({ type, severity, summary }) => ({ type, severity, summary }));
      const same = (
        await sendAssessment(test, a.staff, { clientId, template }, sampleAnswers({ q: 'medium' }))
      ).response;
      await decide(test, officer, same, { decision: 'approve', version: same.version });
      expect(await alerts()).toEqual([]);
      const risen = (await sendAssessment(test, a.staff, { clientId, template }, high)).response;
      expect(await alerts()).toEqual([]);
      const approve = { decision: 'approve' as const, version: risen.version };
      const both = await Promise.all([
        decide(test, officer, risen, approve),
        decide(test, officer, risen, approve),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await alerts()).toEqual([
        {
          type: 'riskRose',
          severity: 'high',
          summary:
            'Calculated risk increased from medium to high. The override to low no longer applies. Current level: high.',
        },
      ]);
    });

    it('expires after its last day: at once when read, and on the client by the nightly job', async () => {
      const clientId = await newClient();
      const one = await approvedAssessment(
        test,
        a.staff,
        { clientId, template },
        sampleAnswers({ q: 'medium' }),
        officer,
      );
      const set = (await override(one, officer, { expiresOn: day(3) })).response;
      const runAt = (days: number) =>
        endOverrides(test.database.db, {
          now: () => new Date(test.clock.now().getTime() + days * 86_400_000),
        });
      await runAt(2);
      expect(await getClient(set)).toMatchObject({ riskLevel: 'low' });
      await test.database.asSuperuser(
        `UPDATE assay.risk_assessments SET override = override || jsonb_build_object('expiresOn', $2::text) WHERE id = $1`,
        [set.id, day(-1)],
      );
      const ended = { finalLevel: 'medium', override: { level: 'low', lapsed: true } };
      expect(await reloadRecord(test, officer, set)).toMatchObject(ended);
      expect(await runAt(0)).toEqual({ ended: 1 });
      expect(await runAt(0)).toEqual({ ended: 0 });
      expect(await getClient(set)).toMatchObject({ riskLevel: 'medium' });
      expect(await reloadRecord(test, officer, set)).toMatchObject(ended);
      expect((await getActions(set)).at(-1)).toBe('riskAssessment.overrideEnded');
    });
  });

  describe('transitions of every pair of states', () => {
    const statuses = Object.keys(assessmentLifecycle.labels) as AssessmentStatus[];

    async function inState(status: AssessmentStatus): Promise<Assessment> {
      const clientId = await newClient();
      const of = { clientId, template };
      if (status === 'draft')
        return (await sendAssessment(test, officer, { ...of, submit: false }, low)).response;
      const sent = (await sendAssessment(test, officer, of, low)).response;
      const { version } = sent;
      switch (status) {
        case 'submitted':
          return sent;
        case 'returned':
          return (await decide(test, officer, sent, { decision: 'return', version, reason: 'Again' }))
            .response;
        case 'void':
          return (await decide(test, officer, sent, { decision: 'void', version, reason: 'Wrong' })).response;
        default: {
          const approved = (await decide(test, officer, sent, { decision: 'approve', version })).response;
          if (status === 'approved') return approved;
          await approvedAssessment(test, officer, of, low);
          return reloadRecord(test, officer, approved);
        }
      }
    }

    const reach = {
      draft: (assessment: Assessment) => save(assessment, { submit: false }, officer),
      submitted: (assessment: Assessment) => save(assessment, { submit: true }, officer),
      approved: (assessment: Assessment) =>
        decide(test, officer, assessment, { decision: 'approve', version: assessment.version }),
      returned: (assessment: Assessment) =>
        decide(test, officer, assessment, {
          decision: 'return',
          version: assessment.version,
          reason: 'Again',
        }),
      void: (assessment: Assessment) =>
        decide(test, officer, assessment, { decision: 'void', version: assessment.version, reason: 'Wrong' }),
    };

    it.each(statuses)('from %s follow the lifecycle, with a reason for each rejection', async (from) => {
      for (const to of Object.keys(reach) as (keyof typeof reach)[]) {
        const one = await inState(from);
        expect(one.status).toBe(from);
        const outcome = await reach[to](one);
        // Saving a draft is no transition; saving a returned one resumes it, and may submit it in the same call.
        const writes = from === 'draft' || from === 'returned';
        const allowed =
          canTransition(assessmentLifecycle, from, to).allowed ||
          (writes && (to === 'draft' || to === 'submitted'));
        expect([to, outcome.status]).toEqual([to, allowed ? 200 : 422]);
        if (allowed) expect(outcome.response.status).toBe(to);
        else expect(outcome.problem.detail).toMatch(/^This assessment is /);
      }
    });
  });

  it('assesses activities with their own templates, prefilled from the activity and its clients', async () => {
    const own = await publishedTemplate(test, officer, {
      resourceType: 'activities',
      content: sampleContent([
        sampleQuestion('q'),
        sampleQuestion('cash', {
          type: 'yesNo',
          prefill: 'activity.cashExpected',
          options: [
            { key: 'yes', label: 'Yes', score: 100 },
            { key: 'no', label: 'No', score: 0 },
          ],
        }),
      ]),
    });
    const made = await test.request(
      createActivity,
      {
        body: {
          name: 'Purchase of 12 Sample Street',
          activityType: 'matter',
          cashExpected: true,
          parties: [{ clientId: await newClient(), capacity: 'customer' }],
        } as EndpointRequest<typeof createActivity>['body'],
      },
      { as: a.staff },
    );
    const params = { resourceType: 'activities' as const, resourceId: made.response.id };
    const prepared = await test.request(
      prepareAssessment,
      { params, query: { templateId: own.id } },
      { as: a.staff },
    );
    expect(prepared.response).toMatchObject({
      chosen: { templateId: own.id },
      prefilled: [{ key: 'cash', value: 'yes', source: 'Cash expected', locked: false }],
    });
    const body = {
      templateVersionId: own.shown.id,
      answers: sampleAnswers({ q: 'low', cash: 'yes' }),
      submit: true,
    };
    const sent = (await test.request(createAssessment, { params, body }, { as: a.staff })).response;
    expect(sent.explanation.score).toBe('50.0');
    const approval = { decision: 'approve' as const, version: sent.version };
    expect((await decide(test, officer, sent, approval)).response).toMatchObject({
      status: 'approved',
      resourceType: 'activities',
      finalLevel: 'medium',
    });
    const activity = await test.request(readActivity, { params: { id: made.response.id } }, { as: a.staff });
    expect(activity.response).toMatchObject({ riskLevel: 'medium', currentAssessmentId: sent.id });
  });

  it('compares two of one client, earlier first in either order, and none of two clients', async () => {
    const clientId = await newClient();
    const first = await approvedAssessment(
      test,
      officer,
      { clientId, template },
      sampleAnswers({ q: 'medium' }),
    );
    const second = await approvedAssessment(test, officer, { clientId, template }, high);
    const compare = (id: string, otherId: string) =>
      test.request(compareAssessments, { params: { id, otherId } }, { as: a.auditor });
    const { response: answer } = await compare(first.id, second.id);
    expect(answer).toEqual((await compare(second.id, first.id)).response);
    expect(answer).toMatchObject({
      score: { before: '50.0', after: '100.0' },
      level: { before: 'medium', after: 'high' },
    });
    expect(answer.questions.find(({ questionKey }) => questionKey === 'q')).toMatchObject({
      change: 'answer',
      before: 'Medium',
      after: 'High',
      beforePoints: '50.0',
    });
    expect(answer.questions.find(({ questionKey }) => questionKey === 'why')).toMatchObject({
      before: 'Not shown',
      after: 'Cash business',
    });
    const unknown = crypto.randomUUID();
    for (const [id, otherId] of [
      [first.id, (await submitted()).id],
      [first.id, unknown],
      [unknown, first.id],
    ] as const) {
      expect((await compare(id, otherId)).problem.code).toBe('record.notFound');
    }
  });

  it('lists by index, page by page', async () => {
    const clientId = await newClient();
    for (let count = 0; count < 3; count += 1)
      await sendAssessment(test, a.staff, { clientId, template }, low);
    const client = test.database;
    const { rows } = await client.asSuperuser(
      `SELECT id FROM assay.risk_assessments WHERE resource_id = $1 ORDER BY id DESC`,
      [clientId],
    );
    const page = await test.request(
      listAssessments,
      {
        params: { resourceType: 'clients', resourceId: clientId },
        query: { before: String(rows[1]?.id) },
      },
      { as: a.staff },
    );
    expect(page.response.assessments.map(({ id }) => id)).toEqual([rows[2]?.id]);
    expect(page.response.nextBefore).toBeNull();
  });
});
