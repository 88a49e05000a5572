import { describe, expect, it } from 'vitest';
import { canHaveLegacyClients } from '#rules/cdd-rule-packs/commencement.ts';
import { getTranche, lawAppliesFrom } from '#rules/dates/commencement.ts';
import { activityRulesOn } from '#rules/firm/activity-rules.ts';
import {
  type CompanyFacts,
  checkEnrolmentNumber,
  companyFactProblems,
  hasOnlyItem54,
  missingFacts,
  officerProvisions,
  supervisorOn,
} from '#rules/firm/company-facts.ts';
import { firmDuties, undatedDuties } from '#rules/firm/firm-duties.ts';

const facts: CompanyFacts = {
  sector: 'accounting',
  otherSectors: [],
  regulatedIn: ['NZL', 'AUS'],
  australianTranche: null,
  firstServiceNz: '2018-10-01',
  firstServiceAu: '2026-09-14',
  formerSupervisor: 'DIA',
  enrolmentNumber: '100012337',
  onlyItem54: false,
};

describe('the tranche of a company', () => {
  it.each([
    [{ sector: 'legal' }, 'T2', '2026-07-01'],
    [{ sector: 'finance' }, 'T1', '2026-03-31'],
    [{ sector: 'legal', otherSectors: ['finance'] }, 'T1', '2026-03-31'],
    // A sector that decides nothing, and no answer: the earlier first day.
    [{ sector: 'preciousMetals' }, 'T1', '2026-03-31'],
    [{ sector: 'legal', otherSectors: ['other'] }, 'T1', '2026-03-31'],
    [{ sector: 'preciousMetals', australianTranche: 'T2' }, 'T2', '2026-07-01'],
    [{ sector: 'legal', australianTranche: 'T1' }, 'T1', '2026-03-31'],
    // The company cannot put a financial service into the second tranche.
    [{ sector: 'finance', australianTranche: 'T2' }, 'T1', '2026-03-31'],
    [{ sector: null }, 'T1', '2026-03-31'],
  ] as const)('of %j is %s, and its law applies from %s', (firm, tranche, from) => {
    expect(getTranche(firm)).toBe(tranche);
    expect(lawAppliesFrom('AUS', firm)).toBe(from);
  });
});

it('binds a company of several sectors from the earliest of their days in New Zealand', () => {
  expect(lawAppliesFrom('NZL', { sector: 'realEstate', otherSectors: ['legal'] })).toBe('2018-07-01');
});

it('has no pre-commencement clients where the first service came later', () => {
  const firm = { sector: 'conveyancing' } as const;
  expect(canHaveLegacyClients('AUS', { ...firm, firstServiceAu: '2026-06-30' })).toBe(true);
  expect(canHaveLegacyClients('AUS', { ...firm, firstServiceAu: '2026-07-01' })).toBe(false);
  expect(canHaveLegacyClients('NZL', { ...firm, firstServiceNz: '2018-07-01' })).toBe(false);
});

it('names the supervisor of the day', () => {
  expect(supervisorOn('NZL', { formerSupervisor: 'FMA' }, '2026-06-30')).toContain('Financial Markets');
  expect(supervisorOn('NZL', { formerSupervisor: 'FMA' }, '2026-07-01')).toContain('Internal Affairs');
  expect(supervisorOn('NZL', { formerSupervisor: null }, '2026-06-30')).toBeNull();
  expect(supervisorOn('AUS', { formerSupervisor: null }, '2020-01-01')).toBe('AUSTRAC');
});

it.each([
  ['100 012-337', '100012337'],
  ['123', '123'],
  ['12', undefined],
  ['1234567890', undefined],
  ['12A45', undefined],
])('reads the enrolment number %s as %s', (text, value) => {
  const read = checkEnrolmentNumber(text);
  expect(read.ok ? read.value : undefined).toBe(value);
});

it('lists missing facts, and the defaults that apply until then', () => {
  const fields = (given: Partial<CompanyFacts>) =>
    missingFacts({ ...facts, ...given }, '2026-11-23').map(({ field }) => field);
  expect(fields({})).toEqual([]);
  expect(fields({ sector: 'other' })).toEqual(['australianTranche']);
  expect(fields({ firstServiceNz: null, formerSupervisor: null })).toEqual([
    'firstServiceNz',
    'formerSupervisor',
  ]);
  expect(fields({ firstServiceAu: null, enrolmentNumber: null })).toEqual([
    'firstServiceAu',
    'enrolmentNumber',
  ]);
  // A company that has not started yet is not enrolled yet.
  expect(fields({ firstServiceAu: '2026-12-01', enrolmentNumber: null })).toEqual([]);
  expect(fields({ regulatedIn: ['NZL'], firstServiceAu: null, enrolmentNumber: null })).toEqual([]);
});

it('rejects implausible days', () => {
  const fields = (given: Partial<CompanyFacts>) =>
    companyFactProblems({ ...facts, ...given }, '2026-11-23').map(({ field }) => field);
  expect(fields({ firstServiceAu: '0026-07-01', firstServiceNz: '2031-01-01' })).toEqual([
    'firstServiceNz',
    'firstServiceAu',
  ]);
});

describe('a company whose only services are those of item 54 of table 1', () => {
  const item54 = {
    ...facts,
    sector: 'finance',
    regulatedIn: ['AUS'],
    firstServiceNz: null,
    onlyItem54: true,
  } as const;
  const messages = (changed: Partial<CompanyFacts>) =>
    companyFactProblems({ ...item54, ...changed }, '2026-11-23');
  it.each([
    [{}, true],
    [{ regulatedIn: ['NZL', 'AUS'] }, true],
    [{ onlyItem54: false }, false],
    [{ regulatedIn: ['NZL'] }, false],
    [{ sector: 'accounting' }, false],
    [{ sector: null }, false],
    [{ otherSectors: ['legal'] }, false],
  ] as const)('with %j is one: %s', (changed, expected) => {
    expect(hasOnlyItem54({ ...item54, ...changed })).toBe(expected);
  });
  it('is refused where its countries or sectors contradict it', () => {
    const field = 'onlyItem54';
    expect(messages({})).toEqual([]);
    expect(messages({ regulatedIn: ['NZL', 'AUS'] })).toEqual([]);
    const sectors = 'Only for companies whose one sector is Finance. Change the sectors, or clear this box';
    expect(messages({ sector: 'accounting' })).toEqual([{ field, message: sectors }]);
    expect(messages({ sector: null })).toEqual([{ field, message: sectors }]);
    expect(messages({ otherSectors: ['legal'] })).toEqual([{ field, message: sectors }]);
    expect(messages({ sector: 'accounting', onlyItem54: false })).toEqual([]);
    const abroad = { regulatedIn: ['NZL'], firstServiceAu: null, enrolmentNumber: null } as const;
    expect(messages(abroad)).toEqual([
      { field, message: 'Select Australia among the countries, or clear this box' },
    ]);
  });
  it('needs a compliance officer under New Zealand’s law alone', () => {
    const [nz, au] = ['AML/CFT Act 2009 (NZ) s 56', 'AML/CTF Act 2006 (AU) s 26J'];
    expect(officerProvisions(item54)).toEqual([]);
    expect(officerProvisions({ ...item54, regulatedIn: ['NZL', 'AUS'] })).toEqual([nz]);
    expect(officerProvisions({ ...item54, onlyItem54: false })).toEqual([au]);
    expect(officerProvisions({ ...item54, sector: 'legal' })).toEqual([au]);
    expect(officerProvisions(facts)).toEqual([nz, au]);
  });
  it('has no duty to appoint one, and those of enrolment and evaluation', () => {
    const ids = (changed: Partial<CompanyFacts>) => firmDuties({ ...item54, ...changed }).map(({ id }) => id);
    expect(ids({})).toEqual(['au.enrol', 'au.eval']);
    expect(ids({ onlyItem54: false })).toEqual(['au.enrol', 'au.officer.when.appointment', 'au.eval']);
    expect(ids({ sector: 'accounting' })).toContain('au.officer.when.appointment');
  });
  it('misses the day of its first service for the deadline of enrolment alone', () => {
    const until = (onlyItem54: boolean) =>
      missingFacts({ ...item54, firstServiceAu: null, onlyItem54 }, '2026-11-23').map((fact) => fact.until);
    expect(until(true)).toEqual(['The deadline for enrolment is not calculated.']);
    expect(until(false)).toEqual([
      'Deadlines for enrolment and for appointing a compliance officer are not calculated.',
    ]);
  });
  it('sees its row among the rules of the day, of Finance alone', () => {
    const has = (sectors: CompanyFacts['otherSectors'], on: string) =>
      activityRulesOn('AUS', '2026-03-31', on, { sectors, end: null }).some(
        ({ code }) => code === 'au.afsl54',
      );
    expect([has(['finance'], '2026-03-30'), has(['finance'], '2026-03-31')]).toEqual([false, true]);
    expect(has(['accounting'], '2026-11-23')).toBe(false);
  });
});

describe('duties of the company', () => {
  const due = (given: Partial<CompanyFacts>) =>
    Object.fromEntries(
      firmDuties({ ...facts, ...given }).map(({ id, due: found }) => [
        id,
        'dueOn' in found ? found.dueOn : null,
      ]),
    );
  it('are counted from its first service', () => {
    expect(due({})).toMatchObject({ 'au.enrol': '2026-10-12', 'au.officer.when.appointment': '2026-10-12' });
  });
  it('have the transitional days where it traded before 1 July 2026, by its number', () => {
    expect(due({ firstServiceAu: '2020-02-03' })).toEqual({
      'au.enrol': '2026-07-29',
      'au.officer.when.appointment': '2026-07-29',
      'au.eval': '2029-06-30',
    });
    expect(due({ firstServiceAu: '2020-02-03', enrolmentNumber: '100012324' })['au.eval']).toBe('2030-06-30');
  });
  it('are none where Australian law does not apply or no day is known', () => {
    expect(due({ regulatedIn: ['NZL'] })).toEqual({});
    expect(due({ firstServiceAu: null })).toEqual({});
  });
});

it('lists New Zealand’s levy without a day from 1 July 2026, of companies whose duties there go on', () => {
  const codes = (given: Partial<CompanyFacts>, on: string) =>
    undatedDuties({ ...facts, ...given }, on).map(({ code }) => code);
  const nz = { regulatedIn: ['NZL'] } as const;
  expect([codes(nz, '2026-06-30'), codes(nz, '2026-07-01')]).toEqual([[], ['nz.levy']]);
  expect(codes({ regulatedIn: ['AUS'] }, '2026-07-01')).toEqual([]);
  expect(codes({ ...nz, sector: 'preciousMetals', otherSectors: [] }, '2026-07-01')).toEqual([]);
});

it('has rows of the levy and of agents from their days', () => {
  const has = (jurisdiction: 'NZL' | 'AUS', code: string, on: string) =>
    activityRulesOn(jurisdiction, '2013-06-30', on).some((rule) => rule.code === code);
  expect([has('NZL', 'nz.levy', '2026-06-30'), has('NZL', 'nz.levy', '2026-07-01')]).toEqual([false, true]);
  expect([has('AUS', 'au.agent', '2026-03-30'), has('AUS', 'au.agent', '2026-03-31')]).toEqual([false, true]);
});
