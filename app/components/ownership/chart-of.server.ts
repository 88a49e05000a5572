import type { OwnershipView } from '#contract/ownership-records.ts';
import { layOutOwnership, type OwnershipChart } from '#rules/ownership/layout.ts';

/** A structure placed for drawing, with what each box says besides its name. */
export type DrawnOwnership = OwnershipChart & {
  notes: Record<string, { text: string; isOwner: boolean; isLoose: boolean }>;
};

/** More than this is no picture any more; the table beside it says all of it. */
const mostDrawn = 120;

/** Whoever only directs a company in between decides nothing about who owns the client; the table names them. */
function withoutBystanders({
  nodes,
  edges,
  controls,
  people,
}: OwnershipView): Pick<OwnershipView, 'nodes' | 'controls'> {
  const partOf = new Set<string>([
    'client',
    ...edges.flatMap(({ of, holders, heldFor }) => [of, ...holders, ...heldFor]),
    ...people.map(({ nodeId }) => nodeId),
    ...controls.flatMap(({ by, of, role }) => (of === 'client' || role !== 'director' ? [by, of] : [])),
  ]);
  const isDrawn = (id: string) => partOf.has(id);
  return {
    nodes: nodes.filter(({ id }) => isDrawn(id)),
    controls: controls.filter(
      ({ by, of, role }) => isDrawn(by) && isDrawn(of) && (of === 'client' || role !== 'director'),
    ),
  };
}

/** Places a structure for drawing; null where there is nothing to draw, or too much. Done on the server, so that no page has to. */
export function chartOf(view: OwnershipView): DrawnOwnership | null {
  const shown = withoutBystanders(view);
  if (shown.nodes.length < 2 || shown.nodes.length > mostDrawn) return null;
  const chart = layOutOwnership({
    rootId: 'client',
    nodes: shown.nodes,
    holdings: view.edges.map(({ id, of, holders, percent, beneficiallyHeld, heldFor }) => ({
      id,
      of,
      holders,
      share: { percent },
      beneficiallyHeld,
      heldFor,
    })),
    controls: shown.controls.map(({ id, by, of, role }) => ({ id, by, of, role })),
  });
  const owners = new Set(view.people.filter(({ counts }) => counts.length > 0).map(({ nodeId }) => nodeId));
  const loose = new Set(view.unresolved.map(({ nodeId }) => nodeId));
  const notes = view.nodes.map(({ id, effectivePercent }) => {
    const share = effectivePercent === null || id === 'client' ? '' : `${effectivePercent} % of the client`;
    return [id, { text: share, isOwner: owners.has(id), isLoose: loose.has(id) }] as const;
  });
  return { ...chart, notes: Object.fromEntries(notes) };
}
