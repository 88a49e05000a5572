import { assess } from '#rules/cdd-rule-packs/engine.ts';
import type { ClientFacts, RulePartyFacts } from '#rules/cdd-rule-packs/facts.ts';
import { type CountryListState, shippedCountryLists } from '#rules/country-lists/list-versions.ts';
import type { RegulatedCompany } from '#rules/dates/commencement.ts';

export const noSources = { wealth: 'none', funds: 'none' } as const;
export const bothVerified = { wealth: 'verified', funds: 'verified' } as const;

/** A person resident in New Zealand, without findings or special facts. */
export const plain: ClientFacts = {
  clientType: 'individual',
  trustType: null,
  filled: [],
  registrationCountry: null,
  residenceCountry: 'NZL',
  originCountries: ['NZL'],
  presentCountry: 'NZL',
  identityVerified: false,
  purposeRecorded: false,
  holdsPersonalAssets: false,
  hasNomineeShareholders: false,
  hasBearerShares: false,
  beneficiaries: { count: null, namedWithBirthDates: false },
  pepStatus: 'notChecked',
  sanctionsStatus: 'notChecked',
  parties: [],
  sources: noSources,
  hasNomineeManagers: false,
  standardCddMitigates: false,
  unusualActivity: false,
  writtenFindings: false,
  seniorManagerApproved: false,
  riskLevel: null,
  templateCddLevel: null,
  ratingReasonsRecorded: false,
  submittedAssessmentId: null,
  assessorRequiresEnhanced: false,
  inListedClass: false,
  simplifiedGround: null,
  relationshipStartedOn: null,
  relationshipEnded: false,
  preCommencement: false,
  significantChange: false,
  suspicionReported: false,
};

export const owner: RulePartyFacts = {
  id: 'p1',
  name: 'Ngaio Example',
  roles: ['shareholder'],
  effectivePercent: '40',
  verified: false,
  authorityRecorded: false,
  kind: 'individual',
  pepStatus: 'none',
  sanctionsStatus: 'clear',
  sources: noSources,
};

type Options = {
  in?: readonly ('NZL' | 'AUS')[];
  on?: string;
  company?: RegulatedCompany;
  wall?: 'inside' | 'outside';
  lists?: readonly CountryListState[];
};

/** Result of the packs for the plain client with some facts changed; New Zealand, 21 November 2026, outside the suspicion register. */
export function assessed(facts: Partial<ClientFacts>, options: Options = {}) {
  return assess(
    { ...plain, ...facts },
    {
      jurisdictions: options.in ?? ['NZL'],
      company: options.company ?? { sector: 'finance' },
      on: options.on ?? '2026-11-21',
      lists: options.lists ?? shippedCountryLists,
      wall: options.wall,
    },
  );
}

type Assessed = ReturnType<typeof assess>;

/** The required item of a code, for one record where several have the code. */
export function item(result: Assessed, code: string, id?: string) {
  return result.items.find((item) => item.code === code && (id === undefined || item.fix.id === id));
}

/** Codes of the missing items. */
export function missing(result: Assessed): string[] {
  return result.items.filter(({ settled }) => !settled).map(({ code }) => code);
}
