import { createHash } from 'node:crypto';
import { retentionDestroyedEvent } from '#rules/audit/event-names.ts';
import type { EventWithDetail } from './chain-store.ts';

/** Digest of which events’ details a destruction destroyed: SHA-256, in hex, over their numbers in order. */
export function getDestructionDigest(seqs: readonly number[]): string {
  return createHash('sha256')
    .update(seqs.toSorted((a, b) => a - b).join(','))
    .digest('hex');
}

/** What an event of a destruction states about details: their number, and since they are recorded singly their digest. */
interface Stated {
  count: number;
  digest: string | null;
}

function statedBy(event: EventWithDetail): Stated | undefined {
  if (event.action !== retentionDestroyedEvent) return undefined;
  const { itemCounts, detailsDigest } = (event.detail ?? {}) as {
    itemCounts?: Record<string, number>;
    detailsDigest?: string;
  };
  return { count: itemCounts?.audit_details ?? 0, digest: detailsDigest ?? null };
}

/**
 * Compares the missing details of a chain with the destructions that the chain itself records, event by event. A detail may be missing if
 * it is recorded as destroyed, and the event of that destruction states the digest of all that it destroyed; those of destructions before
 * details were recorded singly may be as many as these state together.
 *
 * @param recorded events with destroyed details, by number, and their destruction
 */
export function compareDestroyed(recorded: readonly { seq: number; destruction: string | null }[]) {
  const destructionBySeq = new Map(recorded.map(({ seq, destruction }) => [seq, destruction]));
  const stated = new Map<string, Stated>();
  const missing: number[] = [];
  return {
    add(event: EventWithDetail): void {
      if (event.detail_key === null) missing.push(event.seq);
      const one = statedBy(event);
      if (one !== undefined) stated.set(event.resource_id, one);
    },
    /** The first event whose detail is missing without a destruction; null if there is none. */
    firstUnexplained(): number | null {
      const seqsByHash = new Map<string, number[]>();
      for (const { seq, destruction } of recorded)
        if (destruction !== null) seqsByHash.set(destruction, [...(seqsByHash.get(destruction) ?? []), seq]);
      const isTrue = new Set(
        [...seqsByHash]
          .filter(([id, seqs]) => stated.get(id)?.digest === getDestructionDigest(seqs))
          .map(([id]) => id),
      );
      let formerLeft = [...stated.values()].reduce(
        (sum, { count, digest }) => sum + (digest === null ? count : 0),
        0,
      );
      for (const seq of missing) {
        const destruction = destructionBySeq.get(seq);
        if (destruction === undefined) return seq;
        if (destruction === null) {
          formerLeft -= 1;
          if (formerLeft < 0) return seq;
        } else if (!isTrue.has(destruction)) return seq;
      }
      return null;
    },
  };
}
