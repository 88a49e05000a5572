import type { CompanyState } from '#contract/company/accounts.ts';
import { serviceChoices } from '#rules/firm/captured-services.ts';
import { type DelayBasis, offeredBases } from '#rules/firm/cdd-delay.ts';
import { scopeGroundChoices } from '#rules/firm/scope-grounds.ts';
import type { ServiceChoices } from './activity-form.tsx';

/** Choices of captured services in each country whose law applies to the company. */
export function getServices(
  company: Pick<CompanyState, 'sector' | 'otherSectors' | 'regulatedIn'>,
): ServiceChoices {
  return Object.fromEntries(
    company.regulatedIn.map((country) => [
      country,
      { services: serviceChoices(country, company), grounds: scopeGroundChoices(country) },
    ]),
  );
}

/** Grounds for delayed CDD: those that the laws offer the company, and the recorded one, so that it can be changed. */
export function getDelayBases(
  company: Pick<CompanyState, 'sector' | 'otherSectors' | 'regulatedIn'>,
  recorded?: DelayBasis,
): DelayBasis[] {
  const offered = offeredBases(company, company.regulatedIn);
  return recorded === undefined || offered.includes(recorded) ? offered : [...offered, recorded];
}
