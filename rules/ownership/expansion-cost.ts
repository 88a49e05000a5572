import type { OwnershipNodeKind } from './graph.ts';

/** Maximum number of extracts of one expansion. */
export const maxExtracts = 50;

/** Maximum number of layers below the client. */
export const maxLayers = 8;

/** An entity whose holders can be ordered from a register. */
export type Expandable = {
  id: string;
  kind: OwnershipNodeKind;
  /** Steps below the client; 1 for its direct holders. */
  layer: number;
  /** Number in a register; undefined where no register covers the entity. */
  registryNumber?: string;
  /** Whether a stored extract is still recent enough. */
  isExpanded: boolean;
};

export type ExpansionEstimate = {
  /** Known extracts: entities already in the tree, within the layers and the limit. */
  now: number;
  /** Upper bound: assumes an average number of holders below each entity, up to the limit. */
  atMost: number;
  /** Cost of both, in minor units of the currency. */
  costNow: number;
  maxCost: number;
  /** Ids in the order of the extracts, nearest to the client first. */
  ids: string[];
  /** Entities within the layers that no register covers. */
  notAskableIds: string[];
  /** Number of entities within the layers beyond the limit. */
  leftOut: number;
};

const endsThere: readonly OwnershipNodeKind[] = ['person', 'listedIssuer', 'government'];

/**
 * Extracts and cost of expanding to a number of layers, before anything is ordered. Holders of an entity without an
 * extract are unknown, so `atMost` is the limit wherever layers remain below one; `now` is certain.
 *
 * @param request.layers layers below the client, 1 to `maxLayers`
 * @param request.extractsUsed extracts already ordered for the verification; they count towards the limit
 * @param request.costEach minor units for each extract
 * @throws RangeError for layers or a cost out of range
 */
export function estimateExpansion(
  entities: readonly Expandable[],
  request: { layers: number; extractsUsed: number; costEach: number; limit?: number },
): ExpansionEstimate {
  const { layers, extractsUsed, costEach } = request;
  const isWhole = (value: number) => Number.isInteger(value) && value >= 0;
  if (!isWhole(layers) || layers < 1 || layers > maxLayers) throw new RangeError(`1 to ${maxLayers} layers`);
  if (!isWhole(extractsUsed) || !isWhole(costEach)) throw new RangeError('Whole numbers from 0');
  const limit = Math.min(request.limit ?? maxExtracts, maxExtracts);

  // An extract of an entity in layer n reveals layer n + 1.
  const inReach = entities.filter(
    ({ kind, layer, isExpanded }) => !isExpanded && layer < layers && !endsThere.includes(kind),
  );
  const wanted = new Map<string, Expandable>();
  for (const entity of inReach.toSorted((a, b) => a.layer - b.layer)) {
    if (entity.registryNumber !== undefined && !wanted.has(entity.registryNumber)) {
      wanted.set(entity.registryNumber, entity);
    }
  }
  const left = Math.max(0, limit - extractsUsed);
  const chosen = [...wanted.values()].slice(0, left);
  const mayFindMore = chosen.some(({ layer }) => layer + 1 < layers);
  const atMost = mayFindMore ? left : chosen.length;
  return {
    now: chosen.length,
    atMost,
    costNow: chosen.length * costEach,
    maxCost: atMost * costEach,
    ids: chosen.map(({ id }) => id),
    notAskableIds: inReach.filter(({ registryNumber }) => registryNumber === undefined).map(({ id }) => id),
    leftOut: wanted.size - chosen.length,
  };
}
