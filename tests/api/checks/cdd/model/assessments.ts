import { expect } from 'vitest';
import {
  type Assessment,
  createAssessment,
  decideAssessment,
  listAssessments,
  readAssessment,
  saveAssessment,
  scoreAssessment,
} from '#contract/risk/assessments.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import { sampleAnswers } from '#tests/support/api/risk.ts';
import { noteChange } from '../../activities/model/oracle.ts';
import type { Side, Who } from '../../activities/model/world.ts';
import { type At, type Attempt, ask, attempt, type ClientCourse, type Make } from './course.ts';

const levels = ['low', 'medium', 'high'] as const;
const rank = (level: string | null) => levels.indexOf((level ?? 'low') as (typeof levels)[number]);
const levelOf = ({ n }: At) => levels[n % 3] ?? 'low';
const reason = 'The accounts of three years explain the answer';

/** A command on the newest assessment of the client in one of these states. */
const onNewest =
  (states: readonly string[], act: (now: Assessment, at: At) => Attempt): Make =>
  async (at) => {
    const of = { resourceType: 'clients', resourceId: at.clientId } as const;
    const { assessments } = await ask(at.course, listAssessments, { params: of, query: {} });
    const one = assessments.find(({ status }) => states.includes(status));
    if (one === undefined) return null;
    return act(await ask(at.course, readAssessment, { params: { ...of, id: one.id } }), at);
  };

const decide = (
  states: readonly string[],
  body: object | ((at: At) => object),
  note?: (now: Assessment, at: At, after: Assessment) => void,
) =>
  onNewest(states, (now, at) =>
    attempt(
      decideAssessment,
      {
        params: { id: now.id },
        body: { ...(typeof body === 'function' ? body(at) : body), version: now.version } as never,
      },
      (after) => note?.(now, at, after),
    ),
  );

const answers = (at: At) => sampleAnswers({ q: levelOf(at) });
const templateVersionId = ({ course }: At) => course.world.templates.clients.published?.id ?? '';

/** Notes that an assessment counts, or does no more. */
const noteAssessed = ({ course, side }: At, counts: boolean) =>
  noteChange(course, () => void course.clients[side].evidence[counts ? 'add' : 'delete']('assessment'));

/** The level in force after a decision: no assessor takes it lower alone where somebody else can, under no policy. */
function noteLevel(now: Assessment, { course, side, by }: At, after: Assessment): void {
  const key = `level ${side}`;
  const isOwn = course.makers.get(now.id) === by;
  const isLower = rank(after.finalLevel) < rank(course.newest.get(key) ?? now.finalLevel);
  if (isLower && isOwn) expect(['lowered alone', course.isSole]).toEqual(['lowered alone', true]);
  if (after.status === 'approved') course.newest.set(key, after.finalLevel ?? 'low');
}

/** An assessment at low risk, created and approved in one step. */
export function noteAssessedLow(
  { newest, isSole }: ClientCourse,
  { of, by, approver }: { of: Side; by: Who; approver: Who },
): void {
  const isLower = rank(newest.get(`level ${of}`) ?? 'low') > 0;
  if (isLower && by === approver) expect(['lowered alone', isSole]).toEqual(['lowered alone', true]);
  newest.set(`level ${of}`, 'low');
}

/** Assessments of risk and their decisions. */
export const assessmentRequests: Record<string, Make> = {
  'assessments.create': (at) =>
    attempt(
      createAssessment,
      {
        params: { resourceType: 'clients', resourceId: at.clientId },
        body: { templateVersionId: templateVersionId(at), answers: answers(at), submit: at.n % 2 === 0 },
      },
      ({ id }) => void at.course.makers.set(id, at.by),
    ),
  'assessments.save': onNewest(['draft', 'returned'], (now, at) =>
    attempt(
      saveAssessment,
      { params: { id: now.id }, body: { version: now.version, answers: answers(at), submit: true } },
      () => void at.course.makers.set(now.id, at.by),
    ),
  ),
  'assessments.score': (at) =>
    attempt(scoreAssessment, { body: { templateVersionId: templateVersionId(at), answers: answers(at) } }),
  'assessments.decide approve': decide(['submitted'], { decision: 'approve' }, (now, at, after) => {
    noteLevel(now, at, after);
    noteAssessed(at, true);
  }),
  'assessments.decide return': decide(['submitted'], { decision: 'return', reason }),
  'assessments.decide void': decide(['approved'], { decision: 'void', reason }, (_, at) =>
    noteAssessed(at, false),
  ),
  'assessments.decide override': decide(
    ['approved', 'submitted'],
    (at) => ({
      decision: 'override',
      level: levelOf(at),
      reasonCode: 'furtherInformation',
      reason,
      expiresOn: addMonths(at.course.world.today(), 2),
    }),
    noteLevel,
  ),
  'assessments.decide liftOverride': decide(
    ['approved', 'submitted'],
    { decision: 'liftOverride' },
    noteLevel,
  ),
};
