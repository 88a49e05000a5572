import { canonicalJson } from './canonical-json.ts';

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

/**
 * Names of the facts that changed since a decision read them, in the order of the present facts. A fact that the record did not hold then
 * counts once it is recorded, save those of `onlyIfRead`, which some decisions read and others do not. Undefined if it is not known what the
 * decision relied on: then it is outdated as well.
 */
export function changedFacts(
  reliedOn: DecisionFacts | null,
  present: DecisionFacts,
  onlyIfRead: readonly string[] = [],
): string[] | undefined {
  if (reliedOn === null) return undefined;
  return Object.keys(present)
    .filter((name) => name in reliedOn || !onlyIfRead.includes(name))
    .filter((name) => canonicalJson(reliedOn[name] ?? null) !== canonicalJson(present[name] ?? null));
}
