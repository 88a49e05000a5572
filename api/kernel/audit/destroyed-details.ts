import { createHash } from 'node:crypto';
import type { Trx } from '../database/tables/schema.ts';
import {
  readDestroyedDigests,
  readDestroyedIn,
  readDestructions,
  readFormerExcess,
} from './destroyed-store.ts';

/** Digest of which events’ details a destruction destroyed: SHA-256, in hex, over their numbers in order. */
export function getDestructionDigest(seqs: readonly number[]): string {
  return createHash('sha256')
    .update(seqs.toSorted((a, b) => a - b).join(','))
    .digest('hex');
}

/** Destructions of a chain that explain missing details. */
export interface ExplainedDetails {
  /** Destructions whose event states the digest of exactly the details recorded as destroyed by them. */
  destructions: ReadonlySet<string>;
  /** The first missing detail beyond the number that destructions before details were recorded singly state together; null if none is. */
  firstExcess: number | null;
}

/**
 * Compares the details recorded as destroyed in a chain with the destructions that the chain itself records. What the events of
 * destructions state is verified with these events.
 */
export async function readExplainedDetails(trx: Trx, chain: string): Promise<ExplainedDetails> {
  const stated = new Map<string, { count: number; digest: string | null }>();
  for (const { resource_id: id, detail } of await readDestructions(trx, chain)) {
    const { itemCounts, detailsDigest } = (detail ?? {}) as {
      itemCounts?: Record<string, number>;
      detailsDigest?: string;
    };
    stated.set(id, { count: itemCounts?.audit_details ?? 0, digest: detailsDigest ?? null });
  }
  const recorded = await readDestroyedDigests(trx, chain);
  const former = [...stated.values()].reduce(
    (sum, { count, digest }) => sum + (digest === null ? count : 0),
    0,
  );
  return {
    destructions: new Set(
      recorded.filter(({ id, digest }) => stated.get(id)?.digest === digest).map(({ id }) => id),
    ),
    firstExcess: await readFormerExcess(trx, chain, former),
  };
}

/** The first of these events, in order, whose missing detail no destruction explains; null if there is none. */
export async function findUnexplained(
  trx: Trx,
  chain: string,
  seqs: readonly number[],
  { destructions, firstExcess }: ExplainedDetails,
): Promise<number | null> {
  const [first, last] = [seqs[0], seqs.at(-1)];
  if (first === undefined || last === undefined) return null;
  const recorded = new Map(
    (await readDestroyedIn(trx, chain, first, last)).map(({ seq, destruction }) => [seq, destruction]),
  );
  const isExplained = (seq: number) => {
    const destruction = recorded.get(seq);
    if (destruction === undefined) return false;
    if (destruction === null) return firstExcess === null || seq < firstExcess;
    return destructions.has(destruction);
  };
  return seqs.find((seq) => !isExplained(seq)) ?? null;
}
