import { expect } from 'vitest';
import { expireEvidence } from '#api/checks/individual-verifications/expiry-job.ts';
import type { Problem } from '#contract/errors.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import type { Who } from '../../activities/model/world.ts';
import type { ClientCourse } from './course.ts';
import { type Step, take } from './play.ts';
import { request } from './sequences.ts';

/** Each of the steps is accepted. */
export async function accept(course: ClientCourse, ...steps: Step[]): Promise<void> {
  for (const step of steps) {
    const isAccepted = await take(course, step);
    const why = isAccepted ? undefined : course.last?.problem;
    expect({ step, isAccepted, why }).toEqual({ step, isAccepted: true, why: undefined });
  }
}

/** The step is refused, for a reason that concerns what it tried. @returns the refusal */
export async function refuse(course: ClientCourse, step: Step): Promise<Problem> {
  const isAccepted = await take(course, step);
  expect({ step, isAccepted }).toEqual({ step, isAccepted: false });
  const { status, problem } = course.last ?? {};
  expect({ step, status }).toEqual({ step, status: 422 });
  if (problem === undefined) throw new Error(`${step.do} was not sent.`);
  return problem;
}

/** Codes of what blocked a step. */
export const codesOf = ({ blockers = [] }: Problem): string[] => blockers.map(({ code }) => code);

/** A verification against its rule, which an exception covers until its last day, and which is reopened after it. */
export async function reopenExpired(course: ClientCourse): Promise<void> {
  const on = (what: string, by: Who = 'staff') =>
    request(`individualVerifications.${what}`, { of: 'third', n: 1, by });
  await accept(course, on('start documentSighted'), on('approveException', 'officer'), on('decide verified'));
  const { api } = course.world;
  const later = new Date(`${addMonths(course.world.today(), 7)}T00:00:00Z`);
  await expireEvidence({ db: api.database.db, now: () => later });
  await accept(course, on('reopen'));
}
