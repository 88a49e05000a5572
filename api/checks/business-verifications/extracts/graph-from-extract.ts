import type { OwnershipNodeKind } from '#rules/ownership/graph.ts';
import type {
  RegistryEntityKind,
  RegistryExtract,
  RegistryOfficer,
  RegistryParty,
} from '#rules/registers/registry-extract.ts';
import type { StoredGraph, StoredNode } from '../../../kernel/database/tables/stored-ownership.ts';
import { addControl, addHolding, entryFor } from '../ownership/ownership-graph.ts';
import { countryOfCode } from './country-of-code.ts';

const kinds: Partial<Record<RegistryEntityKind, OwnershipNodeKind>> = {
  company: 'company',
  overseasCompany: 'company',
  listedIssuer: 'listedIssuer',
  partnership: 'partnership',
  limitedPartnership: 'limitedPartnership',
  trust: 'trust',
  smsf: 'trust',
  government: 'government',
  society: 'society',
};

/** The register states only the organisation's name, which usually indicates its kind. */
function kindByName(name: string): OwnershipNodeKind {
  if (/\btrust\b(?!ee)/i.test(name) && !/\b(limited|ltd)\b\.?$/i.test(name)) return 'trust';
  return /\b(lp|limited partnership)\b/i.test(name) ? 'limitedPartnership' : 'company';
}

function getCountry(party: RegistryParty & { kind: 'organisation' }): string | null {
  if (party.country) return countryOfCode(party.country);
  if (party.numbers.nzbn || party.numbers.nzCompanyNumber) return 'NZL';
  return party.numbers.acn || party.numbers.abn ? 'AUS' : null;
}

function getEntry(graph: StoredGraph, party: RegistryParty): StoredNode {
  if (party.kind === 'person') {
    const { name, given, middle, family } = party;
    return entryFor(graph, {
      name,
      kind: 'person',
      numbers: {},
      country: null,
      source: 'registry',
      ...(given ? { given } : {}),
      ...(middle ? { middle } : {}),
      ...(family ? { family } : {}),
    });
  }
  const { name, numbers } = party;
  return entryFor(graph, {
    name,
    kind: kindByName(name),
    numbers,
    country: getCountry(party),
    source: 'registry',
  });
}

const officerRoles: Partial<Record<RegistryOfficer['role'], 'director' | 'partner'>> = {
  director: 'director',
  partner: 'partner',
};

/**
 * Adds one entity's extract to the tree, replacing earlier register data about it. Manual entries stay. Holders and
 * directors become nodes, one for each named person or entity across the tree.
 */
export function addExtract(
  graph: StoredGraph,
  nodeId: string,
  extract: Omit<RegistryExtract, 'raw'>,
  extractId: string,
): void {
  const node = graph.nodes.find(({ id }) => id === nodeId);
  if (node === undefined) return;
  node.extractId = extractId;
  node.asked = [...new Set([...node.asked, extract.registry])];
  node.numbers = { ...node.numbers, ...extract.numbers };
  node.status = extract.status;
  node.problem = null;
  node.kind = kinds[extract.kind] ?? node.kind;
  node.country = extract.country;
  if (nodeId !== graph.rootId) node.name = extract.name;
  if (extract.issuedShares !== undefined) node.issuedShares = extract.issuedShares;
  if (extract.gives.holdings) {
    graph.holdings = graph.holdings.filter(({ of, source }) => of !== nodeId || source !== 'registry');
    for (const { shares, holders, beneficiallyHeld } of extract.holdings) {
      addHolding(graph, {
        of: nodeId,
        holders: [...new Set(holders.map((holder) => getEntry(graph, holder).id))],
        share: { shares },
        beneficiallyHeld,
        heldFor: [],
        source: 'registry',
      });
    }
  }
  if (extract.gives.officers) {
    graph.controls = graph.controls.filter(({ of, source }) => of !== nodeId || source !== 'registry');
    for (const officer of extract.officers) {
      const role = officerRoles[officer.role];
      if (role === undefined || officer.to !== undefined) continue;
      addControl(graph, {
        by: getEntry(graph, officer.party).id,
        of: nodeId,
        role,
        note: null,
        source: 'registry',
      });
    }
  }
  dropUnmentioned(graph);
}

/** Removes nodes known only from a register that the tree no longer refers to. */
export function dropUnmentioned(graph: StoredGraph): void {
  const mentioned = new Set<string>([
    graph.rootId,
    ...graph.holdings.flatMap(({ of, holders, heldFor }) => [of, ...holders, ...heldFor]),
    ...graph.controls.flatMap(({ by, of }) => [by, of]),
  ]);
  graph.nodes = graph.nodes.filter(({ id, source }) => source === 'manual' || mentioned.has(id));
}
