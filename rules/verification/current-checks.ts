import type { CheckFact, CheckOutcome } from './evidence.ts';

/** Answers that say something. What did not answer, or did not answer clearly, never replaces one that did. */
function isDefinite(outcome: CheckOutcome): boolean {
  return outcome === 'match' || outcome === 'no_match' || outcome === 'document_error';
}

/** Same check of the same thing, tried again. */
function sameThing({ type, source, documentId }: CheckFact): string {
  return JSON.stringify([type, source, documentId]);
}

/**
 * Of every check its latest definite answer, or its latest try where there is none: a retry that found the source down does not take
 * away an earlier answer. In the order in which each was first tried.
 */
export function currentChecks(checks: readonly CheckFact[]): CheckFact[] {
  const current = new Map<string, CheckFact>();
  for (const check of checks.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    const key = sameThing(check);
    const before = current.get(key);
    if (before === undefined || isDefinite(check.outcome) || !isDefinite(before.outcome))
      current.set(key, check);
  }
  return [...current.values()];
}

/** Checks that a retry makes again: all but those that match. */
export function checksToRetry(checks: readonly CheckFact[]): CheckFact[] {
  return currentChecks(checks).filter(({ outcome }) => outcome !== 'match');
}

/** Tries after which a document has to be looked at by hand: more would be guessing at its number. Our own limit. */
export const mostNoMatchesOfOneDocument = 5;

/** Times that a document's issuer has said no, over all tries. */
export function noMatchesOf(checks: readonly CheckFact[], documentId: string): number {
  return checks.filter(
    ({ type, outcome, documentId: id }) =>
      type === 'issuer' && id === documentId && outcome !== 'match' && isDefinite(outcome),
  ).length;
}
