import type { Activity } from '#contract/activities.ts';
import type { ActivityForm } from '../support.ts';
import type { Course, KnownActivity } from './course.ts';
import { delayedClients, delayText, type FormChoice, scopeOf } from './form.ts';
import {
  expectCustomersStay,
  expectDelayDays,
  expectGoesOn,
  expectScopeAllowed,
  expectWithdrawn,
} from './invariants.ts';
import { grantors, sides, type Who } from './world.ts';

const earlier = (first: string | null, day: string | null | undefined): string | null =>
  first === null || (day ?? first) < first ? (day ?? null) : first;

const grantor = (by: Who): Who | null => (grantors.includes(by) ? by : null);

/** The delay after a form: approved by its recorder who may, and again once its terms change or it concerns another client. */
function delayAfter(before: KnownActivity['delay'], form: ActivityForm, by: Who): KnownActivity['delay'] {
  const text = delayText(form);
  if (text === null) return null;
  const clientIds = delayedClients(form);
  const isSame = before?.text === text && clientIds.every((id) => before.clientIds.includes(id));
  return { text, clientIds, approvedBy: isSame ? before.approvedBy : grantor(by) };
}

/** Nobody has considered the delay of a copy. */
const unapproved = (delay: KnownActivity['delay']) => delay && { ...delay, approvedBy: null };

interface Accepted {
  form: ActivityForm;
  choice: FormChoice;
  by: Who;
  response: Activity;
}

function daysAfter(
  before: Pick<KnownActivity, 'earliestDue' | 'firstExchange' | 'firstSettlement'> | null,
  { form, response }: Accepted,
) {
  return {
    earliestDue: earlier(before?.earliestDue ?? null, response.delayedCdd?.dueOn),
    firstExchange: earlier(before?.firstExchange ?? null, form.exchangeOn),
    firstSettlement: earlier(before?.firstSettlement ?? null, form.settlementOn),
  };
}

/** Notes an activity that was created, or copied from a completed one with its first days, and goes on with it. */
export function noteCreated(course: Course, accepted: Accepted, copied: KnownActivity | null = null): void {
  const { form, choice, by, response } = accepted;
  if (copied === null) expectScopeAllowed(null, form, by);
  expectDelayDays(course, form, copied?.earliestDue ?? null, response.delayedCdd?.dueOn ?? null);
  course.activityId = response.id;
  course.activity = {
    status: 'toDo',
    hasStarted: false,
    choice,
    form,
    scopeBy: scopeOf(form) === null ? null : (copied?.scopeBy ?? by),
    assessments: [],
    outcome: null,
    senior: null,
    delay: copied === null ? delayAfter(null, form, by) : unapproved(delayAfter(null, form, by)),
    ...daysAfter(copied, accepted),
    refused: new Set(),
    arranged: new Set(),
  };
  for (const side of sides) course.clients[side].hasLapsed = false;
}

/** Notes an accepted form, and what must hold of it. */
export function noteUpdated(course: Course, accepted: Accepted, hasReason: boolean): void {
  const { form, choice, by, response } = accepted;
  const before = course.activity;
  expectWithdrawn(before.form, form, response);
  expectCustomersStay(course, choice, { by, hasReason });
  expectScopeAllowed(before.form, form, by);
  expectDelayDays(course, form, before.earliestDue, response.delayedCdd?.dueOn ?? null);
  const isSameScope = scopeOf(form) === scopeOf(before.form);
  course.activity = {
    ...before,
    choice,
    form,
    scopeBy: scopeOf(form) === null ? null : isSameScope ? before.scopeBy : by,
    outcome: response.outcome === null ? null : before.outcome,
    senior: response.seniorApproval === null ? null : before.senior,
    delay: delayAfter(before.delay, form, by),
    ...daysAfter(before, accepted),
  };
  expectGoesOn(course);
}
