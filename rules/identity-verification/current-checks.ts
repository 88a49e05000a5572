import type { CheckFact, CheckOutcome } from './evidence.ts';

/** Definite results. An unavailable source or an unclear result never replaces one. */
function isDefinite(outcome: CheckOutcome): boolean {
  return outcome === 'match' || outcome === 'no_match' || outcome === 'document_error';
}

/** Retry of the same check. */
function sameThing({ type, source, documentId }: CheckFact): string {
  return JSON.stringify([type, source, documentId]);
}

/**
 * Latest definite result of every check, or its latest attempt without one: a retry with the source down does not remove an
 * earlier result. In order of first attempt.
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

/** Checks repeated by a retry: all except matches. */
export function checksToRetry(checks: readonly CheckFact[]): CheckFact[] {
  return currentChecks(checks).filter(({ outcome }) => outcome !== 'match');
}

/** Attempts after which a document needs manual review, to prevent guessing its number. Our own limit. */
export const maxFailedChecksPerDocument = 5;

/** Number of "no match" responses by a document's issuer, over all attempts. */
export function getNoMatches(checks: readonly CheckFact[], documentId: string): number {
  return checks.filter(
    ({ type, outcome, documentId: id }) =>
      type === 'issuer' && id === documentId && outcome !== 'match' && isDefinite(outcome),
  ).length;
}
