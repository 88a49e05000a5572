import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '#contract/clients/client-record.ts';
import {
  addParty as addEndpoint,
  endParty as endEndpoint,
  type NewParty,
  type PartyDetails,
  updateParty as updateEndpoint,
} from '#contract/clients/parties.ts';
import { canHaveShares, exceedsWhole, partyRoleLabels, rolesFor } from '#rules/clients/client-parties.ts';
import { changesApproval } from '#rules/clients/client-refresh.ts';
import { type ClientType, clientTypeLabels, pepStatusLabels } from '#rules/clients/client-types.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { closedClientText, isClosedClient } from '#rules/lifecycles/clients.ts';
import { isExposed } from '#rules/pep.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid, isApiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { addClient, rejectDuplicateExternalId } from '../../records/clients/commands.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import {
  changeParty,
  currentParties,
  insertParty,
  maxParties,
  type PartyRow,
  readParty,
} from '../../records/parties/store.ts';
import { reviewedWithPep } from '../cdd/pep-persons.ts';
import { type WrittenLevel, writeCddLevel } from '../cdd/sync-cdd-level.ts';
import { lockClientsAbove, riskChangeEvents, saveRiskLevels } from '../screening-results/risk-floor.ts';
import { getCddInput, type PartiesDeps, toPartyDto } from './queries.ts';

const command = commandsFor<PartiesDeps>();

type Trx = Work['trx'];

/**
 * Locks a client whose parties change, and all clients above it, whose risk can change too. Commands on one client's parties are
 * serialised. All clients are locked in one order, so that two commands that make each other's client a party cannot deadlock.
 * @returns the client, or null if it belongs to another company.
 * @throws for an archived client.
 */
async function lockOpenClient(trx: Trx, clientId: string, partyClientId?: string): Promise<Client | null> {
  await lockClientsAbove(trx, [clientId], partyClientId === undefined ? [] : [partyClientId]);
  const client = await readClientById(trx, clientId);
  if (client !== null && isClosedClient(client.status)) {
    throw invalid(`${closedClientText(client.status)} Its related parties can no longer be changed.`);
  }
  return client;
}

/** Sentences by field about roles and shares that a client of the type cannot have. */
function typeMisfits(
  { roles, directPercent }: PartyDetails,
  clientType: ClientType,
  existing: PartyRow | null,
): Record<string, string[]> {
  const suited = [...rolesFor(clientType), ...(existing?.roles ?? [])];
  const unsuited = roles.filter((role) => !suited.includes(role)).map((role) => partyRoleLabels[role]);
  const what = clientTypeLabels[clientType].toLowerCase();
  const fields: Record<string, string[]> = {};
  if (unsuited.length > 0) {
    fields.roles = [`Not for a client of type “${what}”: ${unsuited.join(', ').toLowerCase()}.`];
  }
  if (
    directPercent !== undefined &&
    !canHaveShares(clientType) &&
    existing?.directPercent !== directPercent
  ) {
    fields.directPercent = [`A client of type “${what}” has no owners. Leave this blank.`];
  }
  return fields;
}

/** Sentences by field about details that do not fit together, or not with the other parties of the client. */
function misfits(
  details: PartyDetails,
  {
    clientType,
    kept = null,
    others,
    today,
    validFrom,
  }: {
    clientType: ClientType;
    /** The existing party, whose role may stay even if it no longer suits the client's type. */
    kept?: PartyRow | null;
    others: readonly PartyRow[];
    today: string;
    validFrom: string;
  },
): Record<string, string[]> {
  const fields = typeMisfits(details, clientType, kept);
  const { roles, joint, directPercent, beneficiallyHeld } = details;
  const share = { percent: directPercent ?? null, joint };
  const shares = others.map((other) => ({ percent: other.directPercent, joint: other.joint }));
  if (directPercent !== undefined && exceedsWhole([share, ...shares])) {
    fields.directPercent = [
      'Total ownership would exceed 100%. Check the percentages, or mark this holding as joint.',
    ];
  }
  if (directPercent === undefined && joint) {
    fields.directPercent = ['Enter the share that is held jointly.'];
  }
  if (roles.includes('nominee') && beneficiallyHeld === 'yes') {
    fields.beneficiallyHeld = [
      'A nominee does not hold beneficially. Select “No”, or remove the nominee role.',
    ];
  }
  if (validFrom > today)
    fields.validFrom = ['This cannot start in the future. Enter today or an earlier day.'];
  return fields;
}

const yesNo = { yes: true, no: false, unknown: null } as const;

function getColumns(details: PartyDetails, validFrom: string) {
  return {
    roles: details.roles,
    direct_percent: details.directPercent ?? null,
    joint: details.joint,
    beneficially_held: yesNo[details.beneficiallyHeld],
    control_basis: details.controlBasis ?? null,
    authority: details.authority ?? null,
    must_verify: details.mustVerifyReason !== undefined,
    must_verify_reason: details.mustVerifyReason ?? null,
    valid_from: validFrom,
  };
}

/** The stored values of the same columns, to detect a form without changes. */
function getSavedColumns(row: PartyRow): ReturnType<typeof getColumns> {
  return {
    roles: row.roles,
    direct_percent: row.directPercent,
    joint: row.joint,
    beneficially_held: row.beneficiallyHeld,
    control_basis: row.controlBasis,
    authority: row.authority,
    must_verify: row.mustVerifyReason !== null,
    must_verify_reason: row.mustVerifyReason,
    valid_from: row.validFrom,
  };
}

/** Audited fields of a party. */
function auditable(row: PartyRow): Record<string, unknown> {
  return {
    party: row.client.displayName,
    roles: row.roles.map((role) => partyRoleLabels[role]),
    directPercent: row.directPercent,
    joint: row.joint,
    beneficiallyHeld: row.beneficiallyHeld,
    controlBasis: row.controlBasis,
    authority: row.authority,
    mustVerifyReason: row.mustVerifyReason,
    validFrom: row.validFrom,
    validTo: row.validTo,
  };
}

/** A completed write, read back. */
interface Done {
  party: PartyRow;
  level: WrittenLevel;
  riskEvents: WorkEvent[];
}

/** Reads back the party, then recalculates the client's risk from matches and its CDD level. */
async function finish(work: Work, ids: { clientId: string; partyId: string }): Promise<Done> {
  const party = await readParty(work.trx, ids);
  if (party === null) throw new Error('The party just saved could not be read.');
  // A party with a confirmed sanctions match raises the risk of the client and of the clients above it.
  const risks =
    party.client.sanctions === null
      ? []
      : await saveRiskLevels(work.trx, ids.clientId, { isLifted: party.validTo !== null });
  if (party.client.sanctions === 'prohibited' && party.validTo === null) {
    work.emit('client.prohibited', { clientId: ids.clientId, cause: party.id, because: 'match' });
  }
  const changed = risks.filter(({ before, after }) => before !== after);
  for (const { id } of changed) if (id !== ids.clientId) work.emit('client.changed', { clientId: id });
  return {
    party,
    riskEvents: riskChangeEvents(changed),
    level: await writeCddLevel(work, ids.clientId),
  };
}

/** Whether a related party’s PEP status, as stored now, triggers a review of the client. */
async function isReviewedPep(
  { trx, time }: Work,
  companyId: string,
  { clientId, partyClientId, client }: PartyRow,
): Promise<boolean> {
  if (!isExposed(client.pepStatus)) return false;
  const about = { companyId, clientIds: [clientId], person: partyClientId, now: time() };
  return (await reviewedWithPep(trx, about)).length > 0;
}

/** Emits that a party was added or changed on which an approval of the client relies. */
function emitBasis(
  { emit }: Work,
  { clientId, partyClientId, client, roles, directPercent }: PartyRow,
  cause: 'partyAdded' | 'partyChanged',
): void {
  const share = directPercent === null ? '' : `, ${directPercent} %`;
  const now = `${roles.map((role) => partyRoleLabels[role].toLowerCase()).join(', ')}${share}`;
  emit('client.basisChanged', {
    clientId,
    cause,
    subject: partyClientId,
    text: `Related party ${client.displayName} was ${cause === 'partyAdded' ? 'added' : 'changed'}: ${now}.`,
  });
}

/** Emits that a party just saved exposes the client: to a known PEP, or to a confirmed sanctions match. */
function emitExposure(
  { emit }: Work,
  { clientId, partyClientId, client }: PartyRow,
  { pep, sanctions }: { pep: boolean; sanctions: boolean },
): void {
  if (!pep && !sanctions) return;
  emit('party.exposed', {
    clientId,
    personId: partyClientId,
    name: client.displayName,
    pepKind: pep ? pepStatusLabels[client.pepStatus] : null,
    sanctions,
  });
}

function getEvents(
  { party, level, riskEvents }: Done,
  {
    clientId,
    action,
    before,
    reason,
  }: {
    clientId: string;
    action: string;
    before: PartyRow | null;
    reason?: string;
  },
): WorkEvent[] {
  const changes = changesBetween(before === null ? {} : auditable(before), auditable(party));
  const own: WorkEvent = {
    action,
    resourceType: 'client',
    resourceId: clientId,
    detail: {
      partyId: party.id,
      // Every event names the party, although it never changes.
      changes: { ...changes, party: { before: null, after: party.client.displayName } },
    },
    ...(reason === undefined ? {} : { reason }),
  };
  return [own, ...riskEvents, ...level.events];
}

/** Reports problems of the new client at the corresponding fields of this form. */
async function namingNewClient<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isApiError(error) || error.details.fields === undefined) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.details.fields).map(([field, messages]) => [
        field === '' ? '' : `newClient.${field}`,
        messages,
      ]),
    );
    throw apiError(error.code, { ...error.details, fields });
  }
}

/** Returns the party's client: an existing or a new one. Throws a field error. */
async function getPartyClient(
  work: Work & { caller: MemberCaller },
  clientId: string,
  { partyClientId, newClient, confirmations }: NewParty,
  others: readonly PartyRow[],
): Promise<string> {
  if (newClient !== undefined) {
    return (await namingNewClient(addClient(work, { ...newClient, confirmations }))).id;
  }
  const rejectParty = (message: string) => invalid(message, 'partyClientId');
  if (partyClientId === undefined || (await readClientById(work.trx, partyClientId)) === null) {
    throw rejectParty('Select a client of your company.');
  }
  if (partyClientId === clientId)
    throw rejectParty('A client cannot be a party of itself. Select another client.');
  const already = others.find((other) => other.partyClientId === partyClientId);
  if (already !== undefined) {
    throw rejectParty(
      `${already.client.displayName} is a party already. Change the roles there, or choose another client.`,
    );
  }
  return partyClientId;
}

/**
 * POST /clients/:id/parties. Creates a new client in the same transaction as the party.
 * @throws `request.invalid`; `confirmation.required` if a new client is a likely duplicate.
 */
export const addParty = command(addEndpoint, {
  async lock({ trx, params, body }) {
    const client = await lockOpenClient(trx, params.id, body.partyClientId);
    return client && { clientId: client.id, clientType: client.clientType };
  },
  async change(context, { clientId, clientType }) {
    const { trx, time, at, caller, body } = context;
    const today = companyDay(time(), caller.company.timeZone);
    const validFrom = body.validFrom ?? today;
    const others = await currentParties(trx, clientId);
    if (others.length >= maxParties) {
      throw invalid(`A client can have ${maxParties} parties at most. End those who no longer belong to it.`);
    }
    const fields = misfits(body, { clientType, others, today, validFrom });
    if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
    const partyClientId = await rejectDuplicateExternalId(getPartyClient(context, clientId, body, others));
    const partyId = uuidv7({ msecs: time().getTime() });
    const by = caller.member.id;
    await insertParty(trx, {
      ...getColumns(body, validFrom),
      company_id: caller.company.id,
      id: partyId,
      client_id: clientId,
      party_client_id: partyClientId,
      created_at: at,
      created_by: by,
      updated_at: at,
      updated_by: by,
    });
    const done = await finish(context, { clientId, partyId });
    emitExposure(context, done.party, {
      pep: await isReviewedPep(context, caller.company.id, done.party),
      sanctions: done.party.client.sanctions !== null,
    });
    emitBasis(context, done.party, 'partyAdded');
    return done;
  },
  read: async (_context, _before, { party, level }) => toPartyDto(party, level.input),
  events: (_, { before: { clientId }, done }) =>
    getEvents(done, { clientId, action: 'client.partyAdded', before: null }),
});

interface PartyContext extends Work {
  params: { id: string; partyId: string };
  caller: MemberCaller;
}

const getIds = ({ params: { id, partyId } }: PartyContext) => ({ clientId: id, partyId });

/** The client first and its party second. */
async function lock(context: PartyContext): Promise<(PartyRow & { clientType: ClientType }) | null> {
  const client = await lockOpenClient(context.trx, context.params.id);
  const party = client && (await readParty(context.trx, getIds(context), true));
  return party && { ...party, clientType: client.clientType };
}

const showParty = async ({ trx, time, caller, params }: PartyContext, row: PartyRow) =>
  toPartyDto(row, await getCddInput(trx, { now: time }, caller, params.id));

const stale = {
  message: ({ updatedByName }: PartyRow) =>
    `${updatedByName} changed this related party. Review it and try again.`,
  current: showParty,
};

function requireCurrent({ validTo, client }: PartyRow): void {
  if (validTo === null) return;
  throw invalid(
    `${client.displayName} is no longer a related party of this client. Add a new related party if they return.`,
  );
}

/** PUT /clients/:id/parties/:partyId. Replaces a party's details; a form without changes writes nothing. */
export const updateParty = command(updateEndpoint, {
  lock,
  stale,
  check: (_, before) => requireCurrent(before),
  async change(context, before) {
    const { trx, time, at, caller, body } = context;
    const ids = getIds(context);
    const validFrom = body.validFrom ?? before.validFrom;
    const columns = getColumns(body, validFrom);
    if (isDeepStrictEqual(columns, getSavedColumns(before)))
      return unchanged(await showParty(context, before));
    const others = (await currentParties(trx, ids.clientId)).filter(({ id }) => id !== ids.partyId);
    const today = companyDay(time(), caller.company.timeZone);
    const { clientType } = before;
    const fields = misfits(body, { clientType, kept: before, others, today, validFrom });
    if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
    const wasReviewed = await isReviewedPep(context, caller.company.id, before);
    await changeParty(trx, before, { ...columns, updated_at: at, updated_by: caller.member.id });
    const done = await finish(context, ids);
    const isReviewed = !wasReviewed && (await isReviewedPep(context, caller.company.id, done.party));
    // A sanctions match counts for the client whatever the party's role is, so a changed role adds nothing to it.
    emitExposure(context, done.party, { pep: isReviewed, sanctions: false });
    if (changesApproval(before, done.party)) emitBasis(context, done.party, 'partyChanged');
    return done;
  },
  read: async (_context, _before, { party, level }) => toPartyDto(party, level.input),
  events: ({ params }, { before, done }) =>
    getEvents(done, { clientId: params.id, action: 'client.partyChanged', before }),
});

/** POST /clients/:id/parties/:partyId/end. The party stays on record with its last day. */
export const endParty = command(endEndpoint, {
  lock,
  stale,
  check({ time, caller, body, problems }, before) {
    requireCurrent(before);
    const today = companyDay(time(), caller.company.timeZone);
    const endedOn = body.endedOn ?? today;
    if (endedOn > today)
      problems.add('endedOn', 'This cannot end in the future. Enter today or an earlier day.');
    else if (endedOn < before.validFrom)
      problems.add('endedOn', 'This is before the role started. Enter that day or a later one.');
  },
  async change(context, before) {
    const { trx, time, at, caller, body } = context;
    const endedOn = body.endedOn ?? companyDay(time(), caller.company.timeZone);
    await changeParty(trx, before, { valid_to: endedOn, updated_at: at, updated_by: caller.member.id });
    return finish(context, getIds(context));
  },
  read: async (_context, _before, { party, level }) => toPartyDto(party, level.input),
  events: ({ params, body: { reason } }, { before, done }) =>
    getEvents(done, {
      clientId: params.id,
      action: 'client.partyEnded',
      before,
      ...(reason === undefined ? {} : { reason }),
    }),
});
