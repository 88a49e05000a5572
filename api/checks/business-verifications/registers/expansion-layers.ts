import { controlRoles } from '#rules/ownership/control-roles.ts';
import type { StoredGraph } from '../../../kernel/database/tables/stored-ownership.ts';

/**
 * Shortest distance from the client to every node that can lead to an owner or controller: through beneficial holders,
 * nominators and control roles.
 */
export function getLayers(graph: StoredGraph): Map<string, number> {
  const below = new Map<string, string[]>();
  const add = (of: string, ids: readonly string[]) => below.set(of, [...(below.get(of) ?? []), ...ids]);
  for (const { of, holders, heldFor, beneficiallyHeld } of graph.holdings) {
    add(of, beneficiallyHeld === false ? heldFor : holders);
  }
  for (const { by, of, role } of graph.controls) {
    if (controlRoles[role] !== undefined || role === 'partner') add(of, [by]);
  }
  const layers = new Map([[graph.rootId, 0]]);
  for (const [id, layer] of layers) {
    for (const holder of below.get(id) ?? []) if (!layers.has(holder)) layers.set(holder, layer + 1);
  }
  return layers;
}
