import { type CountryListState, starterCountryLists } from '#rules/country-lists.ts';
import { assess } from '#rules/rule-packs/engine.ts';
import type { ClientFacts, RulePartyFacts } from '#rules/rule-packs/facts.ts';

/** A person who lives in New Zealand, about whom nothing is known and nothing special. */
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
  sourceOfWealthOrFunds: false,
  standardCddMitigates: false,
  unusualActivity: false,
  writtenFindings: false,
  seniorManagerApproved: false,
  riskLevel: null,
  templateCddLevel: null,
  ratingReasonsRecorded: false,
  assessorRequiresEnhanced: false,
  inListedClass: false,
  simplifiedGround: null,
  relationshipStartedOn: null,
  relationshipEnded: false,
  preCommencement: false,
  significantChange: false,
  delayed: null,
  suspicionReported: false,
};

export const owner: RulePartyFacts = {
  id: 'p1',
  name: 'Ngaio Example',
  roles: ['shareholder'],
  effectivePercent: '40',
  verified: false,
  authorityRecorded: false,
  pepStatus: 'none',
};

type Options = {
  in?: readonly ('NZL' | 'AUS')[];
  on?: string;
  wall?: 'inside' | 'outside';
  lists?: readonly CountryListState[];
};

/** What the packs say of the plain client with some facts changed; New Zealand, 21 November 2026, from outside the wall. */
export function assessed(facts: Partial<ClientFacts>, options: Options = {}) {
  return assess(
    { ...plain, ...facts },
    {
      jurisdictions: options.in ?? ['NZL'],
      on: options.on ?? '2026-11-21',
      lists: options.lists ?? starterCountryLists,
      wall: options.wall,
    },
  );
}

type Assessed = ReturnType<typeof assess>;

/** The required item of a code, about one record where several have the code. */
export function item(result: Assessed, code: string, id?: string) {
  return result.items.find((one) => one.code === code && (id === undefined || one.fix.id === id));
}

/** Codes of the items that are not there. */
export function missing(result: Assessed): string[] {
  return result.items.filter(({ settled }) => !settled).map(({ code }) => code);
}
