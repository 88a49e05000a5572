import type { MatchChange, MatchStatus } from './match-labels.ts';

/** A stored match of a client and a listed entity. */
export interface KnownMatch {
  id: string;
  listId: string;
  entityId: string;
  entityRevision: string;
  round: number;
  status: MatchStatus;
  /** Match score when found, 0 to 1. */
  score: number;
  /** Fingerprint of the client as screened then; see `subjectFingerprint`. */
  fingerprint: string;
}

/** A match found by a screening. */
export interface FoundMatch {
  listId: string;
  entityId: string;
  entityRevision: string;
  /** Revisions of former readings of the same list entry. */
  formerRevisions: readonly string[];
  score: number;
}

export type MatchAction<Found extends FoundMatch> =
  /** New: no one has reviewed this pair in this revision. */
  | { action: 'ask'; found: Found; change: Extract<MatchChange, 'added' | 'updated'>; round: number }
  /** Under review for an older revision: replace it with this one. */
  | { action: 'renew'; found: Found; known: KnownMatch }
  /** Already under review, or decided. */
  | { action: 'leave'; found: Found; known: KnownMatch };

/** Scores that differ by less are equal: scoring the same client twice may differ in the last digits. */
const sameScore = 0.0001;

const isOpen = ({ status }: KnownMatch) => status === 'pending' || status === 'possible';

/**
 * Decides whether a match is new. A decision applies to the client, the entity and its revision, until the entity
 * changes materially. Another reading of what its publisher left unchanged is no change: a decision stays, and a match under review gets what
 * was read now. One exception: the client's own name, date of birth, countries or numbers were corrected
 * afterwards and the match score rose (decision 033).
 * @param known all earlier matches of the client.
 * @param fingerprint of the client as screened now.
 */
export function matchAction<Found extends FoundMatch>(
  found: Found,
  known: readonly KnownMatch[],
  fingerprint: string,
): MatchAction<Found> {
  const pair = known
    .filter(({ listId, entityId }) => listId === found.listId && entityId === found.entityId)
    .sort((a, b) => b.round - a.round);
  const same = pair.find(({ entityRevision }) => entityRevision === found.entityRevision);
  if (same !== undefined) {
    const isRefuted =
      same.status === 'falsePositive' &&
      same.fingerprint !== fingerprint &&
      found.score > same.score + sameScore;
    return isRefuted
      ? { action: 'ask', found, change: 'updated', round: same.round + 1 }
      : { action: 'leave', found, known: same };
  }
  const open = pair.find(isOpen);
  if (open !== undefined) return { action: 'renew', found, known: open };
  const formerReading = pair.find(({ entityRevision }) => found.formerRevisions.includes(entityRevision));
  if (formerReading !== undefined) return { action: 'leave', found, known: formerReading };
  return { action: 'ask', found, change: pair.length > 0 ? 'updated' : 'added', round: 1 };
}
