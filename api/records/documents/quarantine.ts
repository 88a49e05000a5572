import type { DocumentOwner } from '#contract/documents/documents.ts';
import type { Work } from '../../kernel/command/work.ts';
import { closeAlerts, openAlerts } from '../alerts/inbox.ts';
import { findOwnerRecord } from './quarantine-store.ts';
import type { DocumentRow } from './store.ts';

/** Deduplicates the alert on an infected document. */
const alertKey = (documentId: string) => `infectedFile:${documentId}`;

/**
 * Records that malware was found in documents of a record, and opens an alert for each on the client or activity that they belong to.
 * Their rows say already that they are infected, which withholds their content from everyone.
 */
export async function quarantine(
  work: Work,
  owner: DocumentOwner,
  rows: readonly DocumentRow[],
): Promise<void> {
  const infected = rows.filter(({ scan_status }) => scan_status === 'infected');
  if (infected.length === 0) return;
  work.record(
    ...infected.map(({ id, type, file_name: fileName, size, sha256, scan_threat: threat }) => ({
      action: 'document.quarantined',
      resourceType: owner.ownerType,
      resourceId: owner.ownerId,
      detail: { documents: [{ id, type, fileName, size, sha256 }], threat },
    })),
  );
  const found = await findOwnerRecord(work.trx, owner);
  if (found === undefined) return;
  await openAlerts(
    work,
    infected.map(({ id, file_name, scan_threat, uploaded_by }) => ({
      ...found,
      type: 'infectedFile',
      severity: 'high',
      summary: `Malware${scan_threat === null ? '' : ` (${scan_threat})`} was found in ${file_name}, uploaded by ${uploaders[uploaded_by]}. The file is quarantined: no one can open it. Request a clean copy, then remove the document.`,
      dedupeKey: alertKey(id),
    })),
  );
}

const uploaders = {
  staff: 'your team',
  client: 'the recipient of a document request',
  system: 'Assay',
} as const;

/** Closes the alert on an infected document that was removed. */
export async function closeQuarantine(
  work: Work,
  { id, scan_status }: Pick<DocumentRow, 'id' | 'scan_status'>,
): Promise<void> {
  if (scan_status !== 'infected') return;
  await closeAlerts(work, { dedupeKeys: [alertKey(id)], reason: 'The infected document was removed' });
}
