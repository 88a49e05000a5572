/** Record types that a stored document can belong to; it belongs to one record permanently. */
export const documentOwnerTypes = [
  'client',
  'activity',
  'riskAssessment',
  'individualVerification',
  'businessVerification',
  'requestItem',
] as const;
export type DocumentOwnerType = (typeof documentOwnerTypes)[number];

/** Document types, as selected by the member who adds the document. */
export const uploadedDocumentTypes = [
  'passport',
  'driverLicence',
  'birthCertificate',
  'otherIdentity',
  'proofOfAddress',
  'registryExtract',
  'trustDeed',
  'partnershipAgreement',
  'constitution',
  'authority',
  'sourceOfFunds',
  'sourceOfWealth',
  'bankStatement',
  'riskEvidence',
  'other',
] as const;
export type UploadedDocumentType = (typeof uploadedDocumentTypes)[number];

export const documentTypeLabels: Record<UploadedDocumentType, string> = {
  passport: 'Passport',
  driverLicence: 'Driver licence',
  birthCertificate: 'Birth certificate',
  otherIdentity: 'Other identity document',
  proofOfAddress: 'Proof of address',
  registryExtract: 'Extract of a register',
  trustDeed: 'Trust deed',
  partnershipAgreement: 'Partnership agreement',
  constitution: 'Constitution or rules',
  authority: 'Authority to act',
  sourceOfFunds: 'Source of funds',
  sourceOfWealth: 'Source of wealth',
  bankStatement: 'Bank statement',
  riskEvidence: 'Evidence for a risk assessment',
  other: 'Other document',
};

/** Returns true for a known document type. */
export function isDocumentType(value: unknown): value is UploadedDocumentType {
  return uploadedDocumentTypes.some((type) => type === value);
}
