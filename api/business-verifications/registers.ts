import type { BusinessVerification } from '#contract/business-verifications.ts';
import { extractPrice } from '#rules/billing/prices.ts';
import { checkAbn, checkAcn, checkNzbn, checkNzCompanyNumber } from '#rules/identifiers.ts';
import { type Expandable, type ExpansionEstimate, estimateExpansion } from '#rules/ownership/cost.ts';
import type { StoredGraph, StoredNode } from '../database/stored-ownership.ts';
import { type RegistryId, registryNames } from '../registries/extract.ts';
import type { Registries } from '../registries/registries.ts';
import { layersOf } from './layers.ts';

/** What an extract costs, in minor units of the company's currency without GST, whichever register gives it. */
export const extractCost = extractPrice;

/** Minor units as people read them: NZD 2.50. */
export const moneyText = (amount: number, currency: string): string =>
  `${currency} ${(amount / 100).toFixed(2)}`;

/** ABN Lookup names nobody behind a business and costs nothing. */
export const costOf = (registry: RegistryId): number => (registry === 'abr' ? 0 : extractCost);

/** Whether each register can be asked here. */
export type SetUp = Record<RegistryId, boolean>;

/** Which registers are set up. The adapters say so themselves when they are asked; this asks none. */
export const setUpOf = (registries: Registries): SetUp => ({
  nzbn: registries.nzbn.isSetUp !== false,
  abr: registries.abr.isSetUp !== false,
  asic: registries.asic.isSetUp !== false,
});

/** Registers that know businesses of a country; all of them where it is another one or not known. */
export function registersOf(
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
    cost: { amount: costOf(registry), currency },
  }));
}

/** Whether a number can be one of a register's: its check digit is tried before anything is asked. */
export function checkNumber(registry: RegistryId, number: string): ReturnType<typeof checkNzbn> {
  const checks = {
    nzbn: [checkNzbn, checkNzCompanyNumber],
    abr: [checkAbn, checkAcn],
    asic: [checkAcn, checkAbn],
  }[registry];
  const results = checks.map((check) => check(number));
  return results.find(({ ok }) => ok) ?? results[0] ?? checkNzbn(number);
}

/** Where to ask who holds an entity; undefined where no register that is set up would know. */
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

/** Whether somebody has said already who holds an entity: its register, or a person. */
export function isExpanded(graph: StoredGraph, node: StoredNode, setUp: SetUp): boolean {
  if (graph.holdings.some(({ of }) => of === node.id)) return true;
  const register = holderRegister(node, setUp)?.registry;
  return node.asked.some((registry) => registry !== 'abr' && (!register || registry === register));
}

/** How far the search for owners of an entity has come. */
export function expansionOf(
  graph: StoredGraph,
  node: StoredNode,
  setUp: SetUp,
): { expansion: 'notNeeded' | 'canExpand' | 'expanded' | 'cannotAsk' | 'failed'; problem: string | null } {
  if (endsThere.has(node.kind)) return { expansion: 'notNeeded', problem: null };
  if (isExpanded(graph, node, setUp)) return { expansion: 'expanded', problem: null };
  if (node.problem !== null) return { expansion: 'failed', problem: node.problem };
  if (holderRegister(node, setUp)) return { expansion: 'canExpand', problem: null };
  const hasNumber = Object.keys(node.numbers).length > 0;
  return {
    expansion: 'cannotAsk',
    problem: hasNumber
      ? 'No register that is set up here says who holds it. Record what you know by hand.'
      : 'It has no number of a register that can be asked. Record what you know by hand.',
  };
}

/** The entities of a tree whose holders can be asked for. */
export function expandables(graph: StoredGraph, setUp: SetUp): Expandable[] {
  const layers = layersOf(graph);
  return graph.nodes.flatMap((node): Expandable[] => {
    const layer = layers.get(node.id);
    if (layer === undefined) return [];
    const asked = node.problem === null ? holderRegister(node, setUp) : undefined;
    return [
      {
        id: node.id,
        kind: node.kind,
        layer,
        ...(asked ? { registryNumber: `${asked.registry} ${asked.number}` } : {}),
        isExpanded: isExpanded(graph, node, setUp),
      },
    ];
  });
}

/** What going on to so many layers would ask for and cost; `nodeId`: only this entity. */
export function estimate(
  graph: StoredGraph,
  setUp: SetUp,
  { layers, used, nodeId }: { layers: number; used: number; nodeId?: string | null | undefined },
): ExpansionEstimate {
  const all = expandables(graph, setUp);
  const wanted = nodeId ? all.filter(({ id }) => id === nodeId).map((one) => ({ ...one, layer: 0 })) : all;
  return estimateExpansion(wanted, {
    layers: nodeId ? 1 : layers,
    extractsUsed: used,
    costEach: extractCost,
  });
}
