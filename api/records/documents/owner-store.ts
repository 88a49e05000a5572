import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';

/** Status of the record that owns the documents; undefined if it belongs to another company. `lock`: until the transaction ends. */
export async function readOwnerStatus<
  Owner extends 'risk_assessments' | 'individual_verifications' | 'business_verifications',
>(trx: Trx, owner: Owner, id: string, lock: boolean): Promise<Schema[Owner]['status'] | undefined> {
  const query = trx
    .selectFrom<'risk_assessments' | 'individual_verifications' | 'business_verifications'>(owner)
    .select('status')
    .where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row?.status as Schema[Owner]['status'] | undefined;
}

/** Whether the record that owns the documents belongs to the company. `lock`: until the transaction ends. */
export async function isOwner(
  trx: Trx,
  owner: 'clients' | 'activities' | 'document_request_items',
  id: string,
  lock: boolean,
): Promise<boolean> {
  const query = trx.selectFrom(owner).select('id').where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row !== undefined;
}
