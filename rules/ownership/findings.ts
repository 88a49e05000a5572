import { compareFractions, type Fraction, fraction, subtractFractions, zero } from '#rules/fractions.ts';
import type { Flow } from './flow.ts';
import type { IndexedGraph, Parcel } from './graph.ts';
import { percentText } from './thresholds.ts';
import type { UnresolvedPart } from './unresolved.ts';

export type OwnershipFindingCode =
  | 'overWhole'
  | 'underWhole'
  | 'circle'
  | 'ownShares'
  | 'nominee'
  | 'jointTwice'
  | 'notFollowed';

/** Something about the structure that a person should look at; the sentence is for the page. */
export type OwnershipFinding = { code: OwnershipFindingCode; text: string; nodeIds: string[] };

const whole = fraction(1n);

/** Names as a sentence lists them, the first few. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, 4);
  const rest = names.length - shown.length;
  const last = rest > 0 ? `${rest} more` : shown.pop();
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last ?? ''}`;
}

function totals(graph: IndexedGraph, index: number): OwnershipFinding[] {
  const node = graph.nodes[index];
  const held = graph.heldOf[index] ?? zero;
  if (node === undefined || (graph.parcelsOf[index] ?? []).length === 0) return [];
  const comparison = compareFractions(held, whole);
  if (comparison === 0) return [];
  if (comparison > 0) {
    const text = `The holdings in ${node.name} add up to ${percentText(held)} %, more than the whole. Check them: the percentages below are too high.`;
    return [{ code: 'overWhole', text, nodeIds: [node.id] }];
  }
  const missing = percentText(subtractFractions(whole, held));
  const text = `The holdings in ${node.name} add up to ${percentText(held)} %. Who holds the other ${missing} % is not known.`;
  return [{ code: 'underWhole', text, nodeIds: [node.id] }];
}

/** Everybody reached from a node, itself included. */
function reachedFrom(graph: IndexedGraph, start: number): Set<number> {
  const reached = new Set([start]);
  for (const node of reached) for (const { to } of graph.edgesOf[node] ?? []) reached.add(to);
  return reached;
}

/** People who stand behind more than one of the joint holders of a parcel, and so are credited with it more than once. */
function jointTwice(graph: IndexedGraph, parcel: Parcel): OwnershipFinding[] {
  const { holding, of } = parcel;
  const ids = holding.beneficiallyHeld === false ? (holding.heldFor ?? []) : holding.holders;
  const holders = [...new Set(ids)].map((id) => graph.indexOf.get(id) ?? -1);
  if (holders.length < 2 || holders.every((holder) => graph.nodes[holder]?.kind === 'person')) return [];
  const times = new Map<number, number>();
  for (const holder of holders) {
    for (const node of reachedFrom(graph, holder)) times.set(node, (times.get(node) ?? 0) + 1);
  }
  return [...times].flatMap(([index, count]): OwnershipFinding[] => {
    const person = graph.nodes[index];
    if (count < 2 || person?.kind !== 'person') return [];
    const owned = graph.nodes[of]?.name ?? '';
    const text = `${person.name} stands behind ${count} of the joint holders of ${percentText(parcel.share)} % of ${owned} and is credited with it for each. The real share may be smaller.`;
    return [{ code: 'jointTwice', text, nodeIds: [person.id] }];
  });
}

function sumOf(parts: readonly UnresolvedPart[], reason: UnresolvedPart['reason']) {
  const chosen = parts.filter((part) => part.reason === reason);
  return { nodeIds: [...new Set(chosen.map(({ nodeId }) => nodeId))], chosen };
}

/** What is odd about the structure that the client's ownership runs through. Nothing odd is corrected, all of it is said. */
export function ownershipFindings(
  graph: IndexedGraph,
  flow: Flow,
  unresolved: readonly UnresolvedPart[],
  add: (parts: readonly UnresolvedPart[]) => Fraction,
): OwnershipFinding[] {
  const isReached = (index: number) => (flow.reaches[index] ?? zero).numerator > 0n;
  const findings = graph.nodes.flatMap((_, index) => (isReached(index) ? totals(graph, index) : []));
  const nameOf = (id: string) => graph.nodes[graph.indexOf.get(id) ?? -1]?.name ?? '';

  const circular = sumOf(unresolved, 'circular');
  const ownShares = circular.nodeIds.filter((id) => {
    const index = graph.indexOf.get(id) ?? -1;
    return (graph.edgesOf[index] ?? []).some(({ to }) => to === index);
  });
  for (const id of ownShares) {
    findings.push({ code: 'ownShares', text: `${nameOf(id)} holds shares in itself.`, nodeIds: [id] });
  }
  const inCircles = circular.nodeIds.filter((id) => !ownShares.includes(id));
  if (inCircles.length > 0) {
    const text = `${named(inCircles.map(nameOf))} own each other in a circle. ${percentText(add(circular.chosen))} % of the client goes round in circles and is not counted as anybody’s.`;
    findings.push({ code: 'circle', text, nodeIds: inCircles });
  }
  for (const { holding, of, share } of graph.parcels) {
    if (holding.beneficiallyHeld !== false || !isReached(of)) continue;
    const heldFor = (holding.heldFor ?? []).map(nameOf);
    const forWhom = heldFor.length > 0 ? named(heldFor) : 'somebody who is not known';
    findings.push({
      code: 'nominee',
      text: `${named(holding.holders.map(nameOf))} holds ${percentText(share)} % of ${graph.nodes[of]?.name ?? ''} for ${forWhom}.`,
      nodeIds: [...holding.holders],
    });
  }
  for (const parcel of graph.parcels) if (isReached(parcel.of)) findings.push(...jointTwice(graph, parcel));
  const left = sumOf(unresolved, 'notFollowed');
  if (left.nodeIds.length > 0) {
    const text = `These companies own each other in more ways than can be followed. ${percentText(add(left.chosen))} % of the client was left out and counts as not known.`;
    findings.push({ code: 'notFollowed', text, nodeIds: left.nodeIds });
  }
  return findings;
}
