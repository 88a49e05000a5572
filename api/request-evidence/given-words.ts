import type { Client } from '#contract/clients.ts';
import type { RequestDetails } from '#contract/document-requests.ts';
import type { GivenDetail } from '#contract/given-evidence.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { compareGiven, detailStandingLabels } from '#rules/document-requests/evidence.ts';
import { detailFieldLabels } from '#rules/document-requests/items.ts';
import { maskNumber } from '#rules/verification/documents.ts';

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ');

function textOf(given: RequestDetails, field: GivenDetail['field']): string {
  if (field === 'address') {
    const { addressLine1, addressLine2, suburb, city, state, postcode } = given.address ?? {};
    return [addressLine1, addressLine2, suburb, city, state, postcode].filter(Boolean).join(', ');
  }
  const value = given[field] ?? '';
  if (field === 'documentNumber') return maskNumber(value.replace(/[\s-]/g, ''));
  return field === 'dateOfBirth' || field === 'documentExpiry' ? formatDate(value) : value;
}

/** What a person gave in words, each in a line and held against the client's record. */
export function givenDetails(
  given: RequestDetails,
  { individual, business, addresses }: Client,
): GivenDetail[] {
  const names = individual
    ? [
        joined(individual.givenNames, individual.middleNames, individual.familyName),
        joined(individual.givenNames, individual.familyName),
        ...individual.otherNames,
      ]
    : [business?.legalName ?? '', ...(business?.tradingNames ?? [])];
  const compared = compareGiven(given, {
    names,
    dateOfBirth: individual?.dateOfBirth ?? null,
    addresses,
  });
  return compared.map(({ field, standing }) => ({ field, standing, text: textOf(given, field) }));
}

/** "Date of birth agrees with the record." */
export const detailSentence = ({ field, standing }: GivenDetail): string =>
  `${detailFieldLabels[field]} ${detailStandingLabels[standing]}.`;
