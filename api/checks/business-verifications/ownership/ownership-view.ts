import type { OwnershipView } from '#contract/business-verifications/ownership.ts';
import type { TypeWithoutOwners } from '#rules/cdd-rule-packs/findings.ts';
import { addFractions, compareFractions, type Fraction, fraction } from '#rules/fractions.ts';
import { type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import { showsHolders } from '#rules/ownership/business-evidence.ts';
import type { OwnershipGraph } from '#rules/ownership/graph.ts';
import { indexGraph } from '#rules/ownership/graph.ts';
import { type Ownership, resolveOwnership, standsIn } from '#rules/ownership/resolve.ts';
import { formatPercent, ownershipThresholds } from '#rules/ownership/thresholds.ts';
import type { UnresolvedPart } from '#rules/ownership/unresolved-ownership.ts';
import { formatBasis, type MustVerify, mustVerify } from '#rules/ownership/verification.ts';
import type {
  StoredControl,
  StoredGraph,
  StoredHolding,
} from '../../../kernel/database/tables/stored-ownership.ts';
import { getLayers } from '../registers/expansion-layers.ts';
import { getExpansion, type SetUp } from '../registers/registers.ts';

/** Document types of the accepted evidence of a verification, by the evidence's id. */
export type AcceptedEvidence = ReadonlyMap<string, string | null>;

/** A function that tells whether a register or an accepted document shows a holding or role. */
function findEvidence({ nodes }: StoredGraph, accepted: AcceptedEvidence) {
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]));
  return (entry: StoredHolding | StoredControl): boolean => {
    if (entry.source === 'registry') return true;
    const kind = kinds.get(entry.of);
    if (entry.evidenceId === undefined || kind === undefined) return false;
    const forOthers = 'heldFor' in entry && entry.heldFor.length > 0;
    return showsHolders(accepted.get(entry.evidenceId) ?? null, kind, { forOthers });
  };
}

/** The tree as input of the calculations. */
function getGraph(stored: StoredGraph, accepted: AcceptedEvidence, isDeemed: boolean): OwnershipGraph {
  const { rootId, nodes, holdings, controls } = stored;
  const isEvidenced = findEvidence(stored, accepted);
  return {
    rootId,
    nodes: nodes.map(({ id, name, kind, issuedShares, extractId }) => ({
      id,
      name,
      kind,
      kindEvidenced: id === rootId ? isDeemed : extractId !== null,
      ...(issuedShares === undefined ? {} : { issuedShares }),
    })),
    holdings: holdings.map((holding) => {
      const { id, of, holders, share, beneficiallyHeld, heldFor } = holding;
      return { id, of, holders, share, beneficiallyHeld, heldFor, evidenced: isEvidenced(holding) };
    }),
    controls: controls.map((control) => {
      const { id, by, of, role } = control;
      return { id, by, of, role, evidenced: isEvidenced(control) };
    }),
  };
}

/** Results of a tree under the laws that apply to the company. */
export interface ResolvedTree {
  graph: OwnershipGraph;
  ownership: Ownership;
  mustVerify: MustVerify[];
  /** The client itself ends the search for owners: it is of a type for which a ground is recorded. NZ s18; AU Rules 6-7. */
  isDeemed: boolean;
}

/**
 * Resolves a tree. `accepted`: evidence that members' entries can refer to. `withoutOwners`: the type for which a ground recorded of the client
 * ends the search for owners.
 * @throws OwnershipGraphError for a contradictory tree; stored trees are consistent
 */
export function resolveTree(
  stored: StoredGraph,
  regulatedIn: readonly Jurisdiction[],
  accepted: AcceptedEvidence,
  withoutOwners: TypeWithoutOwners,
): ResolvedTree {
  const isDeemed = stored.nodes.some(({ id, kind }) => id === stored.rootId && kind === withoutOwners);
  const graph = getGraph(stored, accepted, isDeemed);
  const ownership = resolveOwnership(graph, regulatedIn);
  return { graph, ownership, mustVerify: mustVerify(graph, ownership, regulatedIn), isDeemed };
}

/** Summary of a tree for lists and rules, stored to avoid resolving the tree again. */
export function getSummary(stored: StoredGraph, { ownership }: ResolvedTree) {
  const clientIdByNode = new Map(stored.nodes.map(({ id, clientId }) => [id, clientId]));
  const shares = new Map<string, Fraction>();
  for (const { nodeId, share } of ownership.people) {
    const clientId = clientIdByNode.get(nodeId);
    if (!clientId || share.numerator === 0n) continue;
    // Two entries of one client, as after a merge of its records, are two holdings; of a joint one each has the whole.
    const sum = addFractions(shares.get(clientId) ?? fraction(0n), share);
    shares.set(clientId, compareFractions(sum, fraction(1n)) > 0 ? fraction(1n) : sum);
  }
  return {
    unresolved_percent: ownership.unresolvedPercent,
    owner_count: ownership.people.filter(({ counts }) => counts.length > 0).length,
    shares: JSON.stringify(Object.fromEntries([...shares].map(([id, share]) => [id, formatPercent(share)]))),
    entity_client_ids: stored.nodes.flatMap(({ id, kind, clientId }) =>
      clientId && kind !== 'person' && id !== stored.rootId ? [clientId] : [],
    ),
    owner_client_ids: ownership.people.flatMap(({ nodeId, counts }) => {
      const clientId = clientIdByNode.get(nodeId);
      const isOwner = counts.some(({ because }) => because.some((basis) => !standsIn(basis)));
      return clientId && isOwner ? [clientId] : [];
    }),
    has_nominees: stored.holdings.some(
      ({ of, beneficiallyHeld }) => of === stored.rootId && beneficiallyHeld === false,
    ),
  };
}

function formatUnresolved({ reason, share }: UnresolvedPart, name: string): string {
  const part = `${formatPercent(share)} % of the client`;
  switch (reason) {
    case 'holdersUnknown':
      return `${part} is held by ${name}, whose owners are unknown.`;
    case 'partUnknown':
      return `${part} is in the part of ${name} whose owners are unknown.`;
    case 'nominee':
      return `${part} is held by ${name} as nominee for an unknown person. Identify and record the nominator.`;
    case 'circular':
      return `${part} is circular ownership through ${name}.`;
    case 'notFollowed':
      return `${part} is unresolved beyond ${name}: the ownership paths exceed the limit.`;
    case 'notEvidenced':
      return `${part} is entered for ${name} without evidence. Order a register extract, or select the accepted document that shows it.`;
    case 'noController':
      return `${part} is held by ${name}; no trustee, executor or partner is recorded.`;
  }
}

/** A node's linked client. */
export type EntryClient = { id: string; isDraft: boolean; isVerified: boolean };

/** Inputs of a tree's view besides the tree. */
interface ViewContext {
  regulatedIn: readonly Jurisdiction[];
  setUp: SetUp;
  clients: ReadonlyMap<string, EntryClient>;
  /** Ultimate holding companies named by registers, each with the entity it holds (`of`). */
  holdingNames: readonly { of: string; name: string }[];
}

type GetName = (id: string) => string;

const known = (source: string) => (source === 'registry' ? ('registry' as const) : ('manual' as const));

function toNodeViews(
  stored: StoredGraph,
  { ownership }: ResolvedTree,
  { setUp, clients }: ViewContext,
): OwnershipView['nodes'] {
  const layers = getLayers(stored);
  return stored.nodes.map((node) => {
    const { expansion, problem } = getExpansion(stored, node, setUp);
    const share = ownership.shares.get(node.id);
    return {
      id: node.id,
      name: node.name,
      kind: node.kind,
      numbers: node.numbers,
      country: node.country,
      layer: layers.get(node.id) ?? null,
      effectivePercent: share ? formatPercent(share) : null,
      client: (node.clientId && clients.get(node.clientId)) || null,
      extractId: node.extractId,
      status: node.status,
      expansion,
      expansionProblem: problem,
    };
  });
}

function toEdgeViews(stored: StoredGraph, { graph }: ResolvedTree): OwnershipView['edges'] {
  const { parcels } = indexGraph(graph);
  const shareByParcel = new Map(parcels.map(({ holding, share }) => [holding.id, share]));
  const evidenced = new Map(parcels.map(({ holding }) => [holding.id, holding.evidenced !== false]));
  return stored.holdings.map((holding) => ({
    id: holding.id,
    of: holding.of,
    holders: holding.holders,
    percent: formatPercent(shareByParcel.get(holding.id) ?? { numerator: 0n, denominator: 1n }),
    shares: 'shares' in holding.share ? holding.share.shares : null,
    beneficiallyHeld: holding.beneficiallyHeld,
    heldFor: holding.heldFor,
    source: known(holding.source),
    isEvidenced: evidenced.get(holding.id) ?? false,
    evidenceId: holding.evidenceId ?? null,
  }));
}

function toPersonViews({ graph, ownership }: ResolvedTree, getName: GetName): OwnershipView['people'] {
  return ownership.people.map((person) => ({
    nodeId: person.nodeId,
    name: person.name,
    percent: person.percent,
    joint: person.joint,
    nominee: person.nominee,
    counts: person.counts.map(({ jurisdiction, because }) => ({
      jurisdiction,
      provision: jurisdiction === 'NZL' ? 'NZ s5' : 'AU s11',
      reasons: because.map((basis) => formatBasis(basis, graph.rootId, getName)),
    })),
    mightCount: person.mightCount,
    paths: person.paths.map(({ nodeIds, shares, product }) => ({
      nodeIds,
      percents: shares.map(formatPercent),
      product: formatPercent(product),
    })),
    pathsAreWhole: person.pathsAreWhole,
  }));
}

function toFindingViews(
  { ownership }: ResolvedTree,
  { holdingNames }: ViewContext,
  getName: GetName,
): OwnershipView['findings'] {
  return [
    ...ownership.findings.map(({ code, text, nodeIds }) => ({ code, text, nodeIds })),
    ...holdingNames.map(({ of, name }) => ({
      code: 'ultimateHolding',
      text: `The register names ${name} as the ultimate holding company of ${getName(of)}.`,
      nodeIds: [of],
    })),
  ];
}

/** The tree with all results, as text. */
export function getView(stored: StoredGraph, tree: ResolvedTree, context: ViewContext): OwnershipView {
  const { ownership } = tree;
  const names = new Map(stored.nodes.map(({ id, name }) => [id, name]));
  const getName = (id: string) => names.get(id) ?? '';
  return {
    nodes: toNodeViews(stored, tree, context),
    edges: toEdgeViews(stored, tree),
    controls: stored.controls.map(({ id, by, of, role, note, source, evidenceId }) => ({
      id,
      by,
      of,
      role,
      note,
      source: known(source),
      isEvidenced: tree.graph.controls.find((control) => control.id === id)?.evidenced ?? false,
      evidenceId: evidenceId ?? null,
    })),
    people: toPersonViews(tree, getName),
    thresholds: jurisdictions
      .filter((jurisdiction) => context.regulatedIn.includes(jurisdiction))
      .map((jurisdiction) => ({ jurisdiction, ...ownershipThresholds[jurisdiction] })),
    unresolvedPercent: ownership.unresolvedPercent,
    unresolved: ownership.unresolved.map((part) => ({
      reason: part.reason,
      nodeId: part.nodeId,
      percent: formatPercent(part.share),
      text: formatUnresolved(part, getName(part.nodeId)),
    })),
    findings: toFindingViews(tree, context, getName),
    consider: ownership.consider.map(({ nodeId, votes, throughIds }) => ({
      nodeId,
      votesPercent: formatPercent(votes),
      throughIds,
      text: `${getName(nodeId)} decides over ${formatPercent(votes)} % of the votes, by more than half of each company in between: ${throughIds.map(getName).join(', ')}. Consider whether that is control; if it is, record it as a role.`,
    })),
    fallbacks: tree.isDeemed ? [] : ownership.fallbacks,
    layers: ownership.layers,
  };
}
