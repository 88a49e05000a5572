import { expect } from 'vitest';
import type { Endpoint, EndpointRequest } from '#contract/endpoint.ts';
import type { Outcome } from '#tests/support/api/api.ts';
import { getDiligence } from '#tests/support/api/due-diligence.ts';
import type { Command as ModelCommand } from '#tests/support/model/commands.ts';
import { caseOf } from '#tests/support/model/contract-cases.ts';
import { type ActivityForm, read } from '../support.ts';
import type { FormChoice } from './form.ts';
import type { Side, Who, World } from './world.ts';

/** What was put on record of a client by commands that were accepted. */
export interface KnownClient {
  isEntity: boolean;
  name: string;
  /** Of an entity the identity is what a verification with an extract of the register found, with its owners. */
  evidence: Set<'record' | 'identity' | 'exposure' | 'screening' | 'assessment' | 'entity'>;
  hasUndecidedMatch: boolean;
  isForeignPep: boolean;
  /** The status of CDD that somebody chose last, and who. */
  cdd: { status: string; by: Who } | null;
  /** CDD was complete and then lapsed by a later change of the client: work in progress goes on until somebody decides. */
  hasLapsed: boolean;
}

/** A party of the entity; `of` is null for a draft that a verification created. */
export interface KnownParty {
  of: Side | null;
  mustBeVerified: boolean;
}

/** An assessment of the activity, with the facts on which it relies. */
export interface KnownAssessment {
  id: string;
  status: 'submitted' | 'approved' | 'returned' | 'void' | 'superseded';
  facts: string;
  isHigh: boolean;
}

/** A delay, with the clients whom it concerns, and who approved it. */
interface KnownDelay {
  text: string;
  clientIds: readonly string[];
  approvedBy: Who | null;
}

/** What was put on record of the activity. */
export interface KnownActivity {
  status: 'toDo' | 'inProgress' | 'inReview' | 'onHold' | 'completed' | 'cancelled';
  hasStarted: boolean;
  choice: FormChoice;
  form: ActivityForm;
  scopeBy: Who | null;
  assessments: KnownAssessment[];
  outcome: { is: 'approved' | 'declined'; facts: string } | null;
  senior: { by: Who; facts: string } | null;
  delay: KnownDelay | null;
  /** The earliest due day that any delay had, and the earliest days from which delays are counted. */
  earliestDue: string | null;
  firstExchange: string | null;
  firstSettlement: string | null;
  refused: Set<Side>;
  arranged: Set<Side>;
}

interface KnownVerification {
  id: string;
  hasExtract: boolean;
  /** Owners by the chart who were recorded as parties from it. */
  owners: readonly Side[];
}

/** A sequence as it is played in a world. */
export interface Course {
  world: World;
  clientIds: Record<Side, string>;
  activityId: string;
  clients: Record<Side, KnownClient>;
  activity: KnownActivity;
  verification: KnownVerification | null;
  /** Owners of the entity by the chart that was verified last. */
  chartOwners: readonly Side[];
  parties: Map<string, KnownParty>;
  /** Commands of the contract and steps of the model that were accepted. */
  reached: { cases: Set<string>; steps: Set<string> };
  /** The answer to the last command, for tests of a refusal. */
  last: Outcome<Endpoint> | null;
}

/**
 * Sends a command as one of the people. Whatever is sent, the answer is never an error of the server, and never an acceptance of the
 * auditor's. @returns the answer if it was accepted, else null
 */
export async function send<E extends Endpoint>(
  course: Course,
  endpoint: E,
  input: EndpointRequest<E>,
  by: Who,
): Promise<Outcome<E>['response'] | null> {
  const { api, as } = course.world;
  const outcome = await api.request(endpoint, input, { as: as[by] });
  course.last = outcome as unknown as Outcome<Endpoint>;
  if (outcome.status >= 500) throw new Error(`${endpoint.id} answered ${outcome.status}: ${outcome.text}`);
  if (outcome.status !== endpoint.status) return null;
  expect([endpoint.id, by]).not.toEqual([endpoint.id, 'auditor']);
  course.reached.cases.add(caseOf(endpoint, input));
  return outcome.response;
}

/** The current version of a client. */
export async function clientVersion({ world, clientIds }: Course, side: Side): Promise<number> {
  return (await getDiligence(world.api, world.company.owner, clientIds[side])).version;
}

/** The current version of the activity. */
export async function activityVersion({ world, activityId }: Course): Promise<number> {
  return (await read(world.api, world.company.owner, activityId)).version;
}

/** A command of the model, with what of the contract it sends. */
export interface Command<Details extends object> extends ModelCommand<Course, Who, Details> {
  cases: readonly string[];
}

/** Declares a command and infers its details. */
export function command<Details extends object>(made: Command<Details>): Command<Details> {
  return made;
}
