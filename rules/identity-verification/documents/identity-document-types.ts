/**
 * Category of a document under each law's lists.
 *
 * - `primaryPhoto`: sufficient alone.
 * - `primaryNonPhoto`: needs a photo or supporting document as well.
 * - `secondaryPhoto`, `supporting`: count only with another document.
 * - `none`: not on that country's list.
 */
export type DocumentWorth = 'primaryPhoto' | 'primaryNonPhoto' | 'secondaryPhoto' | 'supporting' | 'none';

export type DocumentFieldName =
  | 'number'
  | 'version'
  | 'cardNumber'
  | 'state'
  | 'issuer'
  | 'expiresOn'
  | 'expiresMonth'
  | 'issuedOn'
  | 'gender'
  | 'person'
  | 'cardColour'
  | 'nameOnCard'
  | 'registrationYear'
  | 'registrationDate'
  | 'certificateNumber'
  | 'acquiredOn'
  | 'previousGivenNames'
  | 'previousFamilyName';

/** `forIssuer`: required only for the issuer's check; not for a sighted document. */
export type DocumentField = { name: DocumentFieldName; need: 'required' | 'forIssuer' | 'optional' };

export type DocumentTypeDefinition = {
  label: string;
  /** Issuing country; `any` if the user selects it. */
  issuedBy: 'NZL' | 'AUS' | 'NZLorAUS' | 'any';
  nz: DocumentWorth;
  au: DocumentWorth;
  /** Whether it has a photo for a face match. */
  hasPhoto: boolean;
  hasMachineReadableZone: boolean;
  fields: readonly DocumentField[];
  /** Issuers with electronic checks, by country. */
  issuerChecks: readonly ('NZL' | 'AUS')[];
};

const required = (...names: DocumentFieldName[]) =>
  names.map((name) => ({ name, need: 'required' as const }));
const forIssuer = (...names: DocumentFieldName[]) =>
  names.map((name) => ({ name, need: 'forIssuer' as const }));
const optional = (...names: DocumentFieldName[]) =>
  names.map((name) => ({ name, need: 'optional' as const }));

const photo = { hasPhoto: true, hasMachineReadableZone: false } as const;
const noPhoto = { hasPhoto: false, hasMachineReadableZone: false } as const;
const passport = { hasPhoto: true, hasMachineReadableZone: true, nz: 'primaryPhoto' } as const;

const documentTypeDefinitions = {
  nzPassport: {
    ...passport,
    label: 'New Zealand passport',
    issuedBy: 'NZL',
    au: 'primaryPhoto',
    fields: required('number', 'expiresOn'),
    issuerChecks: ['NZL'],
  },
  nzDriverLicence: {
    ...photo,
    label: 'New Zealand driver licence',
    issuedBy: 'NZL',
    nz: 'secondaryPhoto',
    au: 'none',
    fields: [...required('number'), ...forIssuer('version'), ...optional('expiresOn')],
    issuerChecks: ['NZL'],
  },
  nzFirearmsLicence: {
    ...photo,
    label: 'New Zealand firearms licence',
    issuedBy: 'NZL',
    nz: 'primaryPhoto',
    au: 'none',
    fields: required('number', 'expiresOn'),
    issuerChecks: [],
  },
  auPassport: {
    ...passport,
    label: 'Australian passport',
    issuedBy: 'AUS',
    au: 'primaryPhoto',
    fields: [...required('number', 'expiresOn'), ...forIssuer('gender')],
    issuerChecks: ['AUS'],
  },
  auDriverLicence: {
    ...photo,
    label: 'Australian driver licence',
    issuedBy: 'AUS',
    nz: 'none',
    au: 'primaryPhoto',
    fields: [...required('state', 'number'), ...forIssuer('cardNumber'), ...optional('expiresOn')],
    issuerChecks: ['AUS'],
  },
  medicare: {
    ...noPhoto,
    label: 'Medicare card',
    issuedBy: 'AUS',
    nz: 'none',
    au: 'supporting',
    fields: [
      ...required('number'),
      ...forIssuer('person', 'cardColour', 'nameOnCard'),
      ...optional('expiresMonth', 'expiresOn'),
    ],
    issuerChecks: ['AUS'],
  },
  foreignPassport: {
    ...passport,
    label: 'Passport of another country',
    issuedBy: 'any',
    au: 'primaryPhoto',
    fields: required('issuer', 'number', 'expiresOn'),
    // Australia confirms the visa in a foreign passport, not the passport itself.
    issuerChecks: ['AUS'],
  },
  nationalIdentityCard: {
    ...photo,
    hasMachineReadableZone: true,
    label: 'National identity card of another country',
    issuedBy: 'any',
    nz: 'primaryPhoto',
    au: 'primaryPhoto',
    fields: [...required('issuer', 'number'), ...optional('expiresOn')],
    issuerChecks: [],
  },
  travelDocument: {
    ...photo,
    hasMachineReadableZone: true,
    label: 'Certificate of identity, refugee or emergency travel document',
    issuedBy: 'any',
    nz: 'primaryPhoto',
    au: 'primaryPhoto',
    fields: required('issuer', 'number', 'expiresOn'),
    issuerChecks: [],
  },
  birthCertificate: {
    ...noPhoto,
    label: 'Birth certificate',
    issuedBy: 'any',
    nz: 'primaryNonPhoto',
    au: 'primaryNonPhoto',
    fields: [...required('issuer'), ...optional('number', 'registrationYear', 'certificateNumber', 'state')],
    issuerChecks: ['NZL', 'AUS'],
  },
  citizenshipCertificate: {
    ...noPhoto,
    label: 'Citizenship certificate',
    issuedBy: 'any',
    nz: 'primaryNonPhoto',
    au: 'primaryNonPhoto',
    fields: [...required('issuer'), ...optional('number', 'acquiredOn')],
    issuerChecks: ['NZL', 'AUS'],
  },
  immiCard: {
    ...photo,
    label: 'ImmiCard',
    issuedBy: 'AUS',
    nz: 'none',
    au: 'secondaryPhoto',
    fields: [...required('number'), ...optional('expiresOn')],
    issuerChecks: ['AUS'],
  },
  nameChange: {
    ...noPhoto,
    label: 'Change of name or marriage certificate',
    issuedBy: 'NZLorAUS',
    nz: 'supporting',
    au: 'supporting',
    fields: [
      ...required('issuer', 'previousFamilyName'),
      ...optional('previousGivenNames', 'state', 'number', 'registrationDate', 'certificateNumber'),
    ],
    issuerChecks: ['AUS'],
  },
  kiwiAccessCard: {
    ...photo,
    label: 'Kiwi Access or 18+ card',
    issuedBy: 'NZL',
    nz: 'secondaryPhoto',
    au: 'none',
    fields: [...required('number'), ...optional('expiresOn')],
    issuerChecks: [],
  },
  // A photo beside a birth or citizenship certificate. Identity Verification Code of Practice 2013, Part 1; not on Australia's lists.
  internationalDrivingPermit: {
    ...photo,
    label: 'International driving permit',
    issuedBy: 'any',
    nz: 'secondaryPhoto',
    au: 'none',
    fields: required('issuer', 'number', 'expiresOn'),
    issuerChecks: [],
  },
  auProofOfAgeCard: {
    ...photo,
    label: 'Australian proof of age or photo card',
    issuedBy: 'AUS',
    nz: 'none',
    au: 'primaryPhoto',
    fields: [...required('state', 'number'), ...optional('expiresOn')],
    issuerChecks: [],
  },
  bankDocument: {
    ...noPhoto,
    label: 'Bank card or bank statement of the last 12 months',
    issuedBy: 'any',
    nz: 'supporting',
    au: 'none',
    // Never the card or account number: only the name and the bank are needed.
    fields: [...required('issuer'), ...optional('issuedOn', 'expiresOn')],
    issuerChecks: [],
  },
  governmentDocument: {
    ...noPhoto,
    label: 'Letter, statement or card from a government agency or council',
    issuedBy: 'any',
    nz: 'supporting',
    au: 'supporting',
    fields: [...required('issuer'), ...optional('issuedOn', 'number', 'expiresOn')],
    issuerChecks: [],
  },
  other: {
    ...noPhoto,
    label: 'Another document',
    issuedBy: 'any',
    nz: 'none',
    au: 'none',
    fields: [...required('issuer'), ...optional('number', 'issuedOn', 'expiresOn')],
    issuerChecks: [],
  },
} as const satisfies Record<string, DocumentTypeDefinition>;

export type IdentityDocumentType = keyof typeof documentTypeDefinitions;

/**
 * Documents for verifying individuals in New Zealand and Australia, most used first. Categories follow the Identity Verification
 * Code of Practice 2013 and AUSTRAC's former rules (lists of primary and secondary documents). Both are uncertain in detail, and
 * clauses that depend on them say so.
 */
export const identityDocumentTypes: Record<IdentityDocumentType, DocumentTypeDefinition> =
  documentTypeDefinitions;

export const documentTypeNames = Object.keys(documentTypeDefinitions) as [
  IdentityDocumentType,
  ...IdentityDocumentType[],
];

/** Types offered first to a company regulated in these countries; all others remain available. */
export function usualDocumentTypes(country: 'NZL' | 'AUS'): IdentityDocumentType[] {
  const usual: Record<'NZL' | 'AUS', IdentityDocumentType[]> = {
    NZL: ['nzPassport', 'nzDriverLicence', 'foreignPassport', 'birthCertificate', 'citizenshipCertificate'],
    AUS: ['auPassport', 'auDriverLicence', 'medicare', 'foreignPassport', 'birthCertificate'],
  };
  return usual[country];
}
