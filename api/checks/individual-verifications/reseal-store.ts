import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Sealed values of former versions start otherwise. */
const byCompanyKey = 'k%.%';

/** Locks documents after an id whose numbers a former version sealed; those that another transaction has are left to a later batch. */
export function lockFormerDocuments(trx: Trx, { after, limit }: { after: string; limit: number }) {
  return trx
    .selectFrom('verification_documents')
    .select(['id', 'company_id', 'sealed'])
    .where('id', '>', after)
    .where('sealed', 'is not', null)
    .where('sealed', 'not like', byCompanyKey)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function saveDocumentSeal(trx: Trx, id: string, sealed: string): Promise<void> {
  await trx.updateTable('verification_documents').set({ sealed }).where('id', '=', id).execute();
}

/** Locks verifications after an id whose recipient or link a former version sealed, as `lockFormerDocuments` does. */
export function lockFormerLinks(trx: Trx, { after, limit }: { after: string; limit: number }) {
  return trx
    .selectFrom('individual_verifications')
    .select(['id', 'company_id', 'recipient_sealed', 'link_sealed'])
    .where('id', '>', after)
    .where((eb) =>
      eb.or([
        eb.and([eb('recipient_sealed', 'is not', null), eb('recipient_sealed', 'not like', byCompanyKey)]),
        eb.and([eb('link_sealed', 'is not', null), eb('link_sealed', 'not like', byCompanyKey)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function saveLinkSeals(
  trx: Trx,
  id: string,
  seals: { recipient_sealed?: string; link_sealed?: string },
): Promise<void> {
  await trx.updateTable('individual_verifications').set(seals).where('id', '=', id).execute();
}
