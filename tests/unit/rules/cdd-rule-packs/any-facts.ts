import fc from 'fast-check';
import type { ClientFacts, RulePartyFacts } from '#rules/cdd-rule-packs/facts.ts';
import { ownersDeemedGrounds } from '#rules/cdd-rule-packs/findings.ts';
import { partyRoles } from '#rules/clients/client-parties.ts';
import { clientTypes, pepStatuses, sanctionsStatuses } from '#rules/clients/client-types.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';

const anyEvidence = fc.constantFrom('none' as const, 'obtained' as const, 'verified' as const);
const anySources = fc.record({ wealth: anyEvidence, funds: anyEvidence });
const anyExposure = {
  pepStatus: fc.constantFrom(...pepStatuses),
  pepOf: fc.constantFrom(null, 'foreign' as const, 'domestic' as const, 'internationalOrganisation' as const),
  pepOffice: fc.option(
    fc.record({
      country: fc.constantFrom(null, 'NZL', 'AUS', 'FRA'),
      endedOn: fc.constantFrom(null, '2020-06-30', '2025-12-31'),
    }),
  ),
};
const anySanctionsStatus = fc.constantFrom(...sanctionsStatuses);

/** A related party in any combination of roles. */
export const anyParty: fc.Arbitrary<RulePartyFacts> = fc.record({
  id: fc.uuid(),
  name: fc.constant('Ngaio Example'),
  roles: fc.subarray([...partyRoles], { maxLength: 3 }),
  effectivePercent: fc.constantFrom(null, '24.9999', '25', '25.0001'),
  verified: fc.boolean(),
  authorityRecorded: fc.boolean(),
  kind: fc.constantFrom('individual' as const, 'business' as const),
  ...anyExposure,
  pepCheckExcused: fc.boolean(),
  sanctionsStatus: anySanctionsStatus,
  sources: anySources,
  presentCountry: fc.constantFrom(null, 'IRN'),
  formationCountry: fc.constantFrom(null, 'NZL', 'PRK'),
  information: fc.constantFrom(
    null,
    {
      clientType: 'company' as const,
      filled: [],
      registrationCountry: 'AUS',
      identityVerified: true,
      parties: [],
    },
    {
      clientType: 'other' as const,
      filled: ['legalName', 'addresses', 'principalPlace', 'abn'] as const,
      registrationCountry: 'AUS',
      entity: { powers: 'stated', governance: 'stated', natureOfBusiness: 'stated' } as const,
      identityVerified: true,
      parties: [],
    },
  ),
  requiredReason: fc.constantFrom(null, 'Signs everything'),
});

const anySourced = fc.constantFrom('stated' as const, 'independent' as const);
const stated = fc.constant('stated' as const);

/** Facts of a client in any combination. */
export const anyFacts: fc.Arbitrary<ClientFacts> = fc.record({
  clientType: fc.constantFrom(...clientTypes),
  trustType: fc.constantFrom('discretionary' as const, 'fixed' as const, 'charitable' as const, null),
  filled: fc.subarray(['familyName', 'dateOfBirth', 'addresses', 'legalName', 'beneficiaryClassDescription']),
  registrationCountry: fc.constantFrom('NZL', 'AUS', 'IRN', null),
  residenceCountry: fc.constantFrom('NZL', 'AUS', 'PRK', null),
  originCountries: fc.subarray(['NZL', 'MMR', 'FRA']),
  presentCountry: fc.constantFrom('AUS', 'IRN', null),
  identityVerified: fc.boolean(),
  purposeRecorded: fc.boolean(),
  holdsPersonalAssets: fc.boolean(),
  hasNomineeShareholders: fc.boolean(),
  hasBearerShares: fc.boolean(),
  beneficiaries: fc.record({
    count: fc.constantFrom(null, 3, 30),
    namedWithBirthDates: fc.boolean(),
  }),
  ...anyExposure,
  sanctionsStatus: anySanctionsStatus,
  screeningGaps: fc.constant([]),
  parties: fc.array(anyParty, { maxLength: 3 }),
  sources: anySources,
  sourcesNotRelevant: fc.record({ wealth: fc.boolean(), funds: fc.boolean() }),
  entity: fc.record(
    {
      existence: anySourced,
      structure: anySourced,
      powers: anySourced,
      governance: anySourced,
      nominees: anySourced,
      withoutNominees: fc.boolean(),
      settlors: stated,
      protectors: stated,
      identifier: stated,
      natureOfBusiness: stated,
      objects: stated,
    },
    { requiredKeys: [] },
  ),
  ownership: fc.record({
    traced: fc.subarray(['NZL', 'AUS'] as const),
    outcome: fc.constantFrom('identified' as const, 'none' as const, 'unable' as const, null),
    outcomeCounts: fc.boolean(),
    deemed: fc.constantFrom(...ownersDeemedGrounds, null),
  }),
  structureTraced: fc.boolean(),
  addressEvidence: fc.constantFrom('none' as const, 'verified' as const, 'excused' as const),
  hasNomineeManagers: fc.boolean(),
  standardCddMitigates: fc.boolean(),
  unusualActivity: fc.boolean(),
  writtenFindings: fc.boolean(),
  pepCheckExcused: fc.boolean(),
  usesNewTechnology: fc.boolean(),
  technologyMeasures: fc.boolean(),
  needsFurtherMeasures: fc.boolean(),
  furtherMeasuresTaken: fc.boolean(),
  anonymousAccount: fc.boolean(),
  anonymityEnded: fc.boolean(),
  nestedServices: fc.boolean(),
  actingExcused: fc.boolean(),
  earlierCdd: fc.constantFrom(
    null,
    { ground: 'formerLaw' as const, doneOn: '2026-03-30' },
    { ground: 'groupAbroad' as const, doneOn: '2026-08-01' },
    { ground: 'oldProcedures' as const, doneOn: '2026-08-01', lastDay: '2028-12-31' },
  ),
  seniorManagerApproved: fc.boolean(),
  riskLevel: fc.constantFrom('low' as const, 'medium' as const, 'high' as const, null),
  templateCddLevel: fc.constantFrom('simplified' as const, 'standard' as const, 'enhanced' as const, null),
  ratingReasonsRecorded: fc.boolean(),
  submittedAssessmentId: fc.constantFrom(null, 'a1'),
  assessorRequiresEnhanced: fc.boolean(),
  inListedClass: fc.boolean(),
  simplifiedGround: fc.constantFrom(null, 'A council'),
  relationshipStartedOn: fc.constantFrom(null, '2024-01-01', '2026-01-01'),
  relationshipEnded: fc.boolean(),
  preCommencement: fc.boolean(),
  preCommencementShownOn: fc.constantFrom(null, '2007-12-11', '2007-12-12', '2013-06-29', '2013-06-30'),
  significantChange: fc.boolean(),
  suspicionReported: fc.boolean(),
});
/** A day of the years with most changes of the law. */
export const anyOn = fc.integer({ min: 0, max: 1100 }).map((days) => addDays('2024-06-01', days));
export const anyCountries = fc.constantFrom<('NZL' | 'AUS')[]>(
  ['NZL'],
  ['AUS'],
  ['NZL', 'AUS'],
  ['AUS', 'NZL'],
);
