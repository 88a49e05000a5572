import type { OwnershipNodeKind } from './graph.ts';

/** Most extracts that one expansion may ask for, whatever the person chooses. Source: domain 11.6. */
export const mostExtracts = 50;

/** Most layers below the client that an expansion goes. */
export const mostLayers = 8;

/** An entity whose holders may be asked for. */
export type Expandable = {
  id: string;
  kind: OwnershipNodeKind;
  /** Steps below the client: 1 for what holds the client directly. */
  layer: number;
  /** Number in a register that can be asked; undefined: nothing can be asked about it. */
  registryNumber?: string;
  /** Its extract is stored already and young enough. */
  isExpanded: boolean;
};

export type ExpansionEstimate = {
  /** Extracts that are certain: entities known today, within the layers and the limit. */
  now: number;
  /** At most so many in all: below each of them as many again as companies have on average, until the limit. */
  atMost: number;
  /** Cost of both, in minor units of the currency. */
  costNow: number;
  costAtMost: number;
  /** Ids that would be asked first, nearest to the client first. */
  ids: string[];
  /** Entities within the layers that no register can be asked about. */
  notAskableIds: string[];
  /** Entities within the layers that the limit leaves out. */
  leftOut: number;
};

const endsThere: readonly OwnershipNodeKind[] = ['person', 'listedIssuer', 'government'];

/**
 * What expanding to so many layers would ask of the registers and cost, before anything is asked. What lies below an entity that was
 * never asked cannot be known, so `atMost` is the limit wherever layers are left below one, and `now` is what is certain.
 * @param request.layers layers below the client, 1 to `mostLayers`
 * @param request.extractsUsed extracts that the verification has used already; they count towards the limit
 * @param request.costEach minor units for each extract
 * @throws RangeError for layers or a cost that make no sense
 */
export function estimateExpansion(
  entities: readonly Expandable[],
  request: { layers: number; extractsUsed: number; costEach: number; limit?: number },
): ExpansionEstimate {
  const { layers, extractsUsed, costEach } = request;
  const isWhole = (value: number) => Number.isInteger(value) && value >= 0;
  if (!isWhole(layers) || layers < 1 || layers > mostLayers)
    throw new RangeError(`1 to ${mostLayers} layers`);
  if (!isWhole(extractsUsed) || !isWhole(costEach)) throw new RangeError('Whole numbers from 0');
  const limit = Math.min(request.limit ?? mostExtracts, mostExtracts);

  // The client's own holders are known when an entity of layer 1 is; asking about layer n finds layer n + 1.
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
    costAtMost: atMost * costEach,
    ids: chosen.map(({ id }) => id),
    notAskableIds: inReach.filter(({ registryNumber }) => registryNumber === undefined).map(({ id }) => id),
    leftOut: wanted.size - chosen.length,
  };
}
