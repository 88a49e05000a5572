import type { Emitted, EmittedName } from './emitted.ts';
import type { Work } from './work.ts';

/** Reaction of a higher area to an emitted event, in the same transaction. */
export interface Consequence<Payload> {
  run(work: Work, payload: Payload): Promise<void>;
  /** Runs once per distinct payload, after all others: for derived data. */
  isLast?: boolean;
}

/** Reactions to each event, in order. */
export type Consequences = { readonly [Name in EmittedName]: readonly Consequence<Emitted[Name]>[] };

let installed: Consequences | undefined;

/** Installs the table of consequences. Called once by every entry point of a process before it serves anything. */
export function installConsequences(consequences: Consequences): void {
  installed = consequences;
}

/** @throws Error in a process without installed consequences, which would otherwise be skipped silently. */
export function getConsequences<Name extends EmittedName>(name: Name): readonly Consequence<Emitted[Name]>[] {
  if (installed === undefined) throw new Error('This process has not installed its consequences.');
  return installed[name];
}
