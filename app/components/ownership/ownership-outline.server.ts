import type { OwnershipView } from '#contract/business-verifications/ownership.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { withoutBystanders } from './ownership-chart.server.ts';
import { entityKindLabels } from './verification-labels.ts';

/** An owner in the outline of an ownership structure, with the owners below. */
export interface OutlineEntry {
  id: string;
  name: string;
  kindLabel: string;
  /** "50 %", "20 % as nominee", "Director". */
  shares: string[];
  /** "20 % of the client", below the first layer. */
  effective: string | null;
  isOwner: boolean;
  isUnresolved: boolean;
  /** Whether its owners are listed where it appears first. */
  isRepeated: boolean;
  entries: OutlineEntry[];
}

/** Holdings and roles in an entity, by who has them. */
function sharesIn(of: string, { edges, controls }: Pick<OwnershipView, 'edges' | 'controls'>) {
  const shares = new Map<string, string[]>();
  const add = (id: string, text: string) => shares.set(id, [...(shares.get(id) ?? []), text]);
  for (const { of: entity, holders, percent, beneficiallyHeld } of edges) {
    if (entity !== of) continue;
    const how = [holders.length > 1 ? ', jointly' : '', beneficiallyHeld === false ? ', as nominee' : ''];
    for (const holder of holders) add(holder, `${percent} %${how.join('')}`);
  }
  for (const { of: entity, by, role } of controls) if (entity === of) add(by, partyRoleLabels[role]);
  return shares;
}

/** The structure as an indented list, the client's owners first: what the chart shows, for a narrow screen. */
export function getOutline(view: OwnershipView): OutlineEntry[] {
  const drawn = withoutBystanders(view);
  const nodes = new Map(drawn.nodes.map((node) => [node.id, node]));
  const owners = new Set(view.people.filter(({ counts }) => counts.length > 0).map(({ nodeId }) => nodeId));
  const unresolved = new Set(view.unresolved.map(({ nodeId }) => nodeId));
  const listed = new Set(['client']);
  const under = (of: string, layer: number): OutlineEntry[] =>
    [...sharesIn(of, { edges: view.edges, controls: drawn.controls })].flatMap(([id, shares]) => {
      const node = nodes.get(id);
      if (node === undefined) return [];
      const isRepeated = listed.has(id);
      listed.add(id);
      return {
        id,
        name: node.name,
        kindLabel: entityKindLabels[node.kind],
        shares,
        effective:
          layer === 1 || node.effectivePercent === null ? null : `${node.effectivePercent} % of the client`,
        isOwner: owners.has(id),
        isUnresolved: unresolved.has(id),
        isRepeated: isRepeated && node.kind !== 'person',
        entries: isRepeated ? [] : under(id, layer + 1),
      };
    });
  return under('client', 1);
}
