import type { Address } from '#contract/addresses.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { addressColumns, getAddressTexts, writeAddresses } from '#rules/clients/addresses-in-cells.ts';
import { importFieldLabels } from '#rules/clients/client-import-columns.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  clientKindLabels,
  clientTypeLabels,
  formatClientStatus,
  riskLevelLabels,
  trustTypeLabels,
} from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { textCell, writeCellList } from '#rules/csv-cells.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { type ClientIdentifierType, formatExportedIdentifier } from '#rules/identifiers/identifiers.ts';
import { toVisiblePepStatus } from '#rules/pep.ts';
import { formatSanctionsStatus } from '#rules/required-lists.ts';
import type { DecisionByOne } from './decisions-by-one-store.ts';

type Cell = string | number | boolean | null | undefined;

const yesNoOrBlank = (value: boolean | undefined) => (value === undefined ? null : yesNo(value));
const country = (code: string | null | undefined) => (code ? countryName(code) : null);
const label = <K extends string>(labels: Record<K, string>, value: K | null | undefined) =>
  value === null || value === undefined ? null : labels[value];

const words = (text: string | null | undefined) => (text ? textCell(text) : null);
const list = (texts: readonly string[] | undefined) => words(texts && writeCellList(texts));
const identifier = (type: ClientIdentifierType, value: string | null | undefined) =>
  value ? textCell(formatExportedIdentifier(type, value)) : null;

/** An address on one line, with the country's name. */
export function addressLine(address: Address): string {
  const { addressLine1, addressLine2, suburb, city, state, postcode, countryCode } = address;
  return [addressLine1, addressLine2, suburb, city, state, postcode, countryName(countryCode)]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

const decisionLabels: Record<DecisionByOne['kind'], string> = {
  cdd: 'CDD',
  assessment: 'Risk assessment',
  activityAssessment: 'Risk assessment of an activity',
  lowering: 'Lower risk level',
  cddLowering: 'Lower CDD level',
  activityLowering: 'Lower risk level of an activity',
  exception: 'Identity exception',
  permit: 'Sanctions permit',
};

/** A client's row besides its record. `decidedByOne`: decisions made by one person; `getDay`: an instant's day in the company's time zone. */
export interface ExportedWith {
  decidedByOne: readonly DecisionByOne[];
  getDay: (instant: string) => string;
}

/** Columns of the CSV. Days and instants are ISO. */
export const exportColumns: readonly {
  heading: string;
  cell: (client: Client, beside: ExportedWith) => Cell;
}[] = [
  { heading: 'Name', cell: ({ displayName }) => words(displayName) },
  { heading: 'Kind', cell: ({ kind }) => clientKindLabels[kind] },
  { heading: 'Type', cell: ({ clientType }) => clientTypeLabels[clientType] },
  { heading: 'Status', cell: (client) => formatClientStatus(client) },
  { heading: 'External ID', cell: ({ externalId }) => words(externalId) },
  { heading: 'Relationship owner', cell: ({ responsible }) => words(responsible?.name) },
  { heading: 'Given names', cell: ({ individual }) => words(individual?.givenNames) },
  { heading: 'Middle names', cell: ({ individual }) => words(individual?.middleNames) },
  { heading: 'Family name', cell: ({ individual }) => words(individual?.familyName) },
  { heading: 'Other names', cell: ({ individual }) => list(individual?.otherNames) },
  { heading: 'Date of birth', cell: ({ individual }) => individual?.dateOfBirth },
  { heading: 'Citizenships', cell: ({ individual }) => list(individual?.citizenships.map(countryName)) },
  { heading: 'Country of residence', cell: ({ individual }) => country(individual?.residenceCountry) },
  { heading: 'Occupation', cell: ({ individual }) => words(individual?.occupation) },
  { heading: 'Legal name', cell: ({ business }) => words(business?.legalName) },
  {
    heading: 'Trading names',
    cell: ({ business, individual }) => list((business ?? individual)?.tradingNames),
  },
  { heading: 'Country of registration', cell: ({ business }) => country(business?.registrationCountry) },
  { heading: 'NZBN', cell: ({ business, individual }) => identifier('nzbn', (business ?? individual)?.nzbn) },
  {
    heading: 'NZ company number',
    cell: ({ business }) => identifier('nzCompanyNumber', business?.nzCompanyNumber),
  },
  { heading: 'ABN', cell: ({ business, individual }) => identifier('abn', (business ?? individual)?.abn) },
  { heading: 'ACN', cell: ({ business }) => identifier('acn', business?.acn) },
  { heading: 'ARBN', cell: ({ business }) => identifier('arbn', business?.arbn) },
  { heading: 'Date of formation', cell: ({ business }) => business?.incorporatedOn },
  { heading: 'Trust type', cell: ({ business }) => label(trustTypeLabels, business?.trustType) },
  { heading: 'Beneficiaries', cell: ({ business }) => words(business?.beneficiaryClassDescription) },
  { heading: 'Nominee shareholders', cell: ({ business }) => yesNoOrBlank(business?.hasNomineeShareholders) },
  { heading: 'Shares in bearer form', cell: ({ business }) => yesNoOrBlank(business?.hasBearerShares) },
  { heading: 'Email', cell: ({ email }) => words(email) },
  { heading: 'Phone', cell: ({ phone }) => words(phone) },
  { heading: 'Address', cell: ({ addresses: [first] }) => words(first && addressLine(first)) },
  // The first address also by its parts, under the headings that an import reads.
  ...addressColumns.map((column) => ({
    heading: importFieldLabels[column],
    cell: ({ addresses: [first] }: Client) => words(first && getAddressTexts(first)[column]),
  })),
  {
    heading: importFieldLabels.otherAddresses,
    cell: ({ addresses }) => words(writeAddresses(addresses.slice(1))),
  },
  { heading: 'Tags', cell: ({ tags }) => list(tags) },
  { heading: 'Purpose of the relationship', cell: ({ relationshipPurpose }) => words(relationshipPurpose) },
  { heading: 'Client since', cell: ({ relationshipStartedOn }) => relationshipStartedOn },
  { heading: 'Pre-commencement client', cell: ({ preCommencement }) => yesNoOrBlank(preCommencement) },
  { heading: 'CDD status', cell: ({ cddStatus }) => cddStatusLabels[cddStatus] },
  { heading: 'CDD level', cell: ({ cddLevel }) => label(cddLevelLabels, cddLevel) },
  { heading: 'Risk', cell: ({ riskLevel }) => label(riskLevelLabels, riskLevel) },
  { heading: 'PEP status', cell: ({ clientType, pepStatus }) => toVisiblePepStatus(clientType, pepStatus) },
  {
    heading: 'Sanctions',
    cell: ({ sanctionsStatus, screeningGaps }) => formatSanctionsStatus(sanctionsStatus, screeningGaps),
  },
  {
    heading: 'Decided by one person',
    cell: (_, { decidedByOne, getDay }) =>
      decidedByOne.map(({ kind, at }) => `${decisionLabels[kind]} ${getDay(at)}`).join('; '),
  },
  { heading: 'Next review due', cell: ({ nextReviewDueOn }) => nextReviewDueOn },
  { heading: 'Created', cell: ({ createdAt }) => createdAt },
  { heading: 'Created by', cell: ({ createdBy }) => words(createdBy.name) },
  { heading: 'Last updated', cell: ({ updatedAt }) => updatedAt },
  { heading: 'Last updated by', cell: ({ updatedBy }) => words(updatedBy.name) },
  { heading: 'ID', cell: ({ id }) => id },
];
