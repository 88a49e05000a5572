import type { Transaction } from 'kysely';
import type { CompaniesTable, CompanyPolicy } from '../database/foundation-tables.ts';
import type { Schema } from '../database/schema.ts';

/** What rules want to know of the company besides the state that every caller carries. */
export interface CompanyFacts {
  sector: CompaniesTable['sector'];
  policy: CompanyPolicy;
}

/** The facts of the transaction's company. */
export function readCompanyFacts(trx: Transaction<Schema>, companyId: string): Promise<CompanyFacts> {
  return trx
    .selectFrom('companies')
    .select(['sector', 'policy'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
}
