import { assessClient, clientTransitionBlockers } from '#api/checks/cdd/requirements.ts';
import { diligenceInput } from '#api/checks/cdd/service.ts';
import type { Database } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { readClientsById } from '#api/records/clients/record/store.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { demoOwner } from '#demo/demo-accounts.ts';
import { demoCaller } from '#demo/demo-caller.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { missingBlockers } from '#rules/cdd-rule-packs/blockers.ts';

/** A client of the demo company, with the outstanding items of its assessment under the rule packs, and its activation blockers. */
export interface DemoClient {
  client: Client;
  missing: string[];
  blockers: string[];
}

/** Every client of the demo company as the rules assess it on the day. */
export async function demoClientsAsAssessed(
  database: Pick<Database, 'db'>,
  now: () => Date,
): Promise<DemoClient[]> {
  const deps = { db: database.db, now };
  const caller = await demoCaller({ database, now }, demoOwner);
  return asTenant(database.db, demoCompanyId, async (trx) => {
    const rows = await trx.selectFrom('clients').select('id').orderBy('id').execute();
    const clients = await readClientsById(
      trx,
      rows.map(({ id }) => id),
    );
    const walked: DemoClient[] = [];
    for (const client of clients) {
      const input = await diligenceInput(trx, deps, caller, client);
      const assessed = assessClient(input);
      walked.push({
        client,
        missing: missingBlockers(assessed).map(({ text }) => text),
        blockers: clientTransitionBlockers(input, assessed, 'active').map(({ code }) => code),
      });
    }
    return walked;
  });
}
