import type { ClientEvent } from '#contract/clients.ts';
import { readResourceHistory } from '../audit/resource-history.ts';
import { asTenant } from '../database/tenancy.ts';
import { requestEventsOfClient, requestIdsOfClient } from '../document-requests/of-client.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import type { ClientsDeps } from './service.ts';
import { readClientById } from './store.ts';

/** What was done to a client, and what became of what it was asked for, newest first, from before an event's number on. Details that were destroyed are left out. */
export async function readClientHistory(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  before: number | undefined,
): Promise<{ events: ClientEvent[]; nextBefore: number | null }> {
  const companyId = caller.company.id;
  return asTenant(deps.db, companyId, async (trx) => {
    if ((await readClientById(trx, id)) === null) throw refuse('record.notFound');
    return readResourceHistory(trx, {
      companyId,
      resourceType: 'client',
      resourceId: id,
      before,
      belonging: {
        resourceType: 'documentRequest',
        resourceIds: await requestIdsOfClient(trx, id),
        actions: requestEventsOfClient,
      },
    });
  });
}
