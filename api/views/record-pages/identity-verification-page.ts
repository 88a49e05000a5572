import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { readIdentityVerificationPage as endpoint } from '#contract/views/identity-verification-page.ts';
import { readVerification } from '../../checks/individual-verifications/queries.ts';
import type { VerificationsDeps } from '../../checks/individual-verifications/record/deps.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { type DocumentsDeps, listDocuments } from '../../records/documents/service.ts';

type IdentityVerificationPageDeps = VerificationsDeps & DocumentsDeps;

const handler = handlersFor<IdentityVerificationPageDeps>();

type IdentityVerificationPage = EndpointResponse<typeof endpoint>;
type Query = EndpointInput<typeof endpoint>['query'];

async function readContent(
  deps: IdentityVerificationPageDeps,
  caller: MemberCaller,
  id: string,
  { tab, documentsBefore }: Query,
): Promise<IdentityVerificationPage['content']> {
  if (tab !== 'documents') return { tab };
  const owner = { ownerType: 'individualVerification', ownerId: id } as const;
  return {
    tab,
    documents: await listDocuments.run(deps, caller, { params: owner, query: { before: documentsBefore } }),
  };
}

/** GET /individual-verifications/:id/page: the verification, and the content of one tab, read concurrently. */
export const readIdentityVerificationPage = handler(
  endpoint,
  async (deps, { params: { id }, query }, caller) => {
    const [verification, content] = await Promise.all([
      readVerification.run(deps, caller, { params: { id } }),
      readContent(deps, caller, id, query),
    ]);
    return { verification, content };
  },
);
