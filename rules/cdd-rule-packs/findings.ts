import { getClientKind, type PepStatus } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { PepOf, PepOffice } from '#rules/pep.ts';
import { isPersonalAssetVehicle } from './conditions.ts';
import type { AssessedClient } from './engine.ts';
import type { ClientFacts, SourceFacts } from './facts.ts';

/**
 * What a person finds out or decides about a client that no field of the record holds, and that a rule asks for: one word a subject.
 * Everything here stands with who recorded it and when. Source: domain 7; the provisions stand with the rules that read it.
 */
export const findingSubjects = [
  'politicalExposure',
  'sourceOfWealthOrFunds',
  'structure',
  'unusual',
  'significantChange',
  'enhanced',
  'mitigation',
  'simplified',
  'seniorApproval',
  'sourceValue',
  'sourceNotRelevant',
] as const;

export type FindingSubject = (typeof findingSubjects)[number];

export const findingLabels: Record<FindingSubject, string> = {
  politicalExposure: 'Political exposure',
  sourceOfWealthOrFunds: 'Source of wealth or funds (earlier finding)',
  structure: 'Structure',
  unusual: 'Unusual activity',
  significantChange: 'Significant change',
  enhanced: 'Enhanced CDD (assessor decision)',
  mitigation: 'Standard CDD mitigates risk',
  simplified: 'Ground for simplified due diligence',
  seniorApproval: 'Senior manager’s approval',
  sourceValue: 'Value to be evidenced',
  sourceNotRelevant: 'Source not relevant to the risk',
};

export type FindingContents = {
  /**
   * `pepOf`: whose relative or associate, where that is known. `office`, its country and the day it was left: of the PEP; absent from findings of
   * before these were asked for. `basis`: how it was found out.
   */
  politicalExposure: {
    pepStatus: Exclude<PepStatus, 'notChecked'>;
    pepOf: PepOf | null;
    office?: string | null;
    officeCountry?: string | null;
    officeEndedOn?: CalendarDate | null;
    basis: string;
  };
  /** `verification`: how it was verified; null while it only was obtained, which does not settle anything. */
  sourceOfWealthOrFunds: {
    of: 'wealth' | 'funds' | 'both';
    description: string;
    verification: string | null;
  };
  /** `beneficiaryCount`: how many beneficiaries there are, named or not. */
  structure: { holdsPersonalAssets: boolean; beneficiaryCount: number | null };
  /** `findings`: what was found about it, in writing; null until then. */
  unusual: { what: string; findings: string | null };
  significantChange: { what: string };
  enhanced: { reason: string };
  mitigation: { reason: string };
  /** `inListedClass`: the client is of a class that the law lists though its type does not say so. */
  simplified: { inListedClass: boolean; ground: string };
  seniorApproval: { note: string | null };
  /** What the lines of source of wealth and of funds have to explain, in minor units of one currency; `basis`: how it was estimated. */
  sourceValue: { wealth: number | null; funds: number | null; currency: string; basis: string };
  /** Why a source is not relevant to the risk. AU Rules 6-21. */
  sourceNotRelevant: { of: 'wealth' | 'funds' | 'both'; reason: string };
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

/** The office that a finding on political exposure names; null where it names none. */
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

/** What is on record of each subject. */
export type Findings = { [Subject in FindingSubject]?: FindingContents[Subject] };

/**
 * Whether recording a subject, or taking it back, can make the law ask for less. What raises the demands and what states facts is for
 * whoever writes; what lowers them by somebody's judgement is for those who may grant an exception (domain 5, "Override a level,
 * grant a CDD exception").
 */
export function lowersDemands(subject: FindingSubject, action: 'record' | 'withdraw'): boolean {
  if (action === 'record')
    return subject === 'mitigation' || subject === 'simplified' || subject === 'sourceNotRelevant';
  return subject === 'enhanced' || subject === 'unusual' || subject === 'significantChange';
}

/**
 * Subjects that a client's page offers: what its rules ask about or could, and whatever is recorded already. Source: the rows of
 * new-zealand.ts and australia.ts that read each of them.
 */
export function offeredFindings(
  facts: Pick<ClientFacts, 'clientType' | 'preCommencement' | 'holdsPersonalAssets'>,
  { guards, simplifiedAllowed }: Pick<AssessedClient, 'guards' | 'simplifiedAllowed'>,
  recorded: Findings,
  jurisdictions: readonly Jurisdiction[],
): FindingSubject[] {
  const isBusiness = getClientKind(facts.clientType) === 'business';
  const isNewZealand = jurisdictions.includes('NZL');
  const wants: Record<FindingSubject, boolean> = {
    politicalExposure: true,
    sourceOfWealthOrFunds: false,
    structure: isBusiness,
    unusual: isNewZealand,
    significantChange: facts.preCommencement && jurisdictions.includes('AUS'),
    enhanced: true,
    mitigation: isNewZealand && isPersonalAssetVehicle(facts),
    simplified: simplifiedAllowed || (isNewZealand && isBusiness),
    seniorApproval: guards.some(({ kind }) => kind === 'seniorManagerApproval'),
    sourceValue: true,
    sourceNotRelevant: jurisdictions.includes('AUS'),
  };
  return findingSubjects.filter((subject) => wants[subject] || recorded[subject] !== undefined);
}
