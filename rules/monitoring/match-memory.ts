import type { MatchChange, MatchStatus } from './match-words.ts';

/** What is remembered of a pair of a client and a listed entity. */
export interface KnownMatch {
  id: string;
  listId: string;
  entityId: string;
  entityRevision: string;
  round: number;
  status: MatchStatus;
  /** 0 to 1, as it was when it was found. */
  score: number;
  /** The client as screened then; see `subjectFingerprint`. */
  fingerprint: string;
}

/** What a screening found, and what it does not need to say twice. */
export interface FoundMatch {
  listId: string;
  entityId: string;
  entityRevision: string;
  score: number;
}

export type MatchAction<Found extends FoundMatch> =
  /** Ask a person: nobody has seen this pair in this revision. */
  | { action: 'ask'; found: Found; change: Extract<MatchChange, 'added' | 'updated'>; round: number }
  /** Somebody is asked already, about an older revision: ask about this one instead. */
  | { action: 'renew'; found: Found; known: KnownMatch }
  /** Asked already, or decided. */
  | { action: 'leave'; found: Found; known: KnownMatch };

/** Likenesses of less difference are the same: the same client scored twice may differ in the last digits. */
const sameScore = 0.0001;

const isOpen = ({ status }: KnownMatch) => status === 'pending' || status === 'possible';

/**
 * Whether a found match is new. A decision holds for the client, the entity and its revision, and is not asked for again until the
 * entity changes materially. One exception: the client's own name, date of birth, countries or numbers were corrected afterwards, and the
 * two are more alike now than what was judged (decided: docs/decisions/033). Source: domain 11.7.
 *
 * @param known every match of the client so far.
 * @param fingerprint the client as screened now.
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
  return { action: 'ask', found, change: pair.length > 0 ? 'updated' : 'added', round: 1 };
}
