import { expect, it } from 'vitest';
import type { CompanyState } from '#contract/company/accounts.ts';
import { subscriptionBanner } from '../../../app/components/layout/company-banners.tsx';

const company: CompanyState = {
  id: 'c1',
  name: 'Example',
  billingCountryCode: 'NZL',
  regulatedIn: ['NZL'],
  sector: null,
  otherSectors: [],
  australianTranche: null,
  firstServiceNz: null,
  firstServiceAu: null,
  sessionIdleMinutes: 60,
  timeZone: 'Pacific/Auckland',
  accessRestricted: false,
  accessRestrictedReason: null,
  onboardingStep: 'done',
  subscriptionActive: true,
  openAlerts: 0,
  defaultWorklistId: 1,
  subscription: { plan: 'monthly', status: 'pastDue', graceUntil: '2026-11-20T11:30:00.000Z' },
};

it('shows the end of the grace period in the company’s time zone, in the common date format', () => {
  expect(subscriptionBanner(company, true)?.text).toContain(
    'continue until 21 Nov 2026, then stop unless payment is made.',
  );
  expect(subscriptionBanner({ ...company, subscriptionActive: false }, true)?.text).toContain(
    'stopped on 21 Nov 2026, and start again once payment is made.',
  );
});
