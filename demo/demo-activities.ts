import { createActivity } from '#api/checks/activities/commands.ts';
import { readActivity } from '#api/checks/activities/queries.ts';
import { transitionActivity } from '#api/checks/activities/transitions.ts';
import { decideAssessment } from '#api/checks/risk-assessments/decisions.ts';
import { prepareAssessment } from '#api/checks/risk-assessments/new-assessment.ts';
import { createAssessment as createAssessmentCommand } from '#api/checks/risk-assessments/save-assessment.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import type { Activity } from '#contract/activities.ts';
import { activityInput } from '#contract/activities.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { type createAssessment, prepareAssessment as prepareEndpoint } from '#contract/risk/assessments.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { AnswerValue } from '#rules/risk/answers.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import { demoOfficer, demoOwner, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId, demoMembers } from './demo-company.ts';
import { type DemoPart, type PartDeps, seedPart } from './demo-steps.ts';
import { type ActivityParticipants, generateActivity } from './generators/activity.ts';
import { generateAnswers } from './generators/answers.ts';
import { type Random, seededRandom } from './generators/random.ts';
import { inSeries } from './seed-clients.ts';

/** Number of activities seeded for the demo company. */
export const demoActivities = 60;

/** Days before now over which their creation is spread. */
const spreadDays = 90;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

export interface Turn {
  deps: { db: DemoDeps['database']['db']; now: () => Date };
  /** Advances the clock by some hours, at most to the time of seeding. */
  wait(hours: number): void;
  random: Random;
  staff: MemberCaller;
  officer: MemberCaller;
  senior: MemberCaller;
}

/** Minimum age in days of a client that the demo starts an activity for. */
const knownDays = spreadDays + 2;

/**
 * Members of the demo company, and clients that activities can be for: those that predate the first activity, and those
 * still being onboarded.
 */
async function findCast({ database, now }: DemoDeps): Promise<ActivityParticipants> {
  const today = companyDay(now(), 'Pacific/Auckland');
  return asTenant(database.db, demoCompanyId, async (trx) => {
    const clients = await trx
      .selectFrom('clients')
      .select(['id', 'status'])
      .where((where) =>
        where.or([
          where.and([
            where('status', '=', 'active'),
            where('cdd_status', '=', 'verified'),
            where('relationship_started_on', '<', addDays(today, -knownDays)),
          ]),
          where.and([where('status', '=', 'onboarding'), inSeries]),
        ]),
      )
      .orderBy('id')
      .limit(120)
      .execute();
    return {
      memberIds: demoMembers.filter(({ role }) => role !== 'auditor').map(({ id }) => id),
      verified: clients.filter(({ status }) => status === 'active').map(({ id }) => id),
      anybody: clients.map(({ id }) => id),
      today,
    };
  });
}

/**
 * Assesses and approves as two members. An assessment that requires an evidence document stays a draft. `chosenAnswers`: in place of invented
 * ones.
 */
export async function assess(
  { deps, wait, random, staff, officer }: Turn,
  id: string,
  { approve, chosenAnswers = {} }: { approve: boolean; chosenAnswers?: Record<string, AnswerValue> },
): Promise<void> {
  const target = { resourceType: 'activities', resourceId: id } as const;
  const prepared = await prepareAssessment.run(deps, staff, { params: target, query: {} });
  const { chosen, prefilled, lists } = prepareEndpoint.response.parse(prepared);
  if (chosen === null) return;
  const score = prepareTemplate(chosen.content, lists);
  const chosenFirst = Object.entries(chosenAnswers).map(([key, value]) => ({ key, value }));
  const given = [...prefilled, ...chosenFirst].map(({ key, value }) => ({ key, value, documentIds: [] }));
  // An answer that requires a document blocks submission; among several sets of answers one usually requires none.
  let answers = generateAnswers(random, { content: chosen.content, score, given });
  for (let tries = 1; tries < 12 && score(answers).missing.length > 0; tries += 1) {
    answers = generateAnswers(random, { content: chosen.content, score, given });
  }
  const submit = score(answers).missing.length === 0;
  const made = await createAssessmentCommand.run(deps, staff, {
    params: target,
    body: {
      templateVersionId: chosen.templateVersionId,
      answers: answers as EndpointInput<typeof createAssessment & Endpoint>['body']['answers'],
      submit,
    },
  });
  if (submit && approve) {
    wait(4);
    await decideAssessment.run(deps, officer, {
      params: { id: made.id },
      body: {
        decision: 'approve',
        version: made.version,
        reviewReason: undefined,
      },
    });
  }
}

/** Changes the activity's status unless a guard blocks it. */
export async function transitionOnward(
  context: Turn,
  activity: Activity,
  to: Activity['status'],
): Promise<Activity> {
  const { id, version, transitions } = activity;
  const isOpen = transitions.some((move) => move.to === to && move.blockers.length === 0);
  if (!isOpen) return activity;
  return transitionActivity.run(context.deps, context.staff, {
    params: { id },
    body: { move: 'to', to, version, reason: undefined },
  });
}

/** Approves the delay of CDD that a member recorded, in two of three cases; the others wait. */
async function approveDelay(context: Turn, activity: Activity, number: number): Promise<Activity> {
  const { delayedCdd, id, version } = activity;
  if (delayedCdd === null || delayedCdd.approval !== null || number % 3 === 0) return activity;
  context.wait(1);
  return transitionActivity.run(context.deps, context.officer, {
    params: { id },
    body: { move: 'delayApproval', version },
  });
}

async function complete(context: Turn, { id, version }: Activity): Promise<void> {
  const { deps, staff, senior } = context;
  let activity = await transitionActivity.run(deps, staff, {
    params: { id },
    body: { move: 'outcome', outcome: 'approved', version },
  });
  if (activity.checklist.some(({ code }) => code === 'activity.seniorManagerMissing')) {
    activity = await transitionActivity.run(deps, senior, {
      params: { id },
      body: { move: 'seniorApproval', version: activity.version },
    });
  }
  await transitionOnward(context, activity, 'completed');
}

/**
 * Statuses of every ten activities: two to do, two in progress, three in review, two completed and one on hold or
 * cancelled, as far as nothing blocks them.
 */
async function workOn(context: Turn, created: Activity, number: number): Promise<void> {
  const stage = number % 10;
  if (stage < 2) return;
  context.wait(2);
  const started = await transitionOnward(context, created, 'inProgress');
  context.wait(20);
  if (stage === 9) {
    await transitionOnward(context, started, number % 20 === 9 ? 'onHold' : 'cancelled');
  } else if (stage >= 4) {
    const isToComplete = stage >= 7;
    await assess(context, created.id, { approve: isToComplete || stage === 4 });
    const assessed = await readActivity.run(context.deps, context.staff, { params: { id: created.id } });
    context.wait(1);
    const reviewed = await transitionOnward(context, assessed, 'inReview');
    context.wait(20);
    if (isToComplete) await complete(context, reviewed);
  }
}

/** Work of the demo company's members that starts some days before now. */
export async function beginTurn(seed: DemoDeps, random: Random, daysAgo: number): Promise<Turn> {
  const atMs = seed.now().getTime() - Math.round(daysAgo * dayMs);
  let hoursLater = 0;
  return {
    deps: {
      db: seed.database.db,
      now: () => new Date(Math.min(atMs + hoursLater * hourMs, seed.now().getTime())),
    },
    wait(hours) {
      hoursLater += hours;
    },
    random,
    staff: await demoCaller(seed, demoStaff),
    officer: await demoCaller(seed, demoOfficer),
    senior: await demoCaller(seed, demoOwner),
  };
}

async function makeActivity(seed: DemoDeps, number: number): Promise<void> {
  const cast = await findCast(seed);
  if (cast.verified.length === 0) return;
  const random = seededRandom(number * 40_503 + 11);
  const context = await beginTurn(seed, random, ((demoActivities - number) / demoActivities) * spreadDays);
  const scene = number % 10 < 4 ? cast : { ...cast, anybody: cast.verified, isThorough: true };
  const recordedOn = companyDay(context.deps.now(), 'Pacific/Auckland');
  const form = activityInput.parse(generateActivity(random, { ...scene, recordedOn }));
  const created = await createActivity.run(context.deps, context.staff, { body: form });
  await workOn(context, await approveDelay(context, created, number), number);
}

/** Activities of the demo company in every status, created by the regular commands over the last months. */
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

/** Completes `demoActivitiesPart`; does nothing where it is complete. */
export const seedDemoActivities = (deps: PartDeps): Promise<void> => seedPart(deps, demoActivitiesPart);
