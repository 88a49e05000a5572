import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Assessment } from '#contract/risk/assessments.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import { readHome } from '#contract/views/home.ts';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  approvedAssessment,
  decide,
  publishedTemplate,
  reloadRecord,
  type SentDecision,
  sampleAnswers,
  sampleClient,
  sampleContent,
  sendAssessment,
} from '#tests/support/api/risk.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';

/** Answers of each level. */
const answers = {
  low: sampleAnswers({ q: 'low' }),
  medium: sampleAnswers({ q: 'medium' }),
  high: sampleAnswers({ q: 'high' }),
};

describe('a level below the one in force', () => {
  let test: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  let manager: TestPerson;
  let template: Template;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
    a = test.companies.a;
    officer = await test.addMember(a.id, { designations: ['complianceOfficer'] });
    manager = await test.addMember(a.id, { designations: ['seniorManager'] });
    template = await publishedTemplate(test, officer, { content: sampleContent() });
  });
  afterAll(() => test?.close());

  /** A client with an approved assessment of this level, by one person and approved by another. */
  async function assessed(level: keyof typeof answers, { by = manager, approver = officer } = {}) {
    const { id: clientId } = await sampleClient(test, a.owner);
    const of = { clientId, template };
    return { of, inForce: await approvedAssessment(test, by, of, answers[level], approver) };
  }
  const approval = ({ version }: Assessment): SentDecision => ({ decision: 'approve', version });
  const send = async (
    as: TestPerson,
    of: { clientId: string; template: Template },
    level: keyof typeof answers,
  ) => (await sendAssessment(test, as, of, answers[level])).response;
  const day = (): CalendarDate => testDay('Pacific/Auckland', test.clock.now());
  const override = ({ version }: Assessment, level: 'low' | 'medium' | 'high'): SentDecision => ({
    decision: 'override',
    version,
    level,
    reasonCode: 'controlsInPlace',
    reason: 'Deposits are made by bank transfer from known accounts',
    expiresOn: addDays(day(), 90),
  });
  const lift = ({ version }: Assessment): SentDecision => ({ decision: 'liftOverride', version });
  const setPolicy = (company: TestCompany, fourEyes: 'off' | 'highOnly' | 'always') =>
    test.database.asSuperuser(
      `UPDATE assay.companies SET policy = policy || jsonb_build_object('fourEyes', $2::text) WHERE id = $1`,
      [company.id, fourEyes],
    );

  it.each(['off', 'highOnly', 'always'] as const)(
    'is approved by a second person who may approve that one, with maker-checker %s',
    async (fourEyes) => {
      await setPolicy(a, fourEyes);
      const { of } = await assessed('high');
      const low = await send(officer, of, 'low');
      const refused = await decide(test, officer, low, approval(low));
      expect(refused.status).toBe(422);
      expect(refused.problem.blockers?.map(({ code }) => code)).toEqual(['assessment.secondPersonNeeded']);
      expect(refused.problem.blockers?.[0]?.text).toContain('which lowers the level from high to low');
      // Shown before it is tried, and an owner without a designation may not approve a level that replaces high risk.
      const shown = await reloadRecord(test, officer, low);
      expect(
        shown.actions.find(({ action }) => action === 'approve')?.blockers.map(({ code }) => code),
      ).toEqual(['assessment.secondPersonNeeded']);
      const byOwner = await decide(test, a.owner, low, approval(low));
      expect([byOwner.status, byOwner.problem.code]).toEqual([403, 'role.forbidden']);
      expect((await decide(test, manager, low, approval(low))).response).toMatchObject({
        status: 'approved',
        finalLevel: 'low',
        decidedByOne: false,
      });
      await setPolicy(a, 'off');
    },
  );

  it('is one also where it replaces medium risk; the same level or a higher one needs nobody else', async () => {
    const { of } = await assessed('medium');
    const low = await send(officer, of, 'low');
    expect((await decide(test, officer, low, approval(low))).status).toBe(422);
    expect((await decide(test, a.owner, low, approval(low))).status).toBe(200);
    const again = await send(officer, of, 'low');
    expect((await decide(test, officer, again, approval(again))).status).toBe(200);
    const medium = await send(officer, of, 'medium');
    expect((await decide(test, officer, medium, approval(medium))).response).toMatchObject({
      finalLevel: 'medium',
      decidedByOne: false,
    });
  });

  it('is one also after the assessment in force is voided, whoever made it', async () => {
    const { of, inForce } = await assessed('high', { by: officer, approver: manager });
    const voided = await decide(test, officer, inForce, {
      decision: 'void',
      version: inForce.version,
      reason: 'Entered for another client',
    });
    expect(voided.response.status).toBe('void');
    const low = await send(officer, of, 'low');
    const refused = await decide(test, officer, low, approval(low));
    expect(refused.problem.blockers?.map(({ code }) => code)).toEqual(['assessment.secondPersonNeeded']);
    expect((await decide(test, manager, low, approval(low))).status).toBe(200);
    // Neither does a second void, of the lower one, make the next the first.
    const { of: other, inForce: high } = await assessed('high', { by: officer, approver: manager });
    const lower = await send(officer, other, 'low');
    const approved = (await decide(test, manager, lower, approval(lower))).response;
    await decide(test, officer, approved, {
      decision: 'void',
      version: approved.version,
      reason: 'Entered twice',
    });
    const next = await send(officer, other, 'low');
    expect((await decide(test, officer, next, approval(next))).response.finalLevel).toBe('low');
    expect((await reloadRecord(test, officer, high)).status).toBe('superseded');
  });

  it('is not set by the assessor’s own override, nor by removing one, at any level', async () => {
    const { inForce } = await assessed('medium', { by: officer, approver: manager });
    const refused = await decide(test, officer, inForce, override(inForce, 'low'));
    expect(refused.problem.blockers?.map(({ code }) => code)).toEqual(['assessment.secondPersonLowers']);
    const raised = (await decide(test, officer, inForce, override(inForce, 'high'))).response;
    const lifted = await decide(test, officer, raised, lift(raised));
    expect(lifted.problem.blockers?.map(({ code }) => code)).toEqual(['assessment.secondPersonLowers']);
    // An owner without a designation may not lower high risk.
    const byOwner = await decide(test, a.owner, raised, lift(raised));
    expect(byOwner.status).toBe(403);
    const shown = (await reloadRecord(test, a.owner, raised)).actions.find(
      ({ action }) => action === 'liftOverride',
    );
    expect(shown === undefined || shown.blockers.some(({ code }) => code === 'role.forbidden')).toBe(true);
    const removed = (await decide(test, manager, raised, lift(raised))).response;
    expect(removed).toMatchObject({ finalLevel: 'medium', decidedByOne: false });
    const lowered = (await decide(test, manager, removed, override(removed, 'low'))).response;
    expect(lowered).toMatchObject({ finalLevel: 'low', decidedByOne: false });
  });

  it('is approved alone where no one else could for 24 hours: stated, and listed', async () => {
    const company = await test.addCompany('Sole Practice Limited');
    const sole = await test.addMember(company.id, { designations: ['complianceOfficer'] });
    const own = await publishedTemplate(test, sole, { content: sampleContent() });
    const { id: clientId } = await sampleClient(test, sole);
    const of = { clientId, template: own };
    const high = await approvedAssessment(test, sole, of, answers.high);
    expect(high.decidedByOne).toBe(true);
    const low = await send(sole, of, 'low');
    // The owner may approve medium risk, and not a level that replaces high.
    const approved = (await decide(test, sole, low, approval(low))).response;
    expect(approved).toMatchObject({ finalLevel: 'low', decidedByOne: true });
    const { id: other } = await sampleClient(test, sole, 'Otherton');
    const medium = await approvedAssessment(
      test,
      sole,
      { clientId: other, template: own },
      answers.medium,
      company.owner,
    );
    expect(medium.decidedByOne).toBe(false);
    const raised = (await decide(test, sole, medium, override(medium, 'high'))).response;
    const lifted = (await decide(test, sole, raised, lift(raised))).response;
    expect(lifted).toMatchObject({ finalLevel: 'medium', decidedByOne: true });
    const { response: home } = await test.request(readHome, { query: {} }, { as: sole });
    expect(home.decidedByOneTotal.count).toBe(2);
    const { rows } = await test.database.asSuperuser(
      `SELECT kind FROM assay.decisions_by_one WHERE client_id = $1`,
      [other],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['lowering']);
  });

  it('is for the second person who could approve an hour ago, even if the right was taken away since', async () => {
    const company = await test.addCompany('Demoted Sample Limited');
    const first = await test.addMember(company.id, { designations: ['complianceOfficer'] });
    const second = await test.addMember(company.id, { designations: ['seniorManager'] });
    const own = await publishedTemplate(test, first, { content: sampleContent() });
    const { id: clientId } = await sampleClient(test, first);
    const of = { clientId, template: own };
    await approvedAssessment(test, first, of, answers.high, second);
    await test.database.asSuperuser(`UPDATE assay.members SET status = 'suspended' WHERE id = $1`, [
      second.id,
    ]);
    const low = await send(first, of, 'low');
    expect((await decide(test, first, low, approval(low))).status).toBe(422);
  });
});
