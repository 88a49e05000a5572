import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { EndpointAnswer, EndpointInput } from '#contract/endpoint.ts';
import type {
  endParty as endEndpoint,
  listParties as listEndpoint,
  NewParty,
  Party,
  PartyDetails,
  PartyUpdate,
} from '#contract/parties.ts';
import { exceedsWhole, partyRoleLabels } from '#rules/client-parties.ts';
import { companyDay } from '#rules/company-day.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { addClient, refusingTakenExternalId } from '../clients/service.ts';
import { lockClients, readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { assessClient, type DiligenceInput, partiesToVerify } from '../diligence/guidance.ts';
import { keepLevel } from '../diligence/level.ts';
import { isPartyVerified } from '../diligence/party-facts.ts';
import { diligenceInput } from '../diligence/service.ts';
import type { MemberCaller } from '../http/bind.ts';
import { isRefusal, refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import {
  changeParty,
  clientsOfParty,
  countParties,
  currentParties,
  insertParty,
  mostParties,
  type PartyRow,
  partyPage,
  readParty as readRow,
} from './store.ts';

export interface PartiesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;
type Ending = z.output<typeof endEndpoint.body>;

/** Why each party has to be verified for the client as it is now, by the party's own client record. */
function reasonsToVerify(input: DiligenceInput): Map<string, string[]> {
  const mandatory = partiesToVerify(input, assessClient(input));
  return new Map(mandatory.map(({ partyId, reasons }) => [partyId, reasons]));
}

/** A party as the wire has it. `reasons`: of all parties of the client, worked out once however many are shown. */
function presentParty(
  row: PartyRow,
  input: DiligenceInput,
  reasons: ReadonlyMap<string, string[]> = reasonsToVerify(input),
): Party {
  const wanted = row.validTo === null ? reasons.get(row.partyClientId) : undefined;
  return {
    id: row.id,
    version: row.version,
    client: {
      id: row.partyClientId,
      name: row.client.displayName,
      kind: row.client.kind,
      clientType: row.client.clientType,
      status: row.client.status,
      cddStatus: row.client.cddStatus,
      pepStatus: row.client.pepStatus,
    },
    roles: row.roles,
    directPercent: row.directPercent,
    joint: row.joint,
    beneficiallyHeld: row.beneficiallyHeld,
    controlBasis: row.controlBasis,
    authority: row.authority,
    mustVerify: wanted !== undefined,
    mustVerifyReasons: wanted ?? [],
    mustVerifyReason: row.mustVerifyReason,
    verified: isPartyVerified(row, input.on),
    validFrom: row.validFrom,
    validTo: row.validTo,
  };
}

async function inputFor(
  trx: Trx,
  deps: PartiesDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<DiligenceInput> {
  const client = await readClientById(trx, clientId);
  if (client === null) throw refuse('record.notFound');
  return diligenceInput(trx, deps, caller, client);
}

/** Clients of a party's own page that are named without asking for more. */
const shownClients = 10;

/** GET /clients/:id/parties. */
export function listParties(
  deps: PartiesDeps,
  caller: MemberCaller,
  clientId: string,
  { state, after, limit }: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointAnswer<typeof listEndpoint>> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const input = await inputFor(trx, deps, caller, clientId);
    const rows = await partyPage(trx, { clientId, state, after, limit });
    const items = rows.slice(0, limit);
    const { current, ended, partyOf: partyOfTotal } = await countParties(trx, clientId);
    const reasons = reasonsToVerify(input);
    return {
      items: items.map((row) => presentParty(row, input, reasons)),
      nextAfter: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
      current,
      ended,
      partyOf: await clientsOfParty(trx, clientId, shownClients),
      partyOfTotal,
    };
  });
}

/** GET /clients/:id/parties/:partyId. */
export function readParty(
  deps: PartiesDeps,
  caller: MemberCaller,
  ids: { clientId: string; partyId: string },
): Promise<Party> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const input = await inputFor(trx, deps, caller, ids.clientId);
    const row = await readRow(trx, ids);
    if (row === null) throw refuse('record.notFound');
    return presentParty(row, input);
  });
}

/**
 * Refuses a client that is not the company's own, or that is kept as it was. Commands on the parties of one client take turns; two
 * clients are locked in one order, so that two commands that make each the other's party wait for each other in turn.
 */
async function lockOpenClient(trx: Trx, clientId: string, partyClientId?: string): Promise<void> {
  const ids = partyClientId === undefined ? [clientId] : [clientId, partyClientId];
  await lockClients(trx, ids);
  const client = await readClientById(trx, clientId);
  if (client === null) throw refuse('record.notFound');
  if (client.status === 'archived') {
    const sentence = 'This client is archived and kept as it was: its parties no longer change.';
    throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
  }
}

/** Sentences by field about details that do not fit together, or not with the other parties of the client. */
function misfits(
  details: PartyDetails,
  { others, today, validFrom }: { others: readonly PartyRow[]; today: string; validFrom: string },
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  const { roles, joint, directPercent, beneficiallyHeld } = details;
  const share = { percent: directPercent ?? null, joint };
  const shares = others.map((other) => ({ percent: other.directPercent, joint: other.joint }));
  if (directPercent !== undefined && exceedsWhole([share, ...shares])) {
    fields.directPercent = [
      'With the other parties’ shares this is more than 100 %. Check the shares, or say that this one is held jointly.',
    ];
  }
  if (directPercent === undefined && joint) {
    fields.directPercent = ['Enter the share that is held jointly.'];
  }
  if (roles.includes('nominee') && beneficiallyHeld === 'yes') {
    fields.beneficiallyHeld = ['A nominee holds for somebody else. Choose “No”, or take the role away.'];
  }
  if (validFrom > today)
    fields.validFrom = ['This cannot start in the future. Enter today or an earlier day.'];
  return fields;
}

const yesNo = { yes: true, no: false, unknown: null } as const;

function columnsOf(details: PartyDetails, validFrom: string) {
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

/** The same columns as they are kept, to tell a form that changes nothing. */
function columnsKept(row: PartyRow): ReturnType<typeof columnsOf> {
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

/** What the history tells of a party, in words. */
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

/** Reads a written party back, keeps the level of due diligence that now applies, and tells the history of the client. */
async function finish(
  trx: Trx,
  deps: PartiesDeps,
  caller: MemberCaller,
  ids: { clientId: string; partyId: string },
  { action, before, reason }: { action: string; before: PartyRow | null; reason?: string | undefined },
): Promise<Party> {
  const row = await readRow(trx, ids);
  if (row === null) throw new Error('A party that was just written cannot be read.');
  const { input, tell } = await keepLevel(trx, deps, caller, ids.clientId);
  const changes = changesBetween(before === null ? {} : auditable(before), auditable(row));
  await recordMemberEvent(trx, deps, caller, {
    action,
    resourceType: 'client',
    resourceId: ids.clientId,
    detail: {
      partyId: ids.partyId,
      // Whose party it is stands with every change, though that itself never changes.
      changes: { ...changes, party: { before: null, after: row.client.displayName } },
    },
    ...(reason === undefined ? {} : { reason }),
  });
  await tell();
  return presentParty(row, input);
}

/** What is wrong with the new client stands beside the new client's fields of this form. */
async function namingNewClient<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isRefusal(error) || error.details.fields === undefined) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.details.fields).map(([field, sentences]) => [
        field === '' ? '' : `newClient.${field}`,
        sentences,
      ]),
    );
    throw refuse(error.code, { ...error.details, fields });
  }
}

/** The client that becomes a party: one on record, or a new one. Refuses beside the field. */
async function partyClientOf(
  trx: Trx,
  deps: PartiesDeps,
  caller: MemberCaller,
  { clientId, form, others }: { clientId: string; form: NewParty; others: readonly PartyRow[] },
): Promise<string> {
  const { partyClientId, newClient, confirmations } = form;
  if (newClient !== undefined) {
    const added = namingNewClient(addClient(trx, deps, caller, { ...newClient, confirmations }));
    return (await added).id;
  }
  const refuseParty = (sentence: string) =>
    refuse('request.invalid', { fields: { partyClientId: [sentence] } });
  if (partyClientId === undefined || (await readClientById(trx, partyClientId)) === null) {
    throw refuseParty('Choose one of your company’s clients.');
  }
  if (partyClientId === clientId)
    throw refuseParty('A client cannot be a party of itself. Choose another client.');
  const already = others.find((other) => other.partyClientId === partyClientId);
  if (already !== undefined) {
    throw refuseParty(
      `${already.client.displayName} is a party already. Change the roles there, or choose another client.`,
    );
  }
  return partyClientId;
}

/**
 * Records a party. A new client is created with it, in the same transaction. Refuses with `request.invalid` what does not fit, with
 * `confirmation.needed` a new client who is likely on record already.
 */
export function addParty(
  deps: PartiesDeps,
  caller: MemberCaller,
  clientId: string,
  form: NewParty,
): Promise<Party> {
  const companyId = caller.company.id;
  const work = asTenant(deps.db, companyId, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body: form, status: 201 }, async () => {
      await lockOpenClient(trx, clientId, form.partyClientId);
      const now = deps.now();
      const today = companyDay(now, caller.company.timeZone);
      const validFrom = form.validFrom ?? today;
      const others = await currentParties(trx, clientId);
      if (others.length >= mostParties) {
        const sentence = `A client can have ${mostParties} parties at most. End those who no longer belong to it.`;
        throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
      }
      const fields = misfits(form, { others, today, validFrom });
      if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields });
      const partyClientId = await partyClientOf(trx, deps, caller, { clientId, form, others });
      const partyId = uuidv7({ msecs: now.getTime() });
      const at = now.toISOString();
      const by = caller.member.id;
      await insertParty(trx, {
        ...columnsOf(form, validFrom),
        company_id: companyId,
        id: partyId,
        client_id: clientId,
        party_client_id: partyClientId,
        created_at: at,
        created_by: by,
        updated_at: at,
        updated_by: by,
      });
      return finish(trx, deps, caller, { clientId, partyId }, { action: 'client.partyAdded', before: null });
    }),
  );
  return refusingTakenExternalId(work);
}

/** The party as it is now, locked; refuses one that is not there, one that has ended, a stale version. */
async function lockParty(
  trx: Trx,
  deps: PartiesDeps,
  caller: MemberCaller,
  ids: { clientId: string; partyId: string },
  version: number,
): Promise<PartyRow> {
  await lockOpenClient(trx, ids.clientId);
  const row = await readRow(trx, ids, true);
  if (row === null) throw refuse('record.notFound');
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: `${row.updatedByName} changed this party after you opened it. Look at it as it is now, then save yours again.`,
      current: presentParty(row, await inputFor(trx, deps, caller, ids.clientId)),
    });
  }
  if (row.validTo !== null) {
    const sentence = `${row.client.displayName} no longer belongs to this client; what was recorded is kept as it was. Add a new party if they come back.`;
    throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
  }
  return row;
}

/** Replaces what is recorded of a party. A form that changes nothing writes nothing. */
export function updateParty(
  deps: PartiesDeps,
  caller: MemberCaller,
  ids: { clientId: string; partyId: string },
  form: PartyUpdate,
): Promise<Party> {
  const record = `${ids.clientId} ${ids.partyId}`;
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record, body: form, status: 200 }, async () => {
      const before = await lockParty(trx, deps, caller, ids, form.version);
      const now = deps.now();
      const validFrom = form.validFrom ?? before.validFrom;
      const columns = columnsOf(form, validFrom);
      if (isDeepStrictEqual(columns, columnsKept(before))) {
        return presentParty(before, await inputFor(trx, deps, caller, ids.clientId));
      }
      const others = (await currentParties(trx, ids.clientId)).filter(({ id }) => id !== ids.partyId);
      const fields = misfits(form, {
        others,
        today: companyDay(now, caller.company.timeZone),
        validFrom,
      });
      if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields });
      await changeParty(trx, before, {
        ...columns,
        updated_at: now.toISOString(),
        updated_by: caller.member.id,
      });
      return finish(trx, deps, caller, ids, { action: 'client.partyChanged', before });
    }),
  );
}

/** Records that a party no longer belongs to the client. The party stays on record with its last day. */
export function endParty(
  deps: PartiesDeps,
  caller: MemberCaller,
  ids: { clientId: string; partyId: string },
  form: Ending,
): Promise<Party> {
  const record = `${ids.clientId} ${ids.partyId}`;
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record, body: form, status: 200 }, async () => {
      const before = await lockParty(trx, deps, caller, ids, form.version);
      const now = deps.now();
      const today = companyDay(now, caller.company.timeZone);
      const endedOn = form.endedOn ?? today;
      const problem =
        endedOn > today
          ? 'This cannot end in the future. Enter today or an earlier day.'
          : endedOn < before.validFrom
            ? 'This is before the party began to belong to the client. Enter that day or a later one.'
            : undefined;
      if (problem !== undefined) throw refuse('request.invalid', { fields: { endedOn: [problem] } });
      await changeParty(trx, before, {
        valid_to: endedOn,
        updated_at: now.toISOString(),
        updated_by: caller.member.id,
      });
      return finish(trx, deps, caller, ids, { action: 'client.partyEnded', before, reason: form.reason });
    }),
  );
}
