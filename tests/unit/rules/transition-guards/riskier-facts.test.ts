import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { ClientFacts, RulePartyFacts } from '#rules/cdd-rule-packs/facts.ts';
import { type CddLevel, cddLevels, type PepStatus, type RiskLevel } from '#rules/clients/client-types.ts';
import { type ActivationFacts, activationBlockers } from '#rules/transition-guards/client-status.ts';
import { anyCountries, anyFacts, anyOn, anyParty } from '../cdd-rule-packs/any-facts.ts';
import { owner, plain } from '../cdd-rule-packs/client-facts.ts';
import { guarded } from './guarded.ts';

/**
 * How the rules use each fact. `risk`: an addition that never lowers the law's requirements. `evidence`: what was collected; `mitigation`: a
 * reason, an approval or a decision named by a row. `circumstance`: an attribute of the client that selects other rows.
 */
const natures: Record<keyof ClientFacts, 'risk' | 'evidence' | 'mitigation' | 'circumstance'> = {
  clientType: 'circumstance',
  trustType: 'circumstance',
  filled: 'evidence',
  registrationCountry: 'risk',
  residenceCountry: 'risk',
  originCountries: 'risk',
  presentCountry: 'risk',
  identityVerified: 'evidence',
  structureTraced: 'evidence',
  identityChangedOn: 'circumstance',
  identityUnmet: 'circumstance',
  purposeRecorded: 'evidence',
  holdsPersonalAssets: 'risk',
  hasNomineeShareholders: 'risk',
  hasNomineeManagers: 'risk',
  hasBearerShares: 'risk',
  beneficiaries: 'evidence',
  entity: 'evidence',
  ownership: 'evidence',
  addressEvidence: 'evidence',
  pepStatus: 'risk',
  pepOf: 'circumstance',
  pepOffice: 'circumstance',
  sanctionsStatus: 'risk',
  screeningGaps: 'evidence',
  parties: 'risk',
  sources: 'evidence',
  sourcesNotRelevant: 'mitigation',
  standardCddMitigates: 'mitigation',
  unusualActivity: 'risk',
  writtenFindings: 'evidence',
  pepCheckExcused: 'mitigation',
  usesNewTechnology: 'risk',
  technologyMeasures: 'evidence',
  needsFurtherMeasures: 'risk',
  furtherMeasuresTaken: 'evidence',
  anonymousAccount: 'risk',
  anonymityEnded: 'evidence',
  nestedServices: 'risk',
  actingExcused: 'mitigation',
  earlierCdd: 'evidence',
  seniorManagerApproved: 'mitigation',
  riskLevel: 'risk',
  templateCddLevel: 'risk',
  ratingReasonsRecorded: 'evidence',
  submittedAssessmentId: 'evidence',
  assessorRequiresEnhanced: 'risk',
  inListedClass: 'mitigation',
  simplifiedGround: 'mitigation',
  relationshipStartedOn: 'circumstance',
  relationshipEnded: 'circumstance',
  preCommencement: 'circumstance',
  preCommencementShownOn: 'circumstance',
  significantChange: 'risk',
  suspicionReported: 'risk',
};

const pepRisk: Record<PepStatus, PepStatus> = {
  // A first screening is evidence, and meets the requirement to screen.
  notChecked: 'notChecked',
  none: 'domestic',
  domestic: 'foreign',
  internationalOrganisation: 'foreign',
  foreign: 'foreign',
  relativeOrAssociate: 'relativeOrAssociate',
};
const nextRisk: Record<RiskLevel, RiskLevel> = { low: 'medium', medium: 'high', high: 'high' };

const unverifiedOwner: RulePartyFacts = {
  ...owner,
  id: 'added',
  effectivePercent: '60',
  verified: false,
  authorityRecorded: false,
  pepStatus: 'notChecked',
  sanctionsStatus: 'notChecked',
};

const ofParties =
  (change: (party: RulePartyFacts) => Partial<RulePartyFacts>) =>
  ({ parties }: ClientFacts): Partial<ClientFacts> => ({
    parties: parties.map((party) => ({ ...party, ...change(party) })),
  });

/** Additions of risk to a client, one each. */
const risks: Record<string, (facts: ClientFacts) => Partial<ClientFacts>> = {
  pep: ({ pepStatus }) => ({ pepStatus: pepRisk[pepStatus] }),
  pepAtOnce: ({ pepStatus }) => (pepStatus === 'none' ? { pepStatus: 'foreign' } : {}),
  sanctions: ({ sanctionsStatus }) => (sanctionsStatus === 'clear' ? { sanctionsStatus: 'confirmed' } : {}),
  possibleMatch: ({ sanctionsStatus }) =>
    sanctionsStatus === 'clear' ? { sanctionsStatus: 'potential' } : {},
  staleScreening: ({ sanctionsStatus }) =>
    sanctionsStatus === 'clear' ? { sanctionsStatus: 'incomplete' } : {},
  partyIsPep: ofParties(({ pepStatus }) => ({ pepStatus: pepRisk[pepStatus] })),
  partyIsListed: ofParties(({ sanctionsStatus }) =>
    sanctionsStatus === 'clear' ? { sanctionsStatus: 'confirmed' } : {},
  ),
  partyIsInListedCountry: ofParties(() => ({ presentCountry: 'PRK', formationCountry: 'PRK' })),
  partyIsUnverified: ofParties(() => ({ verified: false })),
  partyLosesAuthority: ofParties(() => ({ authorityRecorded: false })),
  partyOwnsMore: ofParties(() => ({ effectivePercent: '60' })),
  partyIsMarked: ofParties(() => ({ requiredReason: 'Signs everything' })),
  party: ({ parties }) => ({ parties: [...parties, unverifiedOwner] }),
  residence: ({ residenceCountry }) => (residenceCountry === null ? { residenceCountry: 'PRK' } : {}),
  formation: ({ registrationCountry }) =>
    registrationCountry === null ? { registrationCountry: 'IRN' } : {},
  country: () => ({ presentCountry: 'IRN' }),
  origin: ({ originCountries }) => ({ originCountries: [...originCountries, 'PRK'] }),
  vehicle: () => ({ holdsPersonalAssets: true }),
  nominee: () => ({ hasNomineeShareholders: true }),
  nomineeManager: () => ({ hasNomineeManagers: true }),
  bearer: () => ({ hasBearerShares: true }),
  unusual: () => ({ unusualActivity: true }),
  rating: ({ riskLevel }) => (riskLevel === null ? {} : { riskLevel: nextRisk[riskLevel] }),
  highRating: ({ riskLevel }) => (riskLevel === null ? {} : { riskLevel: 'high' }),
  template: () => ({ templateCddLevel: 'enhanced' }),
  assessor: () => ({ assessorRequiresEnhanced: true }),
  technology: () => ({ usesNewTechnology: true }),
  furtherRisk: () => ({ needsFurtherMeasures: true }),
  anonymous: () => ({ anonymousAccount: true }),
  nested: () => ({ nestedServices: true }),
  suspicion: () => ({ suspicionReported: true }),
  change: () => ({ significantChange: true }),
};

/** Simplified CDD's own requirements, replaced by the fuller ones of the other levels. */
const simplifiedItems = ['simplified.ground', 'acting.named'];

/** A requirement can come from an item or from a guard of its own; a party, a rating and a match each count once. */
function toSubject({ code, fix }: Pick<Blocker, 'code' | 'fix'>): string {
  if (code === 'party.verified' || code === 'client.partyNotVerified') return `party ${fix.id}`;
  if (code === 'risk.rated' || code === 'client.assessmentNotApproved') return 'rating';
  if (code === 'sanctions.checked' || code === 'client.matchesUndecided') return 'screening';
  return `${code} ${fix.of ?? ''} ${fix.id ?? ''}`;
}

type Guarded = ReturnType<typeof guarded>;

const getLevel = ({ assessed }: Guarded): number => cddLevels.indexOf(assessed.level satisfies CddLevel);
const getBlockers = ({ guards }: Guarded) => activationBlockers(guards).map(toSubject);

/**
 * What a riskier client lost: of the level, the requirements, the open and blocking ones, the people to verify, the blockers. Collected rather
 * than asserted one by one, which for thousands of clients would take minutes.
 */
function lost(before: Guarded, after: Guarded, resolvedBy: readonly string[] = []): string[] {
  const problems: string[] = [];
  if (getLevel(after) < getLevel(before)) problems.push(`level ${after.assessed.level}`);
  const items = new Map(after.assessed.items.map((item) => [toSubject(item), item]));
  for (const item of before.assessed.items) {
    if (simplifiedItems.includes(item.code)) continue;
    const still = items.get(toSubject(item));
    if (still === undefined) problems.push(`no ${toSubject(item)}`);
    else if (!item.settled && still.settled && !resolvedBy.includes(item.code))
      problems.push(`settled ${toSubject(item)}`);
    else if (!item.mayFollow && still.mayFollow) problems.push(`${toSubject(item)} may follow`);
  }
  const people = new Set(after.assessed.mustVerify.map(({ partyId }) => partyId));
  for (const { partyId } of before.assessed.mustVerify)
    if (!people.has(partyId)) problems.push(`need not verify ${partyId}`);
  if (before.assessed.initialCddRequired && !after.assessed.initialCddRequired) problems.push('waived');
  if (before.assessed.riskFloor !== undefined && after.assessed.riskFloor !== before.assessed.riskFloor)
    problems.push('no floor');
  const gone = [...simplifiedItems, ...resolvedBy];
  const left = new Set(getBlockers(after));
  for (const thing of getBlockers(before))
    if (!left.has(thing) && !gone.includes(thing.split(' ')[0] ?? '')) problems.push(`lifted ${thing}`);
  return problems;
}

/** A client or party with everything on record and no further requirement. */
const complete: ClientFacts = {
  ...plain,
  filled: ['familyName', 'dateOfBirth', 'addresses', 'legalName', 'trustType', 'nzbn', 'abn'],
  identityVerified: true,
  purposeRecorded: true,
  pepStatus: 'none',
  sanctionsStatus: 'clear',
  riskLevel: 'low',
  ratingReasonsRecorded: true,
  sources: { wealth: 'verified', funds: 'verified' },
};

/**
 * A few facts of any client on an otherwise neutral one, so that one fact alone decides; and sometimes any client. With many facts several
 * rows have the same requirement, which hides the loss of one.
 */
const someFacts: fc.Arbitrary<ClientFacts> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(plain, complete),
        fc.constantFrom<Partial<ClientFacts>[]>(
          {},
          { clientType: 'company', residenceCountry: null, originCountries: [] },
          { clientType: 'trust', trustType: 'fixed', residenceCountry: null, originCountries: [] },
        ),
        anyFacts,
        fc.subarray(Object.keys(natures), { maxLength: 4 }),
      )
      .map(([base, kind, any, keys]) => ({
        ...base,
        ...kind,
        ...Object.fromEntries(keys.map((key) => [key, any[key as keyof ClientFacts]])),
      })),
  },
  { weight: 1, arbitrary: anyFacts },
);

/** Requirements met by naming a party, so that a party on record is the evidence. */
const metByNaming = [
  'acting.named',
  'entity.governance',
  'entity.settlors',
  'entity.protectors',
  'owners.chiefExecutive',
  'trust.trustees',
];

describe('more risk never lowers a requirement', () => {
  it('covers each fact by its nature, and has an example of each risk', () => {
    const touched = new Set<string>();
    const bare: ClientFacts = {
      ...plain,
      residenceCountry: null,
      pepStatus: 'none',
      sanctionsStatus: 'clear',
      riskLevel: 'low',
    };
    for (const risk of Object.values(risks)) for (const key of Object.keys(risk(bare))) touched.add(key);
    const expected = Object.entries(natures).flatMap(([key, nature]) => (nature === 'risk' ? [key] : []));
    expect([...touched].sort()).toEqual(expected.sort());
  });

  it('for any of them after any other, on clients without further requirements', () => {
    const kinds: Partial<ClientFacts>[] = [
      {},
      { clientType: 'company', residenceCountry: null, originCountries: [], parties: [owner] },
      { clientType: 'trust', trustType: 'fixed', residenceCountry: null, parties: [owner] },
    ];
    const problems: string[] = [];
    for (const kind of kinds) {
      for (const laws of [['NZL'], ['AUS'], ['NZL', 'AUS']] as const) {
        const options = { in: laws };
        for (const [first, add] of Object.entries(risks)) {
          const facts = { ...complete, ...kind, ...add({ ...complete, ...kind }) };
          const before = guarded(facts, options);
          for (const [second, more] of Object.entries(risks)) {
            const after = guarded({ ...facts, ...more(facts) }, options);
            problems.push(
              ...lost(before, after).map(
                (what) => `${kind.clientType} ${laws}: ${first}, ${second}: ${what}`,
              ),
            );
          }
        }
      }
    }
    expect(problems).toEqual([]);
  });

  it('for any additions of risk, with company, day and packs fixed', () => {
    fc.assert(
      fc.property(
        someFacts,
        fc.subarray(Object.keys(risks), { minLength: 1, maxLength: 2 }),
        anyCountries,
        anyOn,
        (facts, chosen, countries, on) => {
          const options = { in: countries, on };
          let riskier = facts;
          for (const name of chosen) riskier = { ...riskier, ...risks[name]?.(riskier) };
          expect(lost(guarded(facts, options), guarded(riskier, options))).toEqual([]);
        },
      ),
      { numRuns: 800 },
    );
  });

  it('for a party in any role, a nominee included, except requirements of the name alone', () => {
    const unverified = anyParty.map((party) => ({ ...party, verified: false, authorityRecorded: false }));
    fc.assert(
      fc.property(someFacts, unverified, anyCountries, anyOn, (facts, party, countries, on) => {
        const options = { in: countries, on };
        const riskier = { ...facts, parties: [...facts.parties, party] };
        expect(lost(guarded(facts, options), guarded(riskier, options), metByNaming)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('for matches and prohibitions, with anything else on record', () => {
    const listed = { clientId: 'c1', name: 'Ngaio Example', listName: 'UN', regimes: ['un'] } as const;
    fc.assert(
      fc.property(someFacts, anyCountries, fc.boolean(), (facts, countries, isExcepted) => {
        const exception = { cddStatus: 'exceptionApproved', exceptionEndsOn: '2026-12-31' } as const;
        const more: Partial<ActivationFacts> = isExcepted ? exception : {};
        const before = guarded(facts, { in: countries, more });
        const matched = guarded(facts, { in: countries, more: { ...more, undecidedMatches: 1 } });
        expect(lost(before, matched)).toEqual([]);
        expect(getBlockers(matched)).toContain('screening');
        const prohibited = guarded(facts, { in: countries, more: { ...more, sanctions: [listed] } });
        expect(lost(before, prohibited)).toEqual([]);
        expect(getBlockers(prohibited)[0]).toContain('rule.prohibition');
      }),
      { numRuns: 200 },
    );
  });
});

describe('mitigations of a blocker', () => {
  /** What each recorded reason or approval lifts by the rows that name it; a ground for simplified CDD lowers the level instead. */
  const named = {
    sourcesNotRelevant: ['source.wealth', 'source.funds'],
    standardCddMitigates: ['source.verified'],
    // May follow the start of the relationship, so that it never is a blocker.
    pepCheckExcused: [],
    actingExcused: ['party.verified', 'client.partyNotVerified'],
    seniorManagerApproved: ['rule.seniorManagerApproval'],
    inListedClass: [],
    simplifiedGround: [],
  } as const satisfies Partial<Record<keyof ClientFacts, readonly string[]>>;

  it('are a reason or an approval for rows naming it alone, or a ground for simplified CDD', () => {
    const keys = Object.keys(named) as (keyof typeof named)[];
    expect(keys.toSorted()).toEqual(
      Object.keys(natures)
        .filter((key) => natures[key as keyof ClientFacts] === 'mitigation')
        .toSorted(),
    );
    fc.assert(
      fc.property(
        someFacts,
        anyFacts,
        fc.constantFrom(...keys),
        anyCountries,
        (facts, other, key, countries) => {
          const before = guarded(facts, { in: countries });
          const after = guarded({ ...facts, [key]: other[key] }, { in: countries });
          const left = getBlockers(after);
          const lifted = getBlockers(before).filter((thing) => !left.includes(thing));
          const isSimpler = getLevel(after) < getLevel(before);
          if (isSimpler) expect([key, after.assessed.level]).toEqual([key, 'simplified']);
          for (const thing of lifted) {
            const isNamed = named[key].some((code) => thing.startsWith(`${code} `));
            const isReplaced = simplifiedItems.some((code) => thing.startsWith(code));
            expect([key, thing, isNamed || isReplaced || isSimpler]).toEqual([key, thing, true]);
            expect(['screening', 'rule.prohibition  ']).not.toContain(thing);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it('include an approved exception until its last day, never one without an end date', () => {
    fc.assert(
      fc.property(someFacts, anyCountries, (facts, countries) => {
        const withEnd = (exceptionEndsOn: string | null) =>
          getBlockers(
            guarded(facts, { in: countries, more: { cddStatus: 'exceptionApproved', exceptionEndsOn } }),
          );
        const none = getBlockers(guarded(facts, { in: countries, more: { cddStatus: 'inProgress' } }));
        const items = (things: string[]) => things.filter((thing) => !thing.startsWith('client.'));
        for (const end of [null, '2026-11-20']) expect(items(withEnd(end))).toEqual(items(none));
        expect(none).toEqual(expect.arrayContaining(items(withEnd('2026-11-21'))));
      }),
      { numRuns: 300 },
    );
  });
});
