import type { PartyRole } from '#rules/clients/client-parties.ts';
import { addFractions, type Fraction, fraction, fractionFromDecimal, zero } from '#rules/fractions.ts';

/**
 * Kinds of nodes. `society`: a charity, society or association, which has no owners. `listedIssuer` and `government`:
 * the search for owners ends there (NZ s18; AU s11 and the listed classes of simplified due diligence).
 */
export const ownershipNodeKinds = [
  'person',
  'company',
  'trust',
  'partnership',
  'limitedPartnership',
  'estate',
  'society',
  'listedIssuer',
  'government',
  'other',
] as const;

export type OwnershipNodeKind = (typeof ownershipNodeKinds)[number];

export type OwnershipNode = {
  id: string;
  name: string;
  kind: OwnershipNodeKind;
  /** All issued shares, a whole number, where holdings are counted in shares. Default: the sum of the holdings. */
  issuedShares?: string;
  /**
   * False: only a member says that it is of this kind, or of the client no ground is recorded for it. A listed issuer or government body then ends no
   * search for owners.
   */
  kindEvidenced?: boolean;
};

/** Kinds at which the search for owners ends. NZ s18; AU Rules 6-7. */
export const isExemptKind = ({ kind }: Pick<OwnershipNode, 'kind'>): boolean =>
  kind === 'listedIssuer' || kind === 'government';

/** Whether the search for owners ends at a node: by its kind, which a register or a recorded ground establishes. */
export const endsSearch = (node: OwnershipNode): boolean =>
  isExemptKind(node) && node.kindEvidenced !== false;

/**
 * Part of an entity: a percentage (decimal text, stored as `decimal(7,4)`, more places are accepted) or a number of
 * shares.
 */
export type Share = { percent: string } | { shares: string };

/** A parcel of an entity. Joint holders are each credited with all of it. */
export type Holding = {
  id: string;
  /** The entity held. */
  of: string;
  holders: readonly string[];
  share: Share;
  /** False: held as nominee. Null: not stated; counted as the holder's own. */
  beneficiallyHeld: boolean | null;
  /** With `beneficiallyHeld: false`: the known nominators, to whom the parcel is credited. */
  heldFor?: readonly string[];
  /** False: entered by a member without a register extract or an accepted document that shows it. */
  evidenced?: boolean;
};

/** A party's role in an entity, with or without an ownership share. */
export type Control = {
  id: string;
  by: string;
  of: string;
  role: PartyRole;
  note?: string;
  /** As of a holding. */
  evidenced?: boolean;
};

export type OwnershipGraph = {
  /** The client. */
  rootId: string;
  nodes: readonly OwnershipNode[];
  holdings: readonly Holding[];
  controls: readonly Control[];
};

/** From an entity to one of its holders; all parcels between the two added up. */
export type Edge = { of: number; to: number; share: Fraction; holdingIds: string[]; joint: boolean };

/** A parcel with its share as an exact part of the entity. */
export type Parcel = { holding: Holding; of: number; share: Fraction; joint: boolean };

/** The graph with nodes as indexes, for the calculations. */
export type IndexedGraph = {
  nodes: readonly OwnershipNode[];
  indexOf: ReadonlyMap<string, number>;
  root: number;
  parcels: readonly Parcel[];
  /** Sum of the parcels of each entity; a joint parcel counts once. */
  heldByNode: readonly Fraction[];
  parcelsByNode: readonly (readonly Parcel[])[];
  /** Beneficial edges only, by entity. */
  edgesOf: readonly (readonly Edge[])[];
  controlsByNode: readonly (readonly Control[])[];
  /** Whether controls of an entity were left out because nothing evidences them. */
  lacksControlEvidence: readonly boolean[];
};

/** An inconsistent graph: an unreadable share or an unknown id, named in the message. */
export class OwnershipGraphError extends Error {}

const one = fraction(1n);

function readWhole(text: string, label: string): bigint {
  if (!/^\d{1,30}$/.test(text))
    throw new OwnershipGraphError(`${label} is a whole number of shares, not “${text.slice(0, 40)}”.`);
  return BigInt(text);
}

function getShare(holding: Holding, entity: OwnershipNode, sharesHeld: bigint): Fraction {
  if ('percent' in holding.share) {
    const percent = fractionFromDecimal(holding.share.percent);
    if (percent === undefined || percent.numerator < 0n) {
      throw new OwnershipGraphError(
        `Holding ${holding.id} in ${entity.name} has no percentage that can be read.`,
      );
    }
    return fraction(percent.numerator, percent.denominator * 100n);
  }
  const issued =
    entity.issuedShares === undefined
      ? sharesHeld
      : readWhole(entity.issuedShares, `Shares of ${entity.name}`);
  const shares = readWhole(holding.share.shares, `Holding ${holding.id} in ${entity.name}`);
  if (issued === 0n) return shares === 0n ? zero : one;
  return fraction(shares, issued);
}

const isEvidenced = ({ evidenced }: { evidenced?: boolean }) => evidenced !== false;

function beneficialHolders({ beneficiallyHeld, holders, heldFor }: Holding): readonly string[] {
  return beneficiallyHeld === false ? (heldFor ?? []) : holders;
}

/** Finds nodes by ID. */
function indexNodes(nodes: readonly OwnershipNode[]) {
  const indexOf = new Map<string, number>();
  nodes.forEach(({ id }, index) => {
    if (indexOf.has(id)) throw new OwnershipGraphError(`There are two entries with the id ${id}.`);
    indexOf.set(id, index);
  });
  const find = (id: string): number => {
    const index = indexOf.get(id);
    if (index === undefined) throw new OwnershipGraphError(`Nothing has the id ${id}.`);
    return index;
  };
  return { indexOf, find };
}

/** Shares held in each entity whose holdings are counted in shares, by its ID. */
function sumSharesHeld(holdings: readonly Holding[]): Map<string, bigint> {
  const sharesHeld = new Map<string, bigint>();
  for (const { id, of, share } of holdings) {
    if ('shares' in share) {
      sharesHeld.set(of, (sharesHeld.get(of) ?? 0n) + readWhole(share.shares, `Holding ${id}`));
    }
  }
  return sharesHeld;
}

/** Adds a parcel to the edges from its entity to everyone it counts for. */
function addEdges(edges: Map<number, Edge> | undefined, parcel: Parcel, counted: ReadonlySet<number>): void {
  const { holding, of, share, joint } = parcel;
  for (const to of counted) {
    const edge = edges?.get(to);
    if (edge === undefined) edges?.set(to, { of, to, share, holdingIds: [holding.id], joint });
    else {
      edge.share = addFractions(edge.share, share);
      edge.holdingIds.push(holding.id);
      edge.joint ||= joint;
    }
  }
}

/**
 * Indexes the graph, every share as an exact fraction. Parcels of one entity held by one holder become one edge.
 * `evidencedOnly`: holdings and controls without evidence do not count.
 *
 * @throws OwnershipGraphError for unknown or duplicate ids, unreadable shares, an owned natural person.
 */
export function indexGraph(
  graph: OwnershipGraph,
  { evidencedOnly = false }: { evidencedOnly?: boolean } = {},
): IndexedGraph {
  const { indexOf, find } = indexNodes(graph.nodes);
  const sharesHeld = sumSharesHeld(graph.holdings);
  const parcelsByNode: Parcel[][] = graph.nodes.map(() => []);
  const edges: Map<number, Edge>[] = graph.nodes.map(() => new Map());
  const heldByNode: Fraction[] = graph.nodes.map(() => zero);
  const parcels = graph.holdings.map((holding): Parcel => {
    const of = find(holding.of);
    const owned = graph.nodes[of];
    if (owned === undefined) throw new OwnershipGraphError('Nothing has this number.');
    if (owned.kind === 'person')
      throw new OwnershipGraphError(`${owned.name} is a person and cannot be owned.`);
    if (holding.holders.length === 0)
      throw new OwnershipGraphError(`Holding ${holding.id} in ${owned.name} has no holder.`);
    const share = getShare(holding, owned, sharesHeld.get(holding.of) ?? 0n);
    holding.holders.forEach(find);
    const counts = !evidencedOnly || isEvidenced(holding);
    const counted = new Set(counts ? beneficialHolders(holding).map(find) : []);
    const parcel = { holding, of, share, joint: counted.size > 1 };
    addEdges(edges[of], parcel, counted);
    parcelsByNode[of]?.push(parcel);
    heldByNode[of] = addFractions(heldByNode[of] ?? zero, share);
    return parcel;
  });

  const controlsByNode: Control[][] = graph.nodes.map(() => []);
  const lacksControlEvidence = graph.nodes.map(() => false);
  for (const control of graph.controls) {
    find(control.by);
    const of = find(control.of);
    if (evidencedOnly && !isEvidenced(control)) lacksControlEvidence[of] = true;
    else controlsByNode[of]?.push(control);
  }
  return {
    nodes: graph.nodes,
    indexOf,
    root: find(graph.rootId),
    parcels,
    heldByNode,
    parcelsByNode,
    edgesOf: edges.map((byHolder) => [...byHolder.values()].filter(({ share }) => share.numerator > 0n)),
    controlsByNode,
    lacksControlEvidence,
  };
}
