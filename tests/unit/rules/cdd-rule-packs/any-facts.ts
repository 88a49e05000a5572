import fc from 'fast-check';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import { clientTypes } from '#rules/clients/client-types.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';

const anyEvidence = fc.constantFrom('none' as const, 'obtained' as const, 'verified' as const);
const anySources = fc.record({ wealth: anyEvidence, funds: anyEvidence });

/** Facts of a client in any combination. */
export const anyFacts: fc.Arbitrary<ClientFacts> = fc.record({
  clientType: fc.constantFrom(...clientTypes),
  trustType: fc.constantFrom('discretionary' as const, 'fixed' as const, null),
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
  pepStatus: fc.constantFrom('notChecked' as const, 'none' as const, 'foreign' as const, 'domestic' as const),
  sanctionsStatus: fc.constantFrom('notChecked' as const, 'clear' as const, 'confirmed' as const),
  parties: fc.array(
    fc.record({
      id: fc.uuid(),
      name: fc.constant('Ngaio Example'),
      roles: fc.subarray(['director', 'trustee', 'authorisedRepresentative', 'actingFor'] as const),
      effectivePercent: fc.constantFrom(null, '24.9999', '25', '25.0001'),
      verified: fc.boolean(),
      authorityRecorded: fc.boolean(),
      kind: fc.constantFrom('individual' as const, 'business' as const),
      pepStatus: fc.constantFrom(
        'notChecked' as const,
        'none' as const,
        'foreign' as const,
        'domestic' as const,
      ),
      sanctionsStatus: fc.constantFrom('notChecked' as const, 'clear' as const, 'confirmed' as const),
      sources: anySources,
      presentCountry: fc.constantFrom(null, 'IRN'),
    }),
    { maxLength: 3 },
  ),
  sources: anySources,
  entity: fc.record(
    {
      existence: fc.constantFrom('stated' as const, 'independent' as const),
      powers: fc.constantFrom('stated' as const, 'independent' as const),
      settlors: fc.constant('stated' as const),
      natureOfBusiness: fc.constant('stated' as const),
    },
    { requiredKeys: [] },
  ),
  ownership: fc.record({
    traced: fc.subarray(['NZL', 'AUS'] as const),
    outcome: fc.constantFrom('identified' as const, 'none' as const, 'unable' as const, null),
    deemed: fc.constantFrom('ownedByListed' as const, 'licensed' as const, null),
  }),
  addressEvidence: fc.constantFrom('none' as const, 'verified' as const, 'excused' as const),
  hasNomineeManagers: fc.boolean(),
  standardCddMitigates: fc.boolean(),
  unusualActivity: fc.boolean(),
  writtenFindings: fc.boolean(),
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
  significantChange: fc.boolean(),
  suspicionReported: fc.boolean(),
});
/** A day of the years in which the law changed most. */
export const anyOn = fc.integer({ min: 0, max: 1100 }).map((days) => addDays('2024-06-01', days));
export const anyCountries = fc.constantFrom<('NZL' | 'AUS')[]>(
  ['NZL'],
  ['AUS'],
  ['NZL', 'AUS'],
  ['AUS', 'NZL'],
);
