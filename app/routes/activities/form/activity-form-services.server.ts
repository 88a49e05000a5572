import type { CompanyState } from '#contract/accounts.ts';
import { serviceChoices } from '#rules/firm/captured-services.ts';
import type { ServiceChoices } from './activity-form.tsx';

/** Choices of captured services in each country whose law applies to the company. */
export function getServices(
  company: Pick<CompanyState, 'sector' | 'otherSectors' | 'regulatedIn'>,
): ServiceChoices {
  return Object.fromEntries(
    company.regulatedIn.map((country) => [country, serviceChoices(country, company)]),
  );
}
