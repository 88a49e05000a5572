import type { RequestDetails } from '#contract/document-requests/document-requests.ts';
import { maskNumber } from '#rules/identity-verification/documents/documents.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import {
  type SealedPlace,
  type SealingKey,
  seal,
  unseal,
} from '../individual-verifications/record/encryption.ts';

/** Parts of a request item that hold its document number. */
export interface NumberedItem {
  company_id: string;
  id: string;
  details: RequestDetails | null;
  number_sealed: string | null;
}

const numberPlace = ({ company_id, id }: Pick<NumberedItem, 'company_id' | 'id'>): SealedPlace => ({
  companyId: company_id,
  place: `${company_id} document_request_items ${id}`,
});

/** Details with their document number masked, as stored and shown. A masked number stays as it is. */
export function maskDetails(details: RequestDetails): RequestDetails {
  const { documentNumber } = details;
  return documentNumber === undefined
    ? details
    : { ...details, documentNumber: maskNumber(documentNumber.replace(/[\s-]/g, '')) };
}

/** Columns of submitted details: masked, with the full number sealed. */
export async function detailColumns(
  trx: Trx,
  key: SealingKey,
  item: Pick<NumberedItem, 'company_id' | 'id'>,
  details: RequestDetails,
): Promise<{ details: string; number_sealed: string | null }> {
  const { documentNumber } = details;
  return {
    details: JSON.stringify(maskDetails(details)),
    number_sealed:
      documentNumber === undefined ? null : await seal(trx, key, numberPlace(item), documentNumber),
  };
}

/** Whether an item's number was stored by a former version, which did not seal it. */
const isInClear = ({ details, number_sealed }: NumberedItem) =>
  number_sealed === null && details?.documentNumber !== undefined && !details.documentNumber.includes('•');

/** The full number of an item as submitted; undefined if there is none, or it was cleared. */
export async function openNumber(trx: Trx, key: SealingKey, item: NumberedItem): Promise<string | undefined> {
  if (isInClear(item)) return item.details?.documentNumber;
  return item.number_sealed === null
    ? undefined
    : unseal<string>(trx, key, numberPlace(item), item.number_sealed);
}

/** Columns of a number of a former version; undefined for any other item. */
export function sealedFormerNumber(
  trx: Trx,
  key: SealingKey,
  item: NumberedItem,
): Promise<{ details: string; number_sealed: string | null }> | undefined {
  return item.details !== null && isInClear(item) ? detailColumns(trx, key, item, item.details) : undefined;
}
