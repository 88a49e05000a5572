import { describe, expect, it } from 'vitest';
import {
  decisiveRules,
  evaluateRule,
  evaluateVerification,
  ruleVersion,
  verificationRuleOn,
  verificationRules,
} from '#rules/verification/evaluate.ts';
import type { VerificationFacts, VerificationRuleId } from '#rules/verification/evidence.ts';
import { check, document, facts } from './facts.ts';

const failing = (id: VerificationRuleId, given: VerificationFacts) =>
  evaluateRule(id, given)
    .clauses.filter(({ passed }) => !passed)
    .map(({ code }) => code);

const without = (type: string) => facts().checks.filter((one) => one.type !== type);

describe('every rule', () => {
  it('gives text, provision and evidence with each clause, and follows without a gap', () => {
    for (const rule of verificationRules) {
      const on = rule.effectiveTo ?? '2026-11-21';
      const outcome = evaluateRule(rule.id, facts({ on }));
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
    expect(decisiveRules('electronicRemote', ['NZL'], '2026-11-21')).toEqual(['nz.ivcop.electronic']);
    expect(decisiveRules('documentSighted', ['NZL', 'AUS'], '2026-11-21')).toEqual([
      'nz.ivcop.documentary',
      'au.reasonableGrounds',
    ]);
    expect(decisiveRules('documentSighted', ['AUS'], '2026-03-30')).toEqual([]);
    expect(decisiveRules('reliance', ['AUS'], '2026-11-21')).toEqual(['reliance']);
    expect(evaluateVerification(facts(), ['NZL'])).toMatchObject({
      passed: true,
      beside: [{ id: 'practice.issuerAndTwoSources', passed: true }],
    });
    expect(evaluateVerification(facts(), []).passed).toBe(false);
  });

  it('is refused before it was in force', () => {
    expect(verificationRuleOn('nz.ivcop.electronic', '2013-10-09')).toBeUndefined();
    expect(() => evaluateRule('au.reasonableGrounds', facts({ on: '2026-03-30' }))).toThrow(RangeError);
  });
});

describe('nz.ivcop.electronic', () => {
  const id = 'nz.ivcop.electronic';

  it('passes with two independent sources, a date of birth and a face', () => {
    expect(evaluateRule(id, facts())).toMatchObject({
      passed: true,
      version: 'nz.ivcop.electronic-2021-07-01',
    });
  });

  it('wants two organisations, not two registers of one', () => {
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

  it('wants a face since July 2021, and did not before', () => {
    expect(failing(id, facts({ checks: without('face') }))).toEqual(['binding']);
    expect(failing(id, facts({ checks: without('face'), on: '2021-06-30' }))).toEqual([]);
  });

  it('fails clause by clause', () => {
    expect(failing(id, facts({ consentAt: null }))).toEqual(['consent']);
    expect(failing(id, facts({ riskLevel: 'high' }))).toEqual(['risk']);
    expect(failing(id, facts({ documents: [document({ otherClients: 1 })] }))).toEqual(['sameDocument']);
    expect(failing(id, facts({ checks: [...facts().checks, check({ source: 'somewhere' })] }))).toEqual([
      'sources',
    ]);
    const withoutBirth = facts().checks.map((one) => ({
      ...one,
      matched: one.matched.filter((part) => part !== 'dob'),
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

  it('never counts a source that was down', () => {
    const down = check({
      source: 'nzDriverLicence',
      documentId: 'licence',
      outcome: 'source_unavailable',
      matched: [],
    });
    const outcome = evaluateRule(id, facts({ checks: [...facts().checks, down] }));
    expect(outcome.passed).toBe(true);
    expect(outcome.clauses.find(({ code }) => code === 'noContradiction')?.evidence).toMatch(
      /Did not answer.*driver licence/,
    );
  });
});

describe('nz.ivcop.documentary', () => {
  const id = 'nz.ivcop.documentary';
  const base = (documents: VerificationFacts['documents'], checks: VerificationFacts['checks'] = []) =>
    facts({ method: 'documentSighted', consentAt: null, documents, checks });
  const seen = (more: Parameters<typeof document>[0] = {}) => document({ originalSighted: true, ...more });
  const licence = seen({ id: 'licence', type: 'nzDriverLicence' });

  it('takes a passport, or a licence with something beside it', () => {
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
      'binding',
    ]);
  });

  it('wants documents seen, valid, and in the recorded name', () => {
    expect(failing(id, base([seen({ expiresOn: '2026-11-21' })]))).toEqual([]);
    expect(failing(id, base([seen({ expiresOn: '2026-11-20' })]))).toEqual(['documents', 'current']);
    expect(failing(id, base([document()]))).toEqual(['seen', 'binding']);
    expect(failing(id, base([seen({ showsName: false })]))).toEqual(['nameAndBirth']);
    expect(failing(id, base([seen({ showsDateOfBirth: null })]))).toEqual(['nameAndBirth']);
  });

  it('wants certified copies by a trusted, independent referee, of the last three months, with a likeness', () => {
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
      'binding',
    ]);
  });
});

describe('au.reasonableGrounds', () => {
  const id = 'au.reasonableGrounds';
  const passport = document({ type: 'auPassport' });
  const confirmed = check({ source: 'auPassport' });
  const faces = facts().checks.filter(({ type }) => type === 'face' || type === 'liveness');

  it('takes a confirmed document, or data of two organisations', () => {
    expect(failing(id, facts({ documents: [passport], checks: [confirmed, ...faces] }))).toEqual([]);
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
    expect(failing(id, facts({ documents: [], checks: [roll, bureau, ...faces] }))).toEqual([]);
    expect(failing(id, facts({ documents: [], checks: [roll, ...faces] }))).toEqual(['grounds']);
    expect(
      failing(id, facts({ documents: [passport], checks: [confirmed, ...faces], riskLevel: 'high' })),
    ).toEqual(['risk']);
    expect(
      failing(
        id,
        facts({ documents: [passport], checks: [confirmed, roll, bureau, ...faces], riskLevel: 'high' }),
      ),
    ).toEqual([]);
  });

  it('takes an Australian passport for two years after it expired, and no other document', () => {
    const of = (type: 'auPassport' | 'foreignPassport', expiresOn: string) =>
      failing(id, facts({ documents: [document({ type, expiresOn })], checks: [confirmed, ...faces] }));
    expect(of('auPassport', '2024-11-21')).toEqual([]);
    expect(of('auPassport', '2024-11-20')).toEqual(['grounds', 'current']);
    expect(of('foreignPassport', '2026-11-20')).toEqual(['grounds', 'current']);
  });

  it('asks for consent only where somebody is asked', () => {
    const sighted = facts({
      method: 'documentSighted',
      consentAt: null,
      documents: [document({ type: 'auPassport', originalSighted: true })],
      checks: [],
    });
    expect(failing(id, sighted)).toEqual([]);
    expect(failing(id, { ...sighted, hasDateOfBirth: false, hasAddress: false })).toEqual(['information']);
  });
});

describe('practice, reliance and exception', () => {
  it('are held clause by clause', () => {
    expect(failing('practice.issuerAndTwoSources', facts({ pepStatus: 'foreign' }))).toEqual(['pep']);
    expect(failing('practice.issuerAndTwoSources', facts({ checks: without('dataSource') }))).toEqual([
      'name',
      'address',
    ]);
    const reliance = {
      partyName: 'A Bank',
      supervisor: 'RBNZ',
      verifiedOn: '2026-01-01',
      agreedInWriting: true,
      identityInformationReceived: true,
      evidenceOnRequest: true,
    };
    expect(failing('reliance', facts({ reliance }))).toEqual([]);
    expect(failing('reliance', facts())).toHaveLength(5);
    expect(
      failing(
        'reliance',
        facts({ reliance: { ...reliance, verifiedOn: '2026-11-22', agreedInWriting: false } }),
      ),
    ).toEqual(['agreed', 'date']);
    const exception = {
      reason: 'Has never held any document here.',
      alternativeEvidence: 'Letter of the shelter',
      approvedBy: 'An owner',
      endsOn: '2027-01-01',
    };
    expect(failing('exception', facts({ exception }))).toEqual([]);
    expect(
      failing(
        'exception',
        facts({ exception: { ...exception, reason: 'No', approvedBy: null, endsOn: '2026-11-21' } }),
      ),
    ).toEqual(['reason', 'approval', 'end']);
  });
});
