import { describe, expect, it } from 'vitest';
import { fundsProvision } from '#rules/cdd-rule-packs/source-items.ts';

const nz = (settled: boolean) => ({ code: 'source.verified', settled, provision: 'NZ s24(1)(b)' });
const au = (settled: boolean) => ({ code: 'source.funds', settled, provision: 'AU Rules 6-21' });

describe('whether a client’s rules require verified source of funds', () => {
  it('is true where neither wealth nor a reason is enough', () => {
    expect(fundsProvision([nz(false)], { wealth: 'none', funds: 'obtained' })).toBe('NZ s24(1)(b)');
    expect(fundsProvision([nz(true)], { wealth: 'obtained', funds: 'verified' })).toBe('NZ s24(1)(b)');
    expect(fundsProvision([au(false)], { wealth: 'verified', funds: 'obtained' })).toBe('AU Rules 6-21');
    expect(fundsProvision([nz(false), au(false)], { wealth: 'none', funds: 'none' })).toBe(
      'NZ s24(1)(b), AU Rules 6-21',
    );
  });

  it('is false in New Zealand once wealth is verified or a reason is recorded', () => {
    expect(fundsProvision([nz(true)], { wealth: 'verified', funds: 'verified' })).toBeNull();
    expect(fundsProvision([nz(true)], { wealth: 'none', funds: 'obtained' })).toBeNull();
    expect(fundsProvision([au(true)], { wealth: 'verified', funds: 'obtained' })).toBeNull();
  });

  it('is false without such a rule', () => {
    const obtained = { code: 'source.obtained', settled: false, provision: 'NZ s23(1)(a)' };
    const wealth = { code: 'source.wealth', settled: false, provision: 'AU Rules 6-21' };
    expect(fundsProvision([obtained, wealth], { wealth: 'none', funds: 'none' })).toBeNull();
  });
});
