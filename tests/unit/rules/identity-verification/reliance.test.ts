import { describe, expect, it } from 'vitest';
import { evaluate, facts, failing, reliance } from './facts.ts';

const relied = (more: Parameters<typeof reliance>[0] = {}, on = '2026-11-21') =>
  facts({ method: 'reliance', on, documents: [], checks: [], reliance: reliance(more) });

describe('nz.reliance', () => {
  const id = 'nz.reliance';

  it('requires each of the statements of s33', () => {
    expect(failing(id, relied())).toEqual([]);
    expect(failing(id, relied({ supervisor: ' ' }))).toEqual(['supervised']);
    expect(failing(id, relied({ hasBusinessRelationship: false }))).toEqual(['relationship']);
    expect(failing(id, relied({ verifiedOn: '2026-11-22' }))).toEqual(['conducted']);
    expect(failing(id, relied({ identityInformationReceived: false }))).toEqual(['information']);
    expect(failing(id, relied({ evidenceOnRequest: false }))).toEqual(['recordsOnRequest']);
    expect(failing(id, relied({ agreedInWriting: false }))).toEqual(['consent']);
    expect(failing(id, facts({ method: 'reliance' }))).toHaveLength(6);
    for (const { provision } of evaluate(id, relied()).clauses) expect(provision).toContain('NZ s33');
  });

  it('sets no maximum age of the other entity’s verification', () => {
    expect(failing(id, relied({ verifiedOn: '2014-01-01' }))).toEqual([]);
  });

  it('accepts only the Department of Internal Affairs as supervisor from 1 July 2026', () => {
    for (const supervisor of ['FMA', 'rbnz', 'Reserve Bank of New Zealand']) {
      expect(failing(id, relied({ supervisor, verifiedOn: '2026-06-30' }))).toEqual([]);
      expect(failing(id, relied({ supervisor, verifiedOn: '2026-07-01' }))).toEqual(['supervised']);
    }
    expect(failing(id, relied({ supervisor: 'AUSTRAC', verifiedOn: '2026-07-01' }))).toEqual([]);
  });
});

describe('au.reliance.agreement', () => {
  const id = 'au.reliance.agreement';

  it('requires the agreement, its approval by a senior manager and its assessment', () => {
    expect(failing(id, relied())).toEqual([]);
    expect(failing(id, relied({ partyName: '' }))).toEqual(['regulated']);
    expect(failing(id, relied({ agreedInWriting: false }))).toEqual(['agreement']);
    expect(failing(id, relied({ responsibilitiesWritten: false }))).toEqual(['responsibilities']);
    expect(failing(id, relied({ approvedBySeniorManager: null }))).toEqual(['seniorManager']);
    expect(failing(id, relied({ identityInformationReceived: false }))).toEqual(['information']);
    expect(failing(id, relied({ evidenceOnRequest: false }))).toEqual(['dataOnRequest']);
    expect(failing(id, relied({ verifiedOn: '2026-11-22' }))).toEqual(['conducted']);
    expect(failing(id, relied({ assessedOn: null }))).toEqual(['assessed', 'assessmentRecorded']);
  });

  it('requires an assessment of the last 2 years, recorded within 10 business days', () => {
    const assessed = (assessedOn: string, on: string) =>
      failing(id, relied({ assessedOn, assessmentRecordedOn: assessedOn }, on));
    expect(assessed('2024-12-18', '2026-12-18')).toEqual([]);
    expect(assessed('2024-12-18', '2026-12-19')).toEqual(['assessed']);
    expect(assessed('2026-12-19', '2026-12-18')).toContain('assessed');
    const recorded = (assessmentRecordedOn: string | null) =>
      failing(id, relied({ assessedOn: '2026-12-18', assessmentRecordedOn }, '2027-02-01'));
    expect(recorded('2027-01-06')).toEqual([]);
    expect(recorded('2027-01-07')).toEqual(['assessmentRecorded']);
    expect(recorded('2026-12-17')).toEqual(['assessmentRecorded']);
    expect(recorded(null)).toEqual(['assessmentRecorded']);
  });
});

describe('au.reliance.case', () => {
  const id = 'au.reliance.case';
  const once = (more: Parameters<typeof reliance>[0] = {}) =>
    relied({
      basis: 'case',
      agreedInWriting: false,
      approvedBySeniorManager: null,
      assessedOn: null,
      assessmentRecordedOn: null,
      ...more,
    });

  it('requires written reasons and a fit to the risk, and no agreement', () => {
    expect(failing(id, once())).toEqual([]);
    expect(failing(id, once({ reasons: null }))).toEqual(['reasons']);
    expect(failing(id, once({ reasons: ' ' }))).toEqual(['reasons']);
    expect(failing(id, once({ appropriateToRisk: false }))).toEqual(['appropriate']);
    expect(failing(id, once({ identityInformationReceived: false }))).toEqual(['information']);
    expect(failing(id, once({ supervisor: '' }))).toEqual(['regulated']);
    expect(failing(id, once({ verifiedOn: '2026-11-22' }))).toEqual(['conducted']);
    for (const { provision } of evaluate(id, once()).clauses) expect(provision).toContain('AU s38');
  });
});
