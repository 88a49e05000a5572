import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Client } from '#contract/clients.ts';
import { documentInput } from '#contract/verification-inputs.ts';
import { companyDay } from '#rules/company-day.ts';
import { identityDocumentsOf } from '#rules/document-requests/evidence.ts';
import { documentTypes } from '#rules/verification/document-types.ts';
import type { Schema } from '../database/schema.ts';
import type { DiligenceDeps } from '../diligence/service.ts';
import type { MemberCaller } from '../http/bind.ts';
import { invalid } from '../individual-verifications/command.ts';
import {
  belowDocument,
  checksOfDocument,
  documentRow,
  documentText,
  type PreparedDocument,
  prepareDocument,
} from '../individual-verifications/documents.ts';
import type { SealingKey } from '../individual-verifications/sealing.ts';
import { insertChecks, insertDocument, type StoredVerification } from '../individual-verifications/store.ts';
import { changeEvidence, readEvidenceOfItems } from './store.ts';

type Input = z.output<typeof documentInput>;
type Item = Pick<
  Schema['document_request_items'] & { id: string },
  'id' | 'kind' | 'document_type' | 'status'
> & { details: { documentNumber?: string | undefined; documentExpiry?: string | undefined } | null };

export interface RecordingContext {
  trx: Transaction<Schema>;
  deps: DiligenceDeps & { verification: SealingKey };
  caller: MemberCaller;
  client: Client;
  stored: StoredVerification;
}

/** The record of an identity document that an item stands for. */
export interface DocumentOfItem {
  id: string;
  /** "New Zealand passport ••••••56". */
  text: string;
  /** The item that gave its number; null where staff entered it. */
  numberItemId: string | null;
  /** False where the verification had the document already. */
  isOwn: boolean;
}

/** Documents that one verification holds at most. */
const mostDocuments = 10;

/** The item in which the person gave the number of the document beside it; none where two could be meant. */
function numberItemFor(items: readonly Item[]): Item | undefined {
  const papers = items.filter(({ kind, document_type: type }) => {
    return kind === 'document' && identityDocumentsOf(type, 'NZL').length > 0;
  });
  const numbers = items.filter(
    ({ details, status }) => details?.documentNumber !== undefined && status !== 'rejected',
  );
  return papers.length === 1 && numbers.length === 1 ? numbers[0] : undefined;
}

/** What the given number and the country of the company make of an item; undefined where nothing was given to record. */
function derived(item: Item, numberItem: Item | undefined, country: 'NZL' | 'AUS'): Input | undefined {
  const [type] = identityDocumentsOf(item.document_type, country);
  const { documentNumber: number, documentExpiry: expiresOn } = numberItem?.details ?? {};
  if (type === undefined || (number === undefined && documentTypes[type].issuedBy !== 'any'))
    return undefined;
  return documentInput.parse({
    type,
    fields: {
      ...(number === undefined ? {} : { number }),
      ...(expiresOn === undefined ? {} : { expiresOn }),
      ...(documentTypes[type].issuedBy === 'any' ? { issuer: country } : {}),
    },
  });
}

async function keep(
  { trx, deps, caller, stored: { row, documents } }: RecordingContext,
  prepared: PreparedDocument,
  input: Input,
): Promise<Omit<DocumentOfItem, 'numberItemId'>> {
  const at = deps.now();
  const place = {
    companyId: caller.company.id,
    verificationId: row.id,
    clientId: row.client_id,
    round: row.round,
    at,
    by: caller.member.id,
  };
  const added = documentRow(deps.verification, place, prepared, input);
  const text = documentText({ type: added.type, number_masked: added.number_masked ?? null });
  const known = documents.find((one) => one.number_hmac !== null && one.number_hmac === added.number_hmac);
  if (known !== undefined) return { id: known.id, text, isOwn: false };
  await insertDocument(trx, added);
  await insertChecks(trx, checksOfDocument(place, added.id, prepared, input));
  return { id: added.id, text, isOwn: true };
}

const isRefusal = (error: unknown) => (error as { code?: string }).code === 'request.invalid';

/**
 * Records the identity document that an accepted file shows. As staff wants it, refused beside its fields where it cannot be; or as the
 * person gave number and expiry, where they make a document that can be. Null where the file alone is evidence.
 */
export async function recordDocument(
  context: RecordingContext,
  { item, items }: { item: Item; items: readonly Item[] },
  wanted: Input | null | undefined,
): Promise<DocumentOfItem | null> {
  const { client, caller, deps, stored } = context;
  if (wanted === null || stored.row.method === 'reliance') return null;
  const country = caller.company.billingCountryCode;
  if (identityDocumentsOf(item.document_type, country).length === 0) return null;
  const on = companyDay(deps.now(), caller.company.timeZone);
  const isFull = stored.documents.length >= mostDocuments;
  if (wanted !== undefined) {
    return belowDocument(async () => {
      if (isFull)
        throw invalid([`A verification holds ${mostDocuments} documents at most. Take one out first.`]);
      const kept = await keep(context, prepareDocument(wanted, { client, on }), wanted);
      return { ...kept, numberItemId: null };
    });
  }
  const numberItem = numberItemFor(items);
  const input = isFull ? undefined : derived(item, numberItem, country);
  if (input === undefined) return null;
  let prepared: PreparedDocument;
  try {
    prepared = prepareDocument(input, { client, on });
  } catch (error) {
    // What the person gave makes no such document: a person looks at the file and records it.
    if (isRefusal(error)) return null;
    throw error;
  }
  return { ...(await keep(context, prepared, input)), numberItemId: numberItem?.id ?? null };
}

/** Records the document of a file that was accepted before its number was. */
export async function recordLate(
  context: RecordingContext,
  { item, items }: { item: Item; items: readonly Item[] },
): Promise<DocumentOfItem | null> {
  if (item.details?.documentNumber === undefined || numberItemFor(items)?.id !== item.id) return null;
  const country = context.caller.company.billingCountryCode;
  const paper = items.find(({ document_type: type }) => identityDocumentsOf(type, country).length > 0);
  if (paper === undefined) return null;
  const [evidence] = await readEvidenceOfItems(context.trx, [paper.id]);
  if (
    evidence === undefined ||
    evidence.individual_verification_id !== context.stored.row.id ||
    evidence.document_record_id !== null
  ) {
    return null;
  }
  const made = await recordDocument(context, { item: paper, items }, undefined);
  if (made === null) return null;
  await changeEvidence(context.trx, evidence.id, {
    document_record_id: made.id,
    number_item_id: made.numberItemId,
    record_is_own: made.isOwn,
  });
  return made;
}
