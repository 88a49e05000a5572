import fc from 'fast-check';
import { anyStepOf, type StepOf } from '#tests/support/model/commands.ts';
import { activityCommands, createFrom } from './activity-commands.ts';
import { businessCommands } from './business-commands.ts';
import { clientCommands } from './client-commands.ts';
import type { Command, Course, KnownClient } from './course.ts';
import { evidenceCommands } from './evidence-commands.ts';
import type { FormChanges } from './form-choices.ts';
import { recordCommands } from './record-commands.ts';
import {
  addEntity,
  addIndividual,
  people,
  type Side,
  sides,
  type Who,
  type World,
  type WorldName,
} from './world.ts';

const commands = {
  ...evidenceCommands,
  ...clientCommands,
  ...businessCommands,
  ...activityCommands,
  ...recordCommands,
};
type Commands = typeof commands;

/** One command that somebody sends, with its details. */
export type Step = StepOf<Commands, Who>;

export const stepKinds = Object.keys(commands) as Step['do'][];

/** Cases of the contract that the model sends. */
export const modelCases: readonly string[] = Object.values(commands).flatMap(({ cases }) => cases);

const ofEntityAlone: readonly string[] = [
  ...Object.keys(businessCommands),
  'recordEntity',
  'addParty',
  'updateParty',
  'endParty',
];
const ofAustraliaAlone: readonly string[] = [
  'recordNonCooperation',
  'withdrawNonCooperation',
  'recordArrangement',
  'withdrawArrangement',
];

/** Whether a step can be accepted in a world at all; the sequences of another leave it out. */
const isOf = (world: WorldName, kind: string): boolean =>
  (world === 'newZealand' || !ofEntityAlone.includes(kind)) &&
  (world !== 'newZealand' || !ofAustraliaAlone.includes(kind));

/** Any step of a world. */
export function anyStep(world: WorldName): fc.Arbitrary<Step> {
  // The auditor, of whom nothing is ever accepted, is one of nine.
  const by = fc.constantFrom<Who>(...people, 'owner', 'staff', 'officer', 'manager');
  const all = Object.fromEntries(Object.entries(commands).filter(([kind]) => isOf(world, kind)));
  return anyStepOf<Step>(all, by);
}

/** How a sequence opens. */
export interface Opening {
  changes?: FormChanges;
  by?: Who;
  /** Clients with nothing but a name. */
  drafts?: readonly Side[];
  names?: Partial<Record<Side, string>>;
  /** The company of the register that is the entity. */
  registered?: string;
}

const unknown = (name: string, isDraft: boolean, isEntity: boolean): KnownClient => ({
  isEntity,
  name,
  evidence: new Set(isDraft ? [] : ['record']),
  hasUndecidedMatch: false,
  isForeignPep: false,
  cdd: null,
  hasLapsed: false,
});

const usualNames = { first: 'Vendorson', second: 'Purchaserson', third: 'Guarantorson' };

/** Accepted commands and steps of all sequences together. */
export type Reached = Course['reached'];

/** Opens a sequence: three clients without evidence, and the activity unless its form is refused. */
export async function open(world: World, reached: Reached, opening: Opening = {}): Promise<Course> {
  const {
    changes = {},
    by = 'owner',
    drafts = [],
    names = {},
    registered = 'KŌWHAI BAY TRADING LIMITED',
  } = opening;
  const all = { ...usualNames, ...names };
  const isEntity = (side: Side) => world.name === 'newZealand' && side === 'first';
  const clientIds = {} as Record<Side, string>;
  const clients = {} as Record<Side, KnownClient>;
  for (const side of sides) {
    const isDraft = drafts.includes(side);
    clientIds[side] = isEntity(side)
      ? await addEntity(world, registered)
      : await addIndividual(world, all[side], { isDraft });
    clients[side] = unknown(isEntity(side) ? registered : all[side], isDraft, isEntity(side));
  }
  const course: Course = {
    world,
    clientIds,
    clients,
    activityId: '',
    activity: null as never,
    verification: null,
    chartOwners: [],
    parties: new Map(),
    reached,
    last: null,
  };
  // A refused form leaves the usual one, on which the sequence goes on.
  if (!(await createFrom(course, changes, by))) await createFrom(course, {}, 'owner');
  return course;
}

/** Sends one step. @returns whether it was accepted */
export async function take(course: Course, step: Step): Promise<boolean> {
  course.last = null;
  const isAccepted = await (commands[step.do] as Command<object>).send(course, step);
  if (isAccepted) course.reached.steps.add(step.do);
  return isAccepted;
}

/** Sends steps, whatever is refused. */
export async function play(course: Course, steps: readonly Step[]): Promise<Course> {
  for (const step of steps) await take(course, step);
  return course;
}
