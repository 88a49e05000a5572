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
import { newZealand } from './legal-references.ts';
import type { StarterTemplate } from './question-builders.ts';
import { newZealandServices } from './services.ts';

/** Clients of a New Zealand reporting entity. Services: the activities of s5(1), designated non-financial business or profession. */
export const clientsNzl: StarterTemplate = {
  key: 'clients-nzl',
  name: 'Client risk, New Zealand',
  description:
    'For accountants, lawyers, conveyancers, real estate agents, and trust and company service providers under New Zealand law.',
  country: 'NZL',
  resourceType: 'clients',
  content: {
    factorWeights: defaultFactorWeights,
    thresholds: defaultThresholds,
    reviewMonths: { low: 36, medium: 12, high: 12 },
    sections: [
      customerSection(newZealand),
      countrySection(newZealand),
      serviceSection(
        newZealand,
        'Activities that the Act captures (s5(1)). If none applies, ask your compliance officer whether the client needs assessing.',
        newZealandServices,
      ),
      channelSection(),
      transactionSection(newZealand),
      screeningSection(newZealand),
    ],
  },
};
