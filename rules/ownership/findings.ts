import { compareFractions, type Fraction, fraction, subtractFractions, zero } from '#rules/fractions.ts';
import type { Flow } from './effective-ownership.ts';
import type { IndexedGraph, Parcel } from './graph.ts';
import { formatPercent } from './thresholds.ts';
import type { UnresolvedPart } from './unresolved-ownership.ts';

type OwnershipFindingCode =
  | 'overWhole'
  | 'underWhole'
  | 'circle'
  | 'ownShares'
  | 'nominee'
  | 'jointTwice'
  | 'notFollowed';

/** A feature of the structure that a person should review; `text` is shown on the page. */
export type OwnershipFinding = { code: OwnershipFindingCode; text: string; nodeIds: string[] };

const whole = fraction(1n);

/** The first few names, joined for a sentence. */
function named(names: readonly string[]): string {
  const firstNames = names.slice(0, 4);
  const rest = names.length - firstNames.length;
  const last = rest > 0 ? `${rest} more` : firstNames.pop();
  return firstNames.length === 0 ? (last ?? '') : `${firstNames.join(', ')} and ${last ?? ''}`;
}

function totals(graph: IndexedGraph, index: number): OwnershipFinding[] {
  const node = graph.nodes[index];
  const held = graph.heldByNode[index] ?? zero;
  if (node === undefined || (graph.parcelsByNode[index] ?? []).length === 0) return [];
  const comparison = compareFractions(held, whole);
  if (comparison === 0) return [];
  if (comparison > 0) {
    const text = `The holdings in ${node.name} add up to ${formatPercent(held)} %, more than the whole. Check them: the percentages below are too high.`;
    return [{ code: 'overWhole', text, nodeIds: [node.id] }];
  }
  const missing = formatPercent(subtractFractions(whole, held));
  const text = `The holdings in ${node.name} add up to ${formatPercent(held)} %. Who holds the other ${missing} % is not known.`;
  return [{ code: 'underWhole', text, nodeIds: [node.id] }];
}

/** All nodes reachable from a node, itself included. */
function reachedFrom(graph: IndexedGraph, start: number): Set<number> {
  const reached = new Set([start]);
  for (const node of reached) for (const { to } of graph.edgesOf[node] ?? []) reached.add(to);
  return reached;
}

/** People behind more than one joint holder of a parcel, who are therefore credited with it more than once. */
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
    const text = `${person.name} is behind ${count} of the joint holders of ${formatPercent(parcel.share)} % of ${owned} and is credited with it for each. The real share may be smaller.`;
    return [{ code: 'jointTwice', text, nodeIds: [person.id] }];
  });
}

function sumBy(parts: readonly UnresolvedPart[], reason: UnresolvedPart['reason']) {
  const chosen = parts.filter((part) => part.reason === reason);
  return { nodeIds: [...new Set(chosen.map(({ nodeId }) => nodeId))], chosen };
}

/** Anomalies of the ownership structure. They are reported, never corrected. */
export function ownershipFindings(
  graph: IndexedGraph,
  flow: Flow,
  unresolved: readonly UnresolvedPart[],
  add: (parts: readonly UnresolvedPart[]) => Fraction,
): OwnershipFinding[] {
  const isReached = (index: number) => (flow.reaches[index] ?? zero).numerator > 0n;
  const findings = graph.nodes.flatMap((_, index) => (isReached(index) ? totals(graph, index) : []));
  const getName = (id: string) => graph.nodes[graph.indexOf.get(id) ?? -1]?.name ?? '';

  const circular = sumBy(unresolved, 'circular');
  const ownShares = circular.nodeIds.filter((id) => {
    const index = graph.indexOf.get(id) ?? -1;
    return (graph.edgesOf[index] ?? []).some(({ to }) => to === index);
  });
  for (const id of ownShares) {
    findings.push({ code: 'ownShares', text: `${getName(id)} holds shares in itself.`, nodeIds: [id] });
  }
  const inCircles = circular.nodeIds.filter((id) => !ownShares.includes(id));
  if (inCircles.length > 0) {
    const text = `${named(inCircles.map(getName))} own each other (circular ownership). ${formatPercent(add(circular.chosen))}% of the client cannot be attributed.`;
    findings.push({ code: 'circle', text, nodeIds: inCircles });
  }
  for (const { holding, of, share } of graph.parcels) {
    if (holding.beneficiallyHeld !== false || !isReached(of)) continue;
    const heldFor = (holding.heldFor ?? []).map(getName);
    const forWhom = heldFor.length > 0 ? named(heldFor) : 'an unidentified person';
    findings.push({
      code: 'nominee',
      text: `${named(holding.holders.map(getName))} holds ${formatPercent(share)} % of ${graph.nodes[of]?.name ?? ''} for ${forWhom}.`,
      nodeIds: [...holding.holders],
    });
  }
  for (const parcel of graph.parcels) if (isReached(parcel.of)) findings.push(...jointTwice(graph, parcel));
  const left = sumBy(unresolved, 'notFollowed');
  if (left.nodeIds.length > 0) {
    const text = `These companies own each other in more ways than can be traced. ${formatPercent(add(left.chosen))}% of the client is unresolved.`;
    findings.push({ code: 'notFollowed', text, nodeIds: left.nodeIds });
  }
  return findings;
}
