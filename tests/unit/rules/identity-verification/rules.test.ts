import { describe, expect, it } from 'vitest';
import {
  decisiveRules,
  evaluateRule,
  evaluateVerification,
  type JudgedCompany,
  ruleBindsFrom,
  ruleVersion,
  verificationRuleOn,
  verificationRules,
} from '#rules/identity-verification/evaluate.ts';
import type { VerificationFacts, VerificationMethod } from '#rules/identity-verification/evidence.ts';
import { verificationRulesOn } from '#rules/identity-verification/rules-on.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';
import { check, document, evaluate, facts, failing, firstCompany, reliance, seen } from './facts.ts';

const firm = (...regulatedIn: Jurisdiction[]) => ({ ...firstCompany, regulatedIn });

const without = (type: string) => facts().checks.filter((check) => check.type !== type);

describe('every rule', () => {
  it('returns text, provision and evidence for each clause, without gaps in time', () => {
    for (const rule of verificationRules) {
      const on = rule.effectiveTo ?? (rule.effectiveFrom > '2026-11-21' ? rule.effectiveFrom : '2026-11-21');
      const outcome = evaluate(rule.id, facts({ on }));
      expect(outcome.version).toBe(ruleVersion(rule));
      for (const clause of outcome.clauses) {
        expect(clause.text).toMatch(/\.$/);
        expect(clause.evidence).toMatch(/\.$/);
        expect(clause.provision).not.toBe('');
      }
      const codes = outcome.clauses.map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
    }
  });

  it('is chosen by method and by the countries whose law applies', () => {
    const on = '2026-11-21';
    const given = (method: VerificationMethod, basis: 'agreement' | 'case' | null = null) => ({
      method,
      on,
      reliance: reliance({ basis }),
    });
    expect(decisiveRules(given('electronicRemote'), firm('NZL'))).toEqual(['nz.ivcop.electronic']);
    expect(decisiveRules(given('documentSighted'), firm('NZL', 'AUS'))).toEqual([
      'nz.ivcop.documentary',
      'au.reasonableGrounds',
    ]);
    expect(decisiveRules(given('distf'), firm('NZL', 'AUS'))).toEqual([
      'nz.ivcop.distf',
      'au.reasonableGrounds',
    ]);
    expect(decisiveRules({ ...given('distf'), on: '2026-06-30' }, firm('NZL'))).toEqual([]);
    expect(decisiveRules({ ...given('documentSighted'), on: '2026-03-30' }, firm('AUS'))).toEqual([]);
    expect(decisiveRules(given('reliance'), firm('NZL', 'AUS'))).toEqual([
      'nz.reliance',
      'au.reliance.agreement',
    ]);
    expect(decisiveRules(given('reliance', 'case'), firm('NZL', 'AUS'))).toEqual([
      'nz.reliance',
      'au.reliance.case',
    ]);
    expect(decisiveRules(given('exception'), firm('NZL', 'AUS'))).toEqual([
      'nz.ivcop.exception',
      'au.noEvidence',
    ]);
    expect(evaluateVerification(facts(), firm('NZL'))).toMatchObject({
      passed: true,
      beside: [{ id: 'practice.issuerAndTwoSources', passed: true }],
    });
    expect(evaluateVerification(facts(), firm()).passed).toBe(false);
  });

  it('throws before it was in force', () => {
    expect(verificationRuleOn('nz.ivcop.electronic', '2013-10-09', firstCompany)).toBeUndefined();
    expect(() => evaluate('au.reasonableGrounds', facts({ on: '2026-03-30' }))).toThrow(RangeError);
  });
});

describe('the law of the company', () => {
  const auIds = [
    'au.reasonableGrounds',
    'au.reliance.agreement',
    'au.reliance.case',
    'au.noEvidence',
  ] as const;
  const bound = (company: Omit<JudgedCompany, 'regulatedIn'>, on: string) => ({
    rules: auIds.filter((id) => verificationRuleOn(id, on, company) !== undefined),
    decisive: (['documentSighted', 'reliance', 'exception'] as const).flatMap((method) =>
      decisiveRules({ method, on, reliance: reliance() }, { ...company, regulatedIn: ['AUS'] }),
    ),
    shown: verificationRulesOn('AUS', company, on).filter(({ jurisdiction }) => jurisdiction === 'AUS')
      .length,
  });
  const none = { rules: [], decisive: [], shown: 0 };
  const all = {
    rules: auIds,
    decisive: ['au.reasonableGrounds', 'au.reliance.agreement', 'au.noEvidence'],
    shown: 4,
  };

  it('begins in Australia with the tranche', () => {
    for (const second of [{ sector: 'legal' }, { sector: 'other', australianTranche: 'T2' }] as const) {
      expect(bound(second, '2026-06-10')).toEqual(none);
      expect(bound(second, '2026-06-30')).toEqual(none);
      expect(bound(second, '2026-07-01')).toEqual(all);
    }
    for (const first of [
      { sector: 'finance' },
      { sector: 'legal', otherSectors: ['finance'] },
      { sector: 'legal', australianTranche: 'T1' },
      { sector: null },
    ] as const) {
      expect(bound(first, '2026-03-30')).toEqual(none);
      expect(bound(first, '2026-03-31')).toEqual(all);
    }
  });

  it('judges no verification of a second-tranche business by Australian law before July 2026', () => {
    const company = { sector: 'legal', regulatedIn: ['AUS'] } as const;
    const sighted = facts({ method: 'documentSighted', documents: [seen({ type: 'auPassport' })] });
    const on = (day: string) => evaluateVerification({ ...sighted, on: day }, company);
    expect(on('2026-06-10')).toEqual({ passed: false, decisive: [], beside: [] });
    expect(on('2026-07-01')).toMatchObject({ passed: true, decisive: [{ id: 'au.reasonableGrounds' }] });
    expect(() => evaluateRule('au.noEvidence', { ...sighted, on: '2026-06-30' }, company)).toThrow(
      RangeError,
    );
    const both = evaluateVerification(
      { ...sighted, on: '2026-06-10' },
      { ...company, regulatedIn: ['NZL', 'AUS'] },
    );
    expect(both.decisive.map(({ id }) => id)).toEqual(['nz.ivcop.documentary']);
  });

  it('begins in New Zealand with the sector', () => {
    const starts = (sector: Sector, on: string) =>
      verificationRuleOn('nz.ivcop.documentary', on, { sector }) !== undefined;
    expect([starts('legal', '2018-06-30'), starts('legal', '2018-07-01')]).toEqual([false, true]);
    expect([starts('realEstate', '2018-12-31'), starts('realEstate', '2019-01-01')]).toEqual([false, true]);
    // The code is later than the law of the first sectors.
    expect([starts('finance', '2013-10-09'), starts('finance', '2013-10-10')]).toEqual([false, true]);
  });

  it('dates a rule by its wording, or by the law of the company where that is later', () => {
    const [rule] = verificationRulesOn('NZL', { sector: 'legal' }, '2020-01-01');
    expect(rule && ruleBindsFrom(rule, { sector: 'legal' })).toBe('2018-07-01');
    expect(rule && ruleBindsFrom(rule, firstCompany)).toBe(rule?.effectiveFrom);
  });
});

describe('nz.ivcop.electronic', () => {
  const id = 'nz.ivcop.electronic';

  it('passes with two independent sources, a date of birth and a face', () => {
    expect(evaluate(id, facts())).toMatchObject({
      passed: true,
      version: 'nz.ivcop.electronic-2026-07-01',
    });
  });

  it('requires two organisations, not two registers of one', () => {
    const ofOneDepartment = [
      check(),
      check({ source: 'nzDiaBirth', documentId: 'birth' }),
      ...without('issuer').filter(({ type }) => type !== 'dataSource'),
    ];
    expect(failing(id, facts({ checks: ofOneDepartment }))).toEqual(['name']);
    const single = [
      check({ source: 'nzRealMe' }),
      ...without('issuer').filter(({ type }) => type !== 'dataSource'),
    ];
    expect(failing(id, facts({ checks: single }))).toEqual([]);
  });

  it('requires a face match from the day on which the note was published', () => {
    expect(failing(id, facts({ checks: without('face') }))).toEqual(['binding']);
    expect(failing(id, facts({ checks: without('face'), on: '2021-07-16' }))).toEqual(['binding']);
    expect(failing(id, facts({ checks: without('face'), on: '2021-07-15' }))).toEqual([]);
  });

  it('fails clause by clause', () => {
    expect(failing(id, facts({ consentAt: null }))).toEqual(['consent']);
    expect(failing(id, facts({ riskLevel: 'high', on: '2026-06-30' }))).toEqual(['risk']);
    expect(failing(id, facts({ riskLevel: 'high', on: '2026-07-01' }))).toEqual([]);
    expect(failing(id, facts({ documents: [document({ otherClients: 1 })] }))).toEqual(['sameDocument']);
    expect(failing(id, facts({ checks: [...facts().checks, check({ source: 'somewhere' })] }))).toEqual([
      'sources',
    ]);
    const withoutBirth = facts().checks.map((check) => ({
      ...check,
      matched: check.matched.filter((part) => part !== 'dob'),
    }));
    expect(failing(id, facts({ checks: withoutBirth }))).toEqual(['dateOfBirth']);
    const against = check({
      source: 'nzDriverLicence',
      documentId: 'licence',
      outcome: 'no_match',
      matched: [],
      unmatched: ['name'],
    });
    expect(failing(id, facts({ checks: [...facts().checks, against] }))).toEqual(['noContradiction']);
  });

  it('never counts a source that was unavailable', () => {
    const down = check({
      source: 'nzDriverLicence',
      documentId: 'licence',
      outcome: 'source_unavailable',
      matched: [],
    });
    const outcome = evaluate(id, facts({ checks: [...facts().checks, down] }));
    expect(outcome.passed).toBe(true);
    expect(outcome.clauses.find(({ code }) => code === 'noContradiction')?.evidence).toMatch(
      /No response \(not counted\).*driver licence/,
    );
  });
});

describe('nz.ivcop.documentary', () => {
  const id = 'nz.ivcop.documentary';
  const base = (documents: VerificationFacts['documents'], checks: VerificationFacts['checks'] = []) =>
    facts({ method: 'documentSighted', consentAt: null, documents, checks });
  const licence = seen({ id: 'licence', type: 'nzDriverLicence' });

  it('accepts a passport, or a licence with a second document', () => {
    expect(failing(id, base([seen()]))).toEqual([]);
    expect(failing(id, base([licence]))).toEqual(['documents']);
    expect(
      failing(id, base([licence, seen({ id: 'b', type: 'birthCertificate', expiresOn: null })])),
    ).toEqual([]);
    const bank = (issuedOn: string) => seen({ id: 'bank', type: 'bankDocument', expiresOn: null, issuedOn });
    expect(failing(id, base([licence, bank('2025-11-21')]))).toEqual([]);
    expect(failing(id, base([licence, bank('2025-11-20')]))).toEqual(['documents']);
    expect(
      failing(id, base([licence], [check({ source: 'nzDriverLicence', documentId: 'licence' })])),
    ).toEqual([]);
    expect(failing(id, base([seen({ id: 'b', type: 'birthCertificate', expiresOn: null })]))).toEqual([
      'documents',
      'likenessConfirmed',
    ]);
  });

  it('requires sighted, valid documents in the recorded name', () => {
    expect(failing(id, base([seen({ expiresOn: '2026-11-21' })]))).toEqual([]);
    expect(failing(id, base([seen({ expiresOn: '2026-11-20' })]))).toEqual(['documents', 'current']);
    expect(failing(id, base([document()]))).toEqual(['seen', 'met', 'likenessConfirmed']);
    expect(failing(id, base([seen({ showsName: false })]))).toEqual(['nameAndBirth']);
    expect(failing(id, base([seen({ showsDateOfBirth: null })]))).toEqual(['nameAndBirth']);
  });

  it('requires copies certified by a trusted independent referee in the last three months with a true likeness', () => {
    const copy = (more: object) =>
      facts({
        method: 'documentCertified',
        checks: [],
        documents: [
          document({
            certified: {
              refereeName: 'A. Referee',
              refereeType: 'justiceOfThePeace',
              certifiedOn: '2026-08-21',
              statesLikeness: true,
              independent: true,
              ...more,
            },
          }),
        ],
      });
    expect(failing(id, copy({}))).toEqual([]);
    expect(failing(id, copy({ certifiedOn: '2026-08-20' }))).toEqual(['certifiedWithinThreeMonths']);
    expect(failing(id, copy({ certifiedOn: '2026-11-22' }))).toEqual(['certifiedWithinThreeMonths']);
    expect(failing(id, copy({ statesLikeness: false }))).toEqual(['likeness']);
    expect(failing(id, copy({ independent: false }))).toEqual(['independentReferee']);
    expect(failing(id, copy({ refereeType: 'other' }))).toEqual(['referee']);
    expect(failing(id, facts({ method: 'documentCertified', documents: [document()], checks: [] }))).toEqual([
      'seen',
      'referee',
      'certifiedWithinThreeMonths',
      'likeness',
      'independentReferee',
      'met',
      'likenessConfirmed',
    ]);
  });
});

describe('a document that was not compared with the record', () => {
  const evidenceOf = (id: 'nz.ivcop.documentary' | 'au.reasonableGrounds', code: string, more: object) => {
    const given = facts({ method: 'documentSighted', documents: [seen(more)], checks: [] });
    return evaluate(id, given).clauses.find((clause) => clause.code === code);
  };

  it('is not said to differ from it', () => {
    for (const more of [{ showsName: null }, { showsDateOfBirth: null }]) {
      const clause = evidenceOf('nz.ivcop.documentary', 'nameAndBirth', more);
      expect(clause).toMatchObject({ passed: false });
      expect(clause?.evidence).toContain('not been compared with the record');
    }
    expect(evidenceOf('nz.ivcop.documentary', 'nameAndBirth', { showsName: false })?.evidence).toMatch(
      /^Does not agree/,
    );
    expect(evidenceOf('au.reasonableGrounds', 'grounds', { showsName: null })?.evidence).toMatch(
      /name has not been compared with the record: /,
    );
    expect(evidenceOf('au.reasonableGrounds', 'grounds', { showsName: false })?.evidence).not.toContain(
      'compared with the record',
    );
  });
});

describe('au.reasonableGrounds', () => {
  const id = 'au.reasonableGrounds';
  const passport = document({ type: 'auPassport' });
  const confirmed = check({ source: 'auPassport' });
  const faces = facts().checks.filter(({ type }) => type === 'face' || type === 'liveness');

  it('accepts a confirmed document, or data of two organisations', () => {
    expect(failing(id, facts({ documents: [passport], checks: [confirmed, ...faces] }))).toEqual([]);
    const bureauStatement = { informed: true, agreed: true, alternativeOffered: true };
    const roll = check({
      type: 'dataSource',
      source: 'auElectoralRoll',
      documentId: null,
      matched: ['name', 'address'],
    });
    const bureau = check({
      type: 'dataSource',
      source: 'auCreditBureau',
      documentId: null,
      matched: ['name', 'address'],
    });
    expect(failing(id, facts({ documents: [], checks: [roll, bureau, ...faces], bureauStatement }))).toEqual(
      [],
    );
    expect(failing(id, facts({ documents: [], checks: [roll, ...faces] }))).toEqual(['grounds']);
    expect(
      failing(id, facts({ documents: [passport], checks: [confirmed, ...faces], riskLevel: 'high' })),
    ).toEqual(['risk']);
    expect(
      failing(
        id,
        facts({
          documents: [passport],
          checks: [confirmed, roll, bureau, ...faces],
          riskLevel: 'high',
          bureauStatement,
        }),
      ),
    ).toEqual([]);
  });

  it('accepts an Australian passport for two years after expiry, and no other document', () => {
    const of = (type: 'auPassport' | 'foreignPassport', expiresOn: string) =>
      failing(id, facts({ documents: [document({ type, expiresOn })], checks: [confirmed, ...faces] }));
    expect(of('auPassport', '2024-11-21')).toEqual([]);
    expect(of('auPassport', '2024-11-20')).toEqual(['grounds', 'current']);
    expect(of('foreignPassport', '2026-11-20')).toEqual(['grounds', 'current']);
  });

  it('requires consent only for external checks', () => {
    const sighted = facts({
      method: 'documentSighted',
      consentAt: null,
      documents: [seen({ type: 'auPassport' })],
      checks: [],
    });
    expect(failing(id, sighted)).toEqual([]);
    expect(
      failing(id, {
        ...sighted,
        documents: [seen({ type: 'auPassport', likenessConfirmed: false })],
      }),
    ).toEqual(['binding']);
    expect(failing(id, { ...sighted, hasDateOfBirth: false, hasAddress: false })).toEqual(['information']);
  });
});

describe('practice.issuerAndTwoSources', () => {
  it('fails clause by clause', () => {
    const id = 'practice.issuerAndTwoSources';
    expect(failing(id, facts({ pepStatus: 'foreign' }))).toEqual(['pep']);
    expect(failing(id, facts({ checks: without('dataSource') }))).toEqual(['name', 'address']);
  });
});
