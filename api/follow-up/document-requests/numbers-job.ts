import type { Kysely } from 'kysely';
import { abandonedDays } from '#rules/retention/retention.ts';
import { sealedFormerNumber } from '../../checks/document-request-evidence/item-numbers.ts';
import type { SealingKey } from '../../checks/individual-verifications/record/encryption.ts';
import { inWork, jobActor } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { listCompanies } from '../../records/company-settings/list-companies.ts';
import { lockClearNumbers, lockOldNumbers } from './numbers-store.ts';
import { changeItem } from './store.ts';

export const documentNumbersJob = 'clear-document-numbers';

/** Items of one transaction: on the embedded database everyone waits for it. */
const perBatch = 100;

interface Deps {
  db: Kysely<Schema>;
  now: () => Date;
  verification: SealingKey;
}

/**
 * Clears full document numbers of requests unchanged for 90 days, in any status: a number still needed is then held by its verification.
 * Seals numbers that former versions stored in clear text. Masked numbers are retained.
 */
export async function clearDocumentNumbers(deps: Deps): Promise<{ cleared: number; sealed: number }> {
  const counts = { cleared: 0, sealed: 0 };
  const before = new Date(deps.now().getTime() - abandonedDays * 86_400_000).toISOString();
  for (const { id: companyId } of await listCompanies(deps.db)) {
    const inBatches = async (run: (work: Parameters<Parameters<typeof inWork>[2]>[0]) => Promise<number>) => {
      let total = 0;
      for (;;) {
        const count = await inWork(deps, jobActor(companyId, documentNumbersJob), run);
        total += count;
        if (count < perBatch) return total;
      }
    };
    counts.sealed += await inBatches(async ({ trx }) => {
      const items = await lockClearNumbers(trx, perBatch);
      for (const item of items) {
        const columns = await sealedFormerNumber(trx, deps.verification, item);
        if (columns !== undefined) await changeItem(trx, item.id, columns);
      }
      return items.length;
    });
    counts.cleared += await inBatches(async ({ trx, record }) => {
      const items = await lockOldNumbers(trx, { before, limit: perBatch });
      for (const { id, request_id: requestId, label } of items) {
        await changeItem(trx, id, { number_sealed: null });
        record({
          action: 'documentRequest.numberCleared',
          resourceType: 'documentRequest',
          resourceId: requestId,
          detail: { item: label, unusedDays: abandonedDays },
        });
      }
      return items.length;
    });
  }
  return counts;
}
