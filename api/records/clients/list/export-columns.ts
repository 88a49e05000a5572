import type { Address } from '#contract/addresses.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { addressColumns, getAddressTexts, writeAddresses } from '#rules/clients/addresses-in-cells.ts';
import { type ClientFields, clientFields } from '#rules/clients/client-fields.ts';
import { importFieldLabels } from '#rules/clients/client-import-columns.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  clientKindLabels,
  clientTypeLabels,
  formatClientStatus,
  riskLevelLabels,
} from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { textCell } from '#rules/csv-cells.ts';
import { toVisiblePepStatus } from '#rules/pep.ts';
import { fieldCell } from '#rules/records/field-texts.ts';
import {
  type DescribedField,
  describedFields,
  type FieldsOf,
  type RecordFields,
  valueIn,
} from '#rules/records/fields.ts';
import { formatSanctionsStatus } from '#rules/required-lists.ts';
import type { DecisionByOne } from './decisions-by-one-store.ts';

type Cell = string | number | boolean | null | undefined;

const label = <K extends string>(labels: Record<K, string>, value: K | null | undefined) =>
  value === null || value === undefined ? null : labels[value];

const words = (text: string | null | undefined) => (text ? textCell(text) : null);

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

interface ExportColumn {
  heading: string;
  cell: (client: Client, beside: ExportedWith) => Cell;
}

/** Column of a field, under its published heading. */
const toColumn = ([name, field]: [string, DescribedField]): ExportColumn => ({
  heading: field.csv,
  cell: (client) => fieldCell({ name, field, value: valueIn(client, name, field) }),
});

/** Columns of the fields that a client's parts have, in their order. */
export const partColumns = (fields: RecordFields): ExportColumn[] =>
  describedFields(fields)
    .filter(([, { parts }]) => parts !== undefined)
    .map(toColumn);

const column = (name: keyof FieldsOf<ClientFields, 'none'>) => toColumn([name, clientFields[name]]);

/** Columns of the CSV. Days and instants are ISO. */
export const exportColumns: readonly ExportColumn[] = [
  { heading: 'Name', cell: ({ displayName }) => words(displayName) },
  { heading: 'Kind', cell: ({ kind }) => clientKindLabels[kind] },
  { heading: 'Type', cell: ({ clientType }) => clientTypeLabels[clientType] },
  { heading: 'Status', cell: (client) => formatClientStatus(client) },
  column('externalId'),
  { heading: clientFields.responsible.csv, cell: ({ responsible }) => words(responsible?.name) },
  ...partColumns(clientFields),
  { heading: clientFields.email.csv, cell: ({ email }) => words(email) },
  { heading: clientFields.phone.csv, cell: ({ phone }) => words(phone) },
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
  column('tags'),
  column('relationshipPurpose'),
  column('relationshipStartedOn'),
  column('preCommencement'),
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
