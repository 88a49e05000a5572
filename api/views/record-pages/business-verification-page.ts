import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { readBusinessVerificationPage as endpoint } from '#contract/views/business-verification-page.ts';
import type { BusinessVerificationDeps } from '../../checks/business-verifications/record/dto.ts';
import {
  readBusinessVerification,
  readBusinessVerificationHistory,
  readExpansionCost,
} from '../../checks/business-verifications/record/service.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { type DocumentsDeps, listDocuments } from '../../records/documents/service.ts';

type BusinessVerificationPageDeps = BusinessVerificationDeps & DocumentsDeps;

const handler = handlersFor<BusinessVerificationPageDeps>();

type BusinessVerificationPage = EndpointResponse<typeof endpoint>;
type Query = EndpointInput<typeof endpoint>['query'];

async function readContent(
  deps: BusinessVerificationPageDeps,
  caller: MemberCaller,
  id: string,
  { tab, layers, documentsBefore, before }: Query,
): Promise<BusinessVerificationPage['content']> {
  switch (tab) {
    case 'ownership':
      return {
        tab,
        cost:
          layers === undefined
            ? null
            : await readExpansionCost.run(deps, caller, { params: { id }, query: { layers } }),
      };
    case 'documents': {
      const owner = { ownerType: 'businessVerification', ownerId: id } as const;
      return {
        tab,
        documents: await listDocuments.run(deps, caller, {
          params: owner,
          query: { before: documentsBefore },
        }),
      };
    }
    case 'history':
      return {
        tab,
        history: await readBusinessVerificationHistory.run(deps, caller, {
          params: { id },
          query: { before },
        }),
      };
    default:
      return { tab };
  }
}

/** GET /business-verifications/:id/page: the verification, and the content of one tab, read concurrently. */
export const readBusinessVerificationPage = handler(
  endpoint,
  async (deps, { params: { id }, query }, caller) => {
    const [verification, content] = await Promise.all([
      readBusinessVerification.run(deps, caller, { params: { id } }),
      readContent(deps, caller, id, query),
    ]);
    return { verification, content };
  },
);
