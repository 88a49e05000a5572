import type { ImportRow } from '#contract/clients/client-import.ts';
import { addressKindLabels } from '#rules/clients/address-kinds.ts';
import {
  type ImportField,
  importFieldLabels,
  notSavedOfNames,
} from '#rules/clients/client-import-columns.ts';
import { clientTypeLabels, trustTypeLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { writeCellList } from '#rules/csv-cells.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { addressLine } from '../list/export-columns.ts';
import type { ClientDetails } from '../record/client-record.ts';
import type { ReadClient } from './read-row.ts';

const date = (day: string | undefined) => day && formatDate(day);
const country = (code: string | undefined) => code && countryName(code);
const list = (texts: readonly string[] | undefined) => texts && writeCellList(texts);
const yes = (isSo: boolean | undefined) => (isSo ? yesNo(true) : undefined);

const describeAddress = (address: ClientDetails['addresses'][number]) =>
  `${address.kind === undefined ? '' : `${addressKindLabels[address.kind]}: `}${addressLine(address)}`;

/** Texts of a client's details by their fields; dates with the month as a word, so that a swapped day is seen. */
function getTexts(details: ClientDetails): [ImportField, string | undefined][] {
  const { individual, business } = details;
  const either = business ?? individual;
  return [
    ['clientType', clientTypeLabels[details.clientType]],
    ['givenNames', individual?.givenNames],
    ['middleNames', individual?.middleNames],
    ['familyName', individual?.familyName],
    ['otherNames', list(individual?.otherNames)],
    ['dateOfBirth', date(individual?.dateOfBirth)],
    ['citizenships', list(individual?.citizenships.map(countryName))],
    ['residenceCountry', country(individual?.residenceCountry)],
    ['occupation', individual?.occupation],
    ['legalName', business?.legalName],
    ['tradingNames', list(either?.tradingNames)],
    ['registrationCountry', country(business?.registrationCountry)],
    ['nzbn', either?.nzbn],
    ['nzCompanyNumber', business?.nzCompanyNumber],
    ['abn', either?.abn],
    ['acn', business?.acn],
    ['arbn', business?.arbn],
    ['incorporatedOn', date(business?.incorporatedOn)],
    ['trustType', business?.trustType && trustTypeLabels[business.trustType]],
    ['beneficiaryClassDescription', business?.beneficiaryClassDescription],
    ['hasNomineeShareholders', yes(business?.hasNomineeShareholders)],
    ['hasBearerShares', yes(business?.hasBearerShares)],
    ['email', details.email],
    ['phone', details.phone],
    ['address', details.addresses.map(describeAddress).join('; ')],
    ['externalId', details.externalId],
    ['tags', list(details.tags)],
    ['relationshipPurpose', details.relationshipPurpose],
    ['relationshipStartedOn', date(details.relationshipStartedOn)],
    ['preCommencement', yes(details.preCommencement)],
  ];
}

/** What will be stored of a row that can be imported, in the order of the form, and what of its name will not be. */
export function getStoredValues({ details, leftOut }: ReadClient): ImportRow['values'] {
  if (details === undefined) return [];
  const texts = getTexts(details).map(([field, text]) => ({
    label: field === 'address' ? 'Address' : importFieldLabels[field],
    text: text ?? '',
  }));
  return [...texts, { label: notSavedOfNames, text: leftOut.join(', ') }].filter(({ text }) => text !== '');
}
