import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { systemTextMimeType } from '#rules/documents/file-kinds.ts';
import type { RegistryExtract } from '#rules/registers/registry-extract.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { DocumentFiles } from '../../../records/documents/receive-file.ts';
import { insertDocuments, readDocumentsByContent } from '../../../records/documents/store.ts';

/** A stored register response that no row refers to yet. */
export interface StoredResponse {
  id: string;
  storageKey: string;
  fileName: string;
  size: number;
  sha256: string;
}

/** Stores a register's response unchanged. */
export async function storeResponse(
  { files, now }: { files: DocumentFiles; now: () => Date },
  companyId: string,
  { registry, raw, at }: RegistryExtract,
  number: string,
): Promise<StoredResponse> {
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

/**
 * Saves the row of a stored response; an identical response to one verification is stored once.
 * @returns the document's id
 */
export async function saveRegistryResponse(
  trx: Trx,
  { now }: { now: () => Date },
  { companyId, verificationId }: { companyId: string; verificationId: string },
  { id, storageKey, fileName, size, sha256 }: StoredResponse,
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
      scan_status: 'notScanned',
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
