import type { Kysely } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { isSealedByCompanyKey } from '../../kernel/keys/seal-field.ts';
import { recipientPlace } from './links.ts';
import { sealPlace } from './record/documents.ts';
import { linkPlace } from './record/dto.ts';
import { type SealedPlace, type SealingKey, seal, unseal } from './record/encryption.ts';
import { lockFormerDocuments, lockFormerLinks, saveDocumentSeal, saveLinkSeals } from './reseal-store.ts';

const perBatch = 100;

/** First of all ids. */
const noId = '00000000-0000-0000-0000-000000000000';

/** The value sealed again; undefined if it is already, or cannot be opened. */
async function resealed(
  trx: Trx,
  key: SealingKey,
  place: SealedPlace,
  sealed: string | null,
): Promise<string | undefined> {
  if (sealed === null || isSealedByCompanyKey(sealed)) return undefined;
  const value = await unseal(trx, key, place, sealed);
  return value === undefined ? undefined : seal(trx, key, place, value);
}

type Reseal = (trx: Trx, key: SealingKey, after: string) => Promise<{ ids: string[]; done: number }>;

const resealDocuments: Reseal = async (trx, key, after) => {
  const rows = await lockFormerDocuments(trx, { after, limit: perBatch });
  let done = 0;
  for (const { id, company_id, sealed } of rows) {
    const again = await resealed(trx, key, sealPlace(company_id, id), sealed);
    if (again === undefined) continue;
    await saveDocumentSeal(trx, id, again);
    done += 1;
  }
  return { ids: rows.map(({ id }) => id), done };
};

const resealLinks: Reseal = async (trx, key, after) => {
  const rows = await lockFormerLinks(trx, { after, limit: perBatch });
  let done = 0;
  for (const { id, company_id, recipient_sealed, link_sealed } of rows) {
    const recipient = await resealed(trx, key, recipientPlace(company_id, id), recipient_sealed);
    const link = await resealed(trx, key, linkPlace(company_id, id), link_sealed);
    if (recipient === undefined && link === undefined) continue;
    await saveLinkSeals(trx, id, {
      ...(recipient === undefined ? {} : { recipient_sealed: recipient }),
      ...(link === undefined ? {} : { link_sealed: link }),
    });
    done += 1;
  }
  return { ids: rows.map(({ id }) => id), done };
};

/**
 * Seals what former versions sealed under `ID_HMAC_KEY` again under a company's data key, in batches of one transaction each. Values
 * that no key opens stay as they are.
 * @returns how many rows were sealed again
 */
export async function resealCompany(db: Kysely<Schema>, key: SealingKey, companyId: string): Promise<number> {
  let done = 0;
  for (const reseal of [resealDocuments, resealLinks]) {
    for (let after = noId; ; ) {
      const last = after;
      const batch = await asTenant(db, companyId, (trx) => reseal(trx, key, last));
      done += batch.done;
      if (batch.ids.length < perBatch) break;
      after = batch.ids.at(-1) ?? after;
    }
  }
  return done;
}
