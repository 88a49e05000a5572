import { v7 as uuidv7 } from 'uuid';
import { createOwnershipParties as createEndpoint } from '#contract/business-verifications/ownership-endpoints.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { exceedsWhole, formatShare, type PartyRole, partyRoles } from '#rules/clients/client-parties.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { addFractions, zero } from '#rules/fractions.ts';
import { indexGraph, type OwnershipNodeKind } from '#rules/ownership/graph.ts';
import { formatPercent } from '#rules/ownership/thresholds.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { StoredGraph, StoredNode } from '../../kernel/database/tables/stored-ownership.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { addClient } from '../../records/clients/commands.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import { insertParty, maxParties, type PartyRow, parties } from '../../records/parties/store.ts';
import type { BusinessVerificationDeps } from './record/dto.ts';
import {
  type LockedVerification,
  lockVerification,
  newValues,
  requireOpen,
  type VerificationContext,
  verificationEvent,
  verificationSteps,
  writeVerification,
} from './record/locked-verification.ts';
import { personName } from './record/person-name.ts';

type Body = EndpointInput<typeof createEndpoint>['body'];
type Wanted = Body['parties'][number];

const clientTypeByNodeKind: Partial<Record<OwnershipNodeKind, ClientType>> = {
  company: 'company',
  trust: 'trust',
  partnership: 'partnership',
  limitedPartnership: 'limitedPartnership',
  estate: 'estate',
  society: 'society',
  listedIssuer: 'listedIssuer',
  government: 'government',
};

/** A new draft client for a node. */
function getDraft(node: StoredNode, { givenNames, familyName, country }: Wanted) {
  if (node.kind === 'person') {
    const { given, middle, family } = personName(node);
    const isRenamed = givenNames !== undefined || familyName !== undefined;
    const individual = {
      givenNames: isRenamed ? givenNames : given,
      middleNames: isRenamed ? undefined : middle,
      familyName: familyName ?? family,
    };
    return { clientType: 'individual', individual: { ...individual, hasOneName: !individual.givenNames } };
  }
  const { nzbn, nzCompanyNumber, abn, acn } = node.numbers;
  const registrationCountry = node.country ?? country;
  const isForeign = node.kind === 'company' && registrationCountry !== 'NZL' && registrationCountry !== 'AUS';
  return {
    clientType: isForeign ? 'overseasCompany' : (clientTypeByNodeKind[node.kind] ?? 'other'),
    business: { legalName: node.name, registrationCountry, nzbn, nzCompanyNumber, abn, acn },
  };
}

/** The node's roles and share in the client, from the tree. */
function getStanding({ row: { graph }, tree }: LockedVerification, nodeId: string) {
  const index = indexGraph(tree.graph);
  const direct = index.parcels.filter(
    ({ holding }) => holding.of === graph.rootId && holding.holders.includes(nodeId),
  );
  const share = direct.map((item) => item.share).reduce(addFractions, zero);
  const isNominee = direct.some(({ holding }) => holding.beneficiallyHeld === false);
  const person = tree.ownership.people.find((person) => person.nodeId === nodeId);
  const roles = new Set<PartyRole>(
    graph.controls.flatMap(({ by, of, role }) => (by === nodeId && of === graph.rootId ? role : [])),
  );
  if (direct.length > 0) roles.add('shareholder');
  if (isNominee) roles.add('nominee');
  if (graph.holdings.some(({ heldFor }) => heldFor.includes(nodeId))) roles.add('nominator');
  if (person && person.counts.length > 0) roles.add('beneficialOwner');
  if (roles.size === 0) roles.add(person && person.share.numerator > 0n ? 'shareholder' : 'controller');
  const percent = formatPercent(share);
  const reasons = tree.mustVerify.find((item) => item.nodeId === nodeId)?.reasons ?? [];
  return {
    roles: partyRoles.filter((role) => roles.has(role)),
    // Rounding to the party record's decimals would state a different share.
    directPercent: direct.length > 0 ? formatShare(percent) : undefined,
    joint: direct.some(({ joint }) => joint),
    beneficiallyHeld: isNominee ? false : (direct[0]?.holding.beneficiallyHeld ?? null),
    controlBasis: [...new Set(reasons.map(({ text }) => text))].join('; ').slice(0, 300) || null,
  };
}

/** The fields of an existing party that adding another depends on. */
type CurrentParty = Pick<PartyRow, 'id' | 'version' | 'partyClientId' | 'roles' | 'directPercent' | 'joint'>;

/** Returns the node of a line of the form; throws a field error on that line. */
function getEntry(graph: StoredGraph, { nodeId }: Wanted, position: number): StoredNode {
  const node = graph.nodes.find(({ id }) => id === nodeId);
  if (node === undefined || node.id === graph.rootId) {
    throw invalid('This entry is no longer in the ownership chart.', `parties[${position}].nodeId`);
  }
  return node;
}

/** Returns the node's client: the selected or linked one, else a new draft. Throws a field error on that line. */
async function getClient(
  work: VerificationContext,
  { client }: LockedVerification,
  {
    node,
    wanted,
    known,
    position,
  }: {
    node: StoredNode;
    wanted: Wanted;
    known: ReadonlyMap<string, { id: string; kind: string }>;
    position: number;
  },
): Promise<string> {
  if (wanted.clientId !== undefined) {
    const picked = known.get(wanted.clientId);
    if (
      picked === undefined ||
      picked.id === client.id ||
      (picked.kind === 'individual') !== (node.kind === 'person')
    ) {
      throw invalid('Select a client of your company that this can be.', `parties[${position}].clientId`);
    }
    return picked.id;
  }
  if (node.clientId !== null) return node.clientId;
  if (node.kind !== 'person' && node.country === null && wanted.country === undefined) {
    throw invalid(`Select the country in which ${node.name} was formed.`, `parties[${position}].country`);
  }
  const draft = clientInput.safeParse({
    ...getDraft(node, wanted),
    // The page offered clients of the same name, so a new draft is intended.
    confirmations: ['likelyDuplicates', 'notTaxFileNumber'],
  });
  if (!draft.success) {
    const problem = draft.error.issues[0]?.message ?? 'this cannot be recorded';
    throw invalid(`${node.name}: ${problem}`, `parties[${position}].nodeId`);
  }
  return (await addClient(work, draft.data)).id;
}

/** Adds the tree's missing roles to an existing party. @returns the updated party */
async function addRoles(
  context: VerificationContext,
  party: CurrentParty,
  added: readonly PartyRole[],
): Promise<CurrentParty> {
  const roles = partyRoles.filter((role) => party.roles.includes(role) || added.includes(role));
  if (roles.length === party.roles.length) return party;
  await parties.update(context, party, { roles });
  return { ...party, roles, version: party.version + 1 };
}

/** Adds a party with its roles and its share in the tree. Omits a share that would exceed 100 %. */
async function addParty(
  { trx, at, time, caller }: VerificationContext,
  { client }: LockedVerification,
  party: {
    clientId: string;
    position: number;
    standing: ReturnType<typeof getStanding>;
    others: readonly CurrentParty[];
  },
): Promise<CurrentParty> {
  const { roles, directPercent = null, joint, beneficiallyHeld, controlBasis } = party.standing;
  const shares = party.others.map((other) => ({ percent: other.directPercent, joint: other.joint }));
  const fits = !exceedsWhole([...shares, { percent: directPercent, joint }]);
  const percent = fits ? directPercent : null;
  const now = time();
  const id = uuidv7({ msecs: now.getTime(), seq: party.position });
  await insertParty(trx, {
    company_id: caller.company.id,
    id,
    client_id: client.id,
    party_client_id: party.clientId,
    roles,
    direct_percent: percent,
    joint,
    beneficially_held: beneficiallyHeld,
    control_basis: controlBasis,
    authority: null,
    must_verify: false,
    must_verify_reason: null,
    valid_from: companyDay(now, caller.company.timeZone),
    created_at: at,
    created_by: caller.member.id,
    updated_at: at,
    updated_by: caller.member.id,
  });
  return { id, version: 1, partyClientId: party.clientId, roles, directPercent: percent, joint };
}

/**
 * Records nodes of the tree as parties of the client: as the selected client on record, or a new draft. Existing
 * parties get missing roles.
 *
 * @param graph a copy of the tree, in which the nodes are linked to their clients.
 * @returns the names of the nodes.
 */
export async function recordParties(
  context: VerificationContext,
  before: LockedVerification,
  graph: StoredGraph,
  wanted: readonly Wanted[],
): Promise<string[]> {
  const chosen = await readClientsById(
    context.trx,
    wanted.flatMap(({ clientId }) => clientId ?? []),
  );
  const known = new Map(chosen.map((item) => [item.id, item]));
  const current = new Map(
    before.parties.map((party): [string, CurrentParty] => [party.partyClientId, party]),
  );
  const names: string[] = [];
  const changed: string[] = [];
  for (const [position, one] of wanted.entries()) {
    const node = getEntry(graph, one, position);
    const clientId = await getClient(context, before, { node, wanted: one, known, position });
    node.clientId = clientId;
    names.push(node.name);
    const partyFacts = getStanding(before, node.id);
    const party = current.get(clientId);
    if (party === undefined || partyFacts.roles.some((role) => !party.roles.includes(role)))
      changed.push(node.name);
    if (party === undefined && current.size >= maxParties) {
      throw invalid(`A client can have ${maxParties} parties at most. End those who no longer belong to it.`);
    }
    current.set(
      clientId,
      party === undefined
        ? await addParty(context, before, {
            clientId,
            position,
            standing: partyFacts,
            others: [...current.values()],
          })
        : await addRoles(context, party, partyFacts.roles),
    );
  }
  if (changed.length > 0) {
    context.emit('client.basisChanged', {
      clientId: before.client.id,
      cause: 'partyAdded',
      subject: before.row.id,
      text: `Related parties were recorded from the ownership chart: ${changed.join(', ')}.`,
    });
  }
  return names;
}

/** POST /business-verifications/:id/parties. */
export const createParties = commandsFor<BusinessVerificationDeps>()(createEndpoint, {
  ...verificationSteps,
  lock: (context) =>
    lockVerification(context, ({ nodes }) => {
      const wanted = new Map(context.body.parties.map(({ nodeId, clientId }) => [nodeId, clientId]));
      return nodes.flatMap(({ id, clientId }) => (wanted.has(id) ? (wanted.get(id) ?? clientId ?? []) : []));
    }),
  check: (_, before) => requireOpen(before, 'createParties'),
  async change(context, before) {
    const graph = structuredClone(before.row.graph);
    const names = await recordParties(context, before, graph, context.body.parties);
    await writeVerification(context, before, {}, graph);
    return names;
  },
  events: (_, { before, done: parties }) =>
    verificationEvent(before, { action: 'partiesRecorded', changes: newValues({ parties }) }),
});
