import type { CompanyState } from '#contract/company/accounts.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { RetainedClient } from '#rules/documents/removal.ts';
import { isDecidedBusinessVerification, isDecidedIdentityVerification } from '#rules/lifecycles/checks.ts';
import type { Work } from '../../kernel/command/work.ts';
import { lockClientById } from '../../records/clients/record/store.ts';
import { readRetainedClients } from '../../records/documents/removal-store.ts';
import {
  changeEvidence,
  type EvidenceRow,
  readItemEvidence,
} from '../../records/documents/request-evidence-store.ts';
import { lockVerification as lockBusiness } from '../business-verifications/record/store.ts';
import { removeDocumentRow } from '../individual-verifications/record/documents-store.ts';
import { requireRemovable } from '../individual-verifications/record/removal.ts';
import {
  type DocumentRow,
  lockVerification as lockIdentity,
} from '../individual-verifications/record/store.ts';
import type { DecidedItem } from './accept-evidence.ts';
import { emptyRecord } from './client-record.ts';

interface EvidenceWithdrawal {
  work: Work;
  company: Pick<CompanyState, 'timeZone' | 'regulatedIn'>;
  decided: DecidedItem;
  evidence: EvidenceRow;
}

/** Deletes the evidence and emits its withdrawal. */
async function withdraw(
  { work, decided: { request, item }, evidence }: EvidenceWithdrawal,
  verification: { kind: 'individual' | 'business'; id: string },
  documentsRemoved: number,
): Promise<void> {
  await changeEvidence(work.trx, evidence.id, { withdrawn_by: work.by.actor.id, withdrawn_at: work.at });
  work.emit('evidence.withdrawn', {
    verification,
    clientId: request.client_id,
    requestId: request.id,
    item: item.label,
    text: `“${item.label}”, which ${request.recipient_name} submitted, is no longer accepted as evidence.${documentsRemoved > 0 ? ' The document recorded from it was removed.' : ''}`,
    documentsRemoved,
  });
}

/** Removes documents that were recorded from this evidence, or with the number that it gave. @returns how many. */
async function removeDocuments(
  { work: { trx, time }, company, decided, evidence }: EvidenceWithdrawal,
  { documents, clients }: { documents: readonly DocumentRow[]; clients: readonly RetainedClient[] },
): Promise<number> {
  const beside = await readItemEvidence(
    trx,
    decided.items.map(({ id }) => id),
  );
  const rested = beside.filter(
    ({ id, number_item_id, document_record_id }) =>
      document_record_id !== null && (id === evidence.id || number_item_id === decided.item.id),
  );
  let removed = 0;
  for (const { id, document_record_id: documentId, record_is_own: isOwn } of rested) {
    if (documentId === null) continue;
    if (isOwn) {
      const document = documents.find((document) => document.id === documentId);
      if (document !== undefined) {
        const on = companyDay(time(), company.timeZone);
        requireRemovable(document, { clients, on, regulatedIn: company.regulatedIn });
      }
      await removeDocumentRow(trx, documentId, time());
      removed += 1;
    }
    if (id !== evidence.id) {
      await changeEvidence(trx, id, { document_record_id: null, number_item_id: null, record_is_own: false });
    }
  }
  return removed;
}

async function fromPerson(taking: EvidenceWithdrawal, verificationId: string): Promise<void> {
  const { work, decided, evidence } = taking;
  const owner = { ownerType: 'individualVerification', ownerId: verificationId } as const;
  const clients = await readRetainedClients(work.trx, owner, { lock: true });
  const client = await lockClientById(work.trx, decided.request.client_id);
  const stored = await lockIdentity(work.trx, verificationId);
  if (stored === null) return;
  if (isDecidedIdentityVerification(stored.row.status) || stored.row.round !== evidence.round) return;
  const removed = await removeDocuments(taking, { documents: stored.documents, clients });
  await withdraw(taking, { kind: 'individual', id: verificationId }, removed);
  const wasRecorded = (field: string) =>
    evidence.details.some((detail) => detail.field === field && detail.standing === 'recorded');
  const { details } = decided.item;
  const recordedDetails = {
    ...(wasRecorded('dateOfBirth') ? { dateOfBirth: details?.dateOfBirth } : {}),
    ...(wasRecorded('address') ? { address: details?.address } : {}),
  };
  if (client !== null && Object.keys(recordedDetails).length > 0)
    await emptyRecord(work, { client, given: recordedDetails });
}

async function fromBusiness(taking: EvidenceWithdrawal, verificationId: string): Promise<void> {
  const { work, decided } = taking;
  await lockClientById(work.trx, decided.request.client_id);
  const row = await lockBusiness(work.trx, verificationId);
  if (row === null || isDecidedBusinessVerification(row.status)) return;
  await withdraw(taking, { kind: 'business', id: verificationId }, 0);
}

/**
 * Withdraws as evidence an item that was accepted and is no longer: the document recorded from it, what it filled into the client's
 * record as far as that has not changed since, and its place on the verification's page. What was decided on stays as it was. Emits
 * `evidence.withdrawn`. Refuses with 422 where a document must be retained.
 */
export async function withdrawEvidence(
  work: Work,
  company: EvidenceWithdrawal['company'],
  decided: DecidedItem,
): Promise<void> {
  const [evidence] = await readItemEvidence(work.trx, [decided.item.id]);
  if (evidence === undefined) return;
  const taking = { work, company, decided, evidence };
  const { individual_verification_id: identityId, business_verification_id: businessId } = evidence;
  if (businessId !== null) await fromBusiness(taking, businessId);
  else if (identityId !== null) await fromPerson(taking, identityId);
}
