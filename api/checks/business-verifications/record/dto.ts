import type { Kysely } from 'kysely';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import type { RegistryExtractView } from '#contract/business-verifications/registry.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { formatDecimal, fraction } from '#rules/fractions.ts';
import { evidenceCounts } from '#rules/identity-verification/evidence-expiry.ts';
import { isDecidedBusinessVerification } from '#rules/lifecycles/checks.ts';
import { sortName } from '#rules/name-matching/name-normalisation.ts';
import type { RegistryParty } from '#rules/registers/registry-extract.ts';
import type { Registries } from '../../../integrations/registries/registries.ts';
import type { Schema, Trx } from '../../../kernel/database/tables/schema.ts';
import type { StoredExtract, StoredNode } from '../../../kernel/database/tables/stored-ownership.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../../records/clients/record/store.ts';
import type { DocumentFiles } from '../../../records/documents/receive-file.ts';
import { readEvidenceFor } from '../../../records/documents/request-evidence-store.ts';
import { currentParties } from '../../../records/parties/store.ts';
import { countExceptionApprovers } from '../../../records/team/eligible.ts';
import { readActivityLine } from '../../individual-verifications/record/store.ts';
import { getClientNumbers } from '../ownership/ownership-graph.ts';
import { type AcceptedEvidence, getView, resolveTree } from '../ownership/ownership-view.ts';
import { formatRegisteredAddress, getMismatches } from '../registers/mismatches.ts';
import { getRegisters, getSetUp } from '../registers/registers.ts';
import { availableActions, isEvidenced, unresolvedOwnership } from './available-actions.ts';
import type { Opened } from './opened-verification.ts';
import { personName } from './person-name.ts';
import {
  clientsByName,
  type ExtractRow,
  readExtracts,
  readSummaries,
  readTypeWithoutOwners,
  type VerificationRow,
} from './store.ts';

export interface BusinessVerificationDeps {
  db: Kysely<Schema>;
  now: () => Date;
  files: DocumentFiles;
  registries: Registries;
}

/** The sort name by which clients with a node's name are found. */
function getEntrySortName(node: StoredNode): string {
  if (node.kind !== 'person') return sortName({ kind: 'business', legalName: node.name });
  const { given, middle, family } = personName(node);
  return sortName({ kind: 'individual', givenNames: given, middleNames: middle, familyName: family });
}

/** Document types by evidence. */
export const toAccepted = (evidence: BusinessVerification['submittedEvidence']): AcceptedEvidence =>
  new Map(evidence.map(({ id, documentType }) => [id, documentType]));

/** Loads everything about a verification whose row is already read. */
export async function openRow(
  trx: Trx,
  deps: BusinessVerificationDeps,
  { company }: Pick<MemberCaller, 'company'>,
  row: VerificationRow,
): Promise<Opened> {
  const client = await readClientById(trx, row.client_id);
  if (client === null) throw new Error('The client of the verification does not exist.');
  const parties = await currentParties(trx, client.id);
  const extracts = await readExtracts(trx, row.id);
  const { nodes, rootId } = row.graph;
  const on = companyDay(deps.now(), company.timeZone);
  const standings = await readSummaries(
    trx,
    nodes.flatMap(({ clientId }) => clientId ?? []),
  );
  const unknown = nodes.filter(({ clientId }) => clientId === null);
  const found = await clientsByName(trx, unknown.map(getEntrySortName));
  const own = extracts.filter(({ node_id }) => node_id === rootId);
  const extract = own.findLast(({ registry }) => registry !== 'abr') ?? own.at(-1) ?? null;
  const submittedEvidence = await readEvidenceFor(trx, { businessVerificationId: row.id });
  const withoutOwners = await readTypeWithoutOwners(trx, client.id, company.regulatedIn);
  const tree = resolveTree(row.graph, company.regulatedIn, toAccepted(submittedEvidence), withoutOwners);
  const isOpen = !isDecidedBusinessVerification(row.status);
  return {
    row,
    client,
    parties,
    extracts,
    extract,
    tree,
    withoutOwners,
    regulatedIn: company.regulatedIn,
    clients: new Map(
      standings.map((linkedClient) => [
        linkedClient.id,
        {
          id: linkedClient.id,
          isDraft: linkedClient.isDraft,
          isVerified: evidenceCounts(linkedClient.identityVerifiedUntil, on),
        },
      ]),
    ),
    matches: new Map(
      unknown.map((node) => [
        node.id,
        found
          .filter(({ sortName: known }) => known === getEntrySortName(node))
          .slice(0, 5)
          .map(({ id, name }) => ({ id, name })),
      ]),
    ),
    setUp: getSetUp(deps.registries),
    mismatches: getMismatches(client, parties, extract?.extract ?? null, row.settled),
    activity: (row.activity_id && (await readActivityLine(trx, row.activity_id))) || null,
    submittedEvidence,
    exceptionApprovers:
      isOpen && tree.ownership.concealing.length > 0 ? await countExceptionApprovers(trx, deps.now()) : 0,
  };
}

const partyView = (party: RegistryParty) => ({
  kind: party.kind,
  name: party.name,
  ...(party.kind === 'organisation' ? { numbers: party.numbers } : {}),
  country: party.kind === 'organisation' ? (party.country ?? null) : null,
});

/** Percentage of all issued shares, four decimals. */
function getPercent(shares: string, { issuedShares, holdings }: StoredExtract): string {
  const whole =
    issuedShares === undefined
      ? holdings.reduce((sum, item) => sum + BigInt(item.shares), 0n)
      : BigInt(issuedShares);
  return whole === 0n ? '0' : formatDecimal(fraction(BigInt(shares) * 100n, whole), 4).replace(/\.?0+$/, '');
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
    addresses: extract.addresses.map((address) => ({
      type: address.type,
      text: formatRegisteredAddress(address),
    })),
    officers: extract.officers.map(({ party, roleText, from, to }) => ({
      party: partyView(party),
      roleText,
      from: from ?? null,
      to: to ?? null,
    })),
    holdings: extract.holdings.map(({ shares, holders, joint, beneficiallyHeld }) => ({
      holders: holders.map(partyView),
      shares,
      percent: getPercent(shares, extract),
      joint,
      beneficiallyHeld,
    })),
    gives: extract.gives,
    at: fetched_at,
    sha256,
    documentId: is_kept ? document_id : null,
  };
}

/** People and entities that must be verified, each with its linked client. */
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

function toDecision(row: VerificationRow): BusinessVerification['decision'] {
  if (!row.decision_outcome || !row.decision_reason || !row.decided_by || !row.decided_at) return null;
  return {
    outcome: row.decision_outcome,
    reason: row.decision_reason,
    unresolvedReason: row.unresolved_reason,
    exceptionEndsOn: row.exception_ends_on,
    decidedByOne: row.decided_by_one,
    by: { id: row.decided_by, name: row.decided_by_name ?? '' },
    at: row.decided_at,
  };
}

/** A verification as on the wire. */
export function toBusinessVerificationDto(
  opened: Opened,
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
): BusinessVerification {
  const { row, client, extract, extracts, tree, clients, setUp, mismatches } = opened;
  const { currency, graph } = row;
  const money = (amount: number) => ({ amount, currency });
  const hasTree = graph.nodes.length > 1 || extract !== null;
  const inTree = new Set(graph.nodes.flatMap(({ extractId }) => extractId ?? []));
  const extractDtos = extracts
    .filter(({ id }) => id === extract?.id || inTree.has(id))
    .toSorted((a, b) => Number(b.id === extract?.id) - Number(a.id === extract?.id));
  return {
    id: row.id,
    version: row.version,
    client: {
      id: client.id,
      name: client.displayName,
      clientType: client.clientType,
      numbers: getClientNumbers(client),
    },
    activity: opened.activity,
    status: row.status,
    registries: getRegisters(client.business?.registrationCountry ?? null, setUp, currency),
    extract: extract ? extractView(extract) : null,
    extracts: extractDtos.map((dto) => {
      const { officers: _officers, holdings: _holdings, ...rest } = extractView(dto);
      return rest;
    }),
    submittedEvidence: opened.submittedEvidence,
    isEvidenced: isEvidenced(opened),
    mismatches,
    ownership: hasTree
      ? getView(graph, tree, {
          regulatedIn: caller.company.regulatedIn,
          setUp,
          clients,
          holdingNames: ultimateHoldings(opened),
        })
      : null,
    mustVerify: toVerify(opened),
    estimatedCost: row.estimated_cost === null ? null : money(row.estimated_cost),
    actualCost: money(row.actual_cost),
    pendingExtracts: getPendingOrder(row),
    lastFailure: row.last_failure,
    unresolvedOwnership: unresolvedOwnership(opened, caller, deps.now()),
    decision: toDecision(row),
    evidenceExpiresOn: row.evidence_expires_on,
    actions: availableActions(opened, caller, deps.now()),
    startedBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function getPendingOrder({
  asking,
  next_ask_at,
  lease_until,
}: VerificationRow): BusinessVerification['pendingExtracts'] {
  if (asking === null) return null;
  return {
    kind: asking.kind,
    asked: asking.kind === 'expand' ? asking.asked : 0,
    isRunning: lease_until !== null,
    nextAt: next_ask_at,
  };
}

/** Ultimate holding companies in extracts that the tree lacks. */
function ultimateHoldings({ row, extracts }: Opened): { of: string; name: string }[] {
  const names = new Set(row.graph.nodes.map(({ name }) => name.toLowerCase()));
  return extracts.flatMap(({ node_id, extract }) => {
    const name = extract.ultimateHolding?.name;
    return name && !names.has(name.toLowerCase()) ? [{ of: node_id, name }] : [];
  });
}
