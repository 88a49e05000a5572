import { describeTabs } from '#rules/record-tabs.ts';
import type { VerificationIds } from './verification-ids.ts';

/** Tabs of a business verification's page, in their order. */
export const businessVerificationTabs = ['register', 'ownership', 'people', 'documents', 'history'] as const;

export type BusinessVerificationTab = (typeof businessVerificationTabs)[number];

/** Tab of each section, by the id of its element. The decision and pending extracts are shown on every tab. */
const businessVerificationSections = {
  decision: 'register',
  'pending-extracts': 'register',
  register: 'register',
  extract: 'register',
  differences: 'register',
  ownership: 'ownership',
  expand: 'ownership',
  edit: 'ownership',
  owners: 'ownership',
  verify: 'people',
  given: 'documents',
  documents: 'documents',
  history: 'history',
} as const satisfies Record<string, BusinessVerificationTab>;

export type BusinessVerificationSection = keyof typeof businessVerificationSections;

/** The tabs of a business verification's page. */
export const businessVerificationPageTabs = describeTabs<
  BusinessVerificationTab,
  BusinessVerificationSection,
  VerificationIds
>({
  url: ({ clientId, id }) => `/clients/${clientId}/kyb_verifications/${id}`,
  tabs: businessVerificationTabs,
  sections: businessVerificationSections,
  parameters: {
    q: 'register',
    layers: 'ownership',
    add: 'ownership',
    change: 'ownership',
    takeOut: 'ownership',
    documentsBefore: 'documents',
    documentType: 'documents',
    remove: 'documents',
    before: 'history',
  },
});
