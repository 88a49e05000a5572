import type { Transaction } from 'kysely';
import { recordMemberEvent } from '../audit/member-event.ts';
import {
  changeVerification as changeBusiness,
  lockVerification as lockBusiness,
} from '../business-verifications/store.ts';
import { lockClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import {
  lockVerification as lockIdentity,
  removeDocumentRow,
  type StoredVerification,
} from '../individual-verifications/store.ts';
import { emptyRecord } from './client-record.ts';
import { changeEvidence, type EvidenceRow, readEvidenceOfItems } from './store.ts';
import type { DecidedItem, EvidenceDeps } from './taking.ts';
import { type Told, tellIdentity } from './telling.ts';

type Trx = Transaction<Schema>;

interface TakingBack {
  trx: Trx;
  deps: EvidenceDeps;
  caller: MemberCaller;
  decided: DecidedItem;
  evidence: EvidenceRow;
}

const silent: Told = async () => undefined;

/** States in which somebody has decided, or the verification is over: what it rested on stays with it. */
const settledIdentity = ['verified', 'failed', 'expired', 'cancelled', 'evidenceExpired'];
const settledBusiness = ['verified', 'failed', 'cancelled', 'evidenceExpired'];

async function withdraw({ trx, deps, caller, evidence }: TakingBack): Promise<void> {
  await changeEvidence(trx, evidence.id, {
    withdrawn_by: caller.member.id,
    withdrawn_at: deps.now().toISOString(),
  });
}

/** Documents that were recorded from this evidence, or with the number that it gave, go. */
async function removeDocuments({ trx, deps, decided, evidence }: TakingBack): Promise<number> {
  const beside = await readEvidenceOfItems(
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
      await removeDocumentRow(trx, documentId, deps.now());
      removed += 1;
    }
    if (id !== evidence.id) {
      await changeEvidence(trx, id, { document_record_id: null, number_item_id: null, record_is_own: false });
    }
  }
  return removed;
}

async function fromPerson(taking: TakingBack, stored: StoredVerification): Promise<Told> {
  const { trx, deps, caller, decided, evidence } = taking;
  const { item, request } = decided;
  const client = await lockClientById(trx, request.client_id);
  const removed = await removeDocuments(taking);
  await withdraw(taking);
  const wasRecorded = (field: string) =>
    evidence.details.some((one) => one.field === field && one.standing === 'recorded');
  const given = {
    ...(wasRecorded('dateOfBirth') ? { dateOfBirth: item.details?.dateOfBirth } : {}),
    ...(wasRecorded('address') ? { address: item.details?.address } : {}),
  };
  const tellClient =
    client === null || Object.keys(given).length === 0
      ? null
      : await emptyRecord(trx, deps, caller, { client, given });
  const tellVerification = await tellIdentity(
    { trx, deps, caller, stored },
    {
      kind: 'evidenceTakenBack',
      action: 'evidenceTakenBack',
      text: `“${item.label}”, which ${request.recipient_name} gave, is no longer accepted, so it is no evidence any more.${removed > 0 ? ' The document that was recorded from it is taken out.' : ''}`,
      needsReview: false,
      detail: { request: request.id, item: item.label, documentsRemoved: removed },
    },
  );
  return async () => {
    await tellVerification();
    await tellClient?.();
  };
}

async function fromBusiness(taking: TakingBack, verificationId: string): Promise<Told> {
  const { trx, deps, caller, decided } = taking;
  await lockClientById(trx, decided.request.client_id);
  const row = await lockBusiness(trx, verificationId);
  if (row === null || settledBusiness.includes(row.status)) return silent;
  await withdraw(taking);
  await changeBusiness(trx, row, { updated_at: deps.now().toISOString(), updated_by: caller.member.id });
  return () =>
    recordMemberEvent(trx, deps, caller, {
      action: 'businessVerification.evidenceTakenBack',
      resourceType: 'businessVerification',
      resourceId: verificationId,
      detail: {
        clientId: decided.request.client_id,
        request: decided.request.id,
        changes: { evidence: { before: decided.item.label, after: null } },
      },
    });
}

/**
 * Takes back as evidence an item that was accepted and is not any more: the document recorded from it, what it filled into the client's
 * record as far as nobody changed it since, and its place on the verification's page. What was decided on stays as it was.
 */
export async function takeBackEvidence(
  trx: Trx,
  deps: EvidenceDeps,
  caller: MemberCaller,
  decided: DecidedItem,
): Promise<{ tell: Told }> {
  const [evidence] = await readEvidenceOfItems(trx, [decided.item.id]);
  if (evidence === undefined) return { tell: silent };
  const taking = { trx, deps, caller, decided, evidence };
  const { individual_verification_id: identityId, business_verification_id: businessId } = evidence;
  if (businessId !== null) return { tell: await fromBusiness(taking, businessId) };
  if (identityId === null) return { tell: silent };
  await lockClientById(trx, decided.request.client_id);
  const stored = await lockIdentity(trx, identityId);
  if (stored === null) return { tell: silent };
  const isSettled = settledIdentity.includes(stored.row.status) || stored.row.round !== evidence.round;
  return { tell: isSettled ? silent : await fromPerson(taking, stored) };
}
