import type { OwnershipView } from '#contract/business-verifications/ownership.ts';
import type { OwnershipChart } from '#diagrams/ownership/chart.ts';
import { layOutOwnership } from '#diagrams/ownership/layout.ts';

/** A structure laid out for drawing, with the text of each box besides its name. */
export type RenderedOwnership = OwnershipChart & {
  notes: Record<string, { text: string; isOwner: boolean; isLoose: boolean }>;
};

/** A larger chart is unreadable; the table beside it has every entry. */
const maxRendered = 120;

/** Leaves out people who are only directors of an intermediate company: they own nothing of the client. The table names them. */
export function withoutBystanders({
  nodes,
  edges,
  controls,
  people,
}: OwnershipView): Pick<OwnershipView, 'nodes' | 'controls'> {
  const includedNodes = new Set<string>([
    'client',
    ...edges.flatMap(({ of, holders, heldFor }) => [of, ...holders, ...heldFor]),
    ...people.map(({ nodeId }) => nodeId),
    ...controls.flatMap(({ by, of, role }) => (of === 'client' || role !== 'director' ? [by, of] : [])),
  ]);
  const isRendered = (id: string) => includedNodes.has(id);
  return {
    nodes: nodes.filter(({ id }) => isRendered(id)),
    controls: controls.filter(
      ({ by, of, role }) => isRendered(by) && isRendered(of) && (of === 'client' || role !== 'director'),
    ),
  };
}

/** Lays out a structure for drawing; null if it is empty or too large. Done on the server, so that no page has to. */
export function getChart(view: OwnershipView): RenderedOwnership | null {
  const drawn = withoutBystanders(view);
  if (drawn.nodes.length < 2 || drawn.nodes.length > maxRendered) return null;
  const chart = layOutOwnership({
    rootId: 'client',
    nodes: drawn.nodes,
    holdings: view.edges.map(({ id, of, holders, percent, beneficiallyHeld, heldFor }) => ({
      id,
      of,
      holders,
      share: { percent },
      beneficiallyHeld,
      heldFor,
    })),
    controls: drawn.controls.map(({ id, by, of, role }) => ({ id, by, of, role })),
  });
  const owners = new Set(view.people.filter(({ counts }) => counts.length > 0).map(({ nodeId }) => nodeId));
  const loose = new Set(view.unresolved.map(({ nodeId }) => nodeId));
  const notes = view.nodes.map(({ id, effectivePercent }) => {
    const share = effectivePercent === null || id === 'client' ? '' : `${effectivePercent} % of the client`;
    return [id, { text: share, isOwner: owners.has(id), isLoose: loose.has(id) }] as const;
  });
  return { ...chart, notes: Object.fromEntries(notes) };
}
