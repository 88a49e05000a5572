import {
  listDocumentRequests as listEndpoint,
  readDocumentRequest as readEndpoint,
  listSubmittedRequests as submittedEndpoint,
} from '#contract/document-requests/document-requests.ts';
import { formatTarget } from '../../checks/document-request-evidence/evidence-target.ts';
import { verificationsUnderWay } from '../../checks/document-request-evidence/store.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import type { RequestsDeps } from './commands.ts';
import { toDocumentRequestDto } from './dto.ts';
import { getClientList, listSubmitted } from './store.ts';

const query = queriesFor<RequestsDeps>();

const requestsPerPage = 10;

/** GET /clients/:id/document-requests. */
export const listRequests = query(
  listEndpoint,
  async ({ trx, caller: { company }, params: { id: clientId }, query: { before } }) => {
    if ((await readClientById(trx, clientId)) === null) return null;
    const rows = await getClientList(trx, clientId, { before, limit: requestsPerPage + 1 });
    const { items, next } = toPage(rows, requestsPerPage, ({ id }) => id);
    const underWay = await verificationsUnderWay(trx, clientId);
    return {
      items,
      nextBefore: next,
      verifications: underWay.map((item) => ({ id: item.id, text: formatTarget(item, company.timeZone) })),
    };
  },
);

/** GET /document-requests/submitted. */
export const listSubmittedRequests = query(submittedEndpoint, ({ trx, query: { limit } }) =>
  listSubmitted(trx, limit),
);

/** GET /document-requests/:id. */
export const readRequest = query(readEndpoint, ({ trx, deps, caller, params }) =>
  toDocumentRequestDto(trx, deps, caller, params.id),
);
