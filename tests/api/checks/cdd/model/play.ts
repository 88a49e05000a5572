import fc from 'fast-check';
import { anyStepOf, type StepOf } from '#tests/support/model/commands.ts';
import { casesOf } from '#tests/support/model/contract-cases.ts';
import { businessCommands } from '../../activities/model/business-commands.ts';
import { send } from '../../activities/model/course.ts';
import { evidenceCommands } from '../../activities/model/evidence-commands.ts';
import { type Opening, open, type Reached } from '../../activities/model/play.ts';
import { people, type Side, sides, type Who, type World } from '../../activities/model/world.ts';
import { assessmentRequests, noteAssessedLow } from './assessments.ts';
import { clientRequests } from './clients.ts';
import type { ClientCourse, KnownMore, Make } from './course.ts';
import { detailCommands } from './details.ts';
import { findingRequests } from './findings.ts';
import { firmRequests, restorePolicies } from './firm.ts';
import { expectDue } from './invariants.ts';
import { verificationRequests } from './verifications.ts';

/** Every command that the contract lists about clients and what their CDD rests on. */
export const contractCases = casesOf([
  'clients.',
  'parties.',
  'findings.',
  'fundsLines.',
  'individualVerifications.',
  'businessVerifications.',
  'assessments.',
  'screeningMatches.',
  'alerts.dismissMatches',
  'sanctionsPermits.',
  'company.',
  'countryLists.',
]);

const requests: Record<string, Make> = {
  ...clientRequests,
  ...findingRequests,
  ...verificationRequests,
  ...assessmentRequests,
  ...firmRequests,
};

/** Commands of the contract that the model sends one by one, or by steps of their own. */
export const modelCases: readonly string[] = [
  ...Object.keys(requests),
  ...Object.values(businessCommands).flatMap(({ cases }) => cases),
  'clients.screen',
];

const commands = {
  ...businessCommands,
  ...evidenceCommands,
  ...detailCommands,
  /** A command of the contract, as it is. */
  request: {
    weight: 30,
    details: fc.record({
      what: fc.constantFrom(...Object.keys(requests)),
      of: fc.constantFrom<Side>('first', 'first', 'first', ...sides),
      n: fc.nat(5),
    }),
    async send(course: ClientCourse, { what, of, n, by }: { what: string; of: Side; n: number; by: Who }) {
      const at = { course, side: of, clientId: course.clientIds[of], by, n };
      const made = await requests[what]?.(at);
      if (made === null || made === undefined) return false;
      const response = await send(course, made.endpoint, made.input as never, by);
      if (response === null) return false;
      await made.note?.(response as never);
      return true;
    },
  },
};

/** One command that somebody sends, with its details. */
export type Step = StepOf<typeof commands, Who>;

const ofEntity: readonly string[] = [...Object.keys(businessCommands), 'recordEntity'];
const ofIndividual: readonly string[] = Object.keys(detailCommands);

/** Kinds of steps that a client can accept: of the register an entity alone, of a person's details an individual alone. */
export const stepKinds = (isEntity: boolean): string[] => {
  const others = isEntity ? ofIndividual : [...ofEntity, 'changeKind'];
  return Object.keys(commands).filter((kind) => !others.includes(kind));
};

/** Any step of an entity or an individual. */
export function anyStep(isEntity: boolean): fc.Arbitrary<Step> {
  const kinds = [...stepKinds(isEntity), ...(isEntity ? [] : ['changeKind'])];
  return anyStepOf<Step>(
    Object.fromEntries(Object.entries(commands).filter(([kind]) => kinds.includes(kind))),
    fc.constantFrom<Who>(...people, 'owner', 'staff', 'officer', 'manager'),
  );
}

const unknown = (): KnownMore => ({
  excused: new Map(),
  isClaimedEarlier: false,
  isShownEarlier: false,
  verifiedName: null,
  status: 'draft',
  enhanced: new Set(),
  hasSource: false,
});

/** Opens a sequence: three clients without evidence. */
export async function start(
  world: World,
  reached: Reached,
  { isSole = false, ...opening }: Opening & { isSole?: boolean } = {},
): Promise<ClientCourse> {
  const course = await open(world, reached, opening);
  const more = Object.fromEntries(sides.map((side) => [side, unknown()]));
  const made = {
    ...course,
    more: more as ClientCourse['more'],
    makers: new Map(),
    newest: new Map(),
    isSole,
  };
  await restorePolicies(made);
  return made;
}

/** Sends one step. @returns whether it was accepted */
export async function take(course: ClientCourse, step: Step): Promise<boolean> {
  course.last = null;
  const { send: sendStep } = commands[step.do] as {
    send(course: ClientCourse, step: Step): Promise<boolean>;
  };
  const isAccepted = await sendStep(course, step);
  if (isAccepted) {
    course.reached.steps.add(step.do);
    if (step.do === 'verifyIdentity') course.more[step.of].verifiedName = course.clients[step.of].name;
    if (step.do === 'assessClient') noteAssessedLow(course, step);
    await expectDue(course);
  }
  return isAccepted;
}

/** Sends steps, whatever is refused. */
export async function play(course: ClientCourse, steps: readonly Step[]): Promise<ClientCourse> {
  for (const step of steps) await take(course, step);
  return course;
}
