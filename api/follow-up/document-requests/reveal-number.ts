import { revealItemNumber as revealEndpoint } from '#contract/document-requests/document-requests.ts';
import { openNumber } from '../../checks/document-request-evidence/item-numbers.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { RequestsDeps } from './commands.ts';
import { readItemRows, readRequestRow } from './store.ts';

const command = commandsFor<RequestsDeps>();
const handler = handlersFor<RequestsDeps>();

const reveal = command(revealEndpoint, {
  async lock({ trx, params }) {
    const row = await readRequestRow(trx, params.id);
    const item = (await readItemRows(trx, params.id)).find(({ id }) => id === params.itemId);
    if (row === null || item === undefined) throw apiError('record.notFound');
    return { id: row.id, item };
  },
  async change({ trx, deps }, { item }) {
    const number = await openNumber(trx, deps.verification, item);
    if (number === undefined) {
      throw invalid(
        'There is no full number here: none was submitted, it is with the identity document by now, or it was cleared after 90 days without a change.',
      );
    }
    return number;
  },
  read: async (_, __, number) => ({ number }),
  // Runs without the key, so it is never repeated.
  again: async () => null,
  events: ({ body: { reason } }, { before: { id, item } }) => ({
    action: 'documentRequest.numberRevealed',
    resourceType: 'documentRequest',
    resourceId: id,
    reason,
    detail: { item: item.label },
  }),
});

/**
 * POST /document-requests/:id/items/:itemId/number. The reason is recorded. Runs without the request's key: the response is a full number,
 * which is never stored.
 */
export const revealNumber = handler(revealEndpoint, (deps, input, caller) =>
  reveal.run(deps, { ...caller, request: { ...caller.request, requestKey: undefined } }, input),
);
