import type { PartyRole } from '#rules/clients/client-parties.ts';
import type {
  CddLevel,
  ClientKind,
  ClientType,
  PepStatus,
  RiskLevel,
  SanctionsStatus,
  TrustType,
} from '#rules/clients/client-types.ts';
import type { ClientFieldName } from '#rules/clients/fields-by-type.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { UnmetAtRisk } from '#rules/identity-verification/evaluate.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { PepOf, PepOffice } from '#rules/pep.ts';
import type { ScreeningGap } from '#rules/required-lists.ts';
import type { EarlierCdd } from './earlier-cdd.ts';
import type { EntityFacts } from './entity-information.ts';

/** Recorded evidence of a source of wealth or funds: none, stated by the client, or verified. */
export type SourceEvidence = 'none' | 'obtained' | 'verified';

export type SourceFacts = { wealth: SourceEvidence; funds: SourceEvidence };

/**
 * Known facts about a client's ultimate ownership and control. `traced`: laws under which a finished verification found an owner or
 * controller. `absentOwners`: its chart shows owners who are not related parties of the client. `outcome`: as recorded manually. `deemed`: why owners count as established (AU Rules 6-7, 6-18).
 */
type OwnershipFacts = {
  traced: readonly Jurisdiction[];
  absentOwners?: boolean;
  outcome: 'identified' | 'none' | 'unable' | null;
  /** Whether the outcome names a source independent of the client, or needs none. */
  outcomeCounts?: boolean;
  deemed: 'listedIssuer' | 'government' | 'ownedByListed' | 'licensed' | null;
};

/** Whether the address is verified, or a reason is recorded why the level of risk does not require it. */
export type AddressEvidence = 'none' | 'verified' | 'excused';

/** Recorded kind, details and organisation of a customer, as far as Australia's lists cover them. AU Rules 6-1 to 6-5. */
export type CustomerInformation = {
  clientType: ClientType;
  trustType?: TrustType | null;
  filled: readonly ClientFieldName[];
  registrationCountry: string | null;
  entity?: EntityFacts;
  identityVerified: boolean;
  /** Whether a verification that counts traced its ownership by evidence. */
  structureTraced?: boolean;
  parties: readonly { roles: readonly PartyRole[] }[];
};

/**
 * A party as input of the rules. `id`: of the party's own client record. `effectivePercent`: decimal text such as `24.9999`, the
 * person's share through all layers; null if not determined. Countries alpha-3.
 */
export type RulePartyFacts = {
  id: string;
  name: string;
  roles: readonly PartyRole[];
  effectivePercent?: string | null;
  verified: boolean;
  /** What their evidence of identity does not meet at the risk level they are rated at since. */
  identityUnmet?: UnmetAtRisk | null;
  /** Day on which what the party is identified by last changed after it was verified. */
  identityChangedOn?: CalendarDate | null;
  /** Whether the record holds the authority to act. */
  authorityRecorded: boolean;
  kind: ClientKind;
  pepStatus: PepStatus;
  pepOf?: PepOf | null;
  pepOffice?: PepOffice | null;
  /** As of the client, on the party's own record. */
  pepCheckExcused?: boolean;
  sanctionsStatus: SanctionsStatus;
  /** Lists required by law that the last screening lacked. */
  screeningGaps?: readonly ScreeningGap[];
  sources: SourceFacts;
  /** Country of a person's physical presence, if known. */
  presentCountry?: string | null;
  /** Country in which an entity was formed. */
  formationCountry?: string | null;
  /** What the record of a party that is no individual holds. */
  information?: CustomerInformation | null;
  /** Reason a member requires verification although no rule does. */
  requiredReason?: string | null;
};

/**
 * Input of a client's rules. Unknown facts are null or false; a rule that needs one then does not apply, and required facts are
 * among the items. Suspicion is set only for readers who may know of it.
 */
export type ClientFacts = {
  clientType: ClientType;
  trustType?: TrustType | null;
  /** Recorded fields. */
  filled: readonly ClientFieldName[];
  /** Country in which an entity was formed; for a trust the country of its law. */
  registrationCountry: string | null;
  residenceCountry: string | null;
  /** A person's citizenships. */
  originCountries: readonly string[];
  presentCountry: string | null;
  identityVerified: boolean;
  /** Whether a verification that counts traced its ownership by evidence. */
  structureTraced?: boolean;
  /** What the evidence of identity does not meet at the risk level that the client is rated at since. */
  identityUnmet?: UnmetAtRisk | null;
  /** Day on which what the client is identified by last changed after it was verified. */
  identityChangedOn?: CalendarDate | null;
  purposeRecorded: boolean;
  /** A vehicle for holding personal assets other than a trust. */
  holdsPersonalAssets: boolean;
  hasNomineeShareholders: boolean;
  /** A company with a nominee director, or a limited partnership with a nominee general partner. */
  hasNomineeManagers: boolean;
  hasBearerShares: boolean;
  beneficiaries: { count: number | null; namedWithBirthDates: boolean };
  /** Legal form, structure, powers and the like of an entity, as recorded. */
  entity?: EntityFacts;
  ownership?: OwnershipFacts;
  addressEvidence?: AddressEvidence;
  /** A reason is recorded why low risk does not call for finding out whether the client is a PEP. */
  pepCheckExcused?: boolean;
  pepStatus: PepStatus;
  pepOf?: PepOf | null;
  pepOffice?: PepOffice | null;
  sanctionsStatus: SanctionsStatus;
  /** Lists required by law that the last screening lacked. */
  screeningGaps?: readonly ScreeningGap[];
  parties: readonly RulePartyFacts[];
  sources: SourceFacts;
  /** Sources recorded as not relevant to the risk, with the reason. AU Rules 6-21. */
  sourcesNotRelevant?: { wealth: boolean; funds: boolean };
  /** The assessor has recorded that standard due diligence mitigates the risk of this trust. */
  standardCddMitigates: boolean;
  /** Complex, unusually large, or without apparent purpose, according to an activity's answer. */
  unusualActivity: boolean;
  writtenFindings: boolean;
  /** New or developing technology, or a product, that might favour anonymity; and whether measures against it are recorded. */
  usesNewTechnology?: boolean;
  technologyMeasures?: boolean;
  /** Enhanced measures do not manage the risk; and whether further ones are recorded. */
  needsFurtherMeasures?: boolean;
  furtherMeasuresTaken?: boolean;
  /** An account or facility in a false or anonymous name; and whether it is recorded how that ended. */
  anonymousAccount?: boolean;
  anonymityEnded?: boolean;
  /** The client's own customers are served through the company's services. */
  nestedServices?: boolean;
  /** A reason is recorded why those who act for the client need no verification. AU Rules 6-19. */
  actingExcused?: boolean;
  /** CDD that was done earlier or elsewhere, as recorded. AU Rules 6-11, 6-27, 6-28, 6-42; AU Transitional Rules 7, 8. */
  earlierCdd?: EarlierCdd | null;
  seniorManagerApproved: boolean;
  /** Final level of the current approved assessment, null without one. */
  riskLevel: RiskLevel | null;
  /** The strictest CDD level required by an answer of that assessment. */
  templateCddLevel: CddLevel | null;
  ratingReasonsRecorded: boolean;
  /** The assessment awaiting approval, if none is approved. */
  submittedAssessmentId: string | null;
  assessorRequiresEnhanced: boolean;
  /** A person has recorded which class the client is of those that New Zealand's law lists for simplified due diligence. */
  inListedClass: boolean;
  /** Why simplified due diligence will do, as the person recorded it. */
  simplifiedGround: string | null;
  /** Null until the relationship has started. */
  relationshipStartedOn: CalendarDate | null;
  relationshipEnded: boolean;
  /** Recorded as a pre-commencement client. */
  preCommencement: boolean;
  /** Day of the document that shows it, while that is on the client's record; null without one. */
  preCommencementShownOn?: CalendarDate | null;
  /** The nature or purpose of the relationship has changed significantly since. */
  significantChange: boolean;
  /** A suspicious activity or matter must be reported about the client. */
  suspicionReported: boolean;
};
