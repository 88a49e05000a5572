import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { packsOn } from '#rules/cdd-rule-packs/packs.ts';
import { activityRulesOn } from '#rules/firm/activity-rules.ts';
import { highValueCash } from '#rules/firm/high-value-cash.ts';
import { lawBoundaries } from '#rules/law-changes/law-changes.ts';
import { concernsCompany } from '#rules/law-changes/rule-revision.ts';
import { rulesInForce } from '#rules/law-changes/rules-in-force.ts';
import { prohibitedCash } from '#rules/transition-guards/activity-status.ts';
import { activationBlockers } from '#rules/transition-guards/client-status.ts';
import { assessed, missing } from '../cdd-rule-packs/client-facts.ts';

const dealer = { sector: 'preciousMetals' } as const;
const dealerAndLawyer = { sector: 'preciousMetals', otherSectors: ['legal'] } as const;
const dealing = {
  capturedActivityNz: null,
  cashExpected: true,
  maxTransactionValue: 1_000_000,
  currency: 'NZD',
} as const;
const inNewZealand = { ...dealer, regulatedIn: ['NZL'] } as const;
const of = (more: object, on: string, company: Parameters<typeof highValueCash>[1] = inNewZealand) =>
  highValueCash({ ...dealing, ...more }, company, on);

const sanctionsRows = ['nz.tfs.tsa', 'nz.tfs.un', 'nz.tfs.russia'];

describe('a New Zealand dealer in precious metals', () => {
  it('is bound from 1 August 2019 to 10 May 2023, and by sanctions law after', () => {
    const codes = (on: string) =>
      packsOn(['NZL'], dealer, on).flatMap(({ rules }) => rules.map(({ code }) => code));
    expect(codes('2019-07-31')).toEqual([]);
    expect(codes('2019-08-01')).toContain('nz.cdd.standard');
    expect(codes('2023-05-10')).toContain('nz.cdd.standard');
    expect(codes('2023-05-11')).toEqual(sanctionsRows);
    expect(rulesInForce('NZL', dealer, '2026-11-29').map(({ code }) => code)).toEqual(sanctionsRows);
    const inForce = rulesInForce('NZL', dealer, '2023-05-10');
    const standard = inForce.find(({ code }) => code === 'nz.cdd.standard');
    expect(standard).toMatchObject({ from: '2019-08-01', to: '2023-05-10' });
  });

  it('is bound after as before where another sector is', () => {
    const versions = (company: Parameters<typeof packsOn>[1]) =>
      packsOn(['NZL'], company, '2026-11-29').map(({ rules }) => rules.length);
    expect(versions(dealerAndLawyer)).toEqual(versions({ sector: 'legal' }));
  });

  it('meets the end of its duties as a change of the law', () => {
    const days = (company: typeof dealer | typeof dealerAndLawyer) =>
      lawBoundaries({ ...company, regulatedIn: ['NZL'] }, { after: '2023-05-01', upTo: '2023-05-31' });
    expect(days(dealer)).toMatchObject([{ on: '2023-05-11' }]);
    expect(days(dealer)[0]?.rules.every(({ change }) => change === 'ends')).toBe(true);
    expect(days(dealerAndLawyer)).toEqual([]);
  });

  it('need not conduct CDD after, and still screens', () => {
    const now = assessed({ sanctionsStatus: 'notChecked' }, { company: dealer, on: '2023-05-11' });
    expect(now).toMatchObject({ laws: [], initialCddRequired: false, level: 'standard', reasons: [] });
    expect(missing(now)).toEqual(['sanctions.checked']);
    const before = assessed({ sanctionsStatus: 'notChecked' }, { company: dealer, on: '2023-05-10' });
    expect(before).toMatchObject({ laws: ['NZL'], initialCddRequired: true });
    expect(missing(before).length).toBeGreaterThan(1);
    const both = assessed({}, { company: dealer, in: ['NZL', 'AUS'], on: '2026-11-29' });
    expect(both).toMatchObject({ laws: ['AUS'], initialCddRequired: true });
  });

  it('cites no section of the Act to activate a client after', () => {
    const facts = {
      cddLevel: 'standard',
      cddStatus: 'notStarted',
      initialCddRequired: false,
      isPreCommencement: false,
      hasApprovedAssessment: false,
      submittedAssessmentId: null,
      undecidedMatches: 1,
      sanctionsStatus: 'potential',
      clientId: 'c',
      sanctions: [],
      parties: [],
      missing: [],
      ruleBlockers: [],
      on: '2026-11-29',
      jurisdictions: ['NZL'],
    } as const;
    const provisions = (laws: readonly 'NZL'[]) =>
      activationBlockers({ ...facts, laws }).map(({ code, provision }) => [code, provision]);
    expect(provisions([])).toEqual([
      ['client.assessmentNotApproved', 'Your AML/CFT programme'],
      ['client.matchesUndecided', 'Your AML/CFT programme'],
    ]);
    expect(provisions(['NZL'])).toContainEqual(['client.matchesUndecided', 'NZ s26']);
  });
});

describe('cash for precious metals in New Zealand', () => {
  it('of NZ$10,000 is captured from 1 August 2019 and prohibited from 11 May 2023', () => {
    expect(of({}, '2019-07-31')).toBe(null);
    expect([of({}, '2019-08-01'), of({}, '2023-05-10')]).toEqual(['cdd', 'cdd']);
    expect(of({}, '2023-05-11')).toBe('prohibited');
    for (const on of ['2023-05-10', '2023-05-11']) {
      expect(highValueCash({ ...dealing, maxTransactionValue: 999_999 }, inNewZealand, on)).toBe(null);
    }
  });

  it('of an unknown amount, or in another currency, is taken to reach it', () => {
    for (const more of [
      { maxTransactionValue: null },
      { maxTransactionValue: 0 },
      { maxTransactionValue: 1, currency: 'AUD' },
    ]) {
      expect(of(more, '2026-11-29')).toBe('prohibited');
    }
    expect(of({ cashExpected: false }, '2026-11-29')).toBe(null);
  });

  it('counts unless a captured activity of another sector of the company is recorded', () => {
    const both = { ...dealerAndLawyer, regulatedIn: ['NZL'] } as const;
    expect(of({}, '2026-11-29', both)).toBe('prohibited');
    expect(of({ capturedActivityNz: 'nz.a6' }, '2026-11-29', both)).toBe(null);
    expect(of({ capturedActivityNz: 'nz.a5' }, '2026-11-29', both)).toBe('prohibited');
    expect(of({ capturedActivityNz: 'nz.a6' }, '2026-11-29')).toBe('prohibited');
    expect(of({}, '2026-11-29', { sector: 'legal', regulatedIn: ['NZL'] })).toBe(null);
    expect(of({}, '2026-11-29', { ...dealer, regulatedIn: ['AUS'] })).toBe(null);
  });

  it('is resolved only by declining, or by other terms', () => {
    const facts = { isCashProhibited: true, noun: toActivityNoun('preciousMetals') };
    const codes = (outcome: 'approved' | 'declined' | null) =>
      prohibitedCash({ ...facts, outcome }).map(({ code }) => code);
    expect(codes('approved')).toEqual(['activity.cashProhibited']);
    expect(codes(null)).toEqual(['activity.cashProhibited']);
    expect(codes('declined')).toEqual([]);
  });

  it('has a row on the day, for companies of the sector alone', () => {
    const rows = (
      on: string,
      sectors: readonly ('preciousMetals' | 'legal')[],
      end: string | null = '2023-05-10',
    ) => activityRulesOn('NZL', '2019-08-01', on, { sectors, end }).map(({ code }) => code);
    const hvd = (codes: string[]) => codes.filter((code) => code.startsWith('nz.hvd'));
    expect(hvd(rows('2019-07-31', ['preciousMetals']))).toEqual([]);
    expect(hvd(rows('2019-08-01', ['preciousMetals']))).toEqual(['nz.hvd.cdd']);
    expect(hvd(rows('2023-05-10', ['preciousMetals']))).toEqual(['nz.hvd.cdd']);
    expect(hvd(rows('2023-05-11', ['preciousMetals']))).toEqual(['nz.hvd.cash']);
    expect(rows('2023-05-11', ['preciousMetals'])).not.toContain('nz.prohibit');
    expect(hvd(rows('2023-05-11', ['legal'], null))).toEqual([]);
    expect(rows('2023-05-11', ['legal'], null)).toContain('nz.prohibit');
  });

  it('concerns a release that is for the sector only', () => {
    expect(concernsCompany({ sectors: ['preciousMetals'] }, dealerAndLawyer)).toBe(false);
    expect(
      concernsCompany({ sectors: ['preciousMetals'] }, { sector: 'legal', otherSectors: ['preciousMetals'] }),
    ).toBe(false);
    expect(concernsCompany({ sectors: ['preciousMetals'] }, { sector: 'legal' })).toBe(false);
    expect(concernsCompany({ sectors: ['preciousMetals'] }, { sector: 'preciousMetals' })).toBe(true);
    expect(concernsCompany({ sectors: ['preciousMetals'] }, { sector: null })).toBe(false);
    expect(concernsCompany({}, { sector: 'legal' })).toBe(true);
  });
});
