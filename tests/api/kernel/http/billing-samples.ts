import { readOnboarding } from '#contract/company/onboarding.ts';
import { openCheckout, previewPlan, verifyCheckout } from '#contract/platform/billing.ts';
import type { SampleRequest, Setting } from './sample-requests.ts';

const sampleAddress = {
  addressLine1: '1 Sample Street',
  state: 'Wellington',
  postcode: '6011',
  countryCode: 'NZL',
};

/** Resets the company to before its first payment. */
async function neverPaid({ test, company }: Setting): Promise<void> {
  for (const table of ['checkout_sessions', 'subscriptions']) {
    await test.database.asSuperuser(`DELETE FROM assay.${table} WHERE company_id = $1`, [company.id]);
  }
}

async function aCheckout(setting: Setting) {
  await neverPaid(setting);
  const { test, company } = setting;
  const input = { body: { plan: 'monthly' as const }, requestKey: crypto.randomUUID() };
  return (await test.request(openCheckout, input, { as: company.owner })).response;
}

async function aPlan(setting: Setting): Promise<void> {
  const { id, url } = await aCheckout(setting);
  await setting.test.payments.payOn(url, { card: 'works' });
  await setting.test.request(verifyCheckout, { body: { sessionId: id } }, { as: setting.company.owner });
}

/** Requests for company setup and plans; see sample-requests.ts. */
export const billingSamples: Record<string, (setting: Setting) => Promise<SampleRequest>> = {
  'onboarding.read': async () => ({}),
  'onboarding.company': async ({ test, company }) => {
    const { response } = await test.request(readOnboarding, {}, { as: company.owner });
    const { version } = response.company;
    const regulatedIn = ['NZL'];
    const legalName = 'Kauri Advisory Limited';
    return { body: { version, legalName, sector: 'accounting', regulatedIn, address: sampleAddress } };
  },
  'onboarding.officer': async ({ company }) => ({ body: { memberId: company.owner.id } }),
  'onboarding.templates': async ({ test, company }) => {
    const { response } = await test.request(readOnboarding, {}, { as: company.owner });
    return { body: { keys: response.starters.map(({ key }) => key) } };
  },
  'onboarding.lookup': async ({ test }) => ({
    body: {
      register: 'nzbn',
      number: test.registers.entity('KŌWHAI BAY TRADING LIMITED').nzbn ?? '',
    },
  }),
  'billing.read': async () => ({}),
  'billing.openCheckout': async (setting) => {
    await neverPaid(setting);
    return { body: { plan: 'payAsYouGo', from: 'onboarding' } };
  },
  'billing.verifyCheckout': async (setting) => ({
    body: { sessionId: (await aCheckout(setting)).id },
  }),
  'billing.openPortal': async (setting) => {
    await aCheckout(setting);
    return { body: {} };
  },
  'billing.changePlan': async (setting) => {
    await aPlan(setting);
    const { test, company } = setting;
    const query = { plan: 'payAsYouGo' as const };
    const { proratedAt, prorated } = (await test.request(previewPlan, { query }, { as: company.owner }))
      .response;
    return { body: { ...query, proratedAt, prorated } };
  },
  'billing.previewPlan': async (setting) => {
    await aPlan(setting);
    return { query: { plan: 'payAsYouGo' } };
  },
  'billing.requestPlan': async () => ({
    body: {
      contactName: 'Ola Sampleton',
      contactEmail: 'ola@example.test',
      message: 'Twelve offices, one invoice',
    },
  }),
};
