import {
  addFractions,
  compareFractions,
  type Fraction,
  fraction,
  multiplyFractions,
  subtractFractions,
  zero,
} from '#rules/fractions.ts';
import type { Flow } from './effective-ownership.ts';
import { endsSearch, type IndexedGraph, isExemptKind } from './graph.ts';

/**
 * Why a part of the client is not traced to people.
 * - `holdersUnknown`: no holders of the entity are recorded.
 * - `partUnknown`: its holdings add up to less than the whole.
 * - `nominee`: the nominator is unknown.
 * - `circular`: the chain returns to an entity already on its path.
 * - `notFollowed`: the step limit was reached.
 * - `noController`: a trust, estate or society without recorded controllers.
 * - `notEvidenced`: entered by a member without a register extract or an accepted document that shows it. NZ s16(1)(b), reg 11; AU s28(3).
 */
type UnresolvedReason =
  | 'holdersUnknown'
  | 'partUnknown'
  | 'nominee'
  | 'circular'
  | 'notFollowed'
  | 'noController'
  | 'notEvidenced';

/** A part of the client, as a fraction. `nodeId`: the entity where it stops; for `nominee` the entity held. */
export type UnresolvedPart = {
  reason: UnresolvedReason;
  nodeId: string;
  share: Fraction;
  holdingId?: string;
};

/** A part of the client whose ownership chain ends without anything unresolved. */
export type RestingPart = {
  nodeId: string;
  share: Fraction;
  /**
   * `inTrust`: the controllers of the trust, estate, society or partnership are identified instead. `exempt`: listed,
   * or government.
   */
  why: 'inTrust' | 'exempt';
};

const whole = fraction(1n);

/** Kinds that may have no owners; their controllers are identified instead. */
const heldByNobody = new Set(['trust', 'estate', 'society', 'partnership', 'limitedPartnership']);

/** Parts of the client that do not end at a person by evidence, each with the reason. `graph`: of what is evidenced. */
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
    const parcels = graph.parcelsByNode[index] ?? [];
    if (parcels.length === 0) {
      if (endsSearch(node)) resting.push({ nodeId: node.id, share, why: 'exempt' });
      else if (isExemptKind(node)) lose('notEvidenced', node.id, share);
      else if (!heldByNobody.has(node.kind)) lose('holdersUnknown', node.id, share);
      else if ((graph.controlsByNode[index] ?? []).length > 0) {
        resting.push({ nodeId: node.id, share, why: 'inTrust' });
      } else lose(graph.lacksControlEvidence[index] ? 'notEvidenced' : 'noController', node.id, share);
      return;
    }
    const missing = subtractFractions(whole, graph.heldByNode[index] ?? zero);
    if (missing.numerator > 0n && !endsSearch(node)) {
      lose('partUnknown', node.id, multiplyFractions(share, missing));
    }
    for (const { holding, share: parcel } of parcels) {
      const isForUnknown = holding.beneficiallyHeld === false && (holding.heldFor ?? []).length === 0;
      if (!isForUnknown && holding.evidenced !== false) continue;
      const reason = isForUnknown ? 'nominee' : 'notEvidenced';
      lose(reason, node.id, multiplyFractions(share, parcel), holding.id);
    }
  });
  for (const [index, share] of flow.circular) lose('circular', graph.nodes[index]?.id ?? '', share);
  for (const [index, share] of flow.notFollowed) lose('notFollowed', graph.nodes[index]?.id ?? '', share);
  return { unresolved, resting };
}

/**
 * Total unresolved share, at most 1. A jointly held part counts once for each untraced holder, so the total is never
 * too small.
 */
export function unresolvedShare(parts: readonly UnresolvedPart[]): Fraction {
  const sum = parts.reduce((total, { share }) => addFractions(total, share), zero);
  return compareFractions(sum, whole) > 0 ? whole : sum;
}
