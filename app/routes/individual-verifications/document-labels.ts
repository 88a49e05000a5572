import { australianStates } from '#rules/countries.ts';
import { documentFieldLabel } from '#rules/identity-verification/documents/fields.ts';
import {
  type DocumentFieldName,
  documentTypeNames,
  type IdentityDocumentType,
  identityDocumentTypes,
  usualDocumentTypes,
} from '#rules/identity-verification/documents/identity-document-types.ts';

export const isDocumentType = (text: string | null | undefined): text is IdentityDocumentType =>
  documentTypeNames.some((name) => name === text);

/** Document types to choose from: those common in the company's country first. */
export function documentChoices(country: 'NZL' | 'AUS') {
  const usual = usualDocumentTypes(country);
  const choice = (value: IdentityDocumentType) => ({ value, label: identityDocumentTypes[value].label });
  return [
    { label: 'Common', choices: usual.map(choice) },
    { label: 'Other', choices: documentTypeNames.filter((name) => !usual.includes(name)).map(choice) },
  ];
}

export const dayFields: readonly DocumentFieldName[] = [
  'expiresOn',
  'issuedOn',
  'registrationDate',
  'acquiredOn',
];

/** Fields with a fixed set of values. */
export const fieldChoices: Partial<Record<DocumentFieldName, readonly { value: string; label: string }[]>> = {
  state: australianStates.map((value) => ({ value, label: value })),
  gender: [
    { value: 'F', label: 'F' },
    { value: 'M', label: 'M' },
    { value: 'X', label: 'X' },
  ],
  cardColour: [
    { value: 'green', label: 'Green' },
    { value: 'blue', label: 'Blue' },
    { value: 'yellow', label: 'Yellow' },
  ],
};

export const fieldLabel = documentFieldLabel;
