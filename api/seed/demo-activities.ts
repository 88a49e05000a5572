import type { Activity } from '#contract/activities.ts';
import { activityInput } from '#contract/activities.ts';
import type { createAssessment } from '#contract/assessments.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { companyDay } from '#rules/company-day.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import { moveActivity } from '../activities/moves.ts';
import { createActivity, readActivity } from '../activities/service.ts';
import { decideAssessmentOf } from '../assessments/decisions.ts';
import { prepareAssessmentOf } from '../assessments/prepare.ts';
import { createAssessmentOf } from '../assessments/writing.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { demoOfficer, demoOwner, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId, demoMembers } from './demo-company.ts';
import { type DemoPart, type PartDeps, seedPart } from './demo-parts.ts';
import { type ActivityCast, inventActivity } from './invent-activity.ts';
import { inventAnswers } from './invent-answers.ts';
import { type Random, seededRandom } from './random.ts';

/** Activities of the demo company at first. */
export const demoActivities = 60;

/** Days over which their creation is spread, up to now. */
const spreadDays = 90;
const dayMs = 86_400_000;

interface Turn {
  deps: { db: DemoDeps['database']['db']; now: () => Date };
  random: Random;
  staff: MemberCaller;
  officer: MemberCaller;
  senior: MemberCaller;
}

/** The people of the demo company, and clients for whom they may act. */
async function findCast({ database, now }: DemoDeps): Promise<ActivityCast> {
  return asTenant(database.db, demoCompanyId, async (trx) => {
    const clients = await trx
      .selectFrom('clients')
      .select(['id', 'cdd_status'])
      .where('status', 'in', ['active', 'onboarding'])
      .orderBy('id')
      .limit(120)
      .execute();
    return {
      memberIds: demoMembers.filter(({ role }) => role !== 'auditor').map(({ id }) => id),
      verified: clients.filter(({ cdd_status }) => cdd_status === 'verified').map(({ id }) => id),
      anybody: clients.map(({ id }) => id),
      today: companyDay(now(), 'Pacific/Auckland'),
    };
  });
}

/** Assesses and approves, the way two people would; what wants a document that nobody has uploaded stays a draft. */
async function assess({ deps, random, staff, officer }: Turn, id: string, approve: boolean): Promise<void> {
  const target = { resourceType: 'activities', resourceId: id } as const;
  const { chosen, prefilled, lists } = await prepareAssessmentOf(deps, staff, target, undefined);
  if (chosen === null) return;
  const score = prepareTemplate(chosen.content, lists);
  const given = prefilled.map(({ key, value }) => ({ key, value, documentIds: [] }));
  // What wants a document that nobody has uploaded cannot be submitted: among several sets of answers one mostly does without.
  const sets = Array.from({ length: 12 }, () =>
    inventAnswers(random, { content: chosen.content, score, given }),
  );
  const answers = sets.find((set) => score(set).missing.length === 0) ?? sets[0] ?? [];
  const submit = score(answers).missing.length === 0;
  const made = await createAssessmentOf(deps, staff, target, {
    templateVersionId: chosen.templateVersionId,
    answers: answers as EndpointInput<typeof createAssessment & Endpoint>['body']['answers'],
    submit,
  });
  if (submit && approve) {
    await decideAssessmentOf(deps, officer, made.id, {
      decision: 'approve',
      version: made.version,
      reviewReason: undefined,
    });
  }
}

/** Moves the activity on unless something blocks it. */
async function moveOn(turn: Turn, activity: Activity, to: Activity['status']): Promise<Activity> {
  const { id, version, moves } = activity;
  const isOpen = moves.some((move) => move.to === to && move.blockers.length === 0);
  if (!isOpen) return activity;
  return moveActivity(turn.deps, turn.staff, id, { move: 'to', to, version, reason: undefined });
}

async function complete(turn: Turn, { id, version }: Activity): Promise<void> {
  const { deps, staff, senior } = turn;
  let activity = await moveActivity(deps, staff, id, { move: 'outcome', outcome: 'approved', version });
  if (activity.checklist.some(({ code }) => code === 'activity.seniorManagerMissing')) {
    activity = await moveActivity(deps, senior, id, { move: 'seniorApproval', version: activity.version });
  }
  await moveOn(turn, activity, 'completed');
}

/**
 * How far an activity has come: of ten, two are to do, two in progress, three in review, two completed, one put aside, as far as
 * nothing blocks them.
 */
async function workOn(turn: Turn, created: Activity, number: number): Promise<void> {
  const stage = number % 10;
  if (stage < 2) return;
  const started = await moveOn(turn, created, 'inProgress');
  if (stage === 9) {
    await moveOn(turn, started, number % 20 === 9 ? 'onHold' : 'cancelled');
  } else if (stage >= 4) {
    const isToComplete = stage >= 7;
    await assess(turn, created.id, isToComplete || stage === 4);
    const assessed = await readActivity(turn.deps, turn.staff, created.id);
    const reviewed = await moveOn(turn, assessed, 'inReview');
    if (isToComplete) await complete(turn, reviewed);
  }
}

async function makeActivity(seed: DemoDeps, number: number): Promise<void> {
  const cast = await findCast(seed);
  if (cast.verified.length === 0) return;
  const random = seededRandom(number * 40_503 + 11);
  const daysAgo = ((demoActivities - number) / demoActivities) * spreadDays;
  const atMs = seed.now().getTime() - Math.round(daysAgo * dayMs);
  const turn: Turn = {
    deps: { db: seed.database.db, now: () => new Date(atMs) },
    random,
    staff: await demoCaller(seed, demoStaff),
    officer: await demoCaller(seed, demoOfficer),
    senior: await demoCaller(seed, demoOwner),
  };
  const scene = number % 10 < 4 ? cast : { ...cast, anybody: cast.verified, isThorough: true };
  const form = activityInput.parse(inventActivity(random, scene));
  await workOn(turn, await createActivity(turn.deps, turn.staff, form), number);
}

/** Varied activities of the demo company in every status, worked on the way its people would, over the last months. */
export const demoActivitiesPart: DemoPart = {
  name: 'activities',
  steps: demoActivities,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx.selectFrom('activities').select('id').limit(1).executeTakeFirst();
      return known !== undefined;
    }),
  make: makeActivity,
};

/** Makes what is left of `demoActivitiesPart`. Where it is there already it changes nothing. */
export const seedDemoActivities = (deps: PartDeps): Promise<void> => seedPart(deps, demoActivitiesPart);
