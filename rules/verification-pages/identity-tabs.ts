import { describeTabs } from '#rules/record-tabs.ts';
import type { VerificationIds } from './verification-ids.ts';

/** Tabs of an identity verification's page, in their order. */
export const identityVerificationTabs = ['evidence', 'submitted', 'rules', 'documents', 'history'] as const;

export type IdentityVerificationTab = (typeof identityVerificationTabs)[number];

/** Tab of each section, by the id of its element. The decision is shown on every tab. */
const identityVerificationSections = {
  act: 'evidence',
  decision: 'evidence',
  consent: 'evidence',
  exception: 'evidence',
  'identity-documents': 'evidence',
  checks: 'evidence',
  given: 'submitted',
  rules: 'rules',
  documents: 'documents',
  history: 'history',
} as const satisfies Record<string, IdentityVerificationTab>;

export type IdentityVerificationSection = keyof typeof identityVerificationSections;

/** The tabs of an identity verification's page. */
export const identityVerificationPageTabs = describeTabs<
  IdentityVerificationTab,
  IdentityVerificationSection,
  VerificationIds
>({
  url: ({ clientId, id }) => `/clients/${clientId}/individual_verifications/${id}`,
  tabs: identityVerificationTabs,
  sections: identityVerificationSections,
  parameters: {
    do: 'evidence',
    documentsBefore: 'documents',
    documentType: 'documents',
    remove: 'documents',
  },
});
