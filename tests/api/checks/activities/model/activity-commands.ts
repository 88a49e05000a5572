import fc from 'fast-check';
import { expect } from 'vitest';
import { type Activity, createActivity, transitionActivity, updateActivity } from '#contract/activities.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { activityVersion, type Course, command, send } from './course.ts';
import { type FormChoice, factsOf, formOf, usualForms } from './form.ts';
import { anyChanges, type FormChanges } from './form-choices.ts';
import { expectCompletable, expectGoesOn, expectStartable } from './invariants.ts';
import { noteCreated, noteUpdated } from './note-form.ts';
import { grantors, sides, type Who } from './world.ts';

type Move = EndpointRequest<typeof transitionActivity>['body'];
type WithoutVersion<M = Move> = M extends Move ? Omit<M, 'version'> : never;

async function transition(course: Course, move: WithoutVersion, by: Who): Promise<Activity | null> {
  const version = await activityVersion(course);
  const body = { ...move, version } as Move;
  return send(course, transitionActivity, { params: { id: course.activityId }, body }, by);
}

const statuses = ['toDo', 'inProgress', 'inReview', 'onHold', 'completed', 'cancelled'] as const;

/** Notes an accepted change of the status, and what must hold of it. */
function noteStatus(course: Course, to: (typeof statuses)[number]): void {
  const { activity } = course;
  const from = activity.status;
  activity.status = to;
  if (to === 'completed') expectCompletable(course);
  if (to !== 'inProgress' && to !== 'inReview') return;
  if (from === 'toDo' || from === 'onHold') {
    expectStartable(course);
    activity.hasStarted = true;
    for (const side of sides) course.clients[side].hasLapsed = false;
  }
  expectGoesOn(course);
}

/** The usual form of the world with what was chosen otherwise. */
const choiceWith = ({ world }: Course, changes: FormChanges): FormChoice => ({
  ...usualForms[world.name],
  ...changes,
});

/** Creates the activity, from which the sequence goes on. */
export async function createFrom(course: Course, changes: FormChanges, by: Who): Promise<boolean> {
  const choice = choiceWith(course, changes);
  const form = formOf(course.world, course.clientIds, choice);
  const response = await send(course, createActivity, { body: form }, by);
  if (response === null) return false;
  noteCreated(course, { form, choice, by, response });
  return true;
}

/** The activity itself: its form and its status. */
export const activityCommands = {
  createActivity: command({
    cases: ['activities.create'],
    weight: 1,
    details: fc.record({ changes: anyChanges }),
    send: (course, { changes, by }) => createFrom(course, changes, by),
  }),
  updateActivity: command({
    cases: ['activities.update'],
    weight: 5,
    details: fc.record({ changes: anyChanges, hasReason: fc.boolean() }),
    async send(course, { changes, hasReason, by }) {
      const choice = { ...course.activity.choice, ...changes };
      const form = formOf(course.world, course.clientIds, choice);
      const version = await activityVersion(course);
      const reason = hasReason ? { partyReason: 'Instructed by another client' } : {};
      const input = { params: { id: course.activityId }, body: { ...form, version, ...reason } };
      const response = await send(course, updateActivity, input, by);
      if (response === null) return false;
      noteUpdated(course, { form, choice, by, response }, hasReason);
      return true;
    },
  }),
  moveActivity: command({
    cases: statuses.map((to) => `activities.transition to ${to}`),
    weight: 6,
    details: fc.record({
      to: fc.constantFrom(
        ...statuses,
        ...([
          'inProgress',
          'inProgress',
          'inReview',
          'inReview',
          'completed',
          'completed',
          'completed',
        ] as const),
      ),
    }),
    async send(course, { to, by }) {
      if ((await transition(course, { move: 'to', to }, by)) === null) return false;
      noteStatus(course, to);
      return true;
    },
  }),
  setOutcome: command({
    cases: ['activities.transition outcome approved', 'activities.transition outcome declined'],
    weight: 3,
    details: fc.record({ outcome: fc.constantFrom('approved', 'approved', 'declined') }),
    async send(course, { outcome, by }) {
      const { activity } = course;
      if ((await transition(course, { move: 'outcome', outcome }, by)) === null) return false;
      activity.outcome = { is: outcome, facts: factsOf(activity.form) };
      expectGoesOn(course);
      return true;
    },
  }),
  approveAsSenior: command({
    cases: ['activities.transition seniorApproval'],
    weight: 1,
    details: fc.record({}),
    async send(course, { by }) {
      if ((await transition(course, { move: 'seniorApproval' }, by)) === null) return false;
      expect(by).toBe('manager');
      course.activity.senior = { by, facts: factsOf(course.activity.form) };
      return true;
    },
  }),
  approveDelay: command({
    cases: ['activities.transition delayApproval'],
    weight: 1,
    details: fc.record({}),
    async send(course, { by }) {
      if ((await transition(course, { move: 'delayApproval' }, by)) === null) return false;
      expect(grantors).toContain(by);
      if (course.activity.delay !== null) course.activity.delay.approvedBy = by;
      return true;
    },
  }),
  recordRecheck: command({
    cases: ['activities.transition recheck'],
    weight: 1,
    details: fc.record({}),
    async send(course, { by }) {
      // As an upgrade leaves an activity whose delay was moved by an earlier version, which no command does any more.
      await course.world.api.database.asSuperuser(
        `UPDATE assay.activities SET recheck_causes = '{delayMoved}', recheck_due_at = created_at WHERE id = $1`,
        [course.activityId],
      );
      const response = await transition(course, { move: 'recheck', reason: 'Looked at the file' }, by);
      if (response === null) return false;
      expect(grantors).toContain(by);
      expect(response.recheck).toBeNull();
      return true;
    },
  }),
  reopenActivity: command({
    cases: ['activities.transition reopen'],
    weight: 1,
    details: fc.record({}),
    async send(course, { by }) {
      const { activity } = course;
      const response = await transition(course, { move: 'reopen' }, by);
      if (response === null) return false;
      const { form, choice } = activity;
      noteCreated(course, { form, choice, by, response }, activity);
      return true;
    },
  }),
};
