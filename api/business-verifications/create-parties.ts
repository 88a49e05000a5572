import { v7 as uuidv7 } from 'uuid';
import type { BusinessVerification, createOwnershipParties } from '#contract/business-verifications.ts';
import { clientInput } from '#contract/clients.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { exceedsWhole, type PartyRole, partyRoles, shareText } from '#rules/client-parties.ts';
import type { ClientType } from '#rules/client-types.ts';
import { companyDay } from '#rules/company-day.ts';
import { addFractions, zero } from '#rules/fractions.ts';
import { indexGraph, type OwnershipNodeKind } from '#rules/ownership/graph.ts';
import { percentText } from '#rules/ownership/thresholds.ts';
import { addClient } from '../clients/service.ts';
import { readClientsById } from '../clients/store.ts';
import type { StoredNode } from '../database/stored-ownership.ts';
import type { MemberCaller } from '../http/bind.ts';
import { changeParty, insertParty, mostParties } from '../parties/store.ts';
import { type Command, refuseForm, runCommand } from './command.ts';
import { personName } from './person-name.ts';
import type { BusinessVerificationDeps } from './present.ts';

type Body = EndpointInput<typeof createOwnershipParties>['body'];
type Wanted = Body['parties'][number];

const clientTypeOf: Partial<Record<OwnershipNodeKind, ClientType>> = {
  company: 'company',
  trust: 'trust',
  partnership: 'partnership',
  limitedPartnership: 'limitedPartnership',
  estate: 'estate',
  society: 'society',
  listedIssuer: 'listedIssuer',
  government: 'government',
};

/** The new draft client that stands for an entry. */
function draftOf(node: StoredNode, { givenNames, familyName, country }: Wanted) {
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
    clientType: isForeign ? 'overseasCompany' : (clientTypeOf[node.kind] ?? 'other'),
    business: { legalName: node.name, registrationCountry, nzbn, nzCompanyNumber, abn, acn },
  };
}

/** What the tree says somebody is to the client itself. */
function standingOf({ row, tree }: Command['opened'], nodeId: string) {
  const { graph } = row;
  const index = indexGraph(tree.graph);
  const direct = index.parcels.filter(
    ({ holding }) => holding.of === graph.rootId && holding.holders.includes(nodeId),
  );
  const share = direct.map((one) => one.share).reduce(addFractions, zero);
  const isNominee = direct.some(({ holding }) => holding.beneficiallyHeld === false);
  const person = tree.ownership.people.find((one) => one.nodeId === nodeId);
  const roles = new Set<PartyRole>(
    graph.controls.flatMap(({ by, of, role }) => (by === nodeId && of === graph.rootId ? role : [])),
  );
  if (direct.length > 0) roles.add('shareholder');
  if (isNominee) roles.add('nominee');
  if (graph.holdings.some(({ heldFor }) => heldFor.includes(nodeId))) roles.add('nominator');
  if (person && person.counts.length > 0) roles.add('beneficialOwner');
  if (roles.size === 0) roles.add(person && person.share.numerator > 0n ? 'shareholder' : 'controller');
  const percent = percentText(share);
  const reasons = tree.mustVerify.find((one) => one.nodeId === nodeId)?.reasons ?? [];
  return {
    roles: partyRoles.filter((role) => roles.has(role)),
    // More places than a party's record has would say another share.
    directPercent: direct.length > 0 ? shareText(percent) : undefined,
    joint: direct.some(({ joint }) => joint),
    beneficiallyHeld: isNominee ? false : (direct[0]?.holding.beneficiallyHeld ?? null),
    controlBasis: [...new Set(reasons.map(({ text }) => text))].join('; ').slice(0, 300) || null,
  };
}

/**
 * Records entries of the tree as parties of the client, in a command's transaction: as the client on record that was chosen, or as a new
 * draft. Who is a party already gets the roles that are missing. Marks the entries of the command's tree with their clients.
 */
export async function recordParties(command: Command, wanted: readonly Wanted[]): Promise<string[]> {
  const { trx, deps, caller, opened } = command;
  const { row, client, parties } = opened;
  const now = deps.now();
  const at = now.toISOString();
  const today = companyDay(now, caller.company.timeZone);
  const byId = new Map(row.graph.nodes.map((node) => [node.id, node]));
  const chosen = await readClientsById(
    trx,
    wanted.flatMap(({ clientId }) => clientId ?? []),
  );
  const known = new Map(chosen.map((one) => [one.id, one]));
  const current = [...parties];
  const told: string[] = [];
  for (const [position, one] of wanted.entries()) {
    const field = `parties[${position}].nodeId`;
    const node = byId.get(one.nodeId);
    if (node === undefined || node.id === row.graph.rootId) {
      throw refuseForm('This entry is not in the tree any more.', field);
    }
    if (one.clientId !== undefined) {
      const picked = known.get(one.clientId);
      if (
        picked === undefined ||
        picked.id === client.id ||
        (picked.kind === 'individual') !== (node.kind === 'person')
      ) {
        throw refuseForm(
          'Choose one of your company’s clients that this can be.',
          `parties[${position}].clientId`,
        );
      }
      node.clientId = picked.id;
    }
    if (node.clientId === null) {
      if (node.kind !== 'person' && node.country === null && one.country === undefined) {
        throw refuseForm(
          `Choose the country in which ${node.name} was formed.`,
          `parties[${position}].country`,
        );
      }
      const draft = clientInput.safeParse({
        ...draftOf(node, one),
        // The page shows clients of the same name to choose from, so that a new one is meant.
        confirmations: ['likelyDuplicates', 'notTaxFileNumber'],
      });
      if (!draft.success) {
        throw refuseForm(
          `${node.name}: ${draft.error.issues[0]?.message ?? 'this cannot be recorded'}`,
          field,
        );
      }
      node.clientId = (await addClient(trx, deps, caller, draft.data)).id;
    }
    const standing = standingOf(opened, node.id);
    const before = current.find(({ partyClientId }) => partyClientId === node.clientId);
    if (before) {
      const roles = partyRoles.filter((role) => before.roles.includes(role) || standing.roles.includes(role));
      if (roles.length > before.roles.length) {
        await changeParty(trx, before, { roles, updated_at: at, updated_by: caller.member.id });
      }
      told.push(node.name);
      continue;
    }
    if (current.length >= mostParties) {
      throw refuseForm(
        `A client can have ${mostParties} parties at most. End those who no longer belong to it.`,
      );
    }
    const { directPercent = null, joint } = standing;
    const shares = current.map((party) => ({ percent: party.directPercent, joint: party.joint }));
    const fits = !exceedsWhole([...shares, { percent: directPercent, joint }]);
    const id = uuidv7({ msecs: now.getTime(), seq: position });
    await insertParty(trx, {
      company_id: caller.company.id,
      id,
      client_id: client.id,
      party_client_id: node.clientId,
      roles: standing.roles,
      direct_percent: fits ? directPercent : null,
      joint,
      beneficially_held: standing.beneficiallyHeld,
      control_basis: standing.controlBasis,
      authority: null,
      must_verify: false,
      must_verify_reason: null,
      valid_from: today,
      created_at: at,
      created_by: caller.member.id,
      updated_at: at,
      updated_by: caller.member.id,
    });
    current.push({
      partyClientId: node.clientId,
      directPercent: fits ? directPercent : null,
      joint,
    } as never);
    told.push(node.name);
  }
  return told;
}

/** POST /business-verifications/:id/parties. */
export function createParties(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  body: Body,
): Promise<BusinessVerification> {
  return runCommand(
    deps,
    caller,
    { id, version: body.version, act: 'createParties', body },
    async (command) => {
      const graph = structuredClone(command.opened.row.graph);
      const own = { ...command, opened: { ...command.opened, row: { ...command.opened.row, graph } } };
      const told = await recordParties(own, body.parties);
      return {
        graph,
        action: 'businessVerification.partiesRecorded',
        changes: { parties: { before: null, after: told } },
      };
    },
  );
}
