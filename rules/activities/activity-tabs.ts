import { describeTabs } from '#rules/record-tabs.ts';

/** Tabs of an activity's page, in their order. */
export const activityTabs = ['overview', 'parties', 'risk', 'documents', 'history'] as const;

export type ActivityTab = (typeof activityTabs)[number];

/** Sections of an activity's page by their element id, each with its tab. */
export const activitySections = {
  next: 'overview',
  outcome: 'overview',
  approval: 'overview',
  delay: 'overview',
  confirm: 'overview',
  details: 'overview',
  parties: 'parties',
  assessments: 'risk',
  funds: 'risk',
  documents: 'documents',
  evidence: 'documents',
  history: 'history',
  changed: 'history',
} as const satisfies Record<string, ActivityTab>;

export type ActivitySection = keyof typeof activitySections;

/** The tabs of an activity's page. */
export const activityPageTabs = describeTabs<ActivityTab, ActivitySection>({
  url: (id) => `/activities/${id}`,
  tabs: activityTabs,
  sections: activitySections,
  parameters: {
    confirm: 'overview',
    documentsBefore: 'documents',
    documentType: 'documents',
    remove: 'documents',
    evidence: 'documents',
    before: 'history',
  },
});
