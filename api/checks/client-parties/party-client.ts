import type { NewParty } from '#contract/clients/parties.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid, isApiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { addClient } from '../../records/clients/commands.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import type { PartyRow } from '../../records/parties/store.ts';

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
export async function getPartyClient(
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
