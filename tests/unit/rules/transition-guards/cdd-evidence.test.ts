import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import { mandatoryParties } from '#rules/cdd-rule-packs/mandatory-parties.ts';
import {
  type ActivationFacts,
  activationBlockers,
  evidenceBlockers,
} from '#rules/transition-guards/client-status.ts';
import { anyCountries, anyFacts } from '../cdd-rule-packs/any-facts.ts';
import { bothVerified, owner, plain } from '../cdd-rule-packs/client-facts.ts';
import { guarded, type Options } from './guarded.ts';

/** A person with everything on record. */
const complete: ClientFacts = {
  ...plain,
  filled: ['givenNames', 'familyName', 'dateOfBirth', 'addresses'],
  identityVerified: true,
  purposeRecorded: true,
  pepStatus: 'none',
  sanctionsStatus: 'clear',
  riskLevel: 'low',
  ratingReasonsRecorded: true,
  addressEvidence: 'verified',
};

const codes = (blockers: readonly Blocker[]) => blockers.map(({ code }) => code);

describe('CDD goes to review and is verified', () => {
  it.each([['NZL'], ['AUS'], ['NZL', 'AUS']] as const)(
    'when everything is on record, by the law of %s',
    (...laws) => {
      const { guards } = guarded(complete, { in: laws });
      expect(evidenceBlockers(guards)).toEqual([]);
      expect(activationBlockers(guards)).toEqual([]);
    },
  );

  const gaps: [string, Partial<ClientFacts>, string[]][] = [
    ['identity', { identityVerified: false }, ['identity.verified']],
    ['date of birth', { filled: ['familyName', 'addresses'] }, ['record.dateOfBirth']],
    ['screening', { sanctionsStatus: 'notChecked' }, ['sanctions.checked']],
    ['purpose', { purposeRecorded: false }, ['relationship.purpose']],
    ['rating', { riskLevel: null, ratingReasonsRecorded: false }, ['risk.rated']],
    [
      'approval of the assessment',
      { riskLevel: null, ratingReasonsRecorded: false, submittedAssessmentId: 'a1' },
      ['risk.rated'],
    ],
    ['source of wealth', { assessorRequiresEnhanced: true }, ['source.obtained', 'source.verified']],
    ['senior approval', { pepStatus: 'foreign', sources: bothVerified }, ['rule.seniorManagerApproval']],
    [
      'an owner',
      {
        clientType: 'company',
        filled: ['legalName', 'addresses', 'nzbn'],
        registrationCountry: 'NZL',
        parties: [owner],
        entity: { powers: 'independent', nominees: 'independent' },
        ownership: { traced: ['NZL'], outcome: null, deemed: null },
        structureTraced: true,
      },
      ['party.verified'],
    ],
    [
      'an address',
      { assessorRequiresEnhanced: true, sources: bothVerified, addressEvidence: 'none' },
      ['address.verified'],
    ],
    [
      'whom a person asks for',
      { parties: [{ ...owner, effectivePercent: '5', requiredReason: 'Signs everything' }] },
      ['client.partyNotVerified'],
    ],
  ];

  it.each(gaps)('is blocked without %s, as is activating the client', (_what, gap, expected) => {
    const { guards } = guarded({ ...complete, ...gap });
    expect(codes(evidenceBlockers(guards))).toEqual(expected);
    expect(codes(activationBlockers(guards))).toEqual(expected);
    for (const { text, provision } of evidenceBlockers(guards)) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(provision).toMatch(/^NZ /);
    }
  });

  it('not for a client with a name only, each blocker once', () => {
    const { guards } = guarded(plain, { more: { undecidedMatches: 1, sanctionsStatus: 'potential' } });
    expect(codes(evidenceBlockers(guards))).toEqual([
      'record.familyName',
      'record.dateOfBirth',
      'record.addresses',
      'relationship.purpose',
      'identity.verified',
      'risk.rated',
      'client.matchesUndecided',
    ]);
  });

  it('also where the law does not ask for it yet: to be verified is to have been verified', () => {
    const marked: ClientFacts = { ...plain, preCommencement: true };
    const legacy: ClientFacts = {
      ...marked,
      relationshipStartedOn: '2007-12-11',
      preCommencementShownOn: '2007-12-11',
    };
    const options: Options = { in: ['AUS'] };
    expect(codes(evidenceBlockers(guarded(legacy, options).guards))).not.toContain('identity.verified');
    expect(codes(evidenceBlockers(guarded(marked, options).guards))).toContain('identity.verified');
    expect(codes(evidenceBlockers(guarded(legacy, { ...options, evenIfWaived: true }).guards))).toContain(
      'identity.verified',
    );
  });
});

describe('an approved exception', () => {
  const excepted = (facts: Partial<ClientFacts>, more: Partial<ActivationFacts> = {}) =>
    codes(
      activationBlockers(
        guarded(
          { ...complete, ...facts },
          { more: { cddStatus: 'exceptionApproved', exceptionEndsOn: '2026-11-21', ...more } },
        ).guards,
      ),
    );

  it('replaces the rule pack items until its expiry date', () => {
    expect(excepted({ identityVerified: false, purposeRecorded: false })).toEqual([]);
    expect(excepted({ identityVerified: false }, { exceptionEndsOn: '2026-11-20' })).toEqual([
      'client.exceptionEnded',
      'identity.verified',
    ]);
  });

  it('never in place of screening, matches, an assessment, a senior manager or a party', () => {
    expect(excepted({ sanctionsStatus: 'notChecked' })).toEqual(['sanctions.checked']);
    expect(excepted({}, { undecidedMatches: 1 })).toEqual(['client.matchesUndecided']);
    expect(excepted({ riskLevel: null })).toEqual(['client.assessmentNotApproved']);
    expect(excepted({ pepStatus: 'foreign' })).toEqual(['rule.seniorManagerApproval']);
    expect(
      excepted({ parties: [{ ...owner, roles: ['authorisedRepresentative'], effectivePercent: null }] }),
    ).toEqual(['client.partyNotVerified']);
  });
});

const getKey = ({ code, fix }: Pick<Blocker, 'code' | 'fix'>) => [code, fix.of, fix.id].join(' ');

describe('for any facts', () => {
  it('each missing item blocks review, verification and activation', () => {
    fc.assert(
      fc.property(anyFacts, anyCountries, fc.boolean(), (facts, countries, evenIfWaived) => {
        const { assessed, guards } = guarded(facts, { in: countries, evenIfWaived });
        const forReview = evidenceBlockers(guards).map(getKey);
        const forActivation = activationBlockers(guards).map(getKey);
        for (const requirement of assessed.items) {
          const blocks = !requirement.settled && !requirement.mayFollow;
          expect(forReview.includes(getKey(requirement))).toBe(blocks);
          expect(forActivation.includes(getKey(requirement))).toBe(blocks);
        }
        for (const { partyId, verified } of mandatoryParties(facts, assessed)) {
          if (verified || !assessed.initialCddRequired) continue;
          expect(evidenceBlockers(guards).some(({ fix }) => fix.id === partyId)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('met items do not block, and no blocker is repeated', () => {
    fc.assert(
      fc.property(anyFacts, anyCountries, (facts, countries) => {
        const { assessed, guards } = guarded(facts, { in: countries });
        const texts = evidenceBlockers(guards).map(({ text, fix }) => [text, fix.of, fix.id].join(' '));
        expect(new Set(texts).size).toBe(texts.length);
        for (const { text, fix, settled } of assessed.items) {
          if (settled) expect(texts).not.toContain([text, fix.of, fix.id].join(' '));
        }
      }),
      { numRuns: 300 },
    );
  });
});
