import { describe, expect, it } from 'vitest';
import { isReviewedWithPep } from '#rules/cdd-rule-packs/pep-persons.ts';
import { assessed, item, owner, plain } from './client-facts.ts';

const lawFirm = { sector: 'legal' } as const;
const company = { clientType: 'company', residenceCountry: null, originCountries: [] } as const;
const acting = { ...owner, id: 'p9', effectivePercent: null, roles: ['authorisedRepresentative'] as const };

const required = (result: ReturnType<typeof assessed>) => result.items.map(({ code }) => code);

describe('what Australian law does not ask for, or counts as done', () => {
  it('who acts for a company needs no verification where the additional risk is low and the authority established', () => {
    const agent = { ...acting, authorityRecorded: true };
    const australian = { in: ['AUS'], on: '2026-08-10' } as const;
    const verified = (
      facts: Parameters<typeof assessed>[0],
      options: Parameters<typeof assessed>[1] = australian,
    ) => {
      const result = assessed({ ...company, parties: [agent], actingExcused: true, ...facts }, options);
      expect(item(result, 'acting.authority')).toBeDefined();
      const isItem = item(result, 'party.verified', 'p9') !== undefined;
      expect(result.mustVerify.some(({ partyId }) => partyId === 'p9')).toBe(isItem);
      return isItem;
    };
    expect(verified({})).toBe(false);
    expect(verified({ riskLevel: 'medium' })).toBe(false);
    expect(verified({ actingExcused: false })).toBe(true);
    expect(verified({ parties: [acting] })).toBe(true);
    expect(verified({ riskLevel: 'high' })).toBe(true);
    expect(verified({ clientType: 'individual' })).toBe(true);
    // New Zealand has no such rule.
    expect(verified({}, { in: ['NZL', 'AUS'], on: '2026-08-10' })).toBe(true);
  });

  it('a client identified under the former law: initial CDD counts as done, of businesses it covered alone', () => {
    const done = (doneOn: string) => ({ earlierCdd: { ground: 'formerLaw', doneOn } }) as const;
    const parties = [{ ...owner, id: 'a' }, { ...acting }];
    const asked = (facts: Parameters<typeof assessed>[0], sector: 'finance' | 'legal' = 'finance') =>
      required(
        assessed(
          { ...company, registrationCountry: 'AUS', parties, ...facts },
          { in: ['AUS'], on: '2026-08-10', company: { sector } },
        ),
      );
    const all = [
      'identity.verified',
      'party.verified',
      'acting.authority',
      'entity.existence',
      'owners.determined',
    ];
    const left = ['sanctions.checked', 'party.sanctionsChecked', 'relationship.purpose', 'risk.rated'];
    expect(asked({})).toEqual(expect.arrayContaining([...all, ...left]));
    const reduced = asked(done('2026-03-30'));
    expect(reduced.filter((code) => all.includes(code))).toEqual([]);
    expect(reduced).toEqual(expect.arrayContaining(left));
    // On 31 March 2026 the new law applied, and it never was the law of a law firm.
    expect(asked(done('2026-03-31'))).toEqual(asked({}));
    expect(asked(done('2026-03-30'), 'legal')).toEqual(asked({}, 'legal'));
    // A high risk still has its own requirements.
    expect(asked({ ...done('2026-03-30'), riskLevel: 'high' })).toContain('source.wealth');
  });

  it('CDD by the group abroad or by a transferred business counts as done, in Australia alone', () => {
    for (const ground of ['groupAbroad', 'transferred'] as const) {
      const facts = { earlierCdd: { ground, doneOn: '2026-08-01' } } as const;
      const australian = assessed(facts, { in: ['AUS'], on: '2026-08-10', company: lawFirm });
      expect(australian.hits).toContain('au.done.elsewhere');
      expect(required(australian)).not.toContain('identity.verified');
      expect(australian.mustVerify).toEqual([]);
      const both = assessed(facts, { in: ['NZL', 'AUS'], on: '2026-08-10', company: lawFirm });
      expect(required(both)).toContain('identity.verified');
      // In force with the reformed Act, for each business from its own day.
      expect(assessed(facts, { in: ['AUS'], on: '2026-06-30', company: lawFirm }).hits).toEqual([]);
    }
  });

  it('a party who becomes a PEP: reviewed as an owner or the person acted for, not as someone who acts', () => {
    const related = [
      { ...owner, id: 'owns' },
      { ...owner, id: 'quarter', effectivePercent: '25' },
      { ...owner, id: 'for', effectivePercent: null, roles: ['actingFor'] as const },
      { ...owner, id: 'acts', effectivePercent: null, roles: ['authorisedRepresentative'] as const },
      { ...owner, id: 'sits', effectivePercent: null, roles: ['director'] as const },
    ];
    const reviewed = (laws: ('NZL' | 'AUS')[], more: Partial<typeof plain> = {}) => {
      const facts = { ...plain, ...company, parties: related, ...more };
      return related.map(({ id }) => id).filter((id) => isReviewedWithPep(facts, id, laws));
    };
    expect(reviewed(['NZL'])).toEqual(['owns', 'for']);
    // Of whom a company acts for counts as established with its identity (Rules 6-6); of a trust it does not.
    expect(reviewed(['AUS'])).toEqual(['owns', 'quarter']);
    expect(reviewed(['AUS'], { clientType: 'trust' })).toEqual(['owns', 'quarter', 'for']);
    expect(reviewed(['NZL', 'AUS'])).toEqual(['owns', 'quarter', 'for']);
    // A listed company's owners are established once the ground is recorded.
    expect(reviewed(['AUS'], { clientType: 'listedIssuer' })).toEqual(['owns', 'quarter']);
    const ownership = { traced: [], outcome: null, deemed: 'listedIssuer' } as const;
    expect(reviewed(['AUS'], { clientType: 'listedIssuer', ownership })).toEqual([]);
  });
});

describe('persons on whose behalf a client acts, in New Zealand by the stricter reading', () => {
  const person = {
    ...owner,
    id: 'for',
    effectivePercent: null,
    roles: ['actingFor'],
    pepStatus: 'notChecked',
    sanctionsStatus: 'notChecked',
  } as const;

  it('are verified, screened and asked about political exposure; in Australia beside a trust alone', () => {
    const codes = ['party.verified', 'party.sanctionsChecked', 'party.pepChecked'];
    const asked = (facts: Parameters<typeof assessed>[0], law: 'NZL' | 'AUS') =>
      required(assessed({ ...company, parties: [person], ...facts }, { in: [law], on: '2026-08-10' })).filter(
        (code) => codes.includes(code),
      );
    expect(asked({}, 'NZL').toSorted()).toEqual(codes.toSorted());
    expect(asked({}, 'AUS')).toEqual([]);
    expect(asked({ clientType: 'trust' }, 'AUS')).toEqual(expect.arrayContaining(['party.sanctionsChecked']));
  });
});
