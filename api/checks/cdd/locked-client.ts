import type { Client } from '#contract/clients/client-record.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { lockClientById } from '../../records/clients/record/store.ts';
import { type DiligenceInput, toDiligenceDto } from './requirements.ts';
import { diligenceInput, readCdd } from './service.ts';

/** A locked client, with the input of the rules. */
export interface LockedClient {
  client: Client;
  input: DiligenceInput;
  version: number;
}

interface Context extends Work {
  params: { id: string };
  caller: MemberCaller;
}

/** Locks the client of a command on its CDD; null if it belongs to another company. */
export async function lockWithCdd({ trx, time, params, caller }: Context): Promise<LockedClient | null> {
  const client = await lockClientById(trx, params.id);
  if (client === null) return null;
  const input = await diligenceInput(trx, { now: time }, caller, client);
  return { client, input, version: client.version };
}

/** Reads the response to a repeated command on a client's CDD. */
export const cddAgain = ({ trx, time, caller, params }: Context) =>
  readCdd(trx, { now: time }, caller, params.id);

/** Error for a client that changed in the meantime, with its current CDD. */
export const staleCdd = {
  message: ({ client }: LockedClient) =>
    `${client.updatedBy.name} changed this client after you opened it. Review it, then try again.`,
  current: ({ caller, time }: Context, { input }: LockedClient) => toDiligenceDto(input, caller, time()),
};
