import { assessmentFix } from '#rules/alerts/resolution-targets.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { dueDiligenceNeeds } from '#rules/clients/fields-by-type.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { formatIncompleteScreening } from '#rules/required-lists.ts';
import type { ClientFacts, CustomerInformation } from './facts.ts';
import { ratingItemCode, sanctionsItemCode } from './item-codes.ts';
import type { Guard, Item } from './rule.ts';

/** What the record has to hold, by the table of client-fields.ts. */
export function recordItems(facts: CustomerInformation, jurisdiction: Jurisdiction): Item[] {
  return dueDiligenceNeeds(facts.clientType, facts.registrationCountry ?? '', jurisdiction).map(
    ({ anyOf, text, provision }) => ({
      code: `record.${anyOf.join('|')}`,
      text: `Record the ${text.charAt(0).toLowerCase()}${text.slice(1)}.`,
      settled: anyOf.some((field) => facts.filled.includes(field)),
      fix: { target: 'client.edit', id: anyOf[0] },
      provision,
    }),
  );
}

/** Types with a registered office. A partnership, a trust or an association need not have one. */
const withRegisteredOffice: readonly ClientType[] = [
  'company',
  'overseasCompany',
  'limitedPartnership',
  'listedIssuer',
];

/** Where a business is: its principal place and, of a body that has one, its registered office. AU Rules 6-1 to 6-4. */
export function placeItems({ clientType, filled }: CustomerInformation, provision: string): Item[] {
  const place = (field: 'registeredOffice' | 'principalPlace', text: string): Item => ({
    code: `record.${field}`,
    text: `Record the ${text}, and state which address it is.`,
    settled: filled.includes(field),
    fix: { target: 'client.edit', id: 'addresses' },
    provision,
  });
  return [
    ...(withRegisteredOffice.includes(clientType) ? [place('registeredOffice', 'registered office')] : []),
    place('principalPlace', 'principal place of business'),
  ];
}

/** Registration number of a person in business, for countries in which every person in business has one. AU Rules 6-1. */
export function businessIdentifierItems(
  { residenceCountry, filled }: ClientFacts,
  provision: string,
): Item[] {
  if (residenceCountry !== 'AUS') return [];
  return [
    {
      code: 'record.abn',
      text: 'Record the business identifier (ABN).',
      settled: filled.includes('abn'),
      fix: { target: 'client.edit', id: 'abn' },
      provision,
    },
  ];
}

function identityText({ identityVerified, identityChangedOn, identityUnmet }: ClientFacts): string {
  if (identityVerified) return 'Verify the client’s identity.';
  if (identityUnmet) {
    return `The client’s risk is higher than when the identity was verified: verify it again. ${identityUnmet.evidence}`;
  }
  return identityChangedOn
    ? `Details changed on ${formatDate(identityChangedOn)}: verify the client’s identity again.`
    : 'Verify the client’s identity.';
}

/** Identity of the client; where the evidence does not meet the present risk level, by the provision that demands more. */
export function identityItem(facts: ClientFacts, provision: string): Item {
  return {
    code: 'identity.verified',
    text: identityText(facts),
    settled: facts.identityVerified,
    fix: { target: 'client.verifications' },
    provision: facts.identityUnmet?.provision ?? provision,
  };
}

export function purposeItem({ purposeRecorded }: ClientFacts, provision: string): Item {
  return {
    code: 'relationship.purpose',
    text: 'Record the nature and purpose of the relationship.',
    settled: purposeRecorded,
    fix: { target: 'client.edit', id: 'relationshipPurpose' },
    provision,
  };
}

const screenText = 'Screen the client against sanctions lists.';
const unscreenedMessages = { notChecked: screenText, clear: screenText, confirmed: screenText };

/** Sanctions screening of the client, completed by its result and the lists used. */
export function sanctionsItem({ sanctionsStatus, screeningGaps }: ClientFacts, provision: string): Item {
  return {
    code: sanctionsItemCode,
    text: {
      ...unscreenedMessages,
      potential: 'Decide the possible sanctions match.',
      incomplete: formatIncompleteScreening(screeningGaps ?? []),
    }[sanctionsStatus],
    settled: sanctionsStatus === 'clear' || sanctionsStatus === 'confirmed',
    // Screening again is no use until the lists are there.
    fix: { target: sanctionsStatus === 'incomplete' ? 'settings.lists' : 'client.screening' },
    provision,
  };
}

/** Beyond this many beneficiaries a description of the class will do. NZ s23(2)(b). */
const maxNamedBeneficiaries = 10;

/**
 * Names and dates of birth of a trust's beneficiaries; of a discretionary or charitable trust, or of many, the class. NZ s23(2); AU
 * Rules 6-6(2) and (3), where a class will do if naming is impossible.
 */
export function beneficiariesItem(facts: ClientFacts, provision: string): Item {
  const { trustType, beneficiaries, filled } = facts;
  const classWillDo =
    trustType === 'discretionary' ||
    trustType === 'charitable' ||
    (beneficiaries.count ?? 0) > maxNamedBeneficiaries;
  const classDescribed = filled.includes('beneficiaryClassDescription');
  return {
    code: 'beneficiaries.known',
    text: classWillDo
      ? 'Describe each class of beneficiaries, or record their names and dates of birth.'
      : 'Record the name and date of birth of each beneficiary.',
    settled: beneficiaries.namedWithBirthDates || (classWillDo && classDescribed),
    fix: classWillDo
      ? { target: 'client.edit', id: 'beneficiaryClassDescription' }
      : { target: 'client.parties' },
    provision,
  };
}

export function findingsItem({ writtenFindings }: ClientFacts, provision: string): Item {
  return {
    code: 'findings.written',
    text: 'Record written findings on the unusual activity.',
    settled: writtenFindings,
    fix: { target: 'client.findings', id: 'unusual' },
    provision,
  };
}

/** Additional measures against money laundering by a new technology or product. NZ s30. */
export function technologyMeasuresItem({ technologyMeasures }: ClientFacts): Item {
  return {
    code: 'measures.technology',
    text: 'Record the additional measures against the risk of the new technology or product.',
    settled: technologyMeasures === true,
    fix: { target: 'client.findings', id: 'newTechnology' },
    provision: 'NZ s30',
  };
}

/** Measures beyond enhanced CDD, such as on purpose, source, monitoring or approval. NZ reg 12AB. */
export function furtherMeasuresItem({ furtherMeasuresTaken }: ClientFacts): Item {
  return {
    code: 'measures.further',
    text: 'Record the further measures that manage the risk.',
    settled: furtherMeasuresTaken === true,
    fix: { target: 'client.findings', id: 'furtherMeasures' },
  };
}

/** An account in a false or anonymous name is prohibited until it is in the client's own. NZ s38. */
export function anonymityEndedItem({ anonymityEnded }: ClientFacts): Item {
  return {
    code: 'anonymous.ended',
    text: 'An account in a false or anonymous name is prohibited. Put it into the client’s own name and record how, or end the relationship.',
    settled: anonymityEnded === true,
    fix: { target: 'client.findings', id: 'anonymousAccount' },
  };
}

/** A rating from an approved assessment, with its reasons. */
export function ratingItem({ riskLevel, ratingReasonsRecorded, submittedAssessmentId }: ClientFacts): Item {
  return {
    code: ratingItemCode,
    text:
      submittedAssessmentId === null
        ? 'Assess the client’s risk, have it approved and record the reasons.'
        : 'The client’s risk assessment is awaiting approval.',
    settled: riskLevel !== null && ratingReasonsRecorded,
    fix: assessmentFix('client', submittedAssessmentId),
  };
}

/** The ground for simplified CDD; `listedClass`: with the class that the client belongs to. NZ s18(2). */
export function simplifiedGroundItem(
  { simplifiedGround, inListedClass }: ClientFacts,
  { listedClass }: { listedClass: boolean },
): Item {
  return {
    code: 'simplified.ground',
    text: listedClass
      ? 'Record the listed class and the ground for simplified due diligence.'
      : 'Record the ground for simplified due diligence.',
    settled: !!simplifiedGround?.trim() && (inListedClass || !listedClass),
    fix: { target: 'client.findings', id: 'simplified' },
  };
}

export function ratingGuard({ riskLevel, submittedAssessmentId }: ClientFacts): Guard {
  return {
    kind: 'approvedAssessment',
    text: 'The client’s risk assessment has to be approved.',
    settled: riskLevel !== null,
    fix: assessmentFix('client', submittedAssessmentId),
  };
}

export function seniorManagerGuard({ seniorManagerApproved }: ClientFacts): Guard {
  return {
    kind: 'seniorManagerApproval',
    text: 'A politically exposed person is involved: a senior manager has to approve the relationship.',
    settled: seniorManagerApproved,
    fix: { target: 'client.findings', id: 'seniorApproval' },
  };
}
