import { defaultThresholds } from '#rules/risk/levels.ts';
import { defaultFactorWeights } from '#rules/risk/template.ts';
import { customerSection } from './client-customer-section.ts';
import {
  channelSection,
  countrySection,
  screeningSection,
  serviceSection,
  transactionSection,
} from './client-sections.ts';
import { australia } from './legal-references.ts';
import type { StarterTemplate } from './question-builders.ts';
import { australianServices } from './services.ts';

/** Clients of an Australian reporting entity. Services: the tables of s6, designated services. */
export const clientsAus: StarterTemplate = {
  key: 'clients-aus',
  name: 'Client risk, Australia',
  description:
    'For accountants, lawyers, conveyancers, real estate agents, dealers in precious metals, and trust and company service providers under Australian law.',
  country: 'AUS',
  resourceType: 'clients',
  content: {
    factorWeights: defaultFactorWeights,
    thresholds: defaultThresholds,
    reviewMonths: { low: 36, medium: 12, high: 12 },
    sections: [
      customerSection(australia),
      countrySection(australia),
      serviceSection(
        australia,
        'Designated services (s6). If none applies, ask your compliance officer whether the client needs assessing.',
        australianServices,
      ),
      channelSection(),
      transactionSection(australia),
      screeningSection(australia),
    ],
  },
};
