import type { Kysely } from 'kysely';
import {
  listParties as listEndpoint,
  type Party,
  readParty as readEndpoint,
} from '#contract/clients/parties.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Work } from '../../kernel/command/work.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import {
  countParties,
  getPartyClients,
  type PartyRow,
  partyPage,
  readParty as readRow,
} from '../../records/parties/store.ts';
import { isPartyVerified } from '../cdd/party-facts.ts';
import { assessClient, type GuardInput, partiesToVerify } from '../cdd/requirements.ts';
import { guardInput } from '../cdd/service.ts';

export interface PartiesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<PartiesDeps>();

/** Reasons why each party must be verified for the client, by the id of the party's client record. */
function reasonsToVerify(input: GuardInput): Map<string, string[]> {
  const mandatory = partiesToVerify(input, assessClient(input));
  return new Map(mandatory.map(({ partyId, reasons }) => [partyId, reasons]));
}

/** Maps a party to its wire format. `reasons`: for all parties of the client, calculated once. */
export function toPartyDto(
  row: PartyRow,
  input: GuardInput,
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
      sanctions: row.client.sanctions,
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
    verified: isPartyVerified(row, input),
    validFrom: row.validFrom,
    validTo: row.validTo,
  };
}

/** Loads the CDD input of the client whose parties these are. Throws if it belongs to another company. */
export async function getCddInput(
  trx: Work['trx'],
  deps: Pick<PartiesDeps, 'now'>,
  caller: MemberCaller,
  clientId: string,
): Promise<GuardInput> {
  const client = await readClientById(trx, clientId);
  if (client === null) throw apiError('record.notFound');
  return guardInput(trx, deps, caller, client);
}

/** Number of clients listed initially on a party's page. */
const visibleClients = 10;

/** GET /clients/:id/parties. */
export const listParties = query(
  listEndpoint,
  async ({ trx, deps, caller, params: { id: clientId }, query: { state, after, limit } }) => {
    const input = await getCddInput(trx, deps, caller, clientId);
    const rows = await partyPage(trx, { clientId, state, after, limit });
    const { items, next } = toPage(rows, limit, ({ id }) => id);
    const { current, ended, partyOf: partyOfTotal } = await countParties(trx, clientId);
    const reasons = reasonsToVerify(input);
    return {
      clientType: input.client.clientType,
      items: items.map((row) => toPartyDto(row, input, reasons)),
      nextAfter: next,
      current,
      ended,
      partyOf: await getPartyClients(trx, clientId, visibleClients),
      partyOfTotal,
    };
  },
);

/** GET /clients/:id/parties/:partyId. */
export const readParty = query(
  readEndpoint,
  async ({ trx, deps, caller, params: { id: clientId, partyId } }) => {
    const input = await getCddInput(trx, deps, caller, clientId);
    const row = await readRow(trx, partyId);
    return row?.clientId === clientId ? toPartyDto(row, input) : null;
  },
);
