import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CopyDelivery, DocumentFact } from '#rules/identity-verification/evidence.ts';
import { nzCodeOn } from '#rules/identity-verification/nz-code.ts';
import { accreditedService, check, document, evaluate, facts, failing, seen } from './facts.ts';

const id = 'nz.ivcop.documentary';

const sighted = (on: string, documents: DocumentFact[], riskLevel: 'medium' | 'high' = 'medium') =>
  facts({ method: 'documentSighted', on, documents, riskLevel, checks: [], consentAt: null });

describe('the code of practice in force', () => {
  it('is the 2013 code to 30 June 2026, and the 2026 code from 1 July 2026', () => {
    expect(nzCodeOn('2026-06-30').year).toBe(2013);
    expect(nzCodeOn('2026-07-01').year).toBe(2026);
    const version = (on: string) => evaluate(id, sighted(on, [seen()])).version;
    expect(['2026-06-30', '2026-07-01', '2027-06-30', '2027-07-01'].map(version)).toEqual([
      `${id}-2013-10-10`,
      `${id}-2026-07-01`,
      `${id}-2026-07-01`,
      `${id}-2027-07-01`,
    ]);
  });

  it('covers a high-risk client with a passport face to face from 1 July 2026, and not on the day before', () => {
    expect(failing(id, sighted('2026-07-01', [seen()], 'high'))).toEqual([]);
    expect(failing(id, sighted('2026-06-30', [seen()], 'high'))).toEqual(['risk']);
    const clauses = evaluate(id, sighted('2026-07-01', [seen()], 'high')).clauses;
    expect(clauses.map(({ code }) => code)).not.toContain('risk');
    for (const { provision } of clauses) expect(provision).toContain('NZ IVCOP 2026');
  });

  it('accepts every set of documents that passed under the code of 2013', () => {
    const types = [
      'nzPassport',
      'foreignPassport',
      'nzFirearmsLicence',
      'travelDocument',
      'nationalIdentityCard',
      'nzDriverLicence',
      'kiwiAccessCard',
      'internationalDrivingPermit',
      'birthCertificate',
      'citizenshipCertificate',
      'bankDocument',
      'governmentDocument',
      'auDriverLicence',
    ] as const;
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...types), { maxLength: 3 }), (chosen) => {
        const documents = chosen.map((type) => seen({ id: type, type, issuedOn: '2026-06-01' }));
        const isMet = (on: string) =>
          evaluate(id, sighted(on, documents)).clauses.find(({ code }) => code === 'documents')?.passed;
        expect(isMet('2026-07-01')).toBe(isMet('2026-06-30'));
        if (failing(id, sighted('2026-06-30', documents)).length === 0)
          expect(failing(id, sighted('2026-07-01', documents))).toEqual([]);
      }),
    );
  });

  it.each([
    [['birthCertificate', 'internationalDrivingPermit'], true],
    [['citizenshipCertificate', 'internationalDrivingPermit'], true],
    [['internationalDrivingPermit'], false],
    [['internationalDrivingPermit', 'bankDocument'], false],
    [['internationalDrivingPermit', 'kiwiAccessCard'], false],
  ] as const)('accepts %s together: %s', (chosen, passed) => {
    const documents = chosen.map((type) => seen({ id: type, type, issuedOn: '2026-06-01' }));
    for (const on of ['2026-06-30', '2026-07-01']) {
      const clauses = evaluate(id, sighted(on, documents)).clauses;
      expect(clauses.find(({ code }) => code === 'documents')?.passed).toBe(passed);
    }
  });

  it('requires interviewer and time on record from 1 July 2026, and the likeness in both codes', () => {
    const on = '2026-07-01';
    const fails = (more: Partial<DocumentFact>, day = on) => failing(id, sighted(day, [seen(more)]));
    expect(fails({ meeting: null })).toEqual(['met']);
    expect(fails({ meeting: { metBy: 'A. Member', metOn: '2026-07-02' } })).toEqual(['met']);
    expect(fails({ meeting: { metBy: 'A. Member', metOn: on } })).toEqual([]);
    expect(fails({ likenessConfirmed: false })).toEqual(['likenessConfirmed']);
    expect(fails({ meeting: null }, '2026-06-30')).toEqual([]);
    expect(fails({ likenessConfirmed: false }, '2026-06-30')).toEqual(['binding']);
    const [met] = evaluate(id, sighted(on, [seen()])).clauses.filter(({ code }) => code === 'met');
    expect(met).toMatchObject({ evidence: 'A. Member met the person on 10 Oct 2013.' });
  });

  it('requires from 1 July 2027 how a certified copy was received, and not on the day before', () => {
    const copy = (on: string, delivery?: CopyDelivery) =>
      facts({
        method: 'documentCertified',
        on,
        checks: [],
        documents: [
          document({
            certified: {
              refereeName: 'A. Referee',
              refereeType: 'justiceOfThePeace',
              certifiedOn: '2027-06-01',
              statesLikeness: true,
              independent: true,
              delivery,
            },
          }),
        ],
      });
    expect(failing(id, copy('2027-06-30'))).toEqual([]);
    expect(failing(id, copy('2027-07-01'))).toEqual(['copyDelivery']);
    expect(failing(id, copy('2027-07-01', 'emailByPerson'))).toEqual([]);
    const clause = evaluate(id, copy('2027-07-01', 'emailByPerson')).clauses.find(
      ({ code }) => code === 'copyDelivery',
    );
    expect(clause).toMatchObject({
      provision: 'NZ IVCOP 2026, paragraphs 1.4.3 to 1.4.5',
      text: expect.stringContaining('to be confirmed'),
      evidence: 'Received by: email from the person.',
    });
    expect(failing(id, sighted('2027-07-01', [seen()]))).toEqual([]);
  });
});

describe('nz.ivcop.distf', () => {
  const rule = 'nz.ivcop.distf';
  const base = (more: Parameters<typeof accreditedService>[0] = {}) =>
    facts({ method: 'distf', documents: [], checks: [], accreditedService: accreditedService(more) });

  it('accepts the result of an accredited service from 1 July 2026', () => {
    expect(failing(rule, base())).toEqual([]);
    expect(failing(rule, facts({ ...base({ verifiedOn: '2026-07-01' }), on: '2026-07-01' }))).toEqual([]);
    expect(() => evaluate(rule, facts({ ...base(), on: '2026-06-30' }))).toThrow(RangeError);
  });

  it('fails clause by clause', () => {
    expect(failing(rule, base({ provider: ' ' }))).toEqual(['service']);
    expect(failing(rule, base({ accreditation: '' }))).toEqual(['accreditation']);
    expect(failing(rule, base({ covers: ['name', 'binding'] }))).toEqual(['nameAndBirth']);
    expect(failing(rule, base({ covers: ['dateOfBirth', 'binding'] }))).toEqual(['nameAndBirth']);
    expect(failing(rule, base({ matchesRecord: false }))).toEqual(['record']);
    expect(failing(rule, base({ covers: ['name', 'dateOfBirth'] }))).toEqual(['binding']);
    expect(failing(rule, base({ verifiedOn: '2026-11-22' }))).toEqual(['date']);
    expect(failing(rule, base({ evidence: '' }))).toEqual(['evidence']);
    expect(failing(rule, { ...base(), documents: [document({ otherClients: 1 })] })).toEqual([
      'sameDocument',
    ]);
    expect(failing(rule, { ...base(), checks: [check({ outcome: 'no_match' })] })).toEqual([
      'noContradiction',
    ]);
    expect(failing(rule, { ...base(), accreditedService: null })).toEqual([
      'service',
      'accreditation',
      'nameAndBirth',
      'record',
      'binding',
      'date',
      'evidence',
    ]);
  });

  it('accepts another measure for the binding where the service covers none', () => {
    const facesToo = facts().checks.filter(({ type }) => type === 'face' || type === 'liveness');
    expect(failing(rule, { ...base({ covers: ['name', 'dateOfBirth'] }), checks: facesToo })).toEqual([]);
  });
});
