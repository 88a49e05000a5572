import type { ClientFieldName } from '#rules/clients/client-fields.ts';
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
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { PepOf, PepOffice } from '#rules/pep.ts';
import type { ScreeningGap } from '#rules/required-lists.ts';
import type { EntityFacts } from './entity-information.ts';

/** What is on record of a source of wealth or of funds: nothing, what the client says, or that it was verified. */
export type SourceEvidence = 'none' | 'obtained' | 'verified';

export type SourceFacts = { wealth: SourceEvidence; funds: SourceEvidence };

/**
 * What is known of who ultimately owns and controls a client. `traced`: laws under which a finished verification found an owner or controller.
 * `outcome`: what was recorded by hand. `deemed`: why owners count as established (AU Rules 6-7, 6-18).
 */
type OwnershipFacts = {
  traced: readonly Jurisdiction[];
  outcome: 'identified' | 'none' | 'unable' | null;
  deemed: 'ownedByListed' | 'licensed' | null;
};

/** Whether the address is verified, or a reason is recorded why the level of risk does not call for it. */
export type AddressEvidence = 'none' | 'verified' | 'excused';

/** What is on record of a customer's kind, details and organisation, as far as Australia's lists look at it. AU Rules 6-1 to 6-5. */
export type CustomerInformation = {
  clientType: ClientType;
  trustType?: TrustType | null;
  filled: readonly ClientFieldName[];
  registrationCountry: string | null;
  entity?: EntityFacts;
  identityVerified: boolean;
  parties: readonly { roles: readonly PartyRole[] }[];
};

/**
 * A party as the rules see it. `id`: of the party's own client record. `effectivePercent`: a decimal text such as `24.9999`, what
 * the person owns through all layers; null where nobody has worked it out. Countries alpha-3.
 */
export type RulePartyFacts = {
  id: string;
  name: string;
  roles: readonly PartyRole[];
  effectivePercent?: string | null;
  verified: boolean;
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
  /** What the last screening lacked of the lists that the law requires. */
  screeningGaps?: readonly ScreeningGap[];
  sources: SourceFacts;
  /** Where a person is physically present, as far as known. */
  presentCountry?: string | null;
  /** Where an entity was formed. */
  formationCountry?: string | null;
  /** What the record of a party that is no individual holds. */
  information?: CustomerInformation | null;
  /** Why a person asks for verification though no rule does. */
  requiredReason?: string | null;
};

/**
 * All that a client's rules look at. What is not known is null or false; a rule that needs it then does not hit, and what the law
 * wants to be known is among the items. Suspicion is given only by what may know of it.
 */
export type ClientFacts = {
  clientType: ClientType;
  trustType?: TrustType | null;
  /** Fields that the record holds. */
  filled: readonly ClientFieldName[];
  /** Where an entity was formed; for a trust the country of its law. */
  registrationCountry: string | null;
  residenceCountry: string | null;
  /** Where else a person comes from: citizenships. */
  originCountries: readonly string[];
  presentCountry: string | null;
  identityVerified: boolean;
  /** Day on which what the client is identified by last changed after it was verified. */
  identityChangedOn?: CalendarDate | null;
  purposeRecorded: boolean;
  /** Another vehicle for holding personal assets than a trust. */
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
  /** What the last screening lacked of the lists that the law requires. */
  screeningGaps?: readonly ScreeningGap[];
  parties: readonly RulePartyFacts[];
  sources: SourceFacts;
  /** Sources recorded as not relevant to the risk, with the reason. AU Rules 6-21. */
  sourcesNotRelevant?: { wealth: boolean; funds: boolean };
  /** The assessor has recorded that standard due diligence mitigates the risk of this trust. */
  standardCddMitigates: boolean;
  /** Complex, unusually large, or without apparent purpose, as an activity's answer says. */
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
  seniorManagerApproved: boolean;
  /** Final level of the current approved assessment, null without one. */
  riskLevel: RiskLevel | null;
  /** The strictest that an answer of that assessment asks for. */
  templateCddLevel: CddLevel | null;
  ratingReasonsRecorded: boolean;
  /** The assessment that is awaiting approval, while none is approved. */
  submittedAssessmentId: string | null;
  assessorRequiresEnhanced: boolean;
  /** A person has recorded which class the client is of those that New Zealand's law lists for simplified due diligence. */
  inListedClass: boolean;
  /** Why simplified due diligence will do, as the person recorded it. */
  simplifiedGround: string | null;
  /** Null until the relationship has started. */
  relationshipStartedOn: CalendarDate | null;
  relationshipEnded: boolean;
  /** Recorded as a client of before the law reached the company. */
  preCommencement: boolean;
  /** The nature or purpose of the relationship has changed significantly since. */
  significantChange: boolean;
  /** A suspicious activity or matter has to be reported about the client. */
  suspicionReported: boolean;
};
