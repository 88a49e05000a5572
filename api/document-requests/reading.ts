import type {
  DocumentRequest,
  listDocumentRequests,
  listSubmittedRequests,
} from '#contract/document-requests.ts';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import { readClientById } from '../clients/store.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { targetText, verificationsUnderWay } from '../request-evidence/target.ts';
import type { RequestsDeps } from './commands.ts';
import { presentRequest } from './present.ts';
import { listOfClient, listSubmitted } from './store.ts';

const requestsPerPage = 10;

/** GET /clients/:id/document-requests. */
export function listRequests(
  deps: RequestsDeps,
  { company }: MemberCaller,
  clientId: string,
  before: string | undefined,
): Promise<EndpointAnswer<typeof listDocumentRequests>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readClientById(trx, clientId)) === null) throw refuse('record.notFound');
    const rows = await listOfClient(trx, clientId, { before, limit: requestsPerPage + 1 });
    const items = rows.slice(0, requestsPerPage);
    const underWay = await verificationsUnderWay(trx, clientId);
    return {
      items,
      nextBefore: rows.length > requestsPerPage ? (items.at(-1)?.id ?? null) : null,
      verifications: underWay.map((one) => ({ id: one.id, text: targetText(one, company.timeZone) })),
    };
  });
}

/** GET /document-requests/submitted. */
export function listSubmittedOf(
  deps: RequestsDeps,
  { company }: MemberCaller,
  limit: number,
): Promise<EndpointAnswer<typeof listSubmittedRequests>> {
  return asTenant(deps.db, company.id, (trx) => listSubmitted(trx, limit));
}

/** GET /document-requests/:id. */
export function readRequest(deps: RequestsDeps, caller: MemberCaller, id: string): Promise<DocumentRequest> {
  return asTenant(deps.db, caller.company.id, (trx) => presentRequest(trx, deps, caller, id));
}
