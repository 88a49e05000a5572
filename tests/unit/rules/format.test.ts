import { describe, expect, it } from 'vitest';
import { formatAddress, toAddressLines } from '#rules/format/addresses.ts';
import { formatDayIn, formatLongDate, zonedInstantFormatter } from '#rules/format/dates.ts';
import { formatAmount, formatMoney } from '#rules/format/money.ts';
import { formatFileSize, formatNumber, formatWait } from '#rules/format/numbers.ts';

describe('formats', () => {
  it.each([
    [0, 'NZD 0.00', 'NZD 0'],
    [250, 'NZD 2.50', 'NZD 2.50'],
    [17_135, 'NZD 171.35', 'NZD 171.35'],
    [1_250_000, 'NZD 12,500.00', 'NZD 12,500'],
    [123_456_789_01, 'NZD 123,456,789.01', 'NZD 123,456,789.01'],
    [-500, 'NZD -5.00', 'NZD -5'],
  ])('writes %i minor units with the currency’s code', (minorUnits, always, ifAny) => {
    expect(formatMoney(minorUnits, 'NZD')).toBe(always);
    expect(formatMoney(minorUnits, 'NZD', { cents: 'ifAny' })).toBe(ifAny);
    expect(`NZD ${formatAmount(minorUnits)}`).toBe(always);
  });

  it('groups thousands and preserves decimals', () => {
    expect([0, 999, 1000, 4200, 1_234_567, 0.125].map(formatNumber)).toEqual([
      '0',
      '999',
      '1,000',
      '4,200',
      '1,234,567',
      '0.125',
    ]);
  });

  it('formats file sizes and durations in the next larger unit', () => {
    expect([500, 1024, 812 * 1024, 9.4 * 1024 * 1024].map(formatFileSize)).toEqual([
      '500 bytes',
      '1 kB',
      '812 kB',
      '9.4 MB',
    ]);
    expect([0, 1, 2, 89, 90, 121].map(formatWait)).toEqual([
      '1 second',
      '1 second',
      '2 seconds',
      '89 seconds',
      '2 minutes',
      '3 minutes',
    ]);
  });

  it('formats addresses on one line and in lines, without missing parts', () => {
    const here = {
      addressLine1: '10 Queen Street',
      addressLine2: 'Level 2',
      suburb: 'Norwood',
      state: 'SA',
      postcode: '5067',
      countryCode: 'AUS',
    };
    expect(formatAddress(here)).toBe('10 Queen Street, Level 2, Norwood, SA 5067, Australia');
    expect(toAddressLines(here)).toEqual(['10 Queen Street', 'Level 2', 'Norwood', 'SA 5067', 'Australia']);
    const abroad = {
      addressLine1: '180 Valley Terrace',
      city: 'London',
      state: '',
      postcode: 'EC2A 4BX',
      countryCode: 'GBR',
    };
    expect(formatAddress(abroad)).toBe('180 Valley Terrace, London, EC2A 4BX, United Kingdom');
    expect(toAddressLines(abroad)).toEqual(['180 Valley Terrace', 'London EC2A 4BX', 'United Kingdom']);
    expect([formatAddress({}), toAddressLines({ addressLine1: null })]).toEqual(['', []]);
  });

  it('formats days and instants in the given time zone', () => {
    expect(formatLongDate('2026-03-03')).toBe('3 March 2026');
    const instant = '2026-11-21T12:30:00.000Z';
    expect(formatDayIn(instant, 'Pacific/Auckland')).toBe('22 Nov 2026');
    expect(formatDayIn(instant, 'Australia/Perth')).toBe('21 Nov 2026');
    expect(zonedInstantFormatter('Pacific/Auckland')(instant)).toBe('22 Nov 2026, 01:30 NZDT');
  });
});
