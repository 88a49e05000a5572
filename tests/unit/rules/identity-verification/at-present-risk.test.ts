import { describe, expect, it } from 'vitest';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import {
  evaluateVerification,
  unmetAtRisk,
  verificationRules,
} from '#rules/identity-verification/evaluate.ts';
import type { DecidedRule, VerificationFacts } from '#rules/identity-verification/evidence.ts';
import {
  accreditedService,
  check,
  firstCompany as company,
  exception,
  facts,
  reliance,
  seen,
} from './facts.ts';

const passportSeen = facts({ method: 'documentSighted', documents: [seen()], checks: [] });
const twoSources = (['auElectoralRoll', 'auCreditBureau'] as const).map((source) =>
  check({ type: 'dataSource', source, documentId: null, matched: ['name', 'address'] }),
);
const relied = facts({
  method: 'reliance',
  documents: [],
  checks: [],
  reliance: reliance({ basis: 'case' }),
});

/** What a verification decided at one level does not meet at another, in Australia unless stated. */
function unmet(
  given: VerificationFacts,
  [before, after]: readonly [RiskLevel | null, RiskLevel | null],
  { regulatedIn = ['AUS'] as ('AUS' | 'NZL')[], isEarlier = false, today = given.on } = {},
) {
  const { decisive } = evaluateVerification({ ...given, riskLevel: before }, { ...company, regulatedIn });
  const decided = decisive.map(
    (rule): DecidedRule => ({ ...rule, decisive: true, ...(isEarlier ? {} : { riskLevel: before }) }),
  );
  return unmetAtRisk(decided, { ...given, riskLevel: after }, { company, today });
}

describe('evidence of identity at the present risk level', () => {
  it('is not enough in Australia once the client is rated high, whether it was rated before or not', () => {
    const missing = {
      evidence: 'Rated high: documents and data of two organisations are both needed.',
      provision: 'AU s28, s32',
    };
    for (const before of [null, 'low', 'medium'] as const) {
      expect(unmet(passportSeen, [before, 'high'])).toEqual(missing);
      expect(unmet(passportSeen, [before, 'high'], { isEarlier: true })).toEqual(missing);
      expect(unmet(passportSeen, [before, 'medium'])).toBeNull();
    }
  });

  it('is enough with documents and data of two organisations, also when the document has expired since', () => {
    const both = { ...passportSeen, checks: twoSources };
    expect(unmet(both, [null, 'high'])).toBeNull();
    expect(unmet(both, [null, 'high'], { today: '2031-01-01' })).toBeNull();
    // A passport that its issuer confirms, and a credit bureau.
    expect(unmet(facts(), [null, 'high'])).toBeNull();
  });

  it('is not judged again at the same or a lower level, or without one', () => {
    for (const levels of [
      ['high', 'high'],
      ['high', 'low'],
      ['medium', 'medium'],
      ['low', null],
    ] as const) {
      expect(unmet(passportSeen, levels)).toBeNull();
    }
  });

  it('leaves what was not met at the decision to its exception', () => {
    const unrated = unmet(relied, [null, 'high']);
    expect(unrated).toBeNull();
  });

  it('demands that reliance in one case is appropriate to the higher level', () => {
    expect(unmet(relied, ['low', 'medium'])).toEqual({
      evidence: 'Recorded as appropriate when the client was rated low; the client is rated medium.',
      provision: 'AU s38',
    });
    expect(unmet(relied, ['low', 'low'])).toBeNull();
    expect(unmet(relied, ['low', 'high'], { isEarlier: true })).toBeNull();
  });

  it('follows the rules of today, and asks nothing of what the code of 2013 did not cover', () => {
    expect(unmet(passportSeen, ['low', 'high'], { today: '2026-01-01' })).toBeNull();
    const nz = facts({ on: '2026-06-30' });
    expect(unmet(nz, ['low', 'high'], { regulatedIn: ['NZL'] })).toBeNull();
  });
});

describe('clauses by risk', () => {
  const samples = [
    passportSeen,
    facts(),
    relied,
    facts({ exception: exception(), accreditedService: accreditedService() }),
  ];

  it('are all that look at the client’s risk level, except the scope of the code of 2013', () => {
    const looking = new Set<string>();
    const marked = new Set<string>();
    for (const { id, effectiveFrom, clauses } of verificationRules) {
      for (const { code, provision, isByRisk, applies, find } of clauses) {
        const key = `${id} ${effectiveFrom} ${code}`;
        if (isByRisk) marked.add(key);
        for (const sample of samples) {
          const watched = new Proxy(sample, {
            get(target, name, receiver) {
              if (name === 'riskLevel' && !provision.startsWith('NZ IVCOP 2013')) looking.add(key);
              return Reflect.get(target, name, receiver);
            },
          });
          applies?.(watched);
          find(watched);
        }
      }
    }
    expect([...marked].sort()).toEqual([...looking].sort());
    expect(marked.size).toBe(3);
  });
});
