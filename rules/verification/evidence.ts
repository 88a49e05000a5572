import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { RiskLevel } from '#rules/client-types.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import type { DocumentType } from './document-types.ts';
import type { RefereeType } from './referees.ts';

/** How an individual is verified. Source: domain 2, IdentityVerification.method. */
export const verificationMethods = [
  'electronicRemote',
  'electronicInPerson',
  'documentSighted',
  'documentCertified',
  'reliance',
  'exception',
] as const;

export type VerificationMethod = (typeof verificationMethods)[number];

export const verificationMethodLabels: Record<VerificationMethod, string> = {
  electronicRemote: 'Electronic, by a link to the client’s phone',
  electronicInPerson: 'Electronic, with the client in front of you',
  documentSighted: 'Original documents sighted',
  documentCertified: 'Certified copies',
  reliance: 'Relied on another regulated business',
  exception: 'Exception, with other evidence',
};

/**
 * What came back from a check, whichever service made it. `source_unavailable`: the source did not answer; it says nothing about the
 * person and never counts against them. `exception`: answered, but neither yes nor no. Source: protocols 5.3.
 */
export const checkOutcomes = [
  'match',
  'no_match',
  'document_error',
  'source_unavailable',
  'exception',
] as const;

export type CheckOutcome = (typeof checkOutcomes)[number];

export const checkOutcomeLabels: Record<CheckOutcome, string> = {
  match: 'Matches',
  no_match: 'Does not match',
  document_error: 'Document not accepted',
  source_unavailable: 'Source did not answer',
  exception: 'No clear answer',
};

/**
 * - `issuer`: the document held against its issuer's own register.
 * - `dataSource`: name, date of birth or address held against a register or bureau, without a document.
 * - `face`: the person's face against the photo of a document. `liveness`: whether a living person was there.
 * - `machineReadableZone`: the lines of a passport against the record.
 * - `sighted`: a person of the company looked at the document, or at a certified copy.
 */
export const checkTypes = [
  'issuer',
  'dataSource',
  'face',
  'liveness',
  'machineReadableZone',
  'sighted',
] as const;

export type CheckType = (typeof checkTypes)[number];

export const matchedParts = ['name', 'dob', 'address', 'documentNumber', 'face'] as const;

export type MatchedPart = (typeof matchedParts)[number];

export type CheckFact = {
  type: CheckType;
  outcome: CheckOutcome;
  /** Code of sources.ts; null for what a person saw. */
  source: string | null;
  documentId: string | null;
  /** Parts that agree, and parts that do not. */
  matched: readonly MatchedPart[];
  unmatched: readonly MatchedPart[];
  /** UTC instant. */
  at: string;
};

export type CertifiedCopy = {
  refereeName: string;
  refereeType: RefereeType;
  certifiedOn: CalendarDate;
  statesLikeness: boolean;
  independent: boolean;
};

export type DocumentFact = {
  id: string;
  type: DocumentType;
  expiresOn: CalendarDate | null;
  issuedOn?: CalendarDate | null;
  /** A person of the company has seen the original, with its holder present. */
  originalSighted: boolean;
  certified: CertifiedCopy | null;
  /** Whether a person found the recorded name, and the recorded date of birth, on it; null where nobody has looked. */
  showsName: boolean | null;
  showsDateOfBirth: boolean | null;
  /** Other clients of the company under whom the same document is recorded. */
  otherClients: number;
};

/** Another regulated business that has verified the person. */
export type RelianceFact = {
  partyName: string;
  /** Who regulates it: "DIA", "FMA", "AUSTRAC". */
  supervisor: string;
  verifiedOn: CalendarDate;
  /** It agreed in writing to be relied on. */
  agreedInWriting: boolean;
  identityInformationReceived: boolean;
  /** It hands over the evidence on request, within five working days. */
  evidenceOnRequest: boolean;
};

export type ExceptionFact = {
  reason: string;
  alternativeEvidence: string;
  approvedBy: string | null;
  endsOn: CalendarDate | null;
};

/** All that a rule looks at. `on`: today where the company is. */
export type VerificationFacts = {
  on: CalendarDate;
  method: VerificationMethod;
  consentAt: string | null;
  hasDateOfBirth: boolean;
  hasAddress: boolean;
  riskLevel: RiskLevel | null;
  pepStatus:
    | 'notChecked'
    | 'none'
    | 'foreign'
    | 'domestic'
    | 'internationalOrganisation'
    | 'relativeOrAssociate';
  documents: readonly DocumentFact[];
  checks: readonly CheckFact[];
  reliance: RelianceFact | null;
  exception: ExceptionFact | null;
};

/** One condition of a rule, as it stands on the page and in the pack for an auditor. */
export type Clause = {
  code: string;
  /** The condition, a statement that is true when passed. */
  text: string;
  provision: string;
  passed: boolean;
  /** What it rests on, or what is missing; always a sentence. */
  evidence: string;
};

export type RuleOutcome = {
  id: VerificationRuleId;
  version: string;
  title: string;
  jurisdiction: Jurisdiction | null;
  passed: boolean;
  clauses: Clause[];
  /** What an adviser should confirm about the rule itself. */
  uncertain: string[];
  sourceUrls: readonly string[];
};

export const verificationRuleIds = [
  'nz.ivcop.electronic',
  'nz.ivcop.documentary',
  'au.reasonableGrounds',
  'practice.issuerAndTwoSources',
  'reliance',
  'exception',
] as const;

export type VerificationRuleId = (typeof verificationRuleIds)[number];
