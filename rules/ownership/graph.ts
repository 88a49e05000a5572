import type { PartyRole } from '#rules/client-parties.ts';
import { addFractions, type Fraction, fraction, fractionFromDecimal, zero } from '#rules/fractions.ts';

/**
 * What stands in an ownership graph. `society`: a charity, society or association, which nobody owns. `listedIssuer` and `government`:
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
  /** All shares on issue, a whole number, where holdings are given in shares. Left out: the sum of what is held. */
  issuedShares?: string;
};

/** Part of an entity, as a percentage (decimal text up to `decimal(7,4)`, more places are read too) or as a count of shares. */
export type Share = { percent: string } | { shares: string };

/** One parcel of an entity, held by one, or by several together: each of those is credited with all of it. */
export type Holding = {
  id: string;
  /** The entity of which it is a part. */
  of: string;
  holders: readonly string[];
  share: Share;
  /** False: held for somebody else. Null: nobody has said; it counts as the holder's own. */
  beneficiallyHeld: boolean | null;
  /** With `beneficiallyHeld: false`: for whom, as far as known. The parcel then counts as theirs. */
  heldFor?: readonly string[];
};

/** A role that somebody has in an entity, with or without owning part of it. */
export type Control = { id: string; by: string; of: string; role: PartyRole; note?: string };

export type OwnershipGraph = {
  /** The client whose owners are looked for. */
  rootId: string;
  nodes: readonly OwnershipNode[];
  holdings: readonly Holding[];
  controls: readonly Control[];
};

/** From an entity to one of its holders, with all the parcels between the two summed up. */
export type Edge = { of: number; to: number; share: Fraction; holdingIds: string[]; joint: boolean };

/** A parcel with its share as an exact part of the entity. */
export type Parcel = { holding: Holding; of: number; share: Fraction; joint: boolean };

/** The graph by number, for the calculations. */
export type IndexedGraph = {
  nodes: readonly OwnershipNode[];
  indexOf: ReadonlyMap<string, number>;
  root: number;
  parcels: readonly Parcel[];
  /** Sum of the parcels of each entity, each counted once. */
  heldOf: readonly Fraction[];
  parcelsOf: readonly (readonly Parcel[])[];
  /** Beneficial edges only, by entity. */
  edgesOf: readonly (readonly Edge[])[];
  controlsOf: readonly (readonly Control[])[];
};

/** A graph that contradicts itself: a share that is no number, an id that nothing has. The message says which. */
export class OwnershipGraphError extends Error {}

const one = fraction(1n);

function readWhole(text: string, what: string): bigint {
  if (!/^\d{1,30}$/.test(text))
    throw new OwnershipGraphError(`${what} is a whole number of shares, not “${text.slice(0, 40)}”.`);
  return BigInt(text);
}

function shareOf(holding: Holding, entity: OwnershipNode, sharesHeld: bigint): Fraction {
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

function beneficialHolders({ beneficiallyHeld, holders, heldFor }: Holding): readonly string[] {
  return beneficiallyHeld === false ? (heldFor ?? []) : holders;
}

/**
 * The graph by number, every share an exact fraction. Parcels of one entity to one holder become one edge.
 * @throws OwnershipGraphError for ids that do not exist or stand twice, shares that cannot be read, an owned natural person.
 */
export function indexGraph(graph: OwnershipGraph): IndexedGraph {
  const indexOf = new Map<string, number>();
  graph.nodes.forEach(({ id }, index) => {
    if (indexOf.has(id)) throw new OwnershipGraphError(`There are two entries with the id ${id}.`);
    indexOf.set(id, index);
  });
  const find = (id: string): number => {
    const index = indexOf.get(id);
    if (index === undefined) throw new OwnershipGraphError(`Nothing has the id ${id}.`);
    return index;
  };
  const entity = (index: number): OwnershipNode => {
    const node = graph.nodes[index];
    if (node === undefined) throw new OwnershipGraphError('Nothing has this number.');
    return node;
  };

  const sharesHeld = new Map<string, bigint>();
  for (const { id, of, share } of graph.holdings) {
    if ('shares' in share) {
      sharesHeld.set(of, (sharesHeld.get(of) ?? 0n) + readWhole(share.shares, `Holding ${id}`));
    }
  }

  const parcelsOf: Parcel[][] = graph.nodes.map(() => []);
  const edges: Map<number, Edge>[] = graph.nodes.map(() => new Map());
  const heldOf: Fraction[] = graph.nodes.map(() => zero);
  const parcels = graph.holdings.map((holding): Parcel => {
    const of = find(holding.of);
    const owned = entity(of);
    if (owned.kind === 'person')
      throw new OwnershipGraphError(`${owned.name} is a person, of whom nobody owns a part.`);
    if (holding.holders.length === 0)
      throw new OwnershipGraphError(`Holding ${holding.id} in ${owned.name} has no holder.`);
    const share = shareOf(holding, owned, sharesHeld.get(holding.of) ?? 0n);
    holding.holders.forEach(find);
    const counted = new Set(beneficialHolders(holding).map(find));
    const joint = counted.size > 1;
    for (const to of counted) {
      const edge = edges[of]?.get(to);
      if (edge === undefined) edges[of]?.set(to, { of, to, share, holdingIds: [holding.id], joint });
      else {
        edge.share = addFractions(edge.share, share);
        edge.holdingIds.push(holding.id);
        edge.joint ||= joint;
      }
    }
    const parcel = { holding, of, share, joint };
    parcelsOf[of]?.push(parcel);
    heldOf[of] = addFractions(heldOf[of] ?? zero, share);
    return parcel;
  });

  const controlsOf: Control[][] = graph.nodes.map(() => []);
  for (const control of graph.controls) {
    find(control.by);
    controlsOf[find(control.of)]?.push(control);
  }
  return {
    nodes: graph.nodes,
    indexOf,
    root: find(graph.rootId),
    parcels,
    heldOf,
    parcelsOf,
    edgesOf: edges.map((byHolder) => [...byHolder.values()].filter(({ share }) => share.numerator > 0n)),
    controlsOf,
  };
}
