import type { PartyRole } from '#rules/clients/client-parties.ts';
import { addFractions, compareFractions, type Fraction, fraction, zero } from '#rules/fractions.ts';
import { jurisdictions as everyJurisdiction, type Jurisdiction } from '#rules/legal-provisions.ts';
import { getControllers, majorityControls } from './controllers.ts';
import { type Flow, flowFrom, maxSteps } from './effective-ownership.ts';
import { type OwnershipFinding, ownershipFindings } from './findings.ts';
import { type IndexedGraph, indexGraph, type OwnershipGraph, type OwnershipNodeKind } from './graph.ts';
import { type OwnershipPath, pathFinder } from './paths.ts';
import { formatPercent, shareIsEnough } from './thresholds.ts';
import { looseEnds, type RestingPart, type UnresolvedPart, unresolvedShare } from './unresolved-ownership.ts';

/** Why a person is a beneficial owner. Shares are fractions of the client. */
export type OwnerBasis =
  | { kind: 'owns'; share: Fraction }
  | {
      kind: 'controls';
      role: PartyRole;
      /** The controlled entity: the client, or an entity that owns enough of it. */
      ofId: string;
      ofShare: Fraction;
      /** Entities between the person and the role, the role's holder first. */
      throughIds: string[];
      behind?: 'owns' | 'controls' | 'directs';
    };

type OwnershipPerson = {
  nodeId: string;
  name: string;
  /** Σ over simple paths Π(direct share), exact. */
  share: Fraction;
  /** The share as text; see `formatPercent`. */
  percent: string;
  /** Whether part of it is held jointly; each joint holder is credited with all of that part. */
  joint: boolean;
  /** Whether the person holds any parcel as nominee. */
  nominee: boolean;
  /** Shortest distance from the client in steps; null for a person who owns nothing of it. */
  layer: number | null;
  /** Countries under whose law the person is a beneficial owner, each with every reason. */
  counts: { jurisdiction: Jurisdiction; because: OwnerBasis[] }[];
  /** Countries under whose law the person would be one if they owned everything unresolved. */
  mightCount: Jurisdiction[];
  /** Largest products first; `pathsAreWhole`: the list is complete. Empty for a person who owns nothing. */
  paths: OwnershipPath[];
  pathsAreWhole: boolean;
};

/** A person whose majority holdings decide enough of the client's votes, without owning enough of it. */
type ControlToConsider = {
  nodeId: string;
  votes: Fraction;
  throughIds: string[];
  jurisdictions: Jurisdiction[];
};

/** Next step where share and control identify no beneficial owner under a country's law. */
type Fallback = {
  jurisdiction: Jurisdiction;
  /**
   * `trace`: the unresolved part is large enough to hide an owner. `otherMeans`: ask who controls the client by other
   * means.
   */
  step: 'trace' | 'otherMeans' | 'seniorManagingOfficial';
  text: string;
  /** People who direct the client and can be named as its senior managing official. */
  candidateIds: string[];
};

export type Ownership = {
  /** People who own part of the client or are beneficial owners: largest share first, then by name. */
  people: OwnershipPerson[];
  unresolved: UnresolvedPart[];
  unresolvedTotal: Fraction;
  unresolvedPercent: string;
  /**
   * Laws under which the unresolved part could hide a beneficial owner: it is enough by itself, or together with what a person is known to own.
   * NZ s5, s11(1)(b); AU s11, s28(2)(d).
   */
  concealing: Jurisdiction[];
  resting: RestingPart[];
  findings: OwnershipFinding[];
  consider: ControlToConsider[];
  fallbacks: Fallback[];
  /** Number of layers: the largest distance from the client to a node that owns part of it. */
  layers: number;
  /** Part of the client that each node owns, by id; nodes without a share are absent. */
  shares: ReadonlyMap<string, Fraction>;
  /** False when the step limit was reached; the rest is in `unresolved`. */
  isWhole: boolean;
};

/** Paths listed for each beneficial owner, and for the largest other owners. */
const maxOwnerPaths = 12;
const maxOtherPaths = 4;
const othersWithPaths = 24;

function basesByRole(
  graph: IndexedGraph,
  shares: readonly Fraction[],
  jurisdiction: Jurisdiction,
): Map<number, OwnerBasis[]> {
  const bases = new Map<number, OwnerBasis[]>();
  shares.forEach((ofShare, entity) => {
    const node = graph.nodes[entity];
    if (node === undefined || node.kind === 'person' || (graph.controlsByNode[entity] ?? []).length === 0)
      return;
    if (entity !== graph.root && !shareIsEnough(ofShare, jurisdiction)) return;
    for (const { person, role, through, behind } of getControllers(graph, entity, jurisdiction).controllers) {
      const basis: OwnerBasis = {
        kind: 'controls',
        role,
        ofId: node.id,
        ofShare,
        throughIds: through.map((index) => graph.nodes[index]?.id ?? ''),
        ...(behind ? { behind } : {}),
      };
      bases.set(person, [...(bases.get(person) ?? []), basis]);
    }
  });
  return bases;
}

/**
 * Whether someone who manages the client may stand in for a beneficial owner: never of a trust, which has trustees at least; in Australia of
 * bodies corporate, partnerships and associations alone. AU Rules 6-8.
 */
const mayBeWithoutOwner = (kind: OwnershipNodeKind | undefined, jurisdiction: Jurisdiction): boolean =>
  kind !== 'trust' && (jurisdiction === 'NZL' || kind !== 'estate');

function formatFallback(step: Fallback['step'], mayBeWithout: boolean, jurisdiction: Jurisdiction): string {
  if (step === 'trace') {
    return 'No beneficial owner identified, and enough ownership is unresolved to conceal one. Resolve it first.';
  }
  if (!mayBeWithout) {
    return 'No one owns enough of the client or controls it by a role. Record the persons who control it, such as trustees, appointors or executors.';
  }
  if (step === 'otherMeans') {
    return 'No one owns enough of the client or controls it by a role. Find out whether someone controls it by other means, such as an agreement, a loan or a family tie, and record that person as a controller.';
  }
  const standIn =
    jurisdiction === 'AUS' ? 'chief executive or equivalent (Rules 6-8)' : 'senior managing official';
  return `No one owns enough of the client or controls it. Verify the ${standIn} instead.`;
}

/** Whether a person is named only in the place of an owner, as the senior managing official. AU Rules 6-8. */
export const standsIn = (basis: OwnerBasis): boolean =>
  basis.kind === 'controls' && basis.role === 'seniorManagingOfficial';

/** Whether someone is an owner or controller by evidence, and not only in the place of one. */
const hasEvidencedOwner = ({ flow, laws: [law], roleBases }: Resolution, graph: IndexedGraph): boolean =>
  law !== undefined &&
  graph.nodes.some(
    ({ kind }, index) =>
      kind === 'person' &&
      (shareIsEnough(flow.reaches[index] ?? zero, law) ||
        (roleBases.get(law)?.get(index) ?? []).some((basis) => !standsIn(basis))),
  );

function fallbackFor(
  graph: IndexedGraph,
  jurisdiction: Jurisdiction,
  people: readonly OwnershipPerson[],
  evidenced: Resolution,
): Fallback[] {
  const bases = people.flatMap(({ counts }) =>
    counts.filter((count) => count.jurisdiction === jurisdiction).flatMap(({ because }) => because),
  );
  const rests = shareIsEnough(evidenced.unresolvedTotal, jurisdiction);
  // A person entered by a member must be verified, but does not shorten the search for owners.
  const isFound = rests
    ? hasEvidencedOwner({ ...evidenced, laws: [jurisdiction] }, evidenced.graph)
    : bases.some((basis) => !standsIn(basis));
  if (isFound) return [];
  const mayBeWithout = mayBeWithoutOwner(graph.nodes[graph.root]?.kind, jurisdiction);
  const standsInFor = bases.length > 0 && mayBeWithout;
  const step = rests ? 'trace' : standsInFor ? 'seniorManagingOfficial' : 'otherMeans';
  const candidateIds = (mayBeWithout ? (graph.controlsByNode[graph.root] ?? []) : [])
    .filter(({ role }) => role === 'director' || role === 'seniorManagingOfficial')
    .map(({ by }) => by);
  const text = formatFallback(step, mayBeWithout, jurisdiction);
  return [{ jurisdiction, step, text, candidateIds: [...new Set(candidateIds)] }];
}

/** Inputs of the decision: the graph, its flow, the applicable laws and the controllers under each. */
type Resolution = {
  graph: IndexedGraph;
  flow: Flow;
  laws: readonly Jurisdiction[];
  roleBases: ReadonlyMap<Jurisdiction, Map<number, OwnerBasis[]>>;
  unresolvedTotal: Fraction;
};

/** The laws by which a person is a beneficial owner, each with every reason. */
function ownerCounts(
  share: Fraction,
  person: number,
  { laws, roleBases }: Resolution,
): OwnershipPerson['counts'] {
  return laws.flatMap((jurisdiction) => {
    const because = roleBases.get(jurisdiction)?.get(person) ?? [];
    const byShare: OwnerBasis[] = shareIsEnough(share, jurisdiction) ? [{ kind: 'owns', share }] : [];
    return byShare.length + because.length > 0 ? [{ jurisdiction, because: [...byShare, ...because] }] : [];
  });
}

/** The laws by which an owner would count if all unresolved ownership were theirs. */
function possibleCounts(
  person: number,
  counts: OwnershipPerson['counts'],
  { laws, unresolvedTotal, flow }: Resolution,
): Jurisdiction[] {
  if (unresolvedTotal.numerator <= 0n) return [];
  // A share without evidence is part of what is unresolved.
  const atMost = addFractions(flow.reaches[person] ?? zero, unresolvedTotal);
  return laws.filter(
    (jurisdiction) =>
      counts.every((count) => count.jurisdiction !== jurisdiction) && shareIsEnough(atMost, jurisdiction),
  );
}

/**
 * People who own part of the client, are beneficial owners, or are nominees: largest share first, then by name. Without
 * paths.
 */
function listPeople(resolution: Resolution, evidenced: Resolution): OwnershipPerson[] {
  const { graph, flow } = resolution;
  const nominees = new Set(
    graph.parcels
      .filter(({ holding }) => holding.beneficiallyHeld === false)
      .flatMap(({ holding }) => holding.holders),
  );
  const jointHolders = new Set(
    graph.edgesOf.flatMap((edges, of) =>
      (flow.reaches[of] ?? zero).numerator > 0n ? edges.filter(({ joint }) => joint).map(({ to }) => to) : [],
    ),
  );
  const people = graph.nodes.flatMap((node, index): OwnershipPerson[] => {
    if (node.kind !== 'person') return [];
    const share = flow.reaches[index] ?? zero;
    const owns = share.numerator > 0n || index === graph.root;
    const counts = ownerCounts(share, index, resolution);
    if (!owns && counts.length === 0 && !nominees.has(node.id)) return [];
    return [
      {
        nodeId: node.id,
        name: node.name,
        share,
        percent: formatPercent(share),
        joint: jointHolders.has(index),
        nominee: nominees.has(node.id),
        layer: flow.layer[index] ?? null,
        counts,
        mightCount: owns ? possibleCounts(index, counts, evidenced) : [],
        paths: [],
        pathsAreWhole: !owns,
      },
    ];
  });
  return people.sort(
    (a, b) => compareFractions(b.share, a.share) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

/** Adds the ownership paths of the beneficial owners and of the largest other owners. */
function addPaths(graph: IndexedGraph, people: readonly OwnershipPerson[]): void {
  const findPaths = pathFinder(graph, graph.root);
  people.forEach((person, position) => {
    const isOwner = person.counts.length > 0;
    if (person.share.numerator === 0n || (!isOwner && position >= othersWithPaths)) return;
    const limit = isOwner ? maxOwnerPaths : maxOtherPaths;
    const { paths, isWhole } = findPaths(graph.indexOf.get(person.nodeId) ?? -1, limit);
    person.paths = paths;
    person.pathsAreWhole = isWhole;
  });
}

/** People who decide enough votes through majorities and are not beneficial owners already. */
function controlsToConsider(
  graph: IndexedGraph,
  people: readonly OwnershipPerson[],
  laws: readonly Jurisdiction[],
): ControlToConsider[] {
  return majorityControls(graph, graph.root).flatMap(({ person, votes, through }): ControlToConsider[] => {
    const nodeId = graph.nodes[person]?.id ?? '';
    const already = people.find((person) => person.nodeId === nodeId)?.counts ?? [];
    const newly = laws.filter(
      (jurisdiction) =>
        shareIsEnough(votes, jurisdiction) && already.every((count) => count.jurisdiction !== jurisdiction),
    );
    const throughIds = through.map((index) => graph.nodes[index]?.id ?? '');
    return newly.length > 0 ? [{ nodeId, votes, throughIds, jurisdictions: newly }] : [];
  });
}

/**
 * Resolves who owns and controls a client through all layers, exactly: shares and paths of people, beneficial owners
 * under the law of each country that regulates the company, unresolved parts with reasons, and anomalies. NZ s5,
 * s11(1)(b), s15; AU s11, s28(2)(d).
 * @param applying countries whose law applies to the company; each is tested
 * @param options.stepLimit steps inside circles before the rest is reported as not followed
 * @throws OwnershipGraphError for an inconsistent graph
 */
export function resolveOwnership(
  input: OwnershipGraph,
  applying: readonly Jurisdiction[],
  options: { stepLimit?: number } = {},
): Ownership {
  const laws = everyJurisdiction.filter((jurisdiction) => applying.includes(jurisdiction));
  const stepLimit = options.stepLimit ?? maxSteps;
  const evidencedGraph = indexGraph(input, { evidencedOnly: true });
  const evidencedFlow = flowFrom(evidencedGraph, evidencedGraph.root, stepLimit);
  const { unresolved, resting } = looseEnds(evidencedGraph, evidencedFlow);
  const unresolvedTotal = unresolvedShare(unresolved);
  const toResolution = (graph: IndexedGraph, flow: Flow): Resolution => ({
    graph,
    flow,
    laws,
    roleBases: new Map(
      laws.map((jurisdiction) => [jurisdiction, basesByRole(graph, flow.reaches, jurisdiction)]),
    ),
    unresolvedTotal,
  });
  const evidenced = toResolution(evidencedGraph, evidencedFlow);
  const graph = indexGraph(input);
  const flow = flowFrom(graph, graph.root, stepLimit);
  const people = listPeople(toResolution(graph, flow), evidenced);
  addPaths(graph, people);

  return {
    people,
    unresolved,
    unresolvedTotal,
    unresolvedPercent: formatPercent(unresolvedTotal),
    concealing: laws.filter(
      (law) =>
        shareIsEnough(unresolvedTotal, law) || people.some(({ mightCount }) => mightCount.includes(law)),
    ),
    resting,
    findings: ownershipFindings(graph, flow, unresolved, unresolvedShare),
    consider: controlsToConsider(graph, people, laws),
    fallbacks: laws.flatMap((jurisdiction) => fallbackFor(graph, jurisdiction, people, evidenced)),
    layers: Math.max(0, ...flow.layer.map((layer) => layer ?? 0)),
    shares: new Map(
      graph.nodes.flatMap(({ id }, index): [string, Fraction][] => {
        const share = flow.reaches[index] ?? fraction(0n);
        return share.numerator > 0n ? [[id, share]] : [];
      }),
    ),
    isWhole: flow.notFollowed.size === 0,
  };
}
