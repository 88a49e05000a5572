import { describeTabs } from '#rules/record-tabs.ts';

/** Tabs of a client's page, in their order. */
export const clientTabs = [
  'overview',
  'identity',
  'people',
  'risk',
  'activities',
  'documents',
  'monitoring',
  'history',
] as const;

export type ClientTab = (typeof clientTabs)[number];

/** Sections of a client's page by their element id, each with its tab. */
export const clientSections = {
  diligence: 'overview',
  status: 'overview',
  level: 'overview',
  findings: 'overview',
  details: 'overview',
  privacy: 'overview',
  verifications: 'identity',
  ownership: 'identity',
  parties: 'people',
  group: 'people',
  assessments: 'risk',
  funds: 'risk',
  activities: 'activities',
  requests: 'documents',
  documents: 'documents',
  evidence: 'documents',
  screening: 'monitoring',
  alerts: 'monitoring',
  reviews: 'monitoring',
  history: 'history',
  periods: 'history',
} as const satisfies Record<string, ClientTab>;

export type ClientSection = keyof typeof clientSections;

/** The tabs of a client's page. */
export const clientPageTabs = describeTabs<ClientTab, ClientSection>({
  url: (id) => `/clients/${id}`,
  areRoutes: true,
  tabs: clientTabs,
  sections: clientSections,
  parameters: {
    confirm: 'overview',
    record: 'overview',
    withdraw: 'overview',
    verify: 'identity',
    verificationsBefore: 'identity',
    kybBefore: 'identity',
    party: 'people',
    parties: 'people',
    partiesAfter: 'people',
    funds: 'risk',
    fundsAfter: 'risk',
    request: 'documents',
    requestsBefore: 'documents',
    documentsBefore: 'documents',
    documentType: 'documents',
    remove: 'documents',
    evidence: 'documents',
    screeningsBefore: 'monitoring',
    before: 'history',
    asAt: 'history',
  },
});

/** The tab at a path of a client's page. */
export function clientTabAt(path: string): ClientTab {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return clientTabs.find((tab) => tab === name) ?? 'overview';
}

export const {
  getTab: getClientTab,
  isSection: isClientSection,
  tabUrl: clientTabUrl,
  sectionUrl: clientSectionUrl,
} = clientPageTabs;
