import { readClientHistory as historyEndpoint } from '#contract/clients/clients.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { readReaderNumbers } from '../../kernel/audit/reader-numbers.ts';
import { readResourceHistory } from '../../kernel/audit/resource-history.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { readClientAsAt, readClientPeriods } from './periods-store.ts';
import type { ClientsDeps } from './record/queries.ts';
import { getClientRequestIds, readClientById, readMergedClients } from './record/store.ts';

const handler = handlersFor<ClientsDeps>();

/** Events of a request shown in its client's history; the others only appear on the request. */
const clientRequestEvents = [
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
 * GET /clients/:id/history: events of a client, of the records merged into it and of its related requests, newest first, before an event's number, and
 * the periods of its values. Omits destroyed details. With `asAt`, the values recorded at the end of that day in the company's time zone.
 */
export const readClientHistory = handler(historyEndpoint, async (deps, { params: { id }, query }, caller) => {
  const { before, asAt: day } = query;
  const { id: companyId, timeZone } = caller.company;
  if (day !== undefined && day > companyDay(deps.now(), timeZone))
    throw invalid('Enter today or an earlier date', 'asAt');
  return asTenant(deps.db, companyId, async (trx) => {
    if ((await readClientById(trx, id)) === null) throw apiError('record.notFound');
    const history = await readResourceHistory(trx, {
      reader: caller,
      now: deps.now(),
      resourceType: 'client',
      resourceId: id,
      alsoOf: (await readMergedClients(trx, id)).map((merged) => merged.id),
      before,
      belonging: {
        resourceType: 'documentRequest',
        resourceIds: await getClientRequestIds(trx, id),
        actions: clientRequestEvents,
      },
    });
    const periods = await readClientPeriods(trx, id);
    const asAt =
      day === undefined ? null : { day, values: await readClientAsAt(trx, id, endOfDay(day, timeZone)) };
    const numbers = await readReaderNumbers(trx, caller, deps.now());
    return {
      ...history,
      periods: periods.map(({ event, ...period }) => ({
        ...period,
        event: event && { ...event, seq: numbers.toNumber(event.seq) },
      })),
      asAt,
    };
  });
});
