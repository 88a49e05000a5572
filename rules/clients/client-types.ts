/** A person, or any other client: the record contains one part or the other. */
export type ClientKind = 'individual' | 'business';

export const clientKinds = ['individual', 'business'] as const satisfies readonly ClientKind[];

export const clientKindLabels: Record<ClientKind, string> = {
  individual: 'Individual',
  business: 'Business',
};

export const clientTypes = [
  'individual',
  'soleTrader',
  'joint',
  'company',
  'overseasCompany',
  'partnership',
  'limitedPartnership',
  'trust',
  'smsf',
  'estate',
  'charity',
  'society',
  'government',
  'listedIssuer',
  'other',
] as const;

export type ClientType = (typeof clientTypes)[number];

export const clientTypeLabels: Record<ClientType, string> = {
  individual: 'Individual',
  soleTrader: 'Sole trader',
  joint: 'Joint individuals',
  company: 'Company',
  overseasCompany: 'Overseas company',
  partnership: 'Partnership',
  limitedPartnership: 'Limited partnership',
  trust: 'Trust',
  smsf: 'Self-managed super fund',
  estate: 'Deceased estate',
  charity: 'Charity',
  society: 'Society or association',
  government: 'Government body',
  listedIssuer: 'Listed issuer',
  other: 'Other',
};

/**
 * The part of the record that a type uses. An individual and a sole trader are one natural person with one date of birth. Joint
 * clients are a business here although they are people: the record is for them together, with its own name, and each of them is
 * a client of kind individual who is a party to it and verified separately (NZ s11, AU s28). An estate likewise: the person has
 * died, those verified are the executors or administrators, and the record's name is the estate's.
 */
export function getClientKind(type: ClientType): ClientKind {
  return type === 'individual' || type === 'soleTrader' ? 'individual' : 'business';
}

export const clientStatuses = [
  'draft',
  'onboarding',
  'active',
  'dormant',
  'exited',
  'archived',
  'declined',
  'merged',
] as const;

export type ClientStatus = (typeof clientStatuses)[number];

export const clientStatusLabels: Record<ClientStatus, string> = {
  draft: 'Draft',
  onboarding: 'Onboarding',
  active: 'Active',
  dormant: 'Dormant',
  exited: 'Relationship ended',
  archived: 'Archived',
  declined: 'Declined',
  merged: 'Merged',
};

export const cddStatuses = [
  'notStarted',
  'inProgress',
  'readyForReview',
  'returned',
  'verified',
  'exceptionApproved',
  'refreshDue',
  'unableToComplete',
] as const;

export type CddStatus = (typeof cddStatuses)[number];

export const cddStatusLabels: Record<CddStatus, string> = {
  notStarted: 'Not started',
  inProgress: 'In progress',
  readyForReview: 'Ready for review',
  returned: 'Returned',
  verified: 'Verified',
  exceptionApproved: 'Exception approved',
  refreshDue: 'Refresh due',
  unableToComplete: 'Unable to complete',
};

const [draft, onboarding, ...laterStatuses] = clientStatuses;
const { draft: draftLabel, onboarding: onboardingLabel, ...laterLabels } = clientStatusLabels;

/** The statuses in which people read a client: those of its record, and before the relationship starts also how far its approval has come. */
export const displayStatuses = [
  draft,
  onboarding,
  'awaitingApproval',
  'returned',
  'approved',
  ...laterStatuses,
] as const;

export type DisplayStatus = (typeof displayStatuses)[number];

export const displayStatusLabels: Record<DisplayStatus, string> = {
  draft: draftLabel,
  onboarding: onboardingLabel,
  awaitingApproval: 'Awaiting approval',
  returned: 'Returned',
  approved: 'Approved',
  ...laterLabels,
};

/** A client's status by its CDD before the relationship starts. */
const prospectStatuses: Partial<Record<CddStatus, DisplayStatus>> = {
  readyForReview: 'awaitingApproval',
  returned: 'returned',
  verified: 'approved',
};

/** A client's one status, from both of its lifecycles. The database derives the same (`clients.display_status`). */
export function getDisplayStatus({
  status,
  cddStatus,
}: {
  status: ClientStatus;
  cddStatus: CddStatus;
}): DisplayStatus {
  const isProspect = status === 'draft' || status === 'onboarding';
  return (isProspect && prospectStatuses[cddStatus]) || status;
}

export const formatClientStatus = (client: Parameters<typeof getDisplayStatus>[0]): string =>
  displayStatusLabels[getDisplayStatus(client)];

export const cddLevels = ['simplified', 'standard', 'enhanced'] as const;

export type CddLevel = (typeof cddLevels)[number];

export const cddLevelLabels: Record<CddLevel, string> = {
  simplified: 'Simplified',
  standard: 'Standard',
  enhanced: 'Enhanced',
};

export const riskLevels = ['low', 'medium', 'high'] as const;

export type RiskLevel = (typeof riskLevels)[number];

export const riskLevelLabels: Record<RiskLevel, string> = { low: 'Low', medium: 'Medium', high: 'High' };

export const pepStatuses = [
  'notChecked',
  'none',
  'foreign',
  'domestic',
  'internationalOrganisation',
  'relativeOrAssociate',
] as const;

export type PepStatus = (typeof pepStatuses)[number];

/** PEP: politically exposed person. */
export const pepStatusLabels: Record<PepStatus, string> = {
  notChecked: 'Not checked',
  none: 'Not a PEP',
  foreign: 'Foreign PEP',
  domestic: 'Domestic PEP',
  internationalOrganisation: 'PEP of an international organisation',
  relativeOrAssociate: 'Relative or close associate of a PEP',
};

/** `incomplete`: screened without a match, but a list required by law was inactive or out of date. */
export const sanctionsStatuses = ['notChecked', 'incomplete', 'clear', 'potential', 'confirmed'] as const;

export type SanctionsStatus = (typeof sanctionsStatuses)[number];

/** Nothing about a match is known. */
export const unmatchedSanctionsStatuses = [
  'notChecked',
  'incomplete',
  'clear',
] as const satisfies readonly SanctionsStatus[];

export const sanctionsStatusLabels: Record<SanctionsStatus, string> = {
  notChecked: 'Not screened',
  incomplete: 'Screening incomplete',
  clear: 'Clear',
  potential: 'Possible match',
  confirmed: 'Confirmed match',
};

export const trustTypes = [
  'discretionary',
  'unit',
  'fixed',
  'charitable',
  'bare',
  'testamentary',
  'other',
] as const;

export type TrustType = (typeof trustTypes)[number];

export const trustTypeLabels: Record<TrustType, string> = {
  discretionary: 'Discretionary (family) trust',
  unit: 'Unit trust',
  fixed: 'Fixed trust',
  charitable: 'Charitable trust',
  bare: 'Bare trust',
  testamentary: 'Testamentary trust',
  other: 'Other trust',
};
