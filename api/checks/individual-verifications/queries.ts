import type { EndpointResponse } from '#contract/endpoint.ts';
import type { listVerifications as listEndpoint } from '#contract/individual-verifications.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../records/clients/store.ts';
import type { VerificationsDeps } from './deps.ts';
import { documentText } from './documents.ts';
import { toIdentityVerificationDto } from './dto.ts';
import { readVerificationById, verificationPage } from './store.ts';

const perPage = 20;

/** GET /clients/:clientId/individual-verifications: newest first, from before an id on. */
export function listVerifications(
  deps: VerificationsDeps,
  { company }: MemberCaller,
  clientId: string,
  before: string | undefined,
): Promise<EndpointResponse<typeof listEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readClientById(trx, clientId)) === null) throw apiError('record.notFound');
    const rows = await verificationPage(trx, { clientId, before, limit: perPage + 1 });
    const { items: page, next } = toPage(rows, perPage, ({ id }) => id);
    return {
      verifications: page.map((row) => ({
        id: row.id,
        method: row.method,
        status: row.status,
        machineResult: row.machine_result,
        decision: row.decision,
        decidedBy:
          row.decided_by === null
            ? null
            : { id: row.decided_by, name: row.decided_by_name ?? 'A former member' },
        verifiedAt: row.verified_at,
        evidenceExpiresOn: row.evidence_expires_on,
        documentsText: row.documents.map(documentText).join(', '),
        createdAt: row.created_at,
      })),
      nextBefore: next,
    };
  });
}

/** GET /individual-verifications/:id. */
export function readVerification(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  { withLink = true }: { withLink?: boolean } = {},
): Promise<IndividualVerification> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const stored = await readVerificationById(trx, id);
    if (stored === null) throw apiError('record.notFound');
    return toIdentityVerificationDto(trx, deps, caller, stored, { withLink });
  });
}
