import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables/schema.ts';

const columns = ['i.company_id', 'i.id', 'i.request_id', 'i.label', 'i.details', 'i.number_sealed'] as const;

/** Locks items that still hold a full number, of requests unchanged since an instant. */
export function lockOldNumbers(trx: Trx, { before, limit }: { before: string; limit: number }) {
  return trx
    .selectFrom('document_request_items as i')
    .innerJoin('document_requests as r', (join) =>
      join.onRef('r.company_id', '=', 'i.company_id').onRef('r.id', '=', 'i.request_id'),
    )
    .select(columns)
    .where('r.updated_at', '<', before)
    .where('i.number_sealed', 'is not', null)
    .orderBy('i.id')
    .limit(limit)
    .forUpdate('i')
    .skipLocked()
    .execute();
}

/** Locks items whose number a former version stored in clear text. */
export function lockClearNumbers(trx: Trx, limit: number) {
  return trx
    .selectFrom('document_request_items as i')
    .select(columns)
    .where('i.number_sealed', 'is', null)
    .where(sql<boolean>`i.details ->> 'documentNumber' NOT LIKE '%•%'`)
    .orderBy('i.id')
    .limit(limit)
    .forUpdate('i')
    .skipLocked()
    .execute();
}
