import { describe, expect, it } from 'vitest';
import { document, evaluate, exception, facts, failing } from './facts.ts';

const excepted = (more: Parameters<typeof exception>[0] = {}, rest: Parameters<typeof facts>[0] = {}) =>
  facts({ method: 'exception', documents: [], checks: [], exception: exception(more), ...rest });

describe('nz.ivcop.exception', () => {
  const id = 'nz.ivcop.exception';

  it('cites the code in force on the day', () => {
    const provisions = (on: string) =>
      evaluate(id, excepted({}, { on })).clauses.map(({ provision }) => provision);
    expect(provisions('2026-06-30')[0]).toBe('NZ IVCOP 2013, exception handling');
    expect(provisions('2026-07-01')[0]).toBe('NZ IVCOP 2026, exceptions');
  });

  it('requires a reason, the programme’s process, other evidence, approval and an end date', () => {
    expect(failing(id, excepted())).toEqual([]);
    expect(failing(id, excepted({ reason: 'No' }))).toEqual(['reason']);
    expect(failing(id, excepted({ policy: null }))).toEqual(['process']);
    expect(failing(id, excepted({ alternativeEvidence: ' ' }))).toEqual(['alternative']);
    expect(failing(id, excepted({ approvedBy: null }))).toEqual(['approval']);
    expect(failing(id, excepted({ endsOn: null }))).toEqual(['end']);
    expect(failing(id, excepted({ endsOn: '2026-11-21' }))).toEqual(['end']);
    expect(failing(id, excepted({}, { documents: [document({ otherClients: 1 })] }))).toEqual([
      'sameDocument',
    ]);
    // Steps and rating are required in Australia alone.
    expect(failing(id, excepted({ stepsTaken: null }, { riskLevel: null }))).toEqual([]);
  });
});

describe('au.noEvidence', () => {
  const id = 'au.noEvidence';

  it('requires each clause of Rules 6-10, an approval and an end date', () => {
    expect(failing(id, excepted())).toEqual([]);
    expect(failing(id, excepted({ reason: 'Lost it' }))).toEqual(['beyondControl']);
    expect(failing(id, excepted({ stepsTaken: null }))).toEqual(['steps']);
    expect(failing(id, excepted({}, { riskLevel: null }))).toEqual(['rating']);
    expect(failing(id, excepted({ alternativeEvidence: '' }))).toEqual(['availableData']);
    expect(failing(id, excepted({ policy: '' }))).toEqual(['policy']);
    expect(failing(id, excepted({ approvedBy: null }))).toEqual(['approval']);
    expect(failing(id, excepted({ endsOn: null }))).toEqual(['end']);
    const ofRules = evaluate(id, excepted()).clauses.filter(({ provision }) => provision === 'AU Rules 6-10');
    expect(ofRules.map(({ code }) => code)).toEqual([
      'beyondControl',
      'steps',
      'rating',
      'availableData',
      'policy',
    ]);
  });
});
