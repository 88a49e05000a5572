import { listPermits as listEndpoint } from '#contract/cdd/sanctions-permits.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { permitApprovalBlockers } from '#rules/firm/sanctions-permits.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { readClientById } from '../clients/record/store.ts';
import { ownAwaitingPermits, readPermits } from '../sanctions/permits-store.ts';
import { hasOtherMatchDecider } from '../team/eligible.ts';
import type { PermitsDeps } from './commands.ts';

const query = queriesFor<PermitsDeps>();

/** GET /clients/:id/sanctions-permits, each with what keeps the caller from approving it. */
export const listPermits = query(
  listEndpoint,
  async ({ trx, deps, caller: { member, company }, params: { id: clientId } }) => {
    if ((await readClientById(trx, clientId)) === null) return null;
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
  },
);
