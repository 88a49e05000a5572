import type { Kysely } from 'kysely';
import { inWork, jobActor } from '../../../kernel/command/work.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import { asJobs, asTenant } from '../../../kernel/database/tenancy.ts';
import { importEvent } from './commands.ts';
import { deleteRows, discardImport, forgottenImports, listCompanyIds } from './store.ts';

export const importRowsJob = 'purge-import-rows';

/** Days after its last change for which the rows of an import are retained, because they contain personal data. */
const retainedDays = 30;

/**
 * Deletes the rows of imports that have not changed for a month, finished or not, an import per transaction.
 * @returns the number of imports whose rows were deleted
 */
export async function purgeImportRows(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ imports: number }> {
  const before = new Date(deps.now().getTime() - retainedDays * 86_400_000).toISOString();
  let imports = 0;
  for (const { id: companyId } of await asJobs(db, listCompanyIds)) {
    for (;;) {
      const left = await asTenant(db, companyId, (trx) => forgottenImports(trx, before));
      for (const { id } of left) {
        await inWork({ db, ...deps }, jobActor(companyId, importRowsJob), async ({ trx, at, record }) => {
          await deleteRows(trx, id);
          await discardImport(trx, id, at);
          record(importEvent({ action: 'clientImport.rowsDeleted', id, detail: {} }));
        });
      }
      imports += left.length;
      if (left.length === 0) break;
    }
  }
  return { imports };
}
