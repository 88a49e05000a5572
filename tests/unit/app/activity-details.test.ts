import { expect, test } from 'vitest';
import { activitySections } from '#app/routes/activities/activity-details.server.ts';
import type { Activity } from '#contract/activities.ts';

const sale = {
  activityType: 'propertySale',
  capturedService: null,
  capturedActivityNz: null,
  designatedServiceAu: 'au.t5.1',
  serviceStartedOn: null,
  nature: null,
  purpose: null,
  externalId: null,
  maxTransactionValue: null,
  currency: 'AUD',
  cashExpected: false,
  sourceOfFunds: null,
  fundsCountries: [],
  address: null,
  exchangeOn: '2026-11-16',
  settlementOn: '2026-12-14',
  settlementFirstAgreedOn: '2026-12-14',
  delayedCdd: {
    basis: 'property',
    ground: 'The buyer is abroad',
    riskLimits: 'The deposit stays in trust',
    dueOn: '2026-12-11',
    recordedBy: { id: 'm1', name: 'Mere Invented' },
    approval: null,
  },
  assignee: null,
  reviewer: null,
} as unknown as Activity;

function getDates(activity: Activity): string[] {
  const lines = activitySections(activity).find(({ heading }) => heading === 'Dates and place')?.lines ?? [];
  return lines.filter(({ texts }) => texts.length > 0).map(({ label, texts }) => `${label}: ${texts.join()}`);
}

test('an activity with delayed CDD shows the settlement day agreed first once settlement has moved', () => {
  const delay = [
    'CDD on the other party: Due by 11 Dec 2026',
    'Ground for delayed CDD: The buyer is abroad',
    'Limits of the risk while CDD is delayed: The deposit stays in trust',
    'Delay recorded by: Mere Invented',
    'Delay approved by: Awaiting approval',
  ];
  const exchange = 'Exchange: 16 Nov 2026';
  expect(getDates(sale)).toEqual([exchange, 'Settlement: 14 Dec 2026', ...delay]);
  const moved = [exchange, 'Settlement: 29 Jan 2027'];
  expect(getDates({ ...sale, settlementOn: '2027-01-29' })).toEqual([
    ...moved,
    'Settlement first agreed: 14 Dec 2026',
    ...delay,
  ]);
  expect(getDates({ ...sale, settlementOn: '2027-01-29', delayedCdd: null })).toEqual(moved);
});
