import { isDeepStrictEqual } from 'node:util';
import type { Client } from '#contract/clients/client-record.ts';
import {
  addParty as addEndpoint,
  endParty as endEndpoint,
  type Party,
  updateParty as updateEndpoint,
} from '#contract/clients/parties.ts';
import { changesApproval } from '#rules/clients/client-refresh.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { closedClientText, isClosedClient } from '#rules/lifecycles/clients.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { rejectDuplicateExternalId } from '../../records/clients/commands.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import {
  currentParties,
  maxParties,
  type PartyRow,
  parties,
  readParty,
} from '../../records/parties/store.ts';
import { lockClientsAbove } from '../screening-results/risk-floor.ts';
import { getPartyClient } from './party-client.ts';
import { getPartyColumns, getSavedPartyColumns, misfits } from './party-details.ts';
import { getCddInput, type PartiesDeps, toPartyDto } from './queries.ts';
import { emitBasis, emitExposure, finishWrite, getPartyEvents, isReviewedPep } from './saved-party.ts';

const command = commandsFor<PartiesDeps>();

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

interface ClientContext extends Work {
  params: { id: string };
  caller: MemberCaller;
}

interface PartyContext extends ClientContext {
  params: { id: string; partyId: string };
}

const showParty = async ({ trx, time, caller, params }: ClientContext, row: PartyRow) =>
  toPartyDto(row, await getCddInput(trx, { now: time }, caller, params.id));

/** A party of the client as it is now; null if the client has none with this id. */
async function showSaved(context: ClientContext, partyId: string): Promise<Party | null> {
  const row = await readParty(context.trx, partyId);
  return row?.clientId === context.params.id ? showParty(context, row) : null;
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
    const { trx, time, caller, body } = context;
    const today = companyDay(time(), caller.company.timeZone);
    const validFrom = body.validFrom ?? today;
    const others = await currentParties(trx, clientId);
    if (others.length >= maxParties) {
      throw invalid(`A client can have ${maxParties} parties at most. End those who no longer belong to it.`);
    }
    const fields = misfits(body, { clientType, others, today, validFrom });
    if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
    const partyClientId = await rejectDuplicateExternalId(getPartyClient(context, clientId, body, others));
    const partyId = await parties.insert(context, {
      ...getPartyColumns(body, validFrom),
      client_id: clientId,
      party_client_id: partyClientId,
    });
    const done = await finishWrite(context, { clientId, partyId });
    emitExposure(context, done.party, {
      pep: await isReviewedPep(context, caller.company.id, done.party),
      sanctions: done.party.client.sanctions !== null,
    });
    emitBasis(context, done.party, 'partyAdded');
    return done;
  },
  read: async (_context, _before, { party, level }) => toPartyDto(party, level.input),
  again: (context, { id }) => showSaved(context, id),
  events: (_, { before: { clientId }, done }) =>
    getPartyEvents(done, { clientId, action: 'client.partyAdded', before: null }),
});

const getIds = ({ params: { id, partyId } }: PartyContext) => ({ clientId: id, partyId });

/** The client first and its party second. */
async function lock(context: PartyContext): Promise<(PartyRow & { clientType: ClientType }) | null> {
  const { id, partyId } = context.params;
  const client = await lockOpenClient(context.trx, id);
  if (client === null) return null;
  const party = await parties.lock(context.trx, partyId);
  return party?.clientId === id ? { ...party, clientType: client.clientType } : null;
}

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
    const { trx, time, caller, body } = context;
    const ids = getIds(context);
    const validFrom = body.validFrom ?? before.validFrom;
    const columns = getPartyColumns(body, validFrom);
    if (isDeepStrictEqual(columns, getSavedPartyColumns(before)))
      return unchanged(await showParty(context, before));
    const others = (await currentParties(trx, ids.clientId)).filter(({ id }) => id !== ids.partyId);
    const today = companyDay(time(), caller.company.timeZone);
    const { clientType } = before;
    const fields = misfits(body, { clientType, kept: before, others, today, validFrom });
    if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
    const wasReviewed = await isReviewedPep(context, caller.company.id, before);
    await parties.update(context, before, columns);
    const done = await finishWrite(context, ids);
    const isReviewed = !wasReviewed && (await isReviewedPep(context, caller.company.id, done.party));
    // A sanctions match counts for the client whatever the party's role is, so a changed role adds nothing to it.
    emitExposure(context, done.party, { pep: isReviewed, sanctions: false });
    if (changesApproval(before, done.party)) emitBasis(context, done.party, 'partyChanged');
    return done;
  },
  read: async (_context, _before, { party, level }) => toPartyDto(party, level.input),
  again: (context) => showSaved(context, context.params.partyId),
  events: ({ params }, { before, done }) =>
    getPartyEvents(done, { clientId: params.id, action: 'client.partyChanged', before }),
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
    const { time, caller, body } = context;
    const endedOn = body.endedOn ?? companyDay(time(), caller.company.timeZone);
    await parties.update(context, before, { valid_to: endedOn });
    return finishWrite(context, getIds(context));
  },
  read: async (_context, _before, { party, level }) => toPartyDto(party, level.input),
  again: (context) => showSaved(context, context.params.partyId),
  events: ({ params, body: { reason } }, { before, done }) =>
    getPartyEvents(done, {
      clientId: params.id,
      action: 'client.partyEnded',
      before,
      ...(reason === undefined ? {} : { reason }),
    }),
});
