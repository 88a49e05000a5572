import {
  addFractions,
  compareFractions,
  type Fraction,
  fraction,
  multiplyFractions,
  subtractFractions,
  zero,
} from '#rules/fractions.ts';
import type { Flow } from './flow.ts';
import type { IndexedGraph } from './graph.ts';

/**
 * Why a part of the client is not traced to people.
 * - `holdersUnknown`: nothing is known of who holds this entity.
 * - `partUnknown`: what its holders have does not come to the whole.
 * - `nominee`: held for somebody who is not known.
 * - `circular`: comes back to an entity that its path has passed already.
 * - `notFollowed`: the steps allowed were used up.
 * - `noController`: a trust, estate or society of which nobody is recorded.
 */
export type UnresolvedReason =
  | 'holdersUnknown'
  | 'partUnknown'
  | 'nominee'
  | 'circular'
  | 'notFollowed'
  | 'noController';

/** A part of the client, 1 being all of it. `nodeId`: the entity where it stops, for `nominee` the entity that is held. */
export type UnresolvedPart = {
  reason: UnresolvedReason;
  nodeId: string;
  share: Fraction;
  holdingId?: string;
};

/** A part of the client that ends where nobody owns further and nothing is missing. */
export type RestingPart = {
  nodeId: string;
  share: Fraction;
  /** `inTrust`: those in charge of the trust, estate, society or partnership stand for it. `exempt`: listed, or government. */
  why: 'inTrust' | 'exempt';
};

const whole = fraction(1n);

/** Kinds that may have nobody who owns them; the people in charge are what matters. */
const heldByNobody = new Set(['trust', 'estate', 'society', 'partnership', 'limitedPartnership']);

/** The parts that end without a person, and why each does. Source: domain 4, `unresolvedPercent`. */
export function looseEnds(
  graph: IndexedGraph,
  flow: Flow,
): { unresolved: UnresolvedPart[]; resting: RestingPart[] } {
  const unresolved: UnresolvedPart[] = [];
  const resting: RestingPart[] = [];
  const lose = (reason: UnresolvedReason, nodeId: string, share: Fraction, holdingId?: string) => {
    if (share.numerator > 0n) unresolved.push({ reason, nodeId, share, ...(holdingId ? { holdingId } : {}) });
  };

  graph.nodes.forEach((node, index) => {
    const share = flow.reaches[index] ?? zero;
    if (node.kind === 'person' || share.numerator === 0n) return;
    const parcels = graph.parcelsOf[index] ?? [];
    if (parcels.length === 0) {
      if (node.kind === 'listedIssuer' || node.kind === 'government') {
        resting.push({ nodeId: node.id, share, why: 'exempt' });
      } else if (!heldByNobody.has(node.kind)) lose('holdersUnknown', node.id, share);
      else if ((graph.controlsOf[index] ?? []).length > 0) {
        resting.push({ nodeId: node.id, share, why: 'inTrust' });
      } else lose('noController', node.id, share);
      return;
    }
    const missing = subtractFractions(whole, graph.heldOf[index] ?? zero);
    if (missing.numerator > 0n && node.kind !== 'listedIssuer' && node.kind !== 'government') {
      lose('partUnknown', node.id, multiplyFractions(share, missing));
    }
    for (const { holding, share: parcel } of parcels) {
      if (holding.beneficiallyHeld === false && (holding.heldFor ?? []).length === 0) {
        lose('nominee', node.id, multiplyFractions(share, parcel), holding.id);
      }
    }
  });
  for (const [index, share] of flow.circular) lose('circular', graph.nodes[index]?.id ?? '', share);
  for (const [index, share] of flow.notFollowed) lose('notFollowed', graph.nodes[index]?.id ?? '', share);
  return { unresolved, resting };
}

/**
 * All that is not traced, at most the whole. What is held jointly is in it once for each holder behind whom nobody is known, so it
 * is never too small.
 */
export function unresolvedShare(parts: readonly UnresolvedPart[]): Fraction {
  const sum = parts.reduce((total, { share }) => addFractions(total, share), zero);
  return compareFractions(sum, whole) > 0 ? whole : sum;
}
