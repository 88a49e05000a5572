import type { Kysely, Transaction } from 'kysely';
import type { BusinessVerification } from '#contract/business-verifications.ts';
import type { Client } from '#contract/clients.ts';
import type { RegistryExtractView } from '#contract/registry-records.ts';
import { companyDay } from '#rules/company-day.ts';
import { decimalText, fraction } from '#rules/fractions.ts';
import { isDiligenceDone } from '#rules/guards/client-status.ts';
import { sortName } from '#rules/names.ts';
import { readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import type { StoredExtract, StoredNode } from '../database/stored-ownership.ts';
import type { DocumentFiles } from '../documents/intake.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { readActivityLine } from '../individual-verifications/store.ts';
import { currentParties, type PartyRow } from '../parties/store.ts';
import type { RegistryParty } from '../registries/extract.ts';
import type { Registries } from '../registries/registries.ts';
import { readEvidenceOf } from '../request-evidence/store.ts';
import { addressText, mismatchesOf } from './mismatches.ts';
import { movesOf } from './moves.ts';
import { type ClientOfEntry, type ResolvedTree, resolveTree, viewOf } from './ownership-view.ts';
import { personName } from './person-name.ts';
import { registersOf, type SetUp, setUpOf } from './registers.ts';
import {
  clientsByName,
  type ExtractRow,
  readExtracts,
  readStandings,
  type VerificationRow,
} from './store.ts';
import { numbersOfClient } from './tree.ts';

export interface BusinessVerificationDeps {
  db: Kysely<Schema>;
  now: () => Date;
  files: DocumentFiles;
  registries: Registries;
}

/** A verification with all that its answers and guards look at, as it is in the database now. */
export interface Opened {
  row: VerificationRow;
  client: Client;
  parties: PartyRow[];
  extracts: ExtractRow[];
  /** The client's own, the newest that a register of companies gave, else any. */
  extract: ExtractRow | null;
  tree: ResolvedTree;
  clients: ReadonlyMap<string, ClientOfEntry>;
  /** Clients on record under the name of an entry that no client stands for yet; by id of the entry. */
  matches: ReadonlyMap<string, { id: string; name: string }[]>;
  setUp: SetUp;
  mismatches: BusinessVerification['mismatches'];
  activity: BusinessVerification['activity'];
  /** What was given to document requests and accepted. */
  givenEvidence: BusinessVerification['givenEvidence'];
}

/** The name under which a client of an entry's name would be found. */
function sortNameOfEntry(node: StoredNode): string {
  if (node.kind !== 'person') return sortName({ kind: 'business', legalName: node.name });
  const { given, middle, family } = personName(node);
  return sortName({ kind: 'individual', givenNames: given, middleNames: middle, familyName: family });
}

/** Everything about a verification whose row the transaction has read. */
export async function openRow(
  trx: Transaction<Schema>,
  deps: BusinessVerificationDeps,
  { company }: Pick<MemberCaller, 'company'>,
  row: VerificationRow,
): Promise<Opened> {
  const client = await readClientById(trx, row.client_id);
  if (client === null) throw refuse('record.notFound');
  const parties = await currentParties(trx, client.id);
  const extracts = await readExtracts(trx, row.id);
  const { nodes, rootId } = row.graph;
  const on = companyDay(deps.now(), company.timeZone);
  const standings = await readStandings(
    trx,
    nodes.flatMap(({ clientId }) => clientId ?? []),
  );
  const unknown = nodes.filter(({ clientId }) => clientId === null);
  const found = await clientsByName(trx, unknown.map(sortNameOfEntry));
  const own = extracts.filter(({ node_id }) => node_id === rootId);
  const extract = own.findLast(({ registry }) => registry !== 'abr') ?? own.at(-1) ?? null;
  return {
    row,
    client,
    parties,
    extracts,
    extract,
    tree: resolveTree(row.graph, company.regulatedIn),
    clients: new Map(
      standings.map((one) => [
        one.id,
        { id: one.id, isDraft: one.isDraft, isVerified: isDiligenceDone(one, on) },
      ]),
    ),
    matches: new Map(
      unknown.map((node) => [
        node.id,
        found
          .filter(({ sortName: known }) => known === sortNameOfEntry(node))
          .slice(0, 5)
          .map(({ id, name }) => ({ id, name })),
      ]),
    ),
    setUp: setUpOf(deps.registries),
    mismatches: mismatchesOf(client, parties, extract?.extract ?? null, row.settled),
    activity: (row.activity_id && (await readActivityLine(trx, row.activity_id))) || null,
    givenEvidence: await readEvidenceOf(trx, { businessVerificationId: row.id }),
  };
}

const partyView = (party: RegistryParty) => ({
  kind: party.kind,
  name: party.name,
  ...(party.kind === 'organisation' ? { numbers: party.numbers } : {}),
  country: party.kind === 'organisation' ? (party.country ?? null) : null,
});

/** A part of all shares on issue, four places. */
function percentOf(shares: string, { issuedShares, holdings }: StoredExtract): string {
  const whole =
    issuedShares === undefined
      ? holdings.reduce((sum, one) => sum + BigInt(one.shares), 0n)
      : BigInt(issuedShares);
  return whole === 0n ? '0' : decimalText(fraction(BigInt(shares) * 100n, whole), 4).replace(/\.?0+$/, '');
}

function extractView({
  id,
  extract,
  fetched_at,
  sha256,
  document_id,
  is_kept,
}: ExtractRow): RegistryExtractView {
  return {
    id,
    registry: extract.registry,
    numbers: extract.numbers,
    name: extract.name,
    tradingNames: extract.tradingNames,
    kindText: extract.kindText,
    status: extract.status,
    statusText: extract.statusText,
    registeredOn: extract.registeredOn ?? null,
    endedOn: extract.endedOn ?? null,
    addresses: extract.addresses.map((one) => ({ type: one.type, text: addressText(one) })),
    officers: extract.officers.map(({ party, roleText, from, to }) => ({
      party: partyView(party),
      roleText,
      from: from ?? null,
      to: to ?? null,
    })),
    holdings: extract.holdings.map(({ shares, holders, joint, beneficiallyHeld }) => ({
      holders: holders.map(partyView),
      shares,
      percent: percentOf(shares, extract),
      joint,
      beneficiallyHeld,
    })),
    gives: extract.gives,
    at: fetched_at,
    sha256,
    documentId: is_kept ? document_id : null,
  };
}

/** Those who have to be verified, each with the record that stands for them. */
function toVerify({ row, tree, clients, matches, parties }: Opened): BusinessVerification['mustVerify'] {
  const nodes = new Map(row.graph.nodes.map((node) => [node.id, node]));
  return tree.mustVerify.map(({ nodeId, name, reasons }) => {
    const clientId = nodes.get(nodeId)?.clientId ?? null;
    const client = (clientId && clients.get(clientId)) || null;
    return {
      nodeId,
      name,
      reasons: reasons.map(({ jurisdiction, provision, text }) => ({ jurisdiction, provision, text })),
      client,
      isParty: parties.some(({ partyClientId }) => partyClientId === clientId),
      matches: matches.get(nodeId) ?? [],
      fix: client
        ? { target: 'client.verifications' as const, id: client.id }
        : { target: 'client.parties' as const },
    };
  });
}

/** A verification as the wire has it. */
export function present(
  opened: Opened,
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
): BusinessVerification {
  const { row, client, extract, extracts, tree, clients, setUp, mismatches } = opened;
  const { currency, graph } = row;
  const money = (amount: number) => ({ amount, currency });
  const hasTree = graph.nodes.length > 1 || extract !== null;
  const inTree = new Set(graph.nodes.flatMap(({ extractId }) => extractId ?? []));
  const shown = extracts
    .filter(({ id }) => id === extract?.id || inTree.has(id))
    .toSorted((a, b) => Number(b.id === extract?.id) - Number(a.id === extract?.id));
  return {
    id: row.id,
    version: row.version,
    client: {
      id: client.id,
      name: client.displayName,
      clientType: client.clientType,
      numbers: numbersOfClient(client),
    },
    activity: opened.activity,
    status: row.status,
    registries: registersOf(client.business?.registrationCountry ?? null, setUp, currency),
    extract: extract ? extractView(extract) : null,
    extracts: shown.map((one) => {
      const { officers: _officers, holdings: _holdings, ...rest } = extractView(one);
      return rest;
    }),
    givenEvidence: opened.givenEvidence,
    mismatches,
    ownership: hasTree
      ? viewOf(graph, tree, {
          regulatedIn: caller.company.regulatedIn,
          setUp,
          clients,
          holdingNames: ultimateHoldings(opened),
        })
      : null,
    mustVerify: toVerify(opened),
    estimatedCost: row.estimated_cost === null ? null : money(row.estimated_cost),
    actualCost: money(row.actual_cost),
    asking: askingOf(row),
    lastFailure: row.last_failure,
    decision:
      row.decision_outcome && row.decision_reason && row.decided_by && row.decided_at
        ? {
            outcome: row.decision_outcome,
            reason: row.decision_reason,
            unresolvedReason: row.unresolved_reason,
            by: { id: row.decided_by, name: row.decided_by_name ?? '' },
            at: row.decided_at,
          }
        : null,
    evidenceExpiresOn: row.evidence_expires_on,
    moves: movesOf(opened, caller, deps.now()),
    startedBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function askingOf({ asking, next_ask_at, lease_until }: VerificationRow): BusinessVerification['asking'] {
  if (asking === null) return null;
  return {
    kind: asking.kind,
    asked: asking.kind === 'expand' ? asking.asked : 0,
    isRunning: lease_until !== null,
    nextAt: next_ask_at,
  };
}

/** Ultimate holding companies that extracts name and the tree does not have. */
function ultimateHoldings({ row, extracts }: Opened): { of: string; name: string }[] {
  const names = new Set(row.graph.nodes.map(({ name }) => name.toLowerCase()));
  return extracts.flatMap(({ node_id, extract }) => {
    const name = extract.ultimateHolding?.name;
    return name && !names.has(name.toLowerCase()) ? [{ of: node_id, name }] : [];
  });
}
