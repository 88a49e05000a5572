import { getAlpha3Codes } from 'i18n-iso-countries';
import { describe, expect, it } from 'vitest';
import {
  australianStateNames,
  australianStates,
  billingCountries,
  countries,
  countryName,
  isBillingCountry,
  isCountry,
} from '#rules/countries.ts';

describe('countries', () => {
  it('has the 249 codes of ISO 3166-1, each once, each with a unique name', () => {
    expect(countries).toHaveLength(249);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
    expect(new Set(countries.map(({ name }) => name)).size).toBe(249);
    for (const { code, name } of countries) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect(name).toBe(name.trim());
    }
  });

  it('has the codes of a published list, except one user-assigned code (Kosovo)', () => {
    const published = Object.keys(getAlpha3Codes()).filter((code) => code !== 'XKK');
    expect(countries.map(({ code }) => code).toSorted()).toEqual(published.toSorted());
  });

  it.each([
    ['AUS', 'Australia'],
    ['NZL', 'New Zealand'],
    ['COK', 'Cook Islands'],
    ['NIU', 'Niue'],
    ['TKL', 'Tokelau'],
    ['GBR', 'United Kingdom'],
    ['USA', 'United States'],
    ['CHE', 'Switzerland'],
    ['DEU', 'Germany'],
    ['PRK', 'North Korea'],
    ['KOR', 'South Korea'],
    ['IRN', 'Iran'],
    ['MMR', 'Myanmar'],
    ['HKG', 'Hong Kong'],
    ['TWN', 'Taiwan'],
    ['SSD', 'South Sudan'],
    ['MKD', 'North Macedonia'],
    ['SWZ', 'Eswatini'],
    ['TUR', 'Türkiye'],
    ['ALA', 'Åland Islands'],
  ])('%s is %s', (code, name) => {
    expect(isCountry(code)).toBe(true);
    expect(countryName(code)).toBe(name);
  });

  it.each(['', 'aus', 'AU', 'XXX', 'ROM', 'ANT', 'YUG', 'constructor', '__proto__'])(
    '%j is no country',
    (code) => {
      expect(isCountry(code)).toBe(false);
      expect(countryName(code)).toBe(code);
    },
  );

  it('are sorted as users look them up', () => {
    const order = countries.map(({ name }) => name);
    expect(order.slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
    expect(order.at(-1)).toBe('Zimbabwe');
  });

  it('include where companies are billed, and the states of Australia', () => {
    expect(billingCountries).toEqual(['AUS', 'NZL']);
    expect(isBillingCountry('NZL')).toBe(true);
    expect(isBillingCountry('FRA')).toBe(false);
    expect(australianStates).toEqual(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']);
    expect(Object.keys(australianStateNames)).toEqual([...australianStates]);
  });
});
