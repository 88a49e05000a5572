import type { Client } from '#contract/clients/client-record.ts';
import type { RequestDetails } from '#contract/document-requests/document-requests.ts';
import type { SubmittedDetail } from '#contract/documents/submitted-evidence.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { compareGiven, detailComparisonLabels } from '#rules/document-requests/evidence.ts';
import { detailFieldLabels } from '#rules/document-requests/items.ts';
import { formatAddress } from '#rules/format/addresses.ts';
import { maskNumber } from '#rules/identity-verification/documents/documents.ts';

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ');

function formatDetail(details: RequestDetails, field: SubmittedDetail['field']): string {
  if (field === 'address') {
    return formatAddress({ ...details.address, countryCode: undefined });
  }
  const value = details[field] ?? '';
  if (field === 'documentNumber') return maskNumber(value.replace(/[\s-]/g, ''));
  return field === 'dateOfBirth' || field === 'documentExpiry' ? formatDate(value) : value;
}

/** Submitted details as text, one line each, compared with the client's record. */
export function formatSubmittedDetails(
  details: RequestDetails,
  { individual, business, addresses }: Client,
): SubmittedDetail[] {
  const names = individual
    ? [
        joined(individual.givenNames, individual.middleNames, individual.familyName),
        joined(individual.givenNames, individual.familyName),
        ...individual.otherNames,
      ]
    : [business?.legalName ?? '', ...(business?.tradingNames ?? [])];
  const compared = compareGiven(details, {
    names,
    dateOfBirth: individual?.dateOfBirth ?? null,
    addresses,
  });
  return compared.map(({ field, standing }) => ({ field, standing, text: formatDetail(details, field) }));
}

/** "Date of birth matches." */
export const formatDetailMessage = ({ field, standing }: SubmittedDetail): string =>
  `${detailFieldLabels[field]} ${detailComparisonLabels[standing]}.`;
