import type { Option } from '#rules/risk/template.ts';
import type { ListEffects } from './question-builders.ts';

/** Texts and effects of the starter templates that differ by country. */
export type Law = {
  country: 'NZL' | 'AUS';
  countryName: string;
  fullActName: string;
  foreignPepProvision: string;
  /** Threshold of cash reporting, in dollars, and its text. */
  cashDollars: number;
  cashWords: string;
  cashReport: string;
  /** Name of the lists that a sanctions match refers to. */
  sanctionsLists: string;
  /**
   * Nominee shareholders and bearer shares: enhanced CDD in New Zealand (nz.cdd.nominee), a matter of risk in
   * Australia.
   */
  nominees: Pick<Option, 'cddLevel'>;
  /**
   * Effects of a country list on a person who lives, or a body formed, in a listed country: a call for action sets high
   * risk and enhanced CDD (au.cdd.fatf; s22 in New Zealand). In New Zealand so does the company's own list of countries
   * with insufficient AML systems (nz.cdd.nonResident).
   */
  basedIn: ListEffects;
  /** Complex, unusually large, or without apparent purpose (nz.cdd.unusual). */
  unusual: Pick<Option, 'cddLevel'>;
};

export const newZealand: Law = {
  country: 'NZL',
  countryName: 'New Zealand',
  fullActName: 'Anti-Money Laundering and Countering Financing of Terrorism Act 2009',
  foreignPepProvision: 's22(2) and s26',
  cashDollars: 10_000,
  cashWords: 'NZ$10,000',
  cashReport: 'a prescribed transaction report',
  sanctionsLists: 'United Nations or Russia sanctions, or a designated terrorist',
  nominees: { cddLevel: 'enhanced' },
  basedIn: {
    callForAction: { floor: 'high', cddLevel: 'enhanced' },
    increasedMonitoring: { floor: 'medium' },
    firm: { cddLevel: 'enhanced' },
  },
  unusual: { cddLevel: 'enhanced' },
};

export const australia: Law = {
  country: 'AUS',
  countryName: 'Australia',
  fullActName: 'Anti-Money Laundering and Counter-Terrorism Financing Act 2006',
  foreignPepProvision: 's32',
  cashDollars: 10_000,
  cashWords: 'A$10,000',
  cashReport: 'a threshold transaction report',
  sanctionsLists: 'the DFAT Consolidated List (targeted financial sanctions)',
  nominees: {},
  basedIn: {
    callForAction: { floor: 'high', cddLevel: 'enhanced' },
    increasedMonitoring: { floor: 'medium' },
  },
  unusual: {},
};

/** Money from or to a country with a call for action sets high risk; citizenship alone sets no floor. */
export const moneyThrough: ListEffects = { callForAction: { floor: 'high' } };
