import type { Client } from '#contract/clients/client-record.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { searchTerms } from '#rules/name-matching/name-normalisation.ts';
import type { OwnershipNodeKind } from '#rules/ownership/graph.ts';
import { comparableBusinessName } from '#rules/registers/register-mismatches.ts';
import type { RegistryNumbers } from '#rules/registers/registry-extract.ts';
import type {
  StoredControl,
  StoredGraph,
  StoredHolding,
  StoredNode,
} from '../../../kernel/database/tables/stored-ownership.ts';
import type { PartyRow } from '../../../records/parties/store.ts';

/** The client's own node. */
const rootId = 'client';

const nodeKindByClientType: Partial<Record<ClientType, OwnershipNodeKind>> = {
  company: 'company',
  overseasCompany: 'company',
  partnership: 'partnership',
  limitedPartnership: 'limitedPartnership',
  trust: 'trust',
  smsf: 'trust',
  estate: 'estate',
  charity: 'society',
  society: 'society',
  government: 'government',
  listedIssuer: 'listedIssuer',
};

/** Node kind of a client type. */
const getNodeKind = (type: ClientType): OwnershipNodeKind => nodeKindByClientType[type] ?? 'other';

/** Register numbers of a client's record. */
export function getClientNumbers({ business }: Pick<Client, 'business'>): RegistryNumbers {
  const { nzbn, nzCompanyNumber, abn, acn } = business ?? {};
  return {
    ...(nzbn ? { nzbn } : {}),
    ...(nzCompanyNumber ? { nzCompanyNumber } : {}),
    ...(abn ? { abn } : {}),
    ...(acn ? { acn } : {}),
  };
}

/**
 * Key by which two mentions of a name are the same: a person's words in any order, a business's name without its legal
 * form's spelling.
 */
export function nameKey({ name, kind }: { name: string; kind: OwnershipNodeKind }): string {
  if (kind !== 'person') return comparableBusinessName(name);
  return searchTerms(name).toSorted().join(' ');
}

const sharesNumber = (a: RegistryNumbers, b: RegistryNumbers) =>
  (['nzbn', 'nzCompanyNumber', 'abn', 'acn'] as const).some(
    (name) => a[name] !== undefined && a[name] === b[name],
  );

/** Different numbers in one register: two businesses with the same name. */
const contradicts = (a: RegistryNumbers, b: RegistryNumbers) =>
  (['nzbn', 'acn'] as const).some(
    (name) => a[name] !== undefined && b[name] !== undefined && a[name] !== b[name],
  );

type Mention = Pick<StoredNode, 'name' | 'kind' | 'numbers' | 'country' | 'source'> & Partial<StoredNode>;

/**
 * Node of a mention, added if missing. Matched by number, else by name: registers do not number people, so namesakes
 * share one node until a member separates them.
 */
export function entryFor(graph: StoredGraph, mention: Mention): StoredNode {
  const isPerson = mention.kind === 'person';
  const key = nameKey(mention);
  const found =
    (mention.clientId && graph.nodes.find(({ clientId }) => clientId === mention.clientId)) ||
    graph.nodes.find((node) => !isPerson && sharesNumber(node.numbers, mention.numbers)) ||
    graph.nodes.find(
      (node) =>
        (node.kind === 'person') === isPerson &&
        node.id !== rootId &&
        !contradicts(node.numbers, mention.numbers) &&
        nameKey(node) === key,
    );
  if (found) {
    found.numbers = { ...mention.numbers, ...found.numbers };
    found.country ??= mention.country;
    found.clientId ??= mention.clientId ?? null;
    return found;
  }
  const made: StoredNode = {
    clientId: null,
    extractId: null,
    asked: [],
    status: null,
    problem: null,
    ...mention,
    id: nextId(graph),
  };
  graph.nodes.push(made);
  return made;
}

export function nextId(graph: StoredGraph): string {
  graph.next += 1;
  return `n${graph.next}`;
}

export function addHolding(graph: StoredGraph, holding: Omit<StoredHolding, 'id'>): void {
  graph.holdings.push({ id: nextId(graph), ...holding });
}

/** Adds a role unless present. */
export function addControl(graph: StoredGraph, control: Omit<StoredControl, 'id'>): void {
  const isThere = graph.controls.some(
    ({ by, of, role }) => by === control.by && of === control.of && role === control.role,
  );
  if (!isThere) graph.controls.push({ id: nextId(graph), ...control });
}

/** Types whose directors and shareholders come from the register. */
const registerSays = new Set<ClientType>(['company', 'listedIssuer']);
const registerRoles = new Set(['director', 'shareholder', 'beneficialOwner', 'nominee', 'nominator']);
const shareRoles = new Set(['shareholder', 'nominee', 'nominator']);

/** The initial tree of a verification: the client, and those parties that no register would list. */
export function getRecordTree(client: Client, parties: readonly PartyRow[]): StoredGraph {
  const graph: StoredGraph = { rootId, next: 0, nodes: [], holdings: [], controls: [] };
  graph.nodes.push({
    id: rootId,
    name: client.displayName,
    kind: getNodeKind(client.clientType),
    numbers: getClientNumbers(client),
    country: client.business?.registrationCountry ?? null,
    clientId: client.id,
    extractId: null,
    asked: [],
    status: null,
    problem: null,
    source: 'record',
  });
  for (const party of parties) {
    const byRegister = registerSays.has(client.clientType);
    const roles = party.roles.filter((role) => !byRegister || !registerRoles.has(role));
    const share = byRegister ? null : party.directPercent;
    if (roles.length === 0 && share === null) continue;
    const { id: by } = entryFor(graph, {
      name: party.client.displayName,
      kind: party.client.kind === 'individual' ? 'person' : getNodeKind(party.client.clientType),
      numbers: {},
      country: party.client.registrationCountry,
      clientId: party.partyClientId,
      source: 'record',
    });
    if (share !== null) {
      addHolding(graph, {
        of: rootId,
        holders: [by],
        share: { percent: share },
        beneficiallyHeld: party.beneficiallyHeld,
        heldFor: [],
        source: 'record',
      });
    }
    for (const role of roles) {
      if (shareRoles.has(role)) continue;
      addControl(graph, { by, of: rootId, role, note: party.controlBasis, source: 'record' });
    }
  }
  return graph;
}
