import { canonicalJson } from '#rules/canonical-json.ts';

/** A value of a fact, as JSON stores it. */
type FactValue =
  | string
  | number
  | boolean
  | null
  | readonly FactValue[]
  | { readonly [key: string]: FactValue };

/** Facts that a decision read, by name; null where nothing was recorded. */
export type DecisionFacts = Readonly<Record<string, FactValue>>;

/** Names of the facts that changed since a decision read them; none of a decision for which it is not on record what it relied on. */
export type Outdated = readonly string[];

/**
 * What makes a decision outdated: the facts that changed since it read them, in the order of the present ones; null if none did. A fact that
 * was not recorded then counts once it is, save `onlyIfRead`: facts that some decisions read and others do not.
 */
export function outdatedBy(
  reliedOn: DecisionFacts | null,
  present: DecisionFacts,
  onlyIfRead: readonly string[] = [],
): Outdated | null {
  if (reliedOn === null) return [];
  const changed = Object.keys(present)
    .filter((name) => name in reliedOn || !onlyIfRead.includes(name))
    .filter((name) => canonicalJson(reliedOn[name] ?? null) !== canonicalJson(present[name] ?? null));
  return changed.length === 0 ? null : changed;
}
