import { clientIdentifierHints, clientIdentifierLabels } from '#rules/identifiers/identifiers.ts';
import type { NamesOfKind, PartValues, RecordFields } from '#rules/records/fields.ts';
import { trustTypeLabels, trustTypes } from './client-types.ts';

/**
 * The fields of a client, by their names on the wire and in the audit log, in the order of form and files. Forms, details, versions, history, CSV, import,
 * merging, packs and questions read their labels here, and handle those of a part by their kind: a further field of a part needs no more than its entry.
 * A client's own fields have columns, and places written by hand, as have fields of the kind `own`.
 */
export const clientFields = {
  clientType: { kind: 'own', label: 'Client type', csv: 'Type', prefill: 'client.clientType' },
  givenNames: { kind: 'name', parts: ['individual'], max: 120, label: 'Given names', csv: 'Given names' },
  middleNames: { kind: 'name', parts: ['individual'], max: 120, label: 'Middle names', csv: 'Middle names' },
  familyName: {
    kind: 'name',
    parts: ['individual'],
    max: 120,
    label: 'Family name',
    required: 'Enter the family name',
    csv: 'Family name',
  },
  otherNames: {
    kind: 'texts',
    parts: ['individual'],
    label: 'Other names',
    hint: 'Former, preferred or other names, one per line',
    noun: 'a name',
    items: 10,
    max: 200,
    csv: 'Other names',
  },
  dateOfBirth: { kind: 'date', parts: ['individual'], label: 'Date of birth', csv: 'Date of birth' },
  citizenships: {
    kind: 'countries',
    parts: ['individual'],
    label: 'Citizenships',
    noun: 'citizenship',
    items: 5,
    csv: 'Citizenships',
    prefill: 'client.citizenships',
  },
  residenceCountry: {
    kind: 'country',
    parts: ['individual'],
    label: 'Country of residence',
    csv: 'Country of residence',
    prefill: 'client.residenceCountry',
  },
  occupation: {
    kind: 'text',
    parts: ['individual'],
    max: 120,
    label: 'Occupation',
    csv: 'Occupation',
    prefill: 'client.occupation',
  },
  legalName: {
    kind: 'name',
    parts: ['business'],
    max: 200,
    label: 'Legal name',
    required: 'Enter the legal name',
    csv: 'Legal name',
  },
  /** Of individuals, only a sole trader has them. */
  tradingNames: {
    kind: 'texts',
    parts: ['individual', 'business'],
    label: 'Trading names',
    hint: 'One per line, if different from the client’s name',
    noun: 'a trading name',
    items: 10,
    max: 200,
    csv: 'Trading names',
  },
  /** A client's page and form call it by the client's type: `getClientFieldLabel`. */
  registrationCountry: {
    kind: 'country',
    parts: ['business'],
    label: 'Country of registration',
    isRequired: true,
    csv: 'Country of registration',
    prefill: 'client.registrationCountry',
  },
  /** Which types have a register's number depends on their country as well: `getIdentifierFields`. */
  nzbn: {
    kind: 'identifier',
    parts: ['individual', 'business'],
    label: clientIdentifierLabels.nzbn,
    hint: clientIdentifierHints.nzbn,
    csv: 'NZBN',
  },
  nzCompanyNumber: {
    kind: 'identifier',
    parts: ['business'],
    label: clientIdentifierLabels.nzCompanyNumber,
    hint: clientIdentifierHints.nzCompanyNumber,
    csv: 'NZ company number',
  },
  abn: {
    kind: 'identifier',
    parts: ['individual', 'business'],
    label: clientIdentifierLabels.abn,
    hint: clientIdentifierHints.abn,
    csv: 'ABN',
  },
  acn: {
    kind: 'identifier',
    parts: ['business'],
    label: clientIdentifierLabels.acn,
    hint: clientIdentifierHints.acn,
    csv: 'ACN',
  },
  arbn: {
    kind: 'identifier',
    parts: ['business'],
    label: clientIdentifierLabels.arbn,
    hint: clientIdentifierHints.arbn,
    csv: 'ARBN',
  },
  incorporatedOn: {
    kind: 'date',
    parts: ['business'],
    types: [
      'company',
      'overseasCompany',
      'limitedPartnership',
      'charity',
      'society',
      'listedIssuer',
      'other',
    ],
    label: 'Date of formation',
    csv: 'Date of formation',
    prefill: 'client.incorporatedOn',
  },
  trustType: {
    kind: 'choice',
    parts: ['business'],
    types: ['trust'],
    values: trustTypes,
    labels: trustTypeLabels,
    unlisted: 'Select a trust type from the list',
    label: 'Trust type',
    csv: 'Trust type',
    prefill: 'client.trustType',
  },
  /** A class of beneficiaries is described if they are not named: NZ s23. */
  beneficiaryClassDescription: {
    kind: 'text',
    parts: ['business'],
    types: ['trust', 'estate', 'charity'],
    max: 500,
    isMultiline: true,
    label: 'Beneficiaries',
    hint: 'If not individually named, describe the class, for example the settlor’s grandchildren',
    csv: 'Beneficiaries',
  },
  /** Requires enhanced CDD: NZ s22(1), rule nz.cdd.nominee. */
  hasNomineeShareholders: {
    kind: 'flag',
    parts: ['business'],
    types: ['company', 'overseasCompany', 'other'],
    label: 'Nominee shareholders',
    csv: 'Nominee shareholders',
    prefill: 'client.hasNomineeShareholders',
  },
  /** Requires enhanced CDD: NZ s22(1), rule nz.cdd.nominee. */
  hasBearerShares: {
    kind: 'flag',
    parts: ['business'],
    types: ['company', 'overseasCompany', 'other'],
    label: 'Shares in bearer form',
    csv: 'Shares in bearer form',
    prefill: 'client.hasBearerShares',
  },
  email: { kind: 'own', label: 'Email', csv: 'Email' },
  phone: { kind: 'own', label: 'Phone', csv: 'Phone' },
  addresses: { kind: 'own', label: 'Addresses' },
  responsible: { kind: 'own', label: 'Relationship owner', csv: 'Relationship owner' },
  relationshipPurpose: {
    kind: 'text',
    max: 500,
    isMultiline: true,
    label: 'Nature and purpose',
    hint: 'The services the client needs, and why',
    csv: 'Purpose of the relationship',
    prefill: 'client.relationshipPurpose',
  },
  relationshipStartedOn: { kind: 'date', label: 'Client since', csv: 'Client since' },
  /** AU Act s 36, NZ s 14 transition. */
  preCommencement: {
    kind: 'flag',
    label: 'Pre-commencement client',
    hint: 'Became a client before AML/CFT obligations applied. Enter the day under “Client since”, and record reason and document in CDD. Marked by an owner, a compliance officer or a senior manager.',
    csv: 'Pre-commencement client',
  },
  externalId: {
    kind: 'text',
    max: 64,
    label: 'External ID',
    hint: 'The client’s unique ID in your other systems',
    csv: 'External ID',
  },
  tags: {
    kind: 'texts',
    label: 'Tags',
    hint: 'One per line',
    noun: 'a tag',
    items: 20,
    max: 40,
    csv: 'Tags',
  },
} as const satisfies RecordFields;

export type ClientFields = typeof clientFields;

/** The parts of a client, of which each has one. */
export type ClientPart = 'individual' | 'business';

/** Values of a client's part, as its record has them. */
export type ClientPartValues<P extends ClientPart> = PartValues<ClientFields, P>;

/** Dates of a part or of the client itself. */
export type ClientDateField = NamesOfKind<ClientFields, 'date'>;
