import { listPermits } from '#contract/cdd/sanctions-permits.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../clients/record/store.ts';
import { readPermits } from '../sanctions/permits-store.ts';
import { approvePermit, type PermitsDeps, recordPermit, withdrawPermit } from './commands.ts';

/** Permits that lift a sanctions prohibition. */
export function sanctionsPermitsRoutes(deps: PermitsDeps): Binding[] {
  return [
    bind(listPermits, ({ params }, { company }) =>
      asTenant(deps.db, company.id, async (trx) => {
        if ((await readClientById(trx, params.id)) === null) throw apiError('record.notFound');
        return { permits: await readPermits(trx, params.id) };
      }),
    ),
    recordPermit.bind(deps),
    approvePermit.bind(deps),
    withdrawPermit.bind(deps),
  ];
}
