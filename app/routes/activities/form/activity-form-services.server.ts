import type { CompanyState } from '#contract/accounts.ts';
import { serviceChoices } from '#rules/firm/captured-services.ts';
import { type DelayBasis, offeredBases } from '#rules/firm/cdd-delay.ts';
import type { ServiceChoices } from './activity-form.tsx';

/** Choices of captured services in each country whose law applies to the company. */
export function getServices(
  company: Pick<CompanyState, 'sector' | 'otherSectors' | 'regulatedIn'>,
): ServiceChoices {
  return Object.fromEntries(
    company.regulatedIn.map((country) => [country, serviceChoices(country, company)]),
  );
}

/**
 * Possible bases of delayed CDD: those that Australian law offers the company, and the recorded one, so that it can be changed.
 */
export function getDelayBases(
  company: Pick<CompanyState, 'sector' | 'otherSectors' | 'regulatedIn'>,
  recorded?: DelayBasis,
): DelayBasis[] {
  const offered = company.regulatedIn.includes('AUS') ? offeredBases(company) : [];
  return recorded === undefined || offered.includes(recorded) ? offered : [...offered, recorded];
}
