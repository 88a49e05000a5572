import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Client } from '#contract/clients/client-record.ts';
import type { SubmittedDetail } from '#contract/documents/submitted-evidence.ts';
import type { documentInput } from '#contract/individual-verifications/verification-inputs.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { ItemRow, RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { lockClientById } from '../../records/clients/record/store.ts';
import { insertEvidence, readItemEvidence } from '../../records/documents/request-evidence-store.ts';
import { lockVerification as lockBusiness } from '../business-verifications/record/store.ts';
import type { SealingKey } from '../individual-verifications/record/encryption.ts';
import {
  lockVerification as lockIdentity,
  type StoredVerification,
} from '../individual-verifications/record/store.ts';
import { fillRecord } from './client-record.ts';
import { getTarget } from './evidence-target.ts';
import { type ItemDocument, recordDocument, recordLate } from './identity-documents.ts';
import type { EvidenceTarget } from './store.ts';
import { formatDetailMessage, formatSubmittedDetails } from './submitted-details.ts';

export interface EvidenceDeps {
  /** Seals the numbers of identity documents. */
  verification: SealingKey;
}

/** An item that staff has just decided on, with its request and the items beside it. */
export interface DecidedItem {
  request: RequestRow;
  item: ItemRow;
  items: readonly ItemRow[];
}

/** Staff's input for the identity document. Undefined: derived from the submitted details; null: the file alone. */
export type WantedDocument = z.output<typeof documentInput> | null | undefined;

interface Place {
  work: Work;
  deps: EvidenceDeps;
  company: MemberCaller['company'];
  decided: DecidedItem;
  target: EvidenceTarget;
  client: Client;
}

const getColumns = ({ work: { time, at, by }, company, decided: { request, item } }: Place) => ({
  company_id: company.id,
  id: uuidv7({ msecs: time().getTime() }),
  client_id: request.client_id,
  request_id: request.id,
  item_id: item.id,
  accepted_by: by.actor.id,
  accepted_at: at,
  withdrawn_by: null,
  withdrawn_at: null,
});

const formatAccepted = ({ request, item }: DecidedItem) =>
  `“${item.label}”, which ${request.recipient_name} submitted, was accepted as evidence.`;

/** Emits the event of the accepted evidence. */
function emitAccepted(
  { work, decided: { request, item }, target: { kind, id } }: Place,
  { text, document }: { text: string; document: string | null },
): void {
  work.emit('evidence.accepted', {
    verification: { kind, id },
    clientId: request.client_id,
    requestId: request.id,
    item: item.label,
    recipient: request.recipient_name,
    text,
    document,
  });
}

/** Fills in missing details of the client's record, and compares each submitted detail with it. */
async function saveDetails({ work, decided, client }: Place): Promise<SubmittedDetail[]> {
  const submittedDetails = decided.item.details ?? {};
  const details = formatSubmittedDetails(submittedDetails, client);
  const isLacking = (field: SubmittedDetail['field']) =>
    details.some((detail) => detail.field === field && detail.standing === 'recorded');
  const wanted = {
    ...(isLacking('dateOfBirth') ? { dateOfBirth: submittedDetails.dateOfBirth } : {}),
    ...(isLacking('address') ? { address: submittedDetails.address } : {}),
  };
  if (Object.keys(wanted).length === 0) return details;
  if (await fillRecord(work, { client, given: wanted })) return details;
  return details.map((detail) =>
    detail.standing === 'recorded' ? { ...detail, standing: 'notCompared' } : detail,
  );
}

async function acceptForPerson(
  place: Place,
  stored: StoredVerification,
  wanted: WantedDocument,
): Promise<void> {
  const { work, deps, company, client, decided, target } = place;
  const { item } = decided;
  const details = await saveDetails(place);
  const context = { work, sealingKey: deps.verification, company, client, stored };
  const made: ItemDocument | null =
    item.kind === 'document' ? await recordDocument(context, decided, wanted) : null;
  await insertEvidence(work.trx, {
    ...getColumns(place),
    individual_verification_id: target.id,
    business_verification_id: null,
    round: stored.row.round,
    document_record_id: made?.id ?? null,
    number_item_id: made?.numberItemId ?? null,
    record_is_own: made?.isOwn ?? false,
    details: JSON.stringify(details),
  });
  // The number may be submitted after its file.
  const late = item.kind === 'details' ? await recordLate(context, decided) : null;
  const text = [
    formatAccepted(decided),
    ...details.map(formatDetailMessage),
    ...[made, late].flatMap((item) => (item === null ? [] : [`${item.text} was recorded.`])),
  ].join(' ');
  emitAccepted(place, { text, document: made?.text ?? late?.text ?? null });
}

async function acceptForBusiness(place: Place): Promise<void> {
  const { work, decided, target, client } = place;
  const details = formatSubmittedDetails(decided.item.details ?? {}, client).map((detail) => ({
    ...detail,
    standing: 'notCompared' as const,
  }));
  await insertEvidence(work.trx, {
    ...getColumns(place),
    individual_verification_id: null,
    business_verification_id: target.id,
    round: null,
    document_record_id: null,
    number_item_id: null,
    details: JSON.stringify(details),
  });
  emitAccepted(place, { text: formatAccepted(decided), document: null });
}

/**
 * Makes an accepted item evidence of its request's verification, or of the one in progress: files and details with
 * their source, an identity document as its own record, and facts that the client's record lacked. Idempotent per item;
 * does nothing without an open verification. The request must be locked. Emits `evidence.accepted`.
 *
 * @param wanted staff's input for the identity document
 * @returns the verification's id; null if there is none.
 * @throws `request.invalid`, at `document.…`, for invalid input
 */
export async function acceptEvidence(
  work: Work,
  deps: EvidenceDeps,
  company: MemberCaller['company'],
  decided: DecidedItem,
  wanted: WantedDocument,
): Promise<string | null> {
  const { trx } = work;
  const { request, item } = decided;
  const target = await getTarget(trx, request);
  if (target === null || !target.isOpen) return null;
  // The client before the verification, as every command that locks both.
  const client = await lockClientById(trx, request.client_id);
  if (client === null) return null;
  if ((await readItemEvidence(trx, [item.id])).length > 0) return null;
  const place = { work, deps, company, decided, target, client };
  if (target.kind === 'business') {
    if ((await lockBusiness(trx, target.id)) === null) return null;
    await acceptForBusiness(place);
    return target.id;
  }
  const stored = await lockIdentity(trx, target.id);
  if (stored === null) return null;
  await acceptForPerson(place, stored, wanted);
  return target.id;
}
