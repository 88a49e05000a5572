import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { systemTextMimeType } from '#rules/documents/file-kinds.ts';
import type { Schema } from '../database/schema.ts';
import type { DocumentFiles } from '../documents/intake.ts';
import { insertDocuments, readDocumentsByContent } from '../documents/store.ts';
import type { RegistryExtract } from '../registries/extract.ts';

/** A register's answer in the storage, under a key that no row names yet. */
export interface KeptAnswer {
  id: string;
  storageKey: string;
  fileName: string;
  size: number;
  sha256: string;
}

/** Writes a register's answer, as it came, to the storage. */
export async function storeAnswer(
  { files, now }: { files: DocumentFiles; now: () => Date },
  companyId: string,
  { registry, raw, at }: RegistryExtract,
  number: string,
): Promise<KeptAnswer> {
  const id = uuidv7({ msecs: now().getTime() });
  const storageKey = `${companyId}/${id}/file`;
  const bytes = Buffer.from(raw.text);
  await files.storage.putBytes(storageKey, bytes, systemTextMimeType);
  return {
    id,
    storageKey,
    fileName: `${registry}-${number.replace(/\D/g, '')}-${at.slice(0, 10)}.txt`,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** Writes the row of a stored answer; the same answer to the same verification is kept once. @returns the document's id */
export async function keepAnswer(
  trx: Transaction<Schema>,
  { now }: { now: () => Date },
  { companyId, verificationId }: { companyId: string; verificationId: string },
  { id, storageKey, fileName, size, sha256 }: KeptAnswer,
): Promise<string> {
  const owner = { ownerType: 'businessVerification', ownerId: verificationId } as const;
  const written = await insertDocuments(trx, [
    {
      company_id: companyId,
      id,
      owner_type: owner.ownerType,
      owner_id: owner.ownerId,
      type: 'registryExtract',
      file_name: fileName,
      mime_type: systemTextMimeType,
      size: Math.max(1, size),
      received_sha256: sha256,
      sha256,
      storage_key: storageKey,
      thumbnail_key: null,
      uploaded_by: 'system',
      created_by: null,
      scan_status: 'clean',
      expires_on: null,
      purged_at: null,
      purge_reason: null,
      created_at: now().toISOString(),
    },
  ]);
  if (written.has(id)) return id;
  const [known] = await readDocumentsByContent(trx, owner, [sha256]);
  return known?.id ?? id;
}
