import type { Option } from '#rules/risk/template.ts';
import type { ListEffects } from './question-makers.ts';

/** What the starter templates of two countries say or do differently. Provisions: domain 7. */
export type Law = {
  country: 'NZL' | 'AUS';
  countryName: string;
  actInFull: string;
  foreignPepProvision: string;
  /** From which amount cash is reported, in dollars, and how that is written. */
  cashDollars: number;
  cashWords: string;
  cashReport: string;
  /** What a sanctions match is a match with. */
  sanctionsLists: string;
  /** Nominee shareholders and bearer shares: in New Zealand enhanced by themselves (nz.cdd.nominee), in Australia a matter of risk. */
  nominees: Pick<Option, 'cddLevel'>;
  /**
   * What a list does to somebody who lives in, or was formed in, a country on it: a call for action makes the level high and due
   * diligence enhanced (au.cdd.fatf; s22 in New Zealand), and so in New Zealand does the firm's own list, which stands for
   * countries with insufficient AML systems (nz.cdd.nonResident).
   */
  basedIn: ListEffects;
  /** Complex, unusually large, or without apparent purpose (nz.cdd.unusual). */
  unusual: Pick<Option, 'cddLevel'>;
};

export const newZealand: Law = {
  country: 'NZL',
  countryName: 'New Zealand',
  actInFull: 'Anti-Money Laundering and Countering Financing of Terrorism Act 2009',
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
  actInFull: 'Anti-Money Laundering and Counter-Terrorism Financing Act 2006',
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

/** Money that comes from or goes to a country with a call for action makes the level high; citizenship alone sets no floor. */
export const moneyThrough: ListEffects = { callForAction: { floor: 'high' } };
