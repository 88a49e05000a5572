import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import type { indexGraph } from '#rules/ownership/graph.ts';
import { formatPercent } from '#rules/ownership/thresholds.ts';

export type Indexed = ReturnType<typeof indexGraph>;

/** A line between two boxes. */
export type Link = {
  id: string;
  of: number;
  holder: number;
  text: string;
  parcel?: { joint: boolean; isNominee: boolean };
};

/** A line for each holder of each parcel; a dotted line for each role of a non-holder, and from nominee to nominator. */
export function getLinks(graph: Indexed): Link[] {
  const getNumber = (id: string) => graph.indexOf.get(id) ?? 0;
  const held = graph.parcels.flatMap(({ holding, of, share }): Link[] => {
    const joint = holding.holders.length > 1;
    const isNominee = holding.beneficiallyHeld === false;
    const text = `${formatPercent(share)} %${joint ? ' jointly' : ''}`;
    return [...new Set(holding.holders)].map((id) => ({
      id: holding.id,
      of,
      holder: getNumber(id),
      text,
      parcel: { joint, isNominee },
    }));
  });
  const isRendered = new Set(held.map(({ of, holder }) => `${of} ${holder}`));
  const ties = new Map<string, Link>();
  const tie = (of: number, holder: number, text: string) => {
    const key = `${of} ${holder}`;
    if (of === holder || isRendered.has(key)) return;
    const before = ties.get(key);
    ties.set(key, { id: key, of, holder, text: before ? `${before.text}, ${text.toLowerCase()}` : text });
  };
  for (const { holding } of graph.parcels) {
    if (holding.beneficiallyHeld !== false) continue;
    for (const id of holding.holders) {
      for (const other of holding.heldFor ?? []) tie(getNumber(id), getNumber(other), 'For');
    }
  }
  graph.controlsByNode.forEach((controls, of) => {
    for (const { by, role } of controls) tie(of, getNumber(by), partyRoleLabels[role]);
  });
  return [...held, ...ties.values()];
}
