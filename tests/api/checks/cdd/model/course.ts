import type { Endpoint, EndpointRequest } from '#contract/endpoint.ts';
import type { Outcome } from '#tests/support/api/api.ts';
import type { Course } from '../../activities/model/course.ts';
import type { Side, Who } from '../../activities/model/world.ts';

/** What is known of a client besides its evidence. */
export interface KnownMore {
  /** What a recorded finding excuses, so that an approval without it is no fault. */
  excused: Map<string, readonly string[]>;
  /** Taken on before all laws applied, by the mark and the day of the record. */
  isClaimedEarlier: boolean;
  /** A document of before all laws applied shows it. */
  isShownEarlier: boolean;
  /** The name on which the identity was verified. */
  verifiedName: string | null;
  status: string;
  enhanced: Set<string>;
  hasSource: boolean;
}

/** A sequence about clients: the first is the one that is taken on, the others are people around it. */
export interface ClientCourse extends Course {
  more: Record<Side, KnownMore>;
  /** Who recorded what somebody else may have to approve, by its id. */
  makers: Map<string, Who>;
  /** The newest verification of a person, permit, line of funds and assessment, by side. */
  newest: Map<string, string>;
  /** The people who decide are one. */
  isSole: boolean;
}

/** Where a command is sent to. */
export interface At {
  course: ClientCourse;
  side: Side;
  clientId: string;
  by: Who;
  /** Chooses between the variants of a command. */
  n: number;
}

/** A command to be sent, and how its acceptance is noted. */
export interface Attempt {
  endpoint: Endpoint;
  input: object;
  note?: ((response: never) => void | Promise<void>) | undefined;
}

/** Makes a command; null where nothing is on record that it could act on. */
export type Make = (at: At) => Attempt | null | Promise<Attempt | null>;

/** What the API answers to the owner, who may read everything. */
export async function ask<E extends Endpoint>(
  { world }: ClientCourse,
  endpoint: E,
  input: EndpointRequest<E>,
): Promise<Outcome<E>['response']> {
  return (await world.api.request(endpoint, input, { as: world.company.owner })).response;
}

/** An attempt with the types of its endpoint. */
export function attempt<E extends Endpoint>(
  endpoint: E,
  input: EndpointRequest<E>,
  note?: (response: Outcome<E>['response']) => void | Promise<void>,
): Attempt {
  return { endpoint, input, note: note as Attempt['note'] };
}
