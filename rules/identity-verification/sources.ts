import type { Jurisdiction } from '#rules/legal-provisions.ts';

/**
 * Register or bureau. Two sources are independent if different organisations maintain them: the passport and the birth
 * register of one department count once.
 */
export type VerificationSource = {
  label: string;
  country: Jurisdiction;
  /** Maintaining organisation. */
  keptBy: string;
  /** Sufficient alone for a name, as it bound the person to the identity. Every other source counts as one of two. */
  highConfidence: boolean;
};

const definitions = {
  nzDiaPassport: {
    label: 'New Zealand passport register',
    country: 'NZL',
    keptBy: 'Department of Internal Affairs',
    highConfidence: false,
  },
  nzDiaBirth: {
    label: 'New Zealand birth register',
    country: 'NZL',
    keptBy: 'Department of Internal Affairs',
    highConfidence: false,
  },
  nzDiaCitizenship: {
    label: 'New Zealand citizenship register',
    country: 'NZL',
    keptBy: 'Department of Internal Affairs',
    highConfidence: false,
  },
  nzDriverLicence: {
    label: 'New Zealand driver licence register',
    country: 'NZL',
    keptBy: 'NZ Transport Agency Waka Kotahi',
    highConfidence: false,
  },
  nzCreditBureau: {
    label: 'New Zealand credit bureau',
    country: 'NZL',
    keptBy: 'A New Zealand credit bureau',
    highConfidence: false,
  },
  nzLandRegister: {
    label: 'New Zealand land register',
    country: 'NZL',
    keptBy: 'Toitū Te Whenua Land Information New Zealand',
    highConfidence: false,
  },
  nzResidential: {
    label: 'New Zealand residential directory',
    country: 'NZL',
    keptBy: 'A New Zealand directory publisher',
    highConfidence: false,
  },
  auPassport: {
    label: 'Australian passport, by the Document Verification Service',
    country: 'AUS',
    keptBy: 'Department of Foreign Affairs and Trade',
    highConfidence: false,
  },
  auDriverLicence: {
    label: 'Australian driver licence, by the Document Verification Service',
    country: 'AUS',
    keptBy: 'The state’s or territory’s road authority',
    highConfidence: false,
  },
  auMedicare: {
    label: 'Medicare card, by the Document Verification Service',
    country: 'AUS',
    keptBy: 'Services Australia',
    highConfidence: false,
  },
  auBirth: {
    label: 'Australian birth certificate, by the Document Verification Service',
    country: 'AUS',
    keptBy: 'The state’s or territory’s registry of births',
    highConfidence: false,
  },
  auCitizenship: {
    label: 'Australian citizenship certificate, by the Document Verification Service',
    country: 'AUS',
    keptBy: 'Department of Home Affairs',
    highConfidence: false,
  },
  auImmiCard: {
    label: 'ImmiCard, by the Document Verification Service',
    country: 'AUS',
    keptBy: 'Department of Home Affairs',
    highConfidence: false,
  },
  auVisa: {
    label: 'Australian visa in a foreign passport, by the Document Verification Service',
    country: 'AUS',
    keptBy: 'Department of Home Affairs',
    highConfidence: false,
  },
  auNameChange: {
    label: 'Change of name, by the Document Verification Service',
    country: 'AUS',
    keptBy: 'The state’s or territory’s registry of births',
    highConfidence: false,
  },
  auCreditBureau: {
    label: 'Australian credit bureau',
    country: 'AUS',
    keptBy: 'An Australian credit bureau',
    highConfidence: false,
  },
  auElectoralRoll: {
    label: 'Australian electoral roll',
    country: 'AUS',
    keptBy: 'Australian Electoral Commission',
    highConfidence: false,
  },
  nzRealMe: {
    label: 'RealMe verified identity',
    country: 'NZL',
    keptBy: 'Department of Internal Affairs',
    highConfidence: true,
  },
} as const satisfies Record<string, VerificationSource>;

export type VerificationSourceCode = keyof typeof definitions;

/** Sources that a check may name, each with its organisation. */
export const verificationSources: Record<VerificationSourceCode, VerificationSource> = definitions;

export const verificationSourceCodes = Object.keys(definitions) as [
  VerificationSourceCode,
  ...VerificationSourceCode[],
];

/** Source of a code; undefined for an unknown code, which is not evidence. */
export function verificationSource(code: string | null): VerificationSource | undefined {
  return code !== null && Object.hasOwn(definitions, code)
    ? verificationSources[code as VerificationSourceCode]
    : undefined;
}

/** Sources queried by name, date of birth and address, without a document. */
export const dataSourceCodes = [
  'nzCreditBureau',
  'nzResidential',
  'nzLandRegister',
  'auCreditBureau',
  'auElectoralRoll',
] as const satisfies readonly VerificationSourceCode[];

export type DataSourceCode = (typeof dataSourceCodes)[number];
