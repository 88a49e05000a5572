import fc from 'fast-check';
import { expect } from 'vitest';
import { recordNonCooperation, withdrawNonCooperation } from '#contract/cdd/non-cooperation.ts';
import { recordArrangement, withdrawArrangement } from '#contract/cdd/property-arrangements.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createAssessment, decideAssessment, readAssessment } from '#contract/risk/assessments.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { sampleAnswers } from '#tests/support/api/risk.ts';
import { activityVersion, type Course, command, type KnownAssessment, send } from './course.ts';
import { of } from './evidence-commands.ts';
import { factsOf } from './form.ts';
import { noteChange } from './oracle.ts';
import { grantors, type Side, type Who } from './world.ts';

/** Every record about a party withdraws the senior manager's approval, which covered what was on record before. */
async function sendRecord(
  course: Course,
  endpoint: Endpoint,
  side: Side,
  more: object,
  by: Who,
): Promise<boolean> {
  const version = await activityVersion(course);
  const body = { version, clientId: course.clientIds[side], ...more };
  const input = { params: { id: course.activityId }, body };
  const response = await send(course, endpoint, input as never, by);
  if (response === null) return false;
  course.activity.senior = null;
  return true;
}

const decidable = (
  { activity }: Course,
  decision: 'approve' | 'return' | 'void',
): KnownAssessment | undefined =>
  activity.assessments.findLast(({ status }) => status === (decision === 'void' ? 'approved' : 'submitted'));

const afterwards = { approve: 'approved', return: 'returned', void: 'void' } as const;

/** Records about the activity: of its risk, of parties who do not cooperate, and of arrangements. */
export const recordCommands = {
  assessActivity: command({
    cases: [],
    weight: 2,
    details: fc.record({ level: fc.constantFrom('low', 'low', 'high') }),
    async send(course, { level, by }) {
      const { world, activity, activityId } = course;
      const body = {
        templateVersionId: world.templates.activities.published?.id ?? '',
        answers: sampleAnswers({ q: level }),
        submit: true,
      };
      const params = { resourceType: 'activities', resourceId: activityId } as const;
      const made = await send(course, createAssessment, { params, body }, by);
      if (made === null) return false;
      const facts = factsOf(activity.form);
      activity.assessments.push({ id: made.id, status: 'submitted', facts, isHigh: level === 'high' });
      return true;
    },
  }),
  decideAssessment: command({
    cases: [],
    weight: 2,
    details: fc.record({ decision: fc.constantFrom('approve', 'approve', 'approve', 'return', 'void') }),
    async send(course, { decision, by }) {
      const { world, activity, activityId } = course;
      const known = decidable(course, decision);
      if (known === undefined) return false;
      const params = { resourceType: 'activities', resourceId: activityId, id: known.id } as const;
      const { version } = (await world.api.request(readAssessment, { params }, { as: world.company.owner }))
        .response;
      const body = { decision, version, ...(decision === 'approve' ? {} : { reason: 'Of another sale' }) };
      const input = { params: { id: known.id }, body: body as never };
      if ((await send(course, decideAssessment, input, by)) === null) return false;
      if (decision === 'approve') {
        for (const one of activity.assessments) if (one.status === 'approved') one.status = 'superseded';
      }
      known.status = afterwards[decision];
      return true;
    },
  }),
  recordNonCooperation: command({
    cases: ['activities.recordNonCooperation'],
    weight: 1,
    details: fc.record({ of, reportConsidered: fc.constantFrom(true, true, false) }),
    async send(course, { of: side, reportConsidered, by }) {
      const more = { steps: 'Wrote twice', difficulties: 'They refused', reportConsidered };
      if (!(await sendRecord(course, recordNonCooperation, side, more, by))) return false;
      expect(grantors).toContain(by);
      expect(reportConsidered).toBe(true);
      course.activity.refused.add(side);
      return true;
    },
  }),
  withdrawNonCooperation: command({
    cases: ['activities.withdrawNonCooperation'],
    weight: 1,
    details: fc.record({ of }),
    async send(course, { of: side, by }) {
      if (!(await sendRecord(course, withdrawNonCooperation, side, { reason: 'A passport came' }, by)))
        return false;
      course.activity.refused.delete(side);
      return true;
    },
  }),
  recordArrangement: command({
    cases: ['activities.recordArrangement'],
    weight: 1,
    details: fc.record({ of, doneOn: fc.constantFrom(-2, -2, 5) }),
    async send(course, { of: side, doneOn, by }) {
      const day = (days: number) => addDays(course.world.today(), days);
      const more = {
        participant: 'Example Conveyancing',
        responsibilities: 'They do CDD on this party',
        agreedOn: day(-20),
        cddDoneOn: day(doneOn),
        receivedOn: day(-1),
      };
      if (!(await sendRecord(course, recordArrangement, side, more, by))) return false;
      expect(grantors).toContain(by);
      expect(doneOn).toBeLessThan(0);
      course.activity.arranged.add(side);
      return true;
    },
  }),
  withdrawArrangement: command({
    cases: ['activities.withdrawArrangement'],
    weight: 1,
    details: fc.record({ of }),
    async send(course, { of: side, by }) {
      if (!(await sendRecord(course, withdrawArrangement, side, { reason: 'We do it ourselves' }, by)))
        return false;
      noteChange(course, () => {
        course.activity.arranged.delete(side);
      });
      return true;
    },
  }),
};
