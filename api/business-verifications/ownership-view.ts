import type { OwnershipView } from '#contract/ownership-records.ts';
import type { OwnershipGraph } from '#rules/ownership/graph.ts';
import { indexGraph } from '#rules/ownership/graph.ts';
import { type Ownership, resolveOwnership } from '#rules/ownership/resolve.ts';
import { ownershipThresholds, percentText } from '#rules/ownership/thresholds.ts';
import type { UnresolvedPart } from '#rules/ownership/unresolved.ts';
import { basisText, type MustVerify, mustVerify } from '#rules/ownership/verification.ts';
import { type Jurisdiction, jurisdictions } from '#rules/provisions.ts';
import type { StoredGraph } from '../database/stored-ownership.ts';
import { layersOf } from './layers.ts';
import { expansionOf, type SetUp } from './registers.ts';

/** The tree as the calculations take it. */
export function graphOf({ rootId, nodes, holdings, controls }: StoredGraph): OwnershipGraph {
  return {
    rootId,
    nodes: nodes.map(({ id, name, kind, issuedShares }) => ({
      id,
      name,
      kind,
      ...(issuedShares === undefined ? {} : { issuedShares }),
    })),
    holdings: holdings.map(({ id, of, holders, share, beneficiallyHeld, heldFor }) => ({
      id,
      of,
      holders,
      share,
      beneficiallyHeld,
      heldFor,
    })),
    controls: controls.map(({ id, by, of, role }) => ({ id, by, of, role })),
  };
}

/** All that follows from a tree under the laws by which the company works. */
export interface ResolvedTree {
  graph: OwnershipGraph;
  ownership: Ownership;
  mustVerify: MustVerify[];
}

/** @throws OwnershipGraphError for a tree that contradicts itself; one that is stored does not. */
export function resolveTree(stored: StoredGraph, regulatedIn: readonly Jurisdiction[]): ResolvedTree {
  const graph = graphOf(stored);
  const ownership = resolveOwnership(graph, regulatedIn);
  return { graph, ownership, mustVerify: mustVerify(graph, ownership, regulatedIn) };
}

/** What lists and rules need of a tree without resolving it again. */
export function summaryOf(stored: StoredGraph, { ownership }: ResolvedTree) {
  const clientOf = new Map(stored.nodes.map(({ id, clientId }) => [id, clientId]));
  const shares = ownership.people.flatMap(({ nodeId, share, percent }) => {
    const clientId = clientOf.get(nodeId);
    return clientId && share.numerator > 0n ? [[clientId, percent] as const] : [];
  });
  return {
    unresolved_percent: ownership.unresolvedPercent,
    owner_count: ownership.people.filter(({ counts }) => counts.length > 0).length,
    shares: JSON.stringify(Object.fromEntries(shares)),
    entity_client_ids: stored.nodes.flatMap(({ id, kind, clientId }) =>
      clientId && kind !== 'person' && id !== stored.rootId ? [clientId] : [],
    ),
    has_nominees: stored.holdings.some(
      ({ of, beneficiallyHeld }) => of === stored.rootId && beneficiallyHeld === false,
    ),
  };
}

function unresolvedText({ reason, share }: UnresolvedPart, name: string): string {
  const part = `${percentText(share)} % of the client`;
  switch (reason) {
    case 'holdersUnknown':
      return `${part} belongs to ${name}, and who holds ${name} is not known.`;
    case 'partUnknown':
      return `${part} lies in the part of ${name} whose holders are not known.`;
    case 'nominee':
      return `${part} is held in ${name} for somebody who is not known. Find out for whom, and record it.`;
    case 'circular':
      return `${part} goes round in a circle through ${name}.`;
    case 'notFollowed':
      return `${part} was left at ${name}: there are more ways through the companies than can be followed.`;
    case 'noController':
      return `${part} belongs to ${name}, and nobody is recorded who is in charge of it: a trustee, an executor or a partner.`;
  }
}

/** How a client record stands for an entry. */
export type ClientOfEntry = { id: string; isDraft: boolean; isVerified: boolean };

/** The tree with everything that follows from it, in words. */
export function viewOf(
  stored: StoredGraph,
  { graph, ownership }: ResolvedTree,
  {
    regulatedIn,
    setUp,
    clients,
    holdingNames,
  }: {
    regulatedIn: readonly Jurisdiction[];
    setUp: SetUp;
    clients: ReadonlyMap<string, ClientOfEntry>;
    /** Ultimate holding companies that registers name, and of whom. */
    holdingNames: readonly { of: string; name: string }[];
  },
): OwnershipView {
  const names = new Map(stored.nodes.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? '';
  const layers = layersOf(stored);
  const { parcels } = indexGraph(graph);
  const shareOfParcel = new Map(parcels.map(({ holding, share }) => [holding.id, share]));
  const known = (source: string) => (source === 'registry' ? ('registry' as const) : ('manual' as const));
  return {
    nodes: stored.nodes.map((node) => {
      const { expansion, problem } = expansionOf(stored, node, setUp);
      const share = ownership.shares.get(node.id);
      return {
        id: node.id,
        name: node.name,
        kind: node.kind,
        numbers: node.numbers,
        country: node.country,
        layer: layers.get(node.id) ?? null,
        effectivePercent: share ? percentText(share) : null,
        client: (node.clientId && clients.get(node.clientId)) || null,
        extractId: node.extractId,
        status: node.status,
        expansion,
        expansionProblem: problem,
      };
    }),
    edges: stored.holdings.map((holding) => ({
      id: holding.id,
      of: holding.of,
      holders: holding.holders,
      percent: percentText(shareOfParcel.get(holding.id) ?? { numerator: 0n, denominator: 1n }),
      shares: 'shares' in holding.share ? holding.share.shares : null,
      beneficiallyHeld: holding.beneficiallyHeld,
      heldFor: holding.heldFor,
      source: known(holding.source),
    })),
    controls: stored.controls.map(({ id, by, of, role, note, source }) => ({
      id,
      by,
      of,
      role,
      note,
      source: known(source),
    })),
    people: ownership.people.map((person) => ({
      nodeId: person.nodeId,
      name: person.name,
      percent: person.percent,
      joint: person.joint,
      nominee: person.nominee,
      counts: person.counts.map(({ jurisdiction, because }) => ({
        jurisdiction,
        provision: jurisdiction === 'NZL' ? 'NZ s5' : 'AU s11',
        reasons: because.map((basis) => basisText(basis, jurisdiction, graph.rootId, nameOf)),
      })),
      mightCount: person.mightCount,
      paths: person.paths.map(({ nodeIds, shares, product }) => ({
        nodeIds,
        percents: shares.map(percentText),
        product: percentText(product),
      })),
      pathsAreWhole: person.pathsAreWhole,
    })),
    thresholds: jurisdictions
      .filter((jurisdiction) => regulatedIn.includes(jurisdiction))
      .map((jurisdiction) => ({ jurisdiction, ...ownershipThresholds[jurisdiction] })),
    unresolvedPercent: ownership.unresolvedPercent,
    unresolved: ownership.unresolved.map((part) => ({
      reason: part.reason,
      nodeId: part.nodeId,
      percent: percentText(part.share),
      text: unresolvedText(part, nameOf(part.nodeId)),
    })),
    findings: [
      ...ownership.findings.map(({ code, text, nodeIds }) => ({ code, text, nodeIds })),
      ...holdingNames.map(({ of, name }) => ({
        code: 'ultimateHolding',
        text: `The register names ${name} as the ultimate holding company of ${nameOf(of)}.`,
        nodeIds: [of],
      })),
    ],
    consider: ownership.consider.map(({ nodeId, votes, throughIds }) => ({
      nodeId,
      votesPercent: percentText(votes),
      throughIds,
      text: `${nameOf(nodeId)} decides over ${percentText(votes)} % of the votes, by more than half of each company in between: ${throughIds.map(nameOf).join(', ')}. Consider whether that is control; if it is, record it as a role.`,
    })),
    fallbacks: needsNobody(stored) ? [] : ownership.fallbacks,
    layers: ownership.layers,
  };
}

/** The search for owners ends at a listed issuer and at government. Source: NZ s18; AU s11 and the listed classes. */
export function needsNobody({ nodes, rootId }: StoredGraph): boolean {
  const root = nodes.find(({ id }) => id === rootId);
  return root?.kind === 'listedIssuer' || root?.kind === 'government';
}
