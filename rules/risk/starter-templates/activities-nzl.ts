import { defaultThresholds } from '#rules/risk/levels.ts';
import { defaultFactorWeights } from '#rules/risk/template.ts';
import { activityCountrySection, activityMoneySection } from './activity-money-sections.ts';
import {
  activityChannelSection,
  activityPeopleSection,
  activityScreeningSection,
  activityServiceSection,
} from './activity-sections.ts';
import { newZealand } from './legal-references.ts';
import type { StarterTemplate } from './question-builders.ts';
import { newZealandServices } from './services.ts';

/** Activities of a New Zealand reporting entity. Services: the activities of s5(1), designated non-financial business or profession. */
export const activitiesNzl: StarterTemplate = {
  key: 'activities-nzl',
  name: 'Activity risk, New Zealand',
  description: 'For one matter, deal or engagement that New Zealand law captures.',
  country: 'NZL',
  resourceType: 'activities',
  content: {
    factorWeights: defaultFactorWeights,
    thresholds: defaultThresholds,
    sections: [
      activityServiceSection(newZealand, 'Services are the activities of s5(1).', newZealandServices),
      activityPeopleSection(newZealand),
      activityChannelSection(),
      activityCountrySection(newZealand),
      activityMoneySection(newZealand),
      activityScreeningSection(newZealand),
    ],
  },
};
