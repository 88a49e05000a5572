import type { Client } from '#contract/clients/client-record.ts';
import { type MergeDifference, mergeDifferences } from '#rules/client-merging/merging.ts';
import { clientTypeLabels, trustTypeLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { phoneText } from '../form/client-versions.server.ts';

/** A value of a record as a choice shows it; null for none. */
type Format = (client: Client) => string | null | undefined;

const countries = (codes: readonly string[] | undefined) =>
  codes?.map((code) => countryName(code)).join(', ');
const day = (date: string | null | undefined) => date && formatDate(date);

/** Formats of the values that are not plain text. */
const formats: Record<string, Format> = {
  clientType: ({ clientType }) => clientTypeLabels[clientType],
  name: ({ displayName }) => displayName,
  dateOfBirth: ({ individual }) => day(individual?.dateOfBirth),
  citizenships: ({ individual }) => countries(individual?.citizenships),
  residenceCountry: ({ individual }) =>
    individual?.residenceCountry && countryName(individual.residenceCountry),
  registrationCountry: ({ business }) => business && countryName(business.registrationCountry),
  incorporatedOn: ({ business }) => day(business?.incorporatedOn),
  trustType: ({ business }) => business?.trustType && trustTypeLabels[business.trustType],
  beneficiaries: ({ business }) => business?.beneficiaryClassDescription,
  hasNomineeShareholders: ({ business }) => business && yesNo(business.hasNomineeShareholders),
  hasBearerShares: ({ business }) => business && yesNo(business.hasBearerShares),
  responsible: ({ responsible }) => responsible?.name,
  phone: ({ phone }) => phone && phoneText(phone),
  addresses: ({ addresses }) => addresses.map((address) => toAddressLines(address).join(', ')).join('; '),
  preCommencement: ({ preCommencement }) => yesNo(preCommencement),
};

function format(client: Client, key: string): string {
  const plain = { ...client.individual, ...client.business, ...client } as Record<string, unknown>;
  const text = key in formats ? formats[key]?.(client) : plain[key];
  return text ? String(text) : 'None';
}

/** A differing detail as the form asks for it. */
export interface DifferenceLine {
  key: string;
  label: string;
  ours: string;
  theirs: string;
  chosen: 'ours' | 'theirs';
}

/** The details in which two records differ, each with both values and the one that is preselected. */
export function differenceLines(survivor: Client, merged: Client): DifferenceLine[] {
  return mergeDifferences(survivor, merged).map(({ key, label, fills }: MergeDifference) => ({
    key,
    label,
    ours: format(survivor, key),
    theirs: format(merged, key),
    chosen: fills ? 'theirs' : 'ours',
  }));
}
