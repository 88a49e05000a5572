import type { Kysely } from 'kysely';
import type { listPermits } from '#contract/cdd/sanctions-permits.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { permitApprovalBlockers } from '#rules/firm/sanctions-permits.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../clients/record/store.ts';
import { ownAwaitingPermits, readPermits } from '../sanctions/permits-store.ts';
import { hasOtherMatchDecider } from '../team/eligible.ts';

/** GET /clients/:id/sanctions-permits, each with what keeps the caller from approving it. */
export function listPermitsFor(
  deps: { db: Kysely<Schema>; now: () => Date },
  { member, company }: MemberCaller,
  clientId: string,
): Promise<EndpointResponse<typeof listPermits>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readClientById(trx, clientId)) === null) throw apiError('record.notFound');
    const now = deps.now();
    const today = companyDay(now, company.timeZone);
    const own = await ownAwaitingPermits(trx, clientId, member.id);
    const hasOther = own.size > 0 && (await hasOtherMatchDecider(trx, member.id, now));
    const permits = await readPermits(trx, clientId);
    return {
      permits: permits.map((permit) => ({
        ...permit,
        approvalBlockers:
          permit.approved === null && permit.withdrawn === null
            ? permitApprovalBlockers(permit, { today, isOwn: own.has(permit.id), hasOther })
            : [],
      })),
    };
  });
}
