import { australianStates } from '#rules/countries.ts';
import { documentFieldLabel } from '#rules/verification/document-fields.ts';
import {
  type DocumentFieldName,
  type DocumentType,
  documentTypeNames,
  documentTypes,
  usualDocumentTypes,
} from '#rules/verification/document-types.ts';

export const isDocumentType = (text: string | null | undefined): text is DocumentType =>
  documentTypeNames.some((name) => name === text);

/** Kinds of documents to choose from: the usual ones of the company's country first. */
export function documentChoices(country: 'NZL' | 'AUS') {
  const usual = usualDocumentTypes(country);
  const choice = (value: DocumentType) => ({ value, label: documentTypes[value].label });
  return [
    { label: 'Usual', choices: usual.map(choice) },
    { label: 'Others', choices: documentTypeNames.filter((name) => !usual.includes(name)).map(choice) },
  ];
}

export const dayFields: readonly DocumentFieldName[] = [
  'expiresOn',
  'issuedOn',
  'registrationDate',
  'acquiredOn',
];

/** Fields that are chosen instead of typed. */
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
