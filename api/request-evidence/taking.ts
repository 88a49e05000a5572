import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Client } from '#contract/clients.ts';
import type { GivenDetail } from '#contract/given-evidence.ts';
import type { documentInput } from '#contract/verification-inputs.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import {
  changeVerification as changeBusiness,
  lockVerification as lockBusiness,
} from '../business-verifications/store.ts';
import { lockClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import type { DiligenceDeps } from '../diligence/service.ts';
import type { ItemRow, RequestRow } from '../document-requests/store.ts';
import type { MemberCaller } from '../http/bind.ts';
import type { SealingKey } from '../individual-verifications/sealing.ts';
import {
  lockVerification as lockIdentity,
  type StoredVerification,
} from '../individual-verifications/store.ts';
import { fillRecord } from './client-record.ts';
import { detailSentence, givenDetails } from './given-words.ts';
import { type DocumentOfItem, recordDocument, recordLate } from './identity-documents.ts';
import { insertEvidence, readEvidenceOfItems } from './store.ts';
import { type EvidenceTarget, targetOf } from './target.ts';
import { type Told, tellIdentity } from './telling.ts';

type Trx = Transaction<Schema>;

export interface EvidenceDeps extends DiligenceDeps {
  verification: SealingKey;
}

/** An item that staff has just decided on, with its request and the items beside it. */
export interface DecidedItem {
  request: RequestRow;
  item: ItemRow;
  items: readonly ItemRow[];
}

/** How staff wants the identity document recorded. Undefined: as what was given says; null: the file alone. */
export type WantedDocument = z.output<typeof documentInput> | null | undefined;

/** What came of it for the request's own event, and what else is to be told once nothing more is written. */
export interface Taken {
  evidenceOf: string | null;
  tell: Told;
}

const nothing: Taken = { evidenceOf: null, tell: async () => undefined };

interface Place {
  trx: Trx;
  deps: EvidenceDeps;
  caller: MemberCaller;
  decided: DecidedItem;
  target: EvidenceTarget;
  client: Client;
}

const columnsOf = ({ deps, caller, decided: { request, item } }: Place) => {
  const at = deps.now();
  return {
    company_id: caller.company.id,
    id: uuidv7({ msecs: at.getTime() }),
    client_id: request.client_id,
    request_id: request.id,
    item_id: item.id,
    accepted_by: caller.member.id,
    accepted_at: at.toISOString(),
    withdrawn_by: null,
    withdrawn_at: null,
  };
};

/** Fills the record in where it lacks something, and says of each detail how it stands. */
async function keepDetails(place: Place): Promise<{ details: GivenDetail[]; tell: Told }> {
  const { trx, deps, caller, decided, client } = place;
  const given = decided.item.details ?? {};
  const details = givenDetails(given, client);
  const lacking = (field: GivenDetail['field']) =>
    details.some((one) => one.field === field && one.standing === 'recorded');
  const wanted = {
    ...(lacking('dateOfBirth') ? { dateOfBirth: given.dateOfBirth } : {}),
    ...(lacking('address') ? { address: given.address } : {}),
  };
  if (Object.keys(wanted).length === 0) return { details, tell: async () => undefined };
  const tell = await fillRecord(trx, deps, caller, { client, given: wanted });
  if (tell !== null) return { details, tell };
  return {
    details: details.map((one) => (one.standing === 'recorded' ? { ...one, standing: 'notCompared' } : one)),
    tell: async () => undefined,
  };
}

async function takeForPerson(
  place: Place,
  stored: StoredVerification,
  wanted: WantedDocument,
): Promise<Taken> {
  const { trx, deps, caller, decided, target } = place;
  const { item, request } = decided;
  const { details, tell: tellClient } = await keepDetails(place);
  const context = { trx, deps, caller, client: place.client, stored };
  const made: DocumentOfItem | null =
    item.kind === 'document' ? await recordDocument(context, decided, wanted) : null;
  await insertEvidence(trx, {
    ...columnsOf(place),
    individual_verification_id: target.id,
    business_verification_id: null,
    round: stored.row.round,
    document_record_id: made?.id ?? null,
    number_item_id: made?.numberItemId ?? null,
    record_is_own: made?.isOwn ?? false,
    details: JSON.stringify(details),
  });
  // The number may come after the file that it belongs to.
  const late = item.kind === 'details' ? await recordLate(context, decided) : null;
  const said = [
    `“${item.label}”, which ${request.recipient_name} gave, was accepted as evidence.`,
    ...details.map(detailSentence),
    ...[made, late].flatMap((one) => (one === null ? [] : [`${one.text} was recorded.`])),
  ].join(' ');
  const tellVerification = await tellIdentity(context, {
    kind: 'evidenceTaken',
    action: 'evidenceTaken',
    text: said,
    needsReview: made !== null || late !== null,
    detail: { request: request.id, item: item.label, document: made?.text ?? late?.text ?? null },
  });
  return {
    evidenceOf: target.id,
    tell: async () => {
      await tellVerification();
      await tellClient();
    },
  };
}

async function takeForBusiness(place: Place): Promise<Taken> {
  const { trx, deps, caller, decided, target } = place;
  const row = await lockBusiness(trx, target.id);
  if (row === null) return nothing;
  const { item, request } = decided;
  const details = givenDetails(item.details ?? {}, place.client).map((one) => ({
    ...one,
    standing: 'notCompared' as const,
  }));
  await insertEvidence(trx, {
    ...columnsOf(place),
    individual_verification_id: null,
    business_verification_id: target.id,
    round: null,
    document_record_id: null,
    number_item_id: null,
    details: JSON.stringify(details),
  });
  await changeBusiness(trx, row, {
    ...(row.status === 'notStarted' ? { status: 'needsReview' as const } : {}),
    updated_at: deps.now().toISOString(),
    updated_by: caller.member.id,
  });
  return {
    evidenceOf: target.id,
    tell: () =>
      recordMemberEvent(trx, deps, caller, {
        action: 'businessVerification.evidenceTaken',
        resourceType: 'businessVerification',
        resourceId: target.id,
        detail: {
          clientId: request.client_id,
          request: request.id,
          changes: {
            evidence: { before: null, after: item.label },
            givenBy: { before: null, after: request.recipient_name },
          },
        },
      }),
  };
}

/**
 * Makes an accepted item evidence of the verification that its request was made for, or of the one under way: files and details with where
 * they come from, an identity document as a record of its own, and what the client's record lacked. Once for an item, however often it is
 * accepted; nothing happens where no verification takes evidence. The request must be locked; the caller tells at its end.
 *
 * @param wanted how staff wants the identity document recorded
 * @throws `request.invalid`, beside `document.…`, what of a wanted document cannot be
 */
export async function takeEvidence(
  trx: Trx,
  deps: EvidenceDeps,
  caller: MemberCaller,
  decided: DecidedItem,
  wanted: WantedDocument,
): Promise<Taken> {
  const { request, item } = decided;
  const target = await targetOf(trx, request);
  if (target === null || !target.isOpen) return nothing;
  // The client before the verification, as every command that locks both.
  const client = await lockClientById(trx, request.client_id);
  if (client === null) return nothing;
  if ((await readEvidenceOfItems(trx, [item.id])).length > 0) return nothing;
  const place = { trx, deps, caller, decided, target, client };
  if (target.kind === 'business') return takeForBusiness(place);
  const stored = await lockIdentity(trx, target.id);
  return stored === null ? nothing : takeForPerson(place, stored, wanted);
}
