import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { extractPrice } from '#rules/billing/prices.ts';
import { checkAbn, checkAcn, checkNzbn, checkNzCompanyNumber } from '#rules/identifiers/identifiers.ts';
import {
  type Expandable,
  type ExpansionEstimate,
  estimateExpansion,
} from '#rules/ownership/expansion-cost.ts';
import { type RegistryId, registryNames } from '#rules/registers/registry-extract.ts';
import type { Registries } from '../../../integrations/registries/registries.ts';
import type { StoredGraph, StoredNode } from '../../../kernel/database/tables/stored-ownership.ts';
import { getLayers } from './expansion-layers.ts';

/** Price of an extract from any register, in minor units of the company's currency without GST. */
export const extractCost = extractPrice;

/** ABN Lookup is free; it names no owners or directors. */
export const getCost = (registry: RegistryId): number => (registry === 'abr' ? 0 : extractCost);

/** Whether each register is configured. */
export type SetUp = Record<RegistryId, boolean>;

/** Configured registers, as the adapters report them; queries none. */
export const getSetUp = (registries: Registries): SetUp => ({
  nzbn: registries.nzbn.isSetUp !== false,
  abr: registries.abr.isSetUp !== false,
  asic: registries.asic.isSetUp !== false,
});

/** Registers for businesses of a country; all of them for other or unknown countries. */
export function getRegisters(
  country: string | null,
  setUp: SetUp,
  currency: 'NZD' | 'AUD',
): BusinessVerification['registries'] {
  const ids: RegistryId[] =
    country === 'NZL' ? ['nzbn'] : country === 'AUS' ? ['abr', 'asic'] : ['nzbn', 'abr', 'asic'];
  return ids.map((registry) => ({
    registry,
    name: registryNames[registry],
    isSetUp: setUp[registry],
    canSearch: registry !== 'asic',
    cost: { amount: getCost(registry), currency },
  }));
}

/** Validates a number for a register before any query, including its check digit. */
export function checkNumber(registry: RegistryId, number: string): ReturnType<typeof checkNzbn> {
  const checks = {
    nzbn: [checkNzbn, checkNzCompanyNumber],
    abr: [checkAbn, checkAcn],
    asic: [checkAcn, checkAbn],
  }[registry];
  const results = checks.map((check) => check(number));
  return results.find(({ ok }) => ok) ?? results[0] ?? checkNzbn(number);
}

/** The configured register that lists an entity's holders; undefined if there is none. */
export function holderRegister(
  { numbers }: Pick<StoredNode, 'numbers'>,
  setUp: SetUp,
): { registry: RegistryId; number: string } | undefined {
  const nz = numbers.nzbn ?? numbers.nzCompanyNumber;
  if (nz !== undefined && setUp.nzbn) return { registry: 'nzbn', number: nz };
  const acn = numbers.acn ?? numbers.abn?.slice(2);
  return acn !== undefined && setUp.asic && checkAcn(acn).ok ? { registry: 'asic', number: acn } : undefined;
}

const endsThere = new Set(['person', 'listedIssuer', 'government']);

/** Whether an entity's holders are already known, from its register or a member. */
function isExpanded(graph: StoredGraph, node: StoredNode, setUp: SetUp): boolean {
  if (graph.holdings.some(({ of }) => of === node.id)) return true;
  const register = holderRegister(node, setUp)?.registry;
  return node.asked.some((registry) => registry !== 'abr' && (!register || registry === register));
}

/** State of the search for an entity's owners. */
export function getExpansion(
  graph: StoredGraph,
  node: StoredNode,
  setUp: SetUp,
): { expansion: 'notNeeded' | 'canExpand' | 'expanded' | 'notQueryable' | 'failed'; problem: string | null } {
  if (endsThere.has(node.kind)) return { expansion: 'notNeeded', problem: null };
  if (isExpanded(graph, node, setUp)) return { expansion: 'expanded', problem: null };
  if (node.problem !== null) return { expansion: 'failed', problem: node.problem };
  if (holderRegister(node, setUp)) return { expansion: 'canExpand', problem: null };
  const hasNumber = Object.keys(node.numbers).length > 0;
  return {
    expansion: 'notQueryable',
    problem: hasNumber
      ? 'No configured register lists its holders. Record them manually.'
      : 'It has no number in a connected register. Enter the details manually.',
  };
}

/** Nodes of a tree whose holders can be queried. */
function expandables(graph: StoredGraph, setUp: SetUp): Expandable[] {
  const layers = getLayers(graph);
  return graph.nodes.flatMap((node): Expandable[] => {
    const layer = layers.get(node.id);
    if (layer === undefined) return [];
    const register = node.problem === null ? holderRegister(node, setUp) : undefined;
    return [
      {
        id: node.id,
        kind: node.kind,
        layer,
        ...(register ? { registryNumber: `${register.registry} ${register.number}` } : {}),
        isExpanded: isExpanded(graph, node, setUp),
      },
    ];
  });
}

/** Extracts and cost of expanding to a number of layers; `nodeId`: only this entity. */
export function estimate(
  graph: StoredGraph,
  setUp: SetUp,
  { layers, used, nodeId }: { layers: number; used: number; nodeId?: string | null | undefined },
): ExpansionEstimate {
  const all = expandables(graph, setUp);
  const wanted = nodeId ? all.filter(({ id }) => id === nodeId).map((item) => ({ ...item, layer: 0 })) : all;
  return estimateExpansion(wanted, {
    layers: nodeId ? 1 : layers,
    extractsUsed: used,
    costEach: extractCost,
  });
}
