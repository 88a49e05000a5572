import { describe, expect, it } from 'vitest';
import { rulePacks } from '#rules/cdd-rule-packs/packs.ts';
import { clockLabels } from '#rules/dates/clock-labels.ts';
import { formatPeriod } from '#rules/dates/clock-working.ts';
import { clockRowsOn } from '#rules/dates/clocks.ts';
import { activityRulesOn } from '#rules/firm/activity-rules.ts';
import { rulesInForce } from '#rules/law-changes/rules-in-force.ts';

const trustRow = (on: string) =>
  rulesInForce('NZL', { sector: 'finance' }, on).filter(({ code }) => code === 'nz.cdd.trust');

describe('rulesInForce', () => {
  it('returns the rows of the day, each with its first day for the company', () => {
    const lawFirm = (on: string) => rulesInForce('AUS', { sector: 'legal' }, on);
    expect(lawFirm('2026-06-30')).toEqual([]);
    expect(lawFirm('2026-07-01').find(({ code }) => code === 'au.cdd.initial')).toMatchObject({
      provision: 'AU s28',
      from: '2026-07-01',
      effects: ['Standard CDD', 'Requirements', 'Approval'],
    });
    const bank = rulesInForce('AUS', { sector: 'finance' }, '2026-07-01');
    expect(bank.find(({ code }) => code === 'au.cdd.initial')?.from).toBe('2026-03-31');
  });

  it('closes a row where the law changed, and shows what needs confirmation', () => {
    expect(trustRow('2026-05-18')).toMatchObject([{ to: '2026-05-18', certainty: 'A†' }]);
    expect(trustRow('2026-05-19')).toMatchObject([{ from: '2026-05-19', certainty: 'C' }]);
    expect(trustRow('2026-05-19')[0]?.to).toBeUndefined();
  });

  it('leaves delays of CDD to the activities’ rules, whose dates they depend on', () => {
    const codes = rulesInForce('AUS', { sector: 'legal' }, '2026-11-23').map(({ code }) => code);
    expect(codes.filter((code) => /delay/.test(code))).toEqual([]);
    const activityCodes = activityRulesOn('AUS', '2026-07-01', '2026-11-23').map(({ code }) => code);
    expect(activityCodes).toEqual(expect.arrayContaining(['au.delay.general', 'au.delay.property']));
  });

  it('describes every row of every pack in a sentence, with an effect', () => {
    for (const { jurisdiction, effectiveFrom } of rulePacks) {
      for (const { text, effects } of rulesInForce(jurisdiction, { sector: 'finance' }, effectiveFrom)) {
        expect(text).toMatch(/^[A-Z].*\.$/);
        expect(effects.length).toBeGreaterThan(0);
      }
    }
  });
});

describe('clockRowsOn', () => {
  const rules = (on: string) => clockRowsOn(on, { sector: 'legal' }).map(({ row }) => row.rule);

  it('returns the rows of the day', () => {
    expect(rules('2025-11-26')).not.toContain('nz.sar.lawFirm');
    expect(rules('2025-11-27')).toContain('nz.sar.lawFirm');
    expect(rules('2026-06-30').filter((rule) => rule.startsWith('au.smr'))).toEqual([]);
    expect(rules('2026-07-01')).toContain('au.smr');
  });

  it('has a name and a period for each', () => {
    const shown = clockRowsOn('2026-11-23', { sector: 'legal' });
    expect(new Set(Object.values(clockLabels)).size).toBe(Object.keys(clockLabels).length);
    for (const { id, row } of shown) {
      expect(clockLabels[id]).toMatch(/^[A-Z]/);
      expect(formatPeriod(row.period)).toMatch(/^(\d|[A-Z])/);
      // A row for some events names them.
      expect(row.appliesTo !== undefined).toBe(row.when !== undefined);
    }
    const period = (rule: string) => {
      const row = shown.find(({ row }) => row.rule === rule)?.row;
      return row && formatPeriod(row.period);
    };
    expect(period('nz.sar.lawFirm')).toBe('5 working days');
    expect(period('nz.annual')).toBe('31 Aug, after the year to 30 Jun');
    expect(period('au.delay.property')).toBe('28 days after exchange, at latest 3 days before settlement');
  });
});
