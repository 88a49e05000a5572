import { getClientKind, type PepStatus } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { type ApprovedExposure, canBeExposed, type PepOf, type PepOffice } from '#rules/pep.ts';
import type { RegistryId } from '#rules/registers/registry-extract.ts';
import { isPersonalAssetVehicle } from './conditions.ts';
import type { EarlierCddGround } from './earlier-cdd.ts';
import type { AssessedClient } from './engine.ts';
import {
  type EntityInformation,
  entityItemPrefix,
  hasBeneficialOwners,
  type InformationSource,
} from './entity-information.ts';
import type { ClientFacts, SourceFacts } from './facts.ts';

/**
 * Findings and decisions about a client that no field of the record contains and that a rule requires: one finding per subject,
 * stored with author and time. The rules that use them cite the provisions.
 */
export const findingSubjects = [
  'politicalExposure',
  'sourceOfWealthOrFunds',
  'structure',
  'entity',
  'ownership',
  'ownersDeemed',
  'addressVerified',
  'addressExcused',
  'unusual',
  'significantChange',
  'enhanced',
  'mitigation',
  'simplified',
  'seniorApproval',
  'sourceValue',
  'sourceNotRelevant',
  'pepCheckExcused',
  'newTechnology',
  'furtherMeasures',
  'anonymousAccount',
  'nestedServices',
  'actingExcused',
  'earlierCdd',
  'preCommencement',
] as const;

/**
 * Grounds on which beneficial owners count as established. The first two are of a client that is such a body itself, each of that type alone: the type
 * on its own, which every editor can change, establishes nothing. AU Rules 6-7, 6-18.
 */
export const ownersDeemedGrounds = ['listedIssuer', 'government', 'ownedByListed', 'licensed'] as const;

export type OwnersDeemedGround = (typeof ownersDeemedGrounds)[number];

/** The type of client that a ground is about; null if it can be any. */
export const typeOfGround = (ground: OwnersDeemedGround): 'listedIssuer' | 'government' | null =>
  ground === 'listedIssuer' || ground === 'government' ? ground : null;

/** Outcomes of determining beneficial owners. */
export const ownershipOutcomes = ['identified', 'none', 'unable'] as const;

type OwnershipOutcome = (typeof ownershipOutcomes)[number];

/**
 * Classes of customer for which simplified CDD is permitted in New Zealand. NZ s18(2). To be confirmed
 * (nz.cdd.simplified): its paragraphs.
 */
export const listedClasses = [
  'listedIssuer',
  'governmentDepartment',
  'localAuthority',
  'police',
  'stateEnterprise',
  'crownEntity',
  'regulations',
] as const;

export type ListedClass = (typeof listedClasses)[number];

export const listedClassLabels: Record<ListedClass, string> = {
  listedIssuer: 'Listed issuer',
  governmentDepartment: 'Government department',
  localAuthority: 'Local authority',
  police: 'New Zealand Police',
  stateEnterprise: 'State enterprise',
  crownEntity: 'Crown entity',
  regulations: 'Class named by regulations',
};

/** A type that can end the search for owners of a client; null for none. */
export type TypeWithoutOwners = 'listedIssuer' | 'government' | null;

const typeOfClass: Partial<Record<ListedClass, 'listedIssuer' | 'government'>> = {
  listedIssuer: 'listedIssuer',
  governmentDepartment: 'government',
  localAuthority: 'government',
  police: 'government',
  stateEnterprise: 'government',
  crownEntity: 'government',
};

/**
 * The type for which a recorded ground ends the search for owners of the client: in Australia the owners taken as established, in New Zealand also
 * the listed class of simplified CDD. Null without one; the type of the client alone ends nothing. NZ s18(2); AU Rules 6-7.
 */
export function typeWithoutOwners(
  { ground, listedClass }: { ground: OwnersDeemedGround | null; listedClass: ListedClass | null },
  jurisdictions: readonly Jurisdiction[],
): TypeWithoutOwners {
  const deemed = ground === null ? null : typeOfGround(ground);
  if (deemed !== null || jurisdictions.includes('AUS') || listedClass === null) return deemed;
  return typeOfClass[listedClass] ?? null;
}

export type FindingSubject = (typeof findingSubjects)[number];

export const findingLabels: Record<FindingSubject, string> = {
  politicalExposure: 'Political exposure',
  sourceOfWealthOrFunds: 'Source of wealth or funds (earlier finding)',
  structure: 'Structure',
  entity: 'Legal form, structure and powers',
  ownership: 'Beneficial ownership',
  ownersDeemed: 'Beneficial owners taken as established',
  addressVerified: 'Address verification',
  addressExcused: 'Address verification not required',
  unusual: 'Unusual activity',
  significantChange: 'Significant change',
  enhanced: 'Enhanced CDD (assessor decision)',
  mitigation: 'Standard CDD mitigates risk',
  simplified: 'Ground for simplified due diligence',
  seniorApproval: 'Senior manager’s approval',
  sourceValue: 'Value to be evidenced',
  sourceNotRelevant: 'Source not relevant to the risk',
  pepCheckExcused: 'PEP check not required',
  newTechnology: 'New technology or product',
  furtherMeasures: 'Further measures',
  anonymousAccount: 'Anonymous account',
  nestedServices: 'Nested services',
  actingExcused: 'Verification of representatives not required',
  earlierCdd: 'CDD done earlier or elsewhere',
  preCommencement: 'Client of before the law applied',
};

/** The source of an outcome; absent from findings of before sources were named. */
type OwnershipSource = {
  source?: InformationSource | null;
  register?: RegistryId | null;
  documentId?: string | null;
};

export type FindingContents = {
  /**
   * `pepOf`: kind of the related PEP, if known. `office`, its country and the day it was left: of the PEP; absent from findings made before
   * these fields existed. `basis`: how it was established.
   */
  politicalExposure: {
    pepStatus: Exclude<PepStatus, 'notChecked'>;
    pepOf: PepOf | null;
    office?: string | null;
    officeCountry?: string | null;
    officeEndedOn?: CalendarDate | null;
    basis: string;
  };
  /** `verification`: how it was verified; null while it was only obtained, which does not meet the requirement. */
  sourceOfWealthOrFunds: {
    of: 'wealth' | 'funds' | 'both';
    description: string;
    verification: string | null;
  };
  /** `beneficiaryCount`: number of beneficiaries, named or not. */
  structure: { holdsPersonalAssets: boolean; beneficiaryCount: number | null };
  entity: EntityInformation;
  /** Outcome of determining the beneficial owners, with the steps taken and the difficulties. NZ s11(1)(b); AU Rules 6-8. */
  ownership: { outcome: OwnershipOutcome; basis: string } & OwnershipSource;
  /** Ground on which beneficial owners count as established. AU Rules 6-7, 6-18. */
  ownersDeemed: { ground: OwnersDeemedGround; basis: string };
  /** The verified address, on one line, and the basis: documents or sources, and the day. NZ s15(d), s16, s24(1)(b). */
  addressVerified: { address: string; basis: string };
  /** Reason why the level of risk does not require verifying the address. NZ s24(1)(b). */
  addressExcused: { reason: string };
  /** `findings`: written findings about it; null until then. */
  unusual: { what: string; findings: string | null };
  significantChange: { what: string };
  enhanced: { reason: string };
  mitigation: { reason: string };
  /**
   * `listedClass`: the client's class of NZ s18(2); null if simplified CDD is based only on low risk. `inListedClass`: the same as recorded
   * before classes were required.
   */
  simplified: { listedClass?: ListedClass | null; inListedClass: boolean; ground: string };
  /** `exposures`: those that were on record and demanded it; absent where that is not known, which covers none. */
  seniorApproval: { note: string | null; exposures?: readonly ApprovedExposure[] };
  /**
   * The values that lines of source of wealth and funds must explain, in minor units of one currency; `basis`: how it was estimated.
   */
  sourceValue: { wealth: number | null; funds: number | null; currency: string; basis: string };
  /** Why a source is not relevant to the risk. AU Rules 6-21. */
  sourceNotRelevant: { of: 'wealth' | 'funds' | 'both'; reason: string };
  /** Why low risk does not call for finding out whether the client is a PEP. NZ s26(1) from 19 May 2026. */
  pepCheckExcused: { reason: string };
  /** `measures`: the additional measures; null until they are decided on. NZ s22(5), s30. */
  newTechnology: { what: string; measures: string | null };
  /** Why enhanced measures do not manage the risk, and what further measures do; null until they are decided on. NZ reg 12AB. */
  furtherMeasures: { what: string; measures: string | null };
  /** `ended`: how the account came into the client's own name; null until then. NZ s14(1)(d), s38. */
  anonymousAccount: { what: string; ended: string | null };
  /** Which of the client's own customers are served through the company. AU s32(e). */
  nestedServices: { what: string };
  /** Why the additional risk of those who act for the client is low. AU Rules 6-19. */
  actingExcused: { reason: string };
  /**
   * `doneBy`: who did it; `basis`: what was done, and where its records are held; `procedure`: the class of the company's policies whose former procedure it
   * followed. AU Rules 6-11, 6-27, 6-28, 6-42; AU Transitional Rules 7, 8.
   */
  earlierCdd: {
    ground: EarlierCddGround;
    doneBy: string;
    doneOn: CalendarDate;
    basis: string;
    procedure?: string | null;
  };
  /**
   * Why initial CDD is waived, and the document of the client's record that shows the relationship, with the day that it bears. NZ s14(1)(c); AU s36.
   */
  preCommencement: { reason: string; documentId: string; dated: CalendarDate };
};

/** Evidence of each source, as a finding on them records it. */
export function sourceFacts(
  finding: FindingContents['sourceOfWealthOrFunds'] | null | undefined,
): SourceFacts {
  if (!finding) return { wealth: 'none', funds: 'none' };
  const evidence = finding.verification ? 'verified' : 'obtained';
  return {
    wealth: finding.of === 'funds' ? 'none' : evidence,
    funds: finding.of === 'wealth' ? 'none' : evidence,
  };
}

/** The office in a finding on political exposure; null if there is none. */
export function pepOffice(
  finding: Pick<FindingContents['politicalExposure'], 'officeCountry' | 'officeEndedOn'> | null | undefined,
): PepOffice | null {
  const [country, endedOn] = [finding?.officeCountry ?? null, finding?.officeEndedOn ?? null];
  return country === null && endedOn === null ? null : { country, endedOn };
}

/** The sources that a finding calls not relevant to the risk. */
export function notRelevantSources(finding: FindingContents['sourceNotRelevant'] | null | undefined): {
  wealth: boolean;
  funds: boolean;
} {
  const of = finding?.of;
  return { wealth: of === 'wealth' || of === 'both', funds: of === 'funds' || of === 'both' };
}

/** The recorded finding on each subject. */
export type Findings = { [Subject in FindingSubject]?: FindingContents[Subject] };

const loweringSubjects: readonly FindingSubject[] = [
  'mitigation',
  'simplified',
  'sourceNotRelevant',
  'ownersDeemed',
  'addressExcused',
  'pepCheckExcused',
  'actingExcused',
  'earlierCdd',
  'preCommencement',
];

const raisingSubjects: readonly FindingSubject[] = [
  'sourceValue',
  'enhanced',
  'unusual',
  'significantChange',
  'newTechnology',
  'furtherMeasures',
  'anonymousAccount',
  'nestedServices',
];

/**
 * Whether recording or withdrawing a subject can reduce legal requirements. Raising requirements and stating facts needs the
 * permission to edit; reducing them by judgement needs the permission to grant an exception.
 */
export function lowersDemands(subject: FindingSubject, action: 'record' | 'withdraw'): boolean {
  if (action === 'record') return loweringSubjects.includes(subject);
  return raisingSubjects.includes(subject);
}

/**
 * The fields by which a value to be evidenced asks for less than the recorded one: a lower value, none, or one in another currency, which cannot be
 * compared. NZ s24(1); AU Rules 6-21, 6-23.
 */
export function loweredValues(
  recorded: FindingContents['sourceValue'] | undefined,
  now: Partial<Record<'wealth' | 'funds', number | null>> & { currency: string },
): ('wealth' | 'funds' | 'currency')[] {
  if (recorded === undefined) return [];
  if (recorded.currency !== now.currency) return ['currency'];
  return (['wealth', 'funds'] as const).filter((of) => (now[of] ?? 0) < (recorded[of] ?? 0));
}

/** Whether a reason not to check PEP status can be recorded: of a person whose status is not on record. NZ s26(1). */
export function mayExcusePepCheck({
  clientType,
  pepStatus,
}: Pick<ClientFacts, 'clientType' | 'pepStatus'>): boolean {
  return canBeExposed(clientType) && pepStatus === 'notChecked';
}

/**
 * Subjects offered on a client's page: those that its rules use or could use, and all recorded ones. Based on the rows of
 * new-zealand*.ts and australia.ts that read each of them.
 */
export function offeredFindings(
  facts: Pick<ClientFacts, 'clientType' | 'preCommencement' | 'holdsPersonalAssets' | 'pepStatus'>,
  {
    guards,
    items,
    level,
    simplifiedAllowed,
  }: Pick<AssessedClient, 'guards' | 'items' | 'level' | 'simplifiedAllowed'>,
  recorded: Findings,
  jurisdictions: readonly Jurisdiction[],
): FindingSubject[] {
  const isBusiness = getClientKind(facts.clientType) === 'business';
  const isNewZealand = jurisdictions.includes('NZL');
  const isAustralia = jurisdictions.includes('AUS');
  const isQueried = (code: string) => items.some((item) => item.code.startsWith(code));
  const wants: Record<FindingSubject, boolean> = {
    politicalExposure: canBeExposed(facts.clientType),
    sourceOfWealthOrFunds: false,
    structure: isBusiness,
    entity: isQueried(entityItemPrefix),
    ownership: isQueried('owners.determined'),
    ownersDeemed: isAustralia && hasBeneficialOwners(facts),
    addressVerified: isQueried('address.verified'),
    addressExcused: isQueried('address.verified'),
    unusual: true,
    significantChange: facts.preCommencement,
    enhanced: true,
    mitigation: isNewZealand && isPersonalAssetVehicle(facts),
    simplified: simplifiedAllowed || (isNewZealand && isBusiness),
    seniorApproval: guards.some(({ kind }) => kind === 'seniorManagerApproval'),
    sourceValue: true,
    sourceNotRelevant: isAustralia,
    pepCheckExcused: isNewZealand && mayExcusePepCheck(facts),
    newTechnology: isNewZealand,
    furtherMeasures: isNewZealand && level === 'enhanced',
    anonymousAccount: isNewZealand,
    nestedServices: isAustralia && isBusiness,
    actingExcused: isAustralia && isBusiness,
    earlierCdd: isAustralia,
    preCommencement: facts.preCommencement,
  };
  return findingSubjects.filter((subject) => wants[subject] || recorded[subject] !== undefined);
}
