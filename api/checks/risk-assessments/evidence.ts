import type { StoredDocument } from '#contract/documents/documents.ts';
import type { Answer } from '#rules/risk/answers.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { getDocument, readDocumentRows } from '../../records/documents/store.ts';
import { listUsableIds, lockUsableIds } from './evidence-store.ts';

type Resource = { resourceType: ResourceType; resourceId: string };

/** Ids of the documents in answers, without duplicates. */
function evidenceIds(answers: readonly Answer[]): string[] {
  return [...new Set(answers.flatMap(({ documentIds }) => documentIds ?? []))];
}

/**
 * Throws errors at the question for evidence that is not a document of the record or was removed. Locks accepted documents until the
 * transaction ends.
 * @returns the ids of all documents
 */
export async function requireEvidence(
  trx: Trx,
  resource: Resource,
  answers: readonly Answer[],
): Promise<string[]> {
  const ids = evidenceIds(answers);
  const usable = await lockUsableIds(trx, resource, ids);
  const fields: Record<string, string[]> = {};
  for (const { key, documentIds } of answers) {
    if (documentIds?.every((id) => usable.has(id)) ?? true) continue;
    fields[`answers.${key}.documentIds`] = [
      'A selected document does not belong to this record, or was removed. Select or add another.',
    ];
  }
  if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
  return ids;
}

/** Existing documents by id, newest first. */
async function readByIds(trx: Trx, ids: readonly string[]): Promise<StoredDocument[]> {
  const rows = await readDocumentRows(trx, ids);
  return rows.map(getDocument).sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The documents that an assessment of a record may show, newest first. */
export async function offeredDocuments(trx: Trx, resource: Resource): Promise<StoredDocument[]> {
  return readByIds(trx, await listUsableIds(trx, resource));
}

/** Documents in answers, including removed ones. */
export function toDocumentViews(trx: Trx, answers: readonly Answer[]): Promise<StoredDocument[]> {
  return readByIds(trx, evidenceIds(answers));
}

/** Answers without removed evidence, which is then required again. */
export function withEvidenceAmong(
  answers: readonly Answer[],
  documents: readonly StoredDocument[],
): Answer[] {
  const there = new Set(documents.filter(({ purgedAt }) => purgedAt === null).map(({ id }) => id));
  return answers.map((answer) => ({
    ...answer,
    documentIds: (answer.documentIds ?? []).filter((id) => there.has(id)),
  }));
}
