import { expect } from 'vitest';
import type { Activity } from '#contract/activities.ts';
import type { ActivityForm } from '../support.ts';
import type { Course } from './course.ts';
import { type FormChoice, factsOf, scopeOf } from './form.ts';
import { missingOfCompletion, missingOfStart } from './oracle.ts';
import { grantors, sides, type Who } from './world.ts';

/** A designated service that has just started, or was resumed, lacks nothing mandatory. */
export function expectStartable(course: Course): void {
  expect(['started', missingOfStart(course, { isLenient: false })]).toEqual(['started', []]);
}

/** After any command, work in progress lacks nothing mandatory, save what lapsed by a change of the client. */
export function expectGoesOn(course: Course): void {
  const { status } = course.activity;
  if (status !== 'inProgress' && status !== 'inReview') return;
  expect([status, missingOfStart(course, { isLenient: true })]).toEqual([status, []]);
}

/** What was completed lacked nothing mandatory. */
export function expectCompletable(course: Course): void {
  expect(['completed', missingOfCompletion(course)]).toEqual(['completed', []]);
}

/** An accepted form that changes the facts withdraws the outcome and the senior manager's approval, which relied on others. */
export function expectWithdrawn(
  before: ActivityForm,
  after: ActivityForm,
  { outcome, seniorApproval }: Activity,
): void {
  if (factsOf(before) === factsOf(after)) return;
  expect({ outcome, seniorApproval }).toEqual({ outcome: null, seniorApproval: null });
}

/** An accepted form takes no customer from work that started, except with a reason by who may grant exceptions. */
export function expectCustomersStay(
  { activity }: Course,
  after: FormChoice,
  { by, hasReason }: { by: Who; hasReason: boolean },
): void {
  if (!activity.hasStarted) return;
  const leaving = sides.filter((side) => activity.choice[side] === 'customer' && after[side] !== 'customer');
  if (leaving.length === 0) return;
  expect([leaving, 'with a reason', hasReason]).toEqual([leaving, 'with a reason', true]);
  expect(grantors).toContain(by);
}

/**
 * An accepted form says that work is outside the scope of a law only by who may grant exceptions, unless it was said before of the same work; it may
 * always take that back.
 */
export function expectScopeAllowed(before: ActivityForm | null, after: ActivityForm, by: Who): void {
  if (scopeOf(after) === null) return;
  const judged = ({ activityType, capturedService, nature, purpose }: ActivityForm) =>
    JSON.stringify([activityType, capturedService, nature, purpose]);
  const customers = ({ parties = [] }: ActivityForm) =>
    parties.filter(({ capacity }) => capacity === 'customer' || capacity === 'onBehalfOf');
  const isSame =
    before !== null &&
    judged(before) === judged(after) &&
    customers(after).every(({ clientId }) => customers(before).some((one) => one.clientId === clientId)) &&
    (['outsideScopeNz', 'outsideScopeAu', 'noServiceReason'] as const).every(
      (field) => after[field] === undefined || after[field] === before[field],
    );
  if (!isSame) expect(grantors).toContain(by);
}

/** The days of an accepted delay are not to come, and its last day is never later than any before it. */
export function expectDelayDays(
  course: Course,
  form: ActivityForm,
  earliestDue: string | null,
  dueOn: string | null,
): void {
  if (form.delayedCddGround === undefined) return;
  const today = course.world.today();
  for (const day of [form.exchangeOn, form.serviceStartedOn]) {
    if (day !== undefined)
      expect(['a day of the delay', day <= today, day]).toEqual(['a day of the delay', true, day]);
  }
  if (earliestDue !== null && dueOn !== null)
    expect(['due', dueOn, dueOn <= earliestDue]).toEqual(['due', dueOn, true]);
}
