import { sql } from 'kysely';
import type { ClientTalliesTable } from '../../kernel/database/tables/compliance-export-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Number of the company's clients by dimension and value; a string, because the database sums bigint. */
export function readTallies(
  trx: Trx,
): Promise<{ dimension: ClientTalliesTable['dimension']; value: string; clients: string }[]> {
  return trx
    .selectFrom('client_tallies')
    .select((eb) => ['dimension', 'value', eb.fn.sum<string>('clients').as('clients')])
    .groupBy(['dimension', 'value'])
    .execute();
}

/** Ids of the companies with more rows of tallies than this. Runs as `assay_jobs`. */
export async function readCompaniesWithTallies(trx: Trx, moreThan: number): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
      SELECT company_id FROM client_tallies GROUP BY company_id HAVING count(*) > ${moreThan}`.execute(trx);
  return rows.map(({ company_id }) => company_id);
}

/** Replaces a company's tallies by one row a value, without changing any sum. Runs as `assay_jobs`. */
export async function compactTallies(trx: Trx, companyId: string): Promise<void> {
  await sql`
        WITH drawn AS (DELETE FROM client_tallies WHERE company_id = ${companyId} RETURNING *)
        INSERT INTO client_tallies
        SELECT company_id, dimension, value, sum(clients) FROM drawn GROUP BY 1, 2, 3 HAVING sum(clients) <> 0`.execute(
    trx,
  );
}
