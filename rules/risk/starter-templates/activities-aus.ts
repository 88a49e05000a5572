import { defaultThresholds } from '#rules/risk/levels.ts';
import { defaultFactorWeights } from '#rules/risk/template.ts';
import { activityCountrySection, activityMoneySection } from './activity-money-sections.ts';
import {
  activityChannelSection,
  activityPeopleSection,
  activityScreeningSection,
  activityServiceSection,
} from './activity-sections.ts';
import { australia } from './legal-references.ts';
import type { StarterTemplate } from './question-builders.ts';
import { australianServices } from './services.ts';

/** Activities of an Australian reporting entity. Services: the tables of s6, designated services. */
export const activitiesAus: StarterTemplate = {
  key: 'activities-aus',
  name: 'Activity risk, Australia',
  description: 'For one matter, deal or engagement that is a designated service under Australian law.',
  country: 'AUS',
  resourceType: 'activities',
  content: {
    factorWeights: defaultFactorWeights,
    thresholds: defaultThresholds,
    sections: [
      activityServiceSection(australia, 'Services are the designated services of s6.', australianServices),
      activityPeopleSection(australia),
      activityChannelSection(),
      activityCountrySection(australia),
      activityMoneySection(australia),
      activityScreeningSection(australia),
    ],
  },
};
