import type { PartyRole } from '#rules/client-parties.ts';
import { addFractions, compareFractions, type Fraction, fraction, zero } from '#rules/fractions.ts';
import { jurisdictions as everyJurisdiction, type Jurisdiction } from '#rules/provisions.ts';
import { controllersOf, majorityControls } from './controllers.ts';
import { type OwnershipFinding, ownershipFindings } from './findings.ts';
import { flowFrom, mostSteps } from './flow.ts';
import { type IndexedGraph, indexGraph, type OwnershipGraph } from './graph.ts';
import { type OwnershipPath, pathFinder } from './paths.ts';
import { percentText, shareIsEnough } from './thresholds.ts';
import { looseEnds, type RestingPart, type UnresolvedPart, unresolvedShare } from './unresolved.ts';

/** Why somebody counts as a beneficial owner. Shares are parts of the client, 1 being all of it. */
export type OwnerBasis =
  | { kind: 'owns'; share: Fraction }
  | {
      kind: 'controls';
      role: PartyRole;
      /** The entity that is controlled: the client itself, or one that owns enough of it. */
      ofId: string;
      ofShare: Fraction;
      /** Entities between the person and the role, the one that holds the role first. */
      throughIds: string[];
      behind?: 'owns' | 'controls' | 'directs';
    };

export type OwnershipPerson = {
  nodeId: string;
  name: string;
  /** Σ over simple paths Π(direct share), exact. */
  share: Fraction;
  /** The same for people and for storage; see `percentText`. */
  percent: string;
  /** Whether part of it is held together with others, each of whom is credited with all of that part. */
  joint: boolean;
  /** Holds something for somebody else. */
  nominee: boolean;
  /** Steps from the client, the shortest way; null where the person owns nothing of it. */
  layer: number | null;
  /** Countries by whose law the person is a beneficial owner, each with every reason. */
  counts: { jurisdiction: Jurisdiction; because: OwnerBasis[] }[];
  /** Countries by whose law the person would be one if what is not traced were theirs. */
  mightCount: Jurisdiction[];
  /** Largest products first. `pathsAreWhole`: these are all. Empty for a person who owns nothing. */
  paths: OwnershipPath[];
  pathsAreWhole: boolean;
};

/** Somebody whose majorities decide over enough of the client's votes though too little is owned through them: to be considered. */
export type ControlToConsider = {
  nodeId: string;
  votes: Fraction;
  throughIds: string[];
  jurisdictions: Jurisdiction[];
};

/** What is still to be done where nobody was found by share or control in a country's law. */
export type Fallback = {
  jurisdiction: Jurisdiction;
  /** `trace`: enough is not traced that an owner may be behind it. `otherMeans`: ask who controls the client by other means. */
  step: 'trace' | 'otherMeans' | 'seniorManagingOfficial';
  text: string;
  /** Who may be named as the senior managing official: people who direct the client. */
  candidateIds: string[];
};

export type Ownership = {
  /** Everybody who owns part of the client or counts, those who own most first, then by name. */
  people: OwnershipPerson[];
  unresolved: UnresolvedPart[];
  unresolvedTotal: Fraction;
  unresolvedPercent: string;
  resting: RestingPart[];
  findings: OwnershipFinding[];
  consider: ControlToConsider[];
  fallbacks: Fallback[];
  /** Longest of the shortest ways from the client to anything that owns part of it. */
  layers: number;
  /** What part of the client each node owns, by id; only nodes that something reaches. */
  shares: ReadonlyMap<string, Fraction>;
  /** False when the steps were used up; the rest is in `unresolved`. */
  isWhole: boolean;
};

/** Ways shown of each who counts, and of the largest among the others. */
const pathsOfOwners = 12;
const pathsOfOthers = 4;
const othersWithPaths = 24;

function basesByRole(
  graph: IndexedGraph,
  shares: readonly Fraction[],
  jurisdiction: Jurisdiction,
): Map<number, OwnerBasis[]> {
  const bases = new Map<number, OwnerBasis[]>();
  shares.forEach((ofShare, entity) => {
    const node = graph.nodes[entity];
    if (node === undefined || node.kind === 'person' || (graph.controlsOf[entity] ?? []).length === 0) return;
    if (entity !== graph.root && !shareIsEnough(ofShare, jurisdiction)) return;
    for (const { person, role, through, behind } of controllersOf(graph, entity, jurisdiction).controllers) {
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

const fallbackTexts: Record<Fallback['step'], string> = {
  trace: 'Nobody is found yet, and enough of the client is not traced to hide an owner. Trace it first.',
  otherMeans:
    'Nobody owns enough of the client or controls it by a role. Find out whether somebody controls it by other means, such as an agreement, a loan or a family tie, and record that person as a controller.',
  seniorManagingOfficial:
    'Nobody owns enough of the client or controls it. The senior managing official stands in: verify that person.',
};

function fallbackFor(
  graph: IndexedGraph,
  jurisdiction: Jurisdiction,
  people: readonly OwnershipPerson[],
  unresolvedTotal: Fraction,
): Fallback[] {
  const bases = people.flatMap(({ counts }) =>
    counts.filter((count) => count.jurisdiction === jurisdiction).flatMap(({ because }) => because),
  );
  const standsIn = (basis: OwnerBasis) =>
    basis.kind === 'controls' && basis.role === 'seniorManagingOfficial';
  if (bases.some((basis) => !standsIn(basis))) return [];
  const rests = shareIsEnough(unresolvedTotal, jurisdiction);
  const step = rests ? 'trace' : bases.length > 0 ? 'seniorManagingOfficial' : 'otherMeans';
  const candidateIds = (graph.controlsOf[graph.root] ?? [])
    .filter(({ role }) => role === 'director' || role === 'seniorManagingOfficial')
    .map(({ by }) => by);
  return [{ jurisdiction, step, text: fallbackTexts[step], candidateIds: [...new Set(candidateIds)] }];
}

/**
 * Who owns and controls a client, through all layers, exactly, with the reasons: the people's shares and the paths they come by, who is a
 * beneficial owner under the law of each country that regulates the company, what is not traced and why, and what is odd. Source:
 * domain 1.6 and 4, "Beneficial owners"; NZ s5, s11(1)(b), s15; AU s11, s28(2)(d).
 * @param applying the countries by whose law the company works; both tests are run where both are given
 * @param options.stepLimit steps inside circles before the rest is reported as not followed
 * @throws OwnershipGraphError for a graph that contradicts itself
 */
export function resolveOwnership(
  input: OwnershipGraph,
  applying: readonly Jurisdiction[],
  options: { stepLimit?: number } = {},
): Ownership {
  const graph = indexGraph(input);
  const flow = flowFrom(graph, graph.root, options.stepLimit ?? mostSteps);
  const { unresolved, resting } = looseEnds(graph, flow);
  const unresolvedTotal = unresolvedShare(unresolved);
  const laws = everyJurisdiction.filter((jurisdiction) => applying.includes(jurisdiction));
  const roleBases = new Map(
    laws.map((jurisdiction) => [jurisdiction, basesByRole(graph, flow.reaches, jurisdiction)]),
  );
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
    const counts = laws.flatMap((jurisdiction) => {
      const because = roleBases.get(jurisdiction)?.get(index) ?? [];
      const byShare: OwnerBasis[] = shareIsEnough(share, jurisdiction) ? [{ kind: 'owns', share }] : [];
      return byShare.length + because.length > 0 ? [{ jurisdiction, because: [...byShare, ...because] }] : [];
    });
    if (!owns && counts.length === 0 && !nominees.has(node.id)) return [];
    const atMost = addFractions(share, unresolvedTotal);
    const mightCount = laws.filter(
      (jurisdiction) =>
        unresolvedTotal.numerator > 0n &&
        owns &&
        counts.every((count) => count.jurisdiction !== jurisdiction) &&
        shareIsEnough(atMost, jurisdiction),
    );
    return [
      {
        nodeId: node.id,
        name: node.name,
        share,
        percent: percentText(share),
        joint: jointHolders.has(index),
        nominee: nominees.has(node.id),
        layer: flow.layer[index] ?? null,
        counts,
        mightCount,
        paths: [],
        pathsAreWhole: !owns,
      },
    ];
  });
  people.sort(
    (a, b) => compareFractions(b.share, a.share) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );

  const findPaths = pathFinder(graph, graph.root);
  people.forEach((person, position) => {
    const isOwner = person.counts.length > 0;
    if (person.share.numerator === 0n || (!isOwner && position >= othersWithPaths)) return;
    const limit = isOwner ? pathsOfOwners : pathsOfOthers;
    const { paths, isWhole } = findPaths(graph.indexOf.get(person.nodeId) ?? -1, limit);
    person.paths = paths;
    person.pathsAreWhole = isWhole;
  });

  const consider = majorityControls(graph, graph.root).flatMap(
    ({ person, votes, through }): ControlToConsider[] => {
      const nodeId = graph.nodes[person]?.id ?? '';
      const already = people.find((one) => one.nodeId === nodeId)?.counts ?? [];
      const newly = laws.filter(
        (jurisdiction) =>
          shareIsEnough(votes, jurisdiction) && already.every((count) => count.jurisdiction !== jurisdiction),
      );
      const throughIds = through.map((index) => graph.nodes[index]?.id ?? '');
      return newly.length > 0 ? [{ nodeId, votes, throughIds, jurisdictions: newly }] : [];
    },
  );

  return {
    people,
    unresolved,
    unresolvedTotal,
    unresolvedPercent: percentText(unresolvedTotal),
    resting,
    findings: ownershipFindings(graph, flow, unresolved, unresolvedShare),
    consider,
    fallbacks: laws.flatMap((jurisdiction) => fallbackFor(graph, jurisdiction, people, unresolvedTotal)),
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
