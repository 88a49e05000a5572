import type { DocumentOwner, StoredDocument } from '#contract/documents/documents.ts';
import type { UploadedBody } from '#contract/endpoint.ts';
import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import { displayFileName, mimeTypes } from '#rules/documents/file-kinds.ts';
import { maxDocumentsPerRecord } from '#rules/documents/file-limits.ts';
import type { Work } from '../../kernel/command/work.ts';
import { type ApiError, invalid } from '../../kernel/http/api-error.ts';
import { type ReadForm, readMultipart, type TextField } from './multipart.ts';
import { quarantine } from './quarantine.ts';
import {
  type DocumentFiles,
  discardFiles,
  type ExaminedFile,
  type RejectedFile,
  receiveFile,
  type StoredFile,
  storeFile,
  unstoreFiles,
} from './receive-file.ts';
import { countDocuments, getDocument, insertDocuments, readDocumentsByContent } from './store.ts';

/** Who adds documents, to which record, with which details. */
export interface Addition {
  companyId: string;
  owner: DocumentOwner;
  uploadedBy: StoredDocument['uploadedBy'];
  /** The member; null for a client or the system. */
  createdBy: string | null;
  type: UploadedDocumentType;
  expiresOn: string | undefined;
}

export interface SavedDocument {
  field: string;
  /** The record already had identical content: nothing was added. */
  isKnown: boolean;
  document: StoredDocument;
}

/**
 * Writes the rows of stored files in the command's transaction. Identical content on the same record is stored once: the response
 * contains the existing document. Infected files are quarantined, with an alert. 422 if the record would exceed its limit of documents. The owner must have been checked.
 */
export async function saveDocuments(
  work: Work,
  { now }: { now: () => Date },
  { companyId, owner, uploadedBy, createdBy, type, expiresOn }: Addition,
  files: readonly StoredFile[],
): Promise<SavedDocument[]> {
  if (files.length === 0) return [];
  const { trx } = work;
  if ((await countDocuments(trx, owner)) + files.length > maxDocumentsPerRecord) {
    throw invalid(
      `This record has as many documents as it can, ${maxDocumentsPerRecord}. Remove some that are not needed first.`,
    );
  }
  const firstWith = new Map(files.toReversed().map((file) => [file.sha256, file]));
  const written = await insertDocuments(
    trx,
    [...firstWith.values()].map((file) => ({
      company_id: companyId,
      id: file.id,
      owner_type: owner.ownerType,
      owner_id: owner.ownerId,
      type,
      file_name: file.fileName,
      mime_type: mimeTypes[file.kind],
      size: file.size,
      received_sha256: file.receivedSha256,
      sha256: file.sha256,
      storage_key: file.storageKey,
      thumbnail_key: file.thumbnailKey,
      uploaded_by: uploadedBy,
      created_by: createdBy,
      scan_status: file.scan.status,
      scan_threat: file.scan.threat,
      scanned_at: file.scan.status === 'notScanned' ? null : now().toISOString(),
      expires_on: expiresOn ?? null,
      purged_at: null,
      purge_reason: null,
      created_at: now().toISOString(),
    })),
  );
  const rows = await readDocumentsByContent(trx, owner, [...firstWith.keys()]);
  await quarantine(
    work,
    owner,
    rows.filter(({ id }) => written.has(id)),
  );
  const byContent = new Map(rows.map((row) => [row.sha256, getDocument(row)]));
  return files.flatMap((file) => {
    const document = byContent.get(file.sha256);
    return document ? [{ field: file.field, isKnown: !written.has(file.id), document }] : [];
  });
}

/** Messages about infected files, by field: they are stored in quarantine, and of no use to the form. */
export const infectedMessages = (saved: readonly SavedDocument[]): SavedForm['refused'] =>
  saved
    .filter(({ document }) => document.scanStatus === 'infected')
    .map(({ field, document }) => ({
      field,
      fileName: document.fileName,
      message: `${document.fileName} contains malware${document.scanThreat === null ? '' : ` (${document.scanThreat})`} and was quarantined: no one can open it. Upload a clean copy.`,
    }));

/** A received form: its texts, rejected files, and stored files without rows yet. */
export interface SavedForm {
  fields: TextField[];
  /** All received files, accepted or not, to distinguish forms. */
  received: { field: string; fileName: string; sha256: string }[];
  refused: Pick<RejectedFile, 'field' | 'fileName' | 'message'>[];
  stored: StoredFile[];
}

/** One message for each field of the form, however many files were in it. */
function rejectedTogether(together: ReadForm<unknown>['together']): SavedForm['refused'] {
  const errorsByField = new Map<string, { fileName: string }[]>();
  for (const { field, fileName } of together?.files ?? []) {
    errorsByField.set(field, [...(errorsByField.get(field) ?? []), { fileName }]);
  }
  return [...errorsByField].map(([field, files]) => {
    const names = files.slice(0, 3).map(({ fileName }) => displayFileName(fileName));
    const more = files.length > names.length ? ` and ${files.length - names.length} more` : '';
    const nameList = `${names.join(', ')}${more}`;
    const were = files.length === 1 ? 'was' : 'were';
    return {
      field,
      fileName: names[0] ?? '',
      message: `${nameList} ${were} not saved. ${together?.refusal.details.detail ?? ''}`,
    };
  });
}

/**
 * Receives a form with files: each file is inspected and written to the storage, then `keep` runs the command that writes the rows. Files
 * without a row, because the command failed, was repeated or had identical content, are deleted from the storage. Used by staff and,
 * without a member, by recipients of document requests.
 * @param textsCount the texts are useful without the files: for a form that is too large or whose files have a `refusal`, all files are
 * rejected and the texts accepted; otherwise the whole form is rejected.
 * @param keep returns the response, and the documents that its rows refer to.
 * @throws an API error if the form is aborted or too large, and any error of `keep`; then nothing is stored.
 */
export async function saveFormWithFiles<T>(
  deps: { files: DocumentFiles; now: () => Date },
  {
    companyId,
    upload,
    textsCount = false,
    refusal,
    maxFiles,
  }: {
    companyId: string;
    upload: UploadedBody;
    textsCount?: boolean;
    refusal?: ApiError | undefined;
    maxFiles?: number;
  },
  keep: (form: SavedForm) => Promise<{ response: T; savedIds: ReadonlySet<string> }>,
): Promise<T> {
  if (refusal !== undefined && !textsCount) throw refusal;
  const { fields, files, together } = await readMultipart(
    upload,
    (file): Promise<ExaminedFile> => receiveFile(deps.files, file),
    discardFiles,
    { refusal, ...(maxFiles === undefined ? {} : { maxFiles }) },
  );
  if (together !== undefined && !textsCount) throw together.refusal;
  const stored: StoredFile[] = [];
  let savedIds: ReadonlySet<string> = new Set();
  try {
    for (const file of files) {
      if (file.ok) stored.push(await storeFile(deps.files, file, { companyId, now: deps.now() }));
    }
    const result = await keep({
      fields,
      received: files.map(({ field, fileName, receivedSha256 }) => ({
        field,
        fileName,
        sha256: receivedSha256,
      })),
      refused: [...files.filter((file) => !file.ok), ...rejectedTogether(together)],
      stored,
    });
    savedIds = result.savedIds;
    return result.response;
  } finally {
    await discardFiles(files);
    await unstoreFiles(
      deps.files,
      stored.filter(({ id }) => !savedIds.has(id)),
    );
  }
}
