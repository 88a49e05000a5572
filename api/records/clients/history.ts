import type { ClientEvent } from '#contract/client-record.ts';
import { readResourceHistory } from '../../kernel/audit/resource-history.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { ClientsDeps } from './queries.ts';
import { readClientById, requestIdsOfClient } from './store.ts';

/** Events of a request shown in its client's history; the others only appear on the request. */
const requestEventsOfClient = [
  'documentRequest.sent',
  'documentRequest.sentAgain',
  'documentRequest.opened',
  'documentRequest.submitted',
  'documentRequest.itemAccepted',
  'documentRequest.itemRejected',
  'documentRequest.changesRequested',
  'documentRequest.cancelled',
  'documentRequest.expired',
] as const;

/**
 * Events of a client and of its related requests, newest first, before an event's number. Destroyed details are left
 * out.
 */
export async function readClientHistory(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
  before: number | undefined,
): Promise<{ events: ClientEvent[]; nextBefore: number | null }> {
  const companyId = caller.company.id;
  return asTenant(deps.db, companyId, async (trx) => {
    if ((await readClientById(trx, id)) === null) throw apiError('record.notFound');
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
