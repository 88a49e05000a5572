import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { IdentityDocumentType } from './documents/identity-document-types.ts';
import type { RefereeType } from './referees.ts';
import type {
  AccreditedServiceFact,
  BureauNotice,
  BureauStatement,
  ExceptionFact,
  RelianceFact,
} from './statements.ts';

/** How an individual is verified. */
export const verificationMethods = [
  'electronicRemote',
  'electronicInPerson',
  'documentSighted',
  'documentCertified',
  'distf',
  'reliance',
  'exception',
] as const;

export type VerificationMethod = (typeof verificationMethods)[number];

export const verificationMethodLabels: Record<VerificationMethod, string> = {
  electronicRemote: 'Electronic – remote (link)',
  electronicInPerson: 'Electronic – in person',
  documentSighted: 'Original documents sighted',
  documentCertified: 'Certified copies',
  distf: 'Accredited digital identity service',
  reliance: 'Third-party reliance',
  exception: 'Exception (alternative evidence)',
};

/**
 * Outcome of a check by any service. `source_unavailable`: no response; says nothing about the person and never counts
 * against them. `exception`: a response that is neither yes nor no.
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
  document_error: 'Document rejected',
  source_unavailable: 'Source unavailable',
  exception: 'Inconclusive',
};

/**
 * Kinds of checks.
 *
 * - `issuer`: the document is checked against its issuer's register.
 * - `dataSource`: name, date of birth or address are checked against a register or bureau, without a document.
 * - `face`: the person's face is matched with the photo of a document. `liveness`: a live person was present.
 * - `machineReadableZone`: the MRZ is compared with the record.
 * - `sighted`: a member sighted the document or a certified copy.
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
  /** Code of sources.ts; null for a sighting. */
  source: string | null;
  documentId: string | null;
  /** Parts that match, and parts that do not. */
  matched: readonly MatchedPart[];
  unmatched: readonly MatchedPart[];
  /** UTC instant. */
  at: string;
};

/** How the company received a certified copy. */
export const copyDeliveries = [
  'handedOver',
  'post',
  'emailByReferee',
  'emailByPerson',
  'upload',
  'other',
] as const;

export type CopyDelivery = (typeof copyDeliveries)[number];

export const copyDeliveryLabels: Record<CopyDelivery, string> = {
  handedOver: 'Handed over in person',
  post: 'Post or courier',
  emailByReferee: 'Email from the referee',
  emailByPerson: 'Email from the person',
  upload: 'Upload to a document request',
  other: 'Another way',
};

export type CertifiedCopy = {
  refereeName: string;
  refereeType: RefereeType;
  certifiedOn: CalendarDate;
  statesLikeness: boolean;
  independent: boolean;
  /** Omitted on earlier copies, which did not record it. */
  delivery?: CopyDelivery | undefined;
};

/** Member who met the person with the document, and when. */
type Meeting = { metBy: string; metOn: CalendarDate };

export type DocumentFact = {
  id: string;
  type: IdentityDocumentType;
  expiresOn: CalendarDate | null;
  issuedOn?: CalendarDate | null;
  /** A member sighted the original with its holder present. */
  originalSighted: boolean;
  meeting: Meeting | null;
  /** The member who met the person compared the photo. */
  likenessConfirmed: boolean;
  certified: CertifiedCopy | null;
  /** Whether the name and date of birth on it match the record; null if not compared. */
  showsName: boolean | null;
  showsDateOfBirth: boolean | null;
  /** Other clients of the company with the same document. */
  otherClients: number;
};

/** All facts that rules use. `on`: today in the company's time zone. */
export type VerificationFacts = {
  on: CalendarDate;
  method: VerificationMethod;
  consentAt: string | null;
  hasDateOfBirth: boolean;
  hasAddress: boolean;
  riskLevel: RiskLevel | null;
  /** The level at the decision, where the client is rated higher since. */
  decidedAtRisk?: RiskLevel | null;
  pepStatus:
    | 'notChecked'
    | 'none'
    | 'foreign'
    | 'domestic'
    | 'internationalOrganisation'
    | 'relativeOrAssociate';
  documents: readonly DocumentFact[];
  checks: readonly CheckFact[];
  bureauStatement: BureauStatement | null;
  bureauNotice: BureauNotice | null;
  accreditedService: AccreditedServiceFact | null;
  reliance: RelianceFact | null;
  exception: ExceptionFact | null;
};

/** Clause of a rule, as shown on the page and in evidence packs. */
type Clause = {
  code: string;
  /** The condition, a statement that is true when passed. */
  text: string;
  provision: string;
  passed: boolean;
  /** Basis of the result, or what is missing; always a sentence. */
  evidence: string;
};

/** Finding of a clause: whether it is met, and a sentence for the auditor. */
export type Finding = Pick<Clause, 'passed' | 'evidence'>;

export type RuleOutcome = {
  id: FrozenRuleId;
  version: string;
  title: string;
  jurisdiction: Jurisdiction | null;
  passed: boolean;
  clauses: Clause[];
  /** Points of the rule itself that an adviser should confirm. */
  uncertain: string[];
  sourceUrls: readonly string[];
};

export const verificationRuleIds = [
  'nz.ivcop.electronic',
  'nz.ivcop.documentary',
  'nz.ivcop.distf',
  'nz.reliance',
  'nz.ivcop.exception',
  'au.reasonableGrounds',
  'au.reliance.agreement',
  'au.reliance.case',
  'au.noEvidence',
  'practice.issuerAndTwoSources',
] as const;

export type VerificationRuleId = (typeof verificationRuleIds)[number];

/** Former rules that applied to both countries. Referenced by earlier frozen decisions; no longer evaluated. */
export const formerRuleIds = ['reliance', 'exception'] as const;

/**
 * Outcome of a rule as it is at the decision. `riskLevel`: of the client then, null where it was not rated; absent on earlier
 * decisions, which did not record it.
 */
export type DecidedRule = RuleOutcome & { decisive: boolean; riskLevel?: RiskLevel | null };

type FrozenRuleId = VerificationRuleId | (typeof formerRuleIds)[number];
