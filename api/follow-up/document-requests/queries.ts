import type {
  DocumentRequest,
  listDocumentRequests,
  listSubmittedRequests,
} from '#contract/document-requests/document-requests.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { formatTarget } from '../../checks/document-request-evidence/evidence-target.ts';
import { verificationsUnderWay } from '../../checks/document-request-evidence/store.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import type { RequestsDeps } from './commands.ts';
import { toDocumentRequestDto } from './dto.ts';
import { getClientList, listSubmitted } from './store.ts';

const requestsPerPage = 10;

/** GET /clients/:id/document-requests. */
export function listRequests(
  deps: RequestsDeps,
  { company }: MemberCaller,
  clientId: string,
  before: string | undefined,
): Promise<EndpointResponse<typeof listDocumentRequests>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readClientById(trx, clientId)) === null) throw apiError('record.notFound');
    const rows = await getClientList(trx, clientId, { before, limit: requestsPerPage + 1 });
    const { items, next } = toPage(rows, requestsPerPage, ({ id }) => id);
    const underWay = await verificationsUnderWay(trx, clientId);
    return {
      items,
      nextBefore: next,
      verifications: underWay.map((item) => ({ id: item.id, text: formatTarget(item, company.timeZone) })),
    };
  });
}

/** GET /document-requests/submitted. */
export function listSubmittedFor(
  deps: RequestsDeps,
  { company }: MemberCaller,
  limit: number,
): Promise<EndpointResponse<typeof listSubmittedRequests>> {
  return asTenant(deps.db, company.id, (trx) => listSubmitted(trx, limit));
}

/** GET /document-requests/:id. */
export function readRequest(deps: RequestsDeps, caller: MemberCaller, id: string): Promise<DocumentRequest> {
  return asTenant(deps.db, caller.company.id, (trx) => toDocumentRequestDto(trx, deps, caller, id));
}
