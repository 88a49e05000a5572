import type { z } from 'zod';
import type { Client } from '#contract/clients/client-record.ts';
import type { CompanyState } from '#contract/company/accounts.ts';
import { documentInput } from '#contract/individual-verifications/verification-inputs.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { getIdentityDocuments } from '#rules/document-requests/evidence.ts';
import { identityDocumentTypes } from '#rules/identity-verification/documents/identity-document-types.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { invalid, isApiError } from '../../kernel/http/api-error.ts';
import { changeEvidence, readItemEvidence } from '../../records/documents/request-evidence-store.ts';
import {
  belowDocument,
  documentRow,
  formatDocument,
  getDocumentChecks,
  type PreparedDocument,
  prepareDocument,
} from '../individual-verifications/record/documents.ts';
import { insertDocument } from '../individual-verifications/record/documents-store.ts';
import type { SealingKey } from '../individual-verifications/record/encryption.ts';
import { insertChecks, type StoredVerification } from '../individual-verifications/record/store.ts';
import { maskDetails, type NumberedItem, openNumber } from './item-numbers.ts';

type Input = z.output<typeof documentInput>;
type Item = Pick<
  Schema['document_request_items'] & { id: string },
  'id' | 'kind' | 'document_type' | 'status'
> &
  NumberedItem;

export interface RecordingContext {
  work: Work;
  sealingKey: SealingKey;
  company: Pick<CompanyState, 'id' | 'billingCountryCode' | 'timeZone'>;
  client: Client;
  stored: StoredVerification;
}

/** The identity document recorded for an item. */
export interface ItemDocument {
  id: string;
  /** "New Zealand passport ••••••56". */
  text: string;
  /** Item with its number; null if staff entered the number. */
  numberItemId: string | null;
  /** False if the verification already had the document. */
  isOwn: boolean;
}

/** Maximum documents of a verification. */
const maxDocuments = 10;

/** Item with the number of the submitted document; undefined if ambiguous. */
function numberItemFor(items: readonly Item[]): Item | undefined {
  const papers = items.filter(({ kind, document_type: type }) => {
    return kind === 'document' && getIdentityDocuments(type, 'NZL').length > 0;
  });
  const numbers = items.filter(
    ({ details, status }) => details?.documentNumber !== undefined && status !== 'rejected',
  );
  return papers.length === 1 && numbers.length === 1 ? numbers[0] : undefined;
}

/**
 * An identity document derived from the submitted number and the company's country; undefined if no number was
 * submitted.
 */
function derived(
  item: Item,
  { number, expiresOn }: { number: string | undefined; expiresOn: string | undefined },
  country: 'NZL' | 'AUS',
): Input | undefined {
  const [type] = getIdentityDocuments(item.document_type, country);
  if (type === undefined || (number === undefined && identityDocumentTypes[type].issuedBy !== 'any'))
    return undefined;
  return documentInput.parse({
    type,
    fields: {
      ...(number === undefined ? {} : { number }),
      ...(expiresOn === undefined ? {} : { expiresOn }),
      ...(identityDocumentTypes[type].issuedBy === 'any' ? { issuer: country } : {}),
    },
  });
}

/** Staff's input; a number left masked, as the form shows it, is the submitted one. */
function withSubmittedNumber(wanted: Input, numberItem: Item | undefined, number: string | undefined): Input {
  const masked = numberItem?.details && maskDetails(numberItem.details).documentNumber;
  if (number === undefined || masked === undefined || wanted.fields.number !== masked) return wanted;
  return { ...wanted, fields: { ...wanted.fields, number } };
}

async function keep(
  { work: { trx, by, time }, sealingKey, company, stored: { row, documents } }: RecordingContext,
  prepared: PreparedDocument,
  input: Input,
): Promise<Omit<ItemDocument, 'numberItemId'>> {
  const place = {
    companyId: company.id,
    verificationId: row.id,
    clientId: row.client_id,
    round: row.round,
    at: time(),
    by: by.actor.id,
  };
  const added = await documentRow(trx, sealingKey, place, prepared, input);
  const text = formatDocument({ type: added.type, number_masked: added.number_masked ?? null });
  const known = documents.find(
    (document) => document.number_hmac !== null && document.number_hmac === added.number_hmac,
  );
  if (known !== undefined) return { id: known.id, text, isOwn: false };
  await insertDocument(trx, added);
  await insertChecks(trx, getDocumentChecks(place, added.id, prepared, input));
  return { id: added.id, text, isOwn: true };
}

/**
 * Records the identity document of an accepted file: from staff's input, with field errors if invalid, or from the
 * submitted number and expiry, if valid. Null if the file is the only evidence.
 */
export async function recordDocument(
  context: RecordingContext,
  { item, items }: { item: Item; items: readonly Item[] },
  wanted: Input | null | undefined,
): Promise<ItemDocument | null> {
  const { client, company, work, stored } = context;
  if (wanted === null || stored.row.method === 'reliance') return null;
  const country = company.billingCountryCode;
  if (getIdentityDocuments(item.document_type, country).length === 0) return null;
  const on = companyDay(work.time(), company.timeZone);
  const isFull = stored.documents.length >= maxDocuments;
  const numberItem = numberItemFor(items);
  const number = numberItem && (await openNumber(work.trx, context.sealingKey, numberItem));
  if (wanted !== undefined) {
    const entered = withSubmittedNumber(wanted, numberItem, number);
    return belowDocument(async () => {
      if (isFull) throw invalid(`A verification can have up to ${maxDocuments} documents. Remove one first.`);
      const document = await keep(context, prepareDocument(entered, { client, on }), entered);
      return { ...document, numberItemId: entered === wanted ? null : (numberItem?.id ?? null) };
    });
  }
  const expiresOn = numberItem?.details?.documentExpiry;
  const input = isFull ? undefined : derived(item, { number, expiresOn }, country);
  if (input === undefined) return null;
  let prepared: PreparedDocument;
  try {
    prepared = prepareDocument(input, { client, on });
  } catch (error) {
    // The submitted details do not form a valid document: staff record it from the file.
    if (isApiError(error) && error.code === 'request.invalid') return null;
    throw error;
  }
  return { ...(await keep(context, prepared, input)), numberItemId: numberItem?.id ?? null };
}

/** Records the document of a file that was accepted before its number was. */
export async function recordLate(
  context: RecordingContext,
  { item, items }: { item: Item; items: readonly Item[] },
): Promise<ItemDocument | null> {
  if (item.details?.documentNumber === undefined || numberItemFor(items)?.id !== item.id) return null;
  const country = context.company.billingCountryCode;
  const paper = items.find(({ document_type: type }) => getIdentityDocuments(type, country).length > 0);
  if (paper === undefined) return null;
  const [evidence] = await readItemEvidence(context.work.trx, [paper.id]);
  if (
    evidence === undefined ||
    evidence.individual_verification_id !== context.stored.row.id ||
    evidence.document_record_id !== null
  ) {
    return null;
  }
  const made = await recordDocument(context, { item: paper, items }, undefined);
  if (made === null) return null;
  await changeEvidence(context.work.trx, evidence.id, {
    document_record_id: made.id,
    number_item_id: made.numberItemId,
    record_is_own: made.isOwn,
  });
  return made;
}
