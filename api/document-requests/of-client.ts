import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** What of a request is told in its client's history; the rest stands on the request itself. */
export const requestEventsOfClient = [
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

/** Far more requests than a client is ever sent; older ones tell their events themselves. */
const mostRequests = 500;

/** The requests of a client, newest first. */
export async function requestIdsOfClient(trx: Transaction<Schema>, clientId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('document_requests')
    .select('id')
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .limit(mostRequests)
    .execute();
  return rows.map(({ id }) => id);
}
