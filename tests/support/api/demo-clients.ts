import { assessClient, clientTransitionBlockers } from '#api/checks/cdd/requirements.ts';
import { diligenceInput } from '#api/checks/cdd/service.ts';
import type { Database } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { readClientsById } from '#api/records/clients/record/store.ts';
import { readCompanyFacts } from '#api/records/company-settings/store.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { missingBlockers } from '#rules/cdd-rule-packs/blockers.ts';
import type { CddLevel } from '#rules/clients/client-types.ts';

/** A client of a company, with the level of CDD, the outstanding items of its assessment under the rule packs, and its activation blockers. */
export interface DemoClient {
  client: Client;
  level: CddLevel;
  reasons: string[];
  missing: string[];
  blockers: string[];
}

/** Every client of a company, by default the demo company, as the rules assess it on the day. */
export async function demoClientsAsAssessed(
  database: Pick<Database, 'db'>,
  now: () => Date,
  companyId: string = demoCompanyId,
): Promise<DemoClient[]> {
  const deps = { db: database.db, now };
  return asTenant(database.db, companyId, async (trx) => {
    const company = await readCompanyFacts(trx, companyId);
    const rows = await trx.selectFrom('clients').select('id').orderBy('id').execute();
    const clients = await readClientsById(
      trx,
      rows.map(({ id }) => id),
    );
    const walked: DemoClient[] = [];
    for (const client of clients) {
      const input = await diligenceInput(trx, deps, { company }, client);
      const assessed = assessClient(input);
      walked.push({
        client,
        level: assessed.level,
        reasons: assessed.reasons.map(({ code }) => code),
        missing: missingBlockers(assessed).map(({ text }) => text),
        blockers: clientTransitionBlockers(input, assessed, 'active').map(({ code }) => code),
      });
    }
    return walked;
  });
}
