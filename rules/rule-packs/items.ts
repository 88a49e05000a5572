import { dueDiligenceNeeds } from '#rules/client-fields.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import { beneficialOwners } from './beneficial-owners.ts';
import type { ClientFacts } from './facts.ts';
import type { Guard, Item, PartyToVerify } from './rule.ts';

/** What the record has to hold, by the table of client-fields.ts. */
export function recordItems(facts: ClientFacts, jurisdiction: Jurisdiction): Item[] {
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

export function identityItem({ identityVerified }: ClientFacts, provision: string): Item {
  return {
    code: 'identity.verified',
    text: 'Verify the client’s identity.',
    settled: identityVerified,
    fix: { target: 'client.verifications' },
    provision,
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

export function pepItem({ pepStatus }: ClientFacts, provision: string): Item {
  return {
    code: 'pep.checked',
    text: 'Find out whether the client is a politically exposed person.',
    settled: pepStatus !== 'notChecked',
    fix: { target: 'client.findings', id: 'politicalExposure' },
    provision,
  };
}

export function sanctionsItem({ sanctionsStatus }: ClientFacts, provision: string): Item {
  return {
    code: 'sanctions.checked',
    text:
      sanctionsStatus === 'potential'
        ? 'Decide the possible sanctions match.'
        : 'Screen the client against sanctions lists.',
    settled: sanctionsStatus === 'clear' || sanctionsStatus === 'confirmed',
    fix: { target: 'client.screening' },
    provision,
  };
}

/** Who acts for the client: identity and authority of each, or, where `atLeastOne`, that somebody is named at all. */
export function actingItems(facts: ClientFacts, provision: string, atLeastOne: boolean): Item[] {
  const acting = facts.parties.filter(({ roles }) => roles.includes('authorisedRepresentative'));
  const named: Item[] = atLeastOne
    ? [
        {
          code: 'acting.named',
          text: 'Record who acts on the client’s behalf.',
          settled: acting.length > 0,
          fix: { target: 'client.parties' },
          provision,
        },
      ]
    : [];
  return [
    ...named,
    ...acting.flatMap(({ id, name, verified, authorityRecorded }): Item[] => [
      {
        code: 'party.verified',
        text: `Verify ${name}.`,
        settled: verified,
        fix: { target: 'client.verifications', id },
        provision,
      },
      {
        code: 'acting.authority',
        text: `Record ${name}’s authority to act for the client.`,
        settled: authorityRecorded,
        fix: { target: 'client.parties', id },
        provision,
      },
    ]),
  ];
}

/** The person on whose behalf the client acts: identity of each. NZ s5, "beneficial owner"; AU s28(2)(b). */
export function onBehalfOfItems(facts: ClientFacts, provision: string): Item[] {
  return facts.parties
    .filter(({ roles }) => roles.includes('actingFor'))
    .map(({ id, name, verified }) => ({
      code: 'party.verified',
      text: `Verify ${name}.`,
      settled: verified,
      fix: { target: 'client.verifications', id },
      provision,
    }));
}

/** Those who act for the client, and those for whom the client acts. NZ s11(1)(b) and (c); AU s28(2)(b) and (c). */
export function actingToVerify({ parties }: ClientFacts): PartyToVerify[] {
  return parties.flatMap(({ id, name, roles }) => [
    ...(roles.includes('authorisedRepresentative')
      ? [{ partyId: id, name, reason: 'acts for the client' }]
      : []),
    ...(roles.includes('actingFor')
      ? [{ partyId: id, name, reason: 'is the person on whose behalf the client acts' }]
      : []),
  ]);
}

/** Everyone who is a beneficial owner under a country's law. */
export function ownersToVerify(facts: ClientFacts, jurisdiction: Jurisdiction): PartyToVerify[] {
  return beneficialOwners(facts, jurisdiction).map(({ partyId, name, reason }) => ({
    partyId,
    name,
    reason,
  }));
}

export function ownerItems(facts: ClientFacts, jurisdiction: Jurisdiction): Item[] {
  return beneficialOwners(facts, jurisdiction).map(({ party }) => ({
    code: 'party.verified',
    text: `Verify ${party.name}.`,
    settled: party.verified,
    fix: { target: 'client.verifications', id: party.id },
  }));
}

/** NZ s23(1)(a); AU by s32 for a foreign politically exposed person. */
export function sourceItem({ sourceOfWealthOrFunds }: ClientFacts): Item {
  return {
    code: 'source.wealthOrFunds',
    text: 'Obtain and verify the source of wealth or of funds.',
    settled: sourceOfWealthOrFunds,
    fix: { target: 'client.findings', id: 'sourceOfWealthOrFunds' },
  };
}

/** The same for a trust since 19 May 2026. */
export function sourceUnlessMitigatedItem(facts: ClientFacts): Item {
  return {
    ...sourceItem(facts),
    text: 'Obtain and verify the source of wealth or of funds, or record why standard due diligence mitigates the risk.',
    settled: facts.sourceOfWealthOrFunds || facts.standardCddMitigates,
    waivable: true,
  };
}

/** Beyond this many beneficiaries a description of the class will do. NZ s23(2)(b). */
const mostNamedBeneficiaries = 10;

/** Names and dates of birth of a trust's beneficiaries; of a discretionary or charitable trust, or of many, the class. NZ s23. */
export function beneficiariesItem(facts: ClientFacts): Item {
  const { trustType, beneficiaries, filled } = facts;
  const classWillDo =
    trustType === 'discretionary' ||
    trustType === 'charitable' ||
    (beneficiaries.count ?? 0) > mostNamedBeneficiaries;
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
    provision: 'NZ s23',
  };
}

export function findingsItem({ writtenFindings }: ClientFacts): Item {
  return {
    code: 'findings.written',
    text: 'Write down what you found about the unusual activity.',
    settled: writtenFindings,
    fix: { target: 'client.findings', id: 'unusual' },
  };
}

/** A rating from an approved assessment, with its reasons. */
export function ratingItem({ riskLevel, ratingReasonsRecorded }: ClientFacts): Item {
  return {
    code: 'risk.rated',
    text: 'Assess the client’s risk, have it approved and record the reasons.',
    settled: riskLevel !== null && ratingReasonsRecorded,
    fix: { target: 'client.assessments' },
  };
}

export function simplifiedGroundItem({ simplifiedGround }: ClientFacts): Item {
  return {
    code: 'simplified.ground',
    text: 'Record the ground for simplified due diligence.',
    settled: !!simplifiedGround?.trim(),
    fix: { target: 'client.findings', id: 'simplified' },
  };
}

export function ratingGuard({ riskLevel }: ClientFacts): Guard {
  return {
    kind: 'approvedAssessment',
    text: 'The client’s risk assessment has to be approved.',
    settled: riskLevel !== null,
    fix: { target: 'client.assessments' },
  };
}

export function seniorManagerGuard({ seniorManagerApproved }: ClientFacts): Guard {
  return {
    kind: 'seniorManagerApproval',
    text: 'A foreign politically exposed person is involved: a senior manager has to approve the relationship.',
    settled: seniorManagerApproved,
    fix: { target: 'client.findings', id: 'seniorApproval' },
  };
}

export function sanctionsGuard(): Guard {
  return {
    kind: 'prohibition',
    text: 'A sanctions match is confirmed. Do not deal with this client; tell your compliance officer.',
    settled: false,
    fix: { target: 'client.screening' },
    alert: { to: 'complianceOfficer', snoozable: false },
  };
}
