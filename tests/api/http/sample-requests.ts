import { createActivity } from '#contract/activities.ts';
import { createClient } from '#contract/clients.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { readOnboarding } from '#contract/onboarding.ts';
import type { TestApi, TestCompany, TestPerson } from '../../support/api.ts';

/** A request that succeeds when the right person sends it. */
export interface SampleRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

interface Setting {
  test: TestApi;
  /** Whose records the request names, and whose owner sends it. */
  company: TestCompany;
  /** Who sends it where no member does. */
  person: TestPerson;
}

const newClient = {
  clientType: 'individual',
  individual: { givenNames: 'Hinemoa', familyName: 'Exampleton' },
  confirmations: ['likelyDuplicates'],
};

async function clientOf({ test, company }: Setting): Promise<{ id: string; version: number }> {
  const made = await test.request(
    createClient,
    { body: newClient as never, requestKey: crypto.randomUUID() },
    { as: company.owner },
  );
  return made.answer;
}

const newActivity = {
  name: 'Purchase of 12 Sample Street',
  activityType: 'matter',
  maxTransactionValue: '850,000',
};

async function activityOf(setting: Setting) {
  const { id: clientId } = await clientOf(setting);
  const body = { ...newActivity, parties: [{ clientId, capacity: 'customer' }] };
  const made = await setting.test.request(
    createActivity,
    { body: body as never, requestKey: crypto.randomUUID() },
    { as: setting.company.owner },
  );
  return { body, id: made.answer.id, version: made.answer.version };
}

const nothing = async (): Promise<SampleRequest> => ({});
const anActivity = async (setting: Setting): Promise<SampleRequest> => ({
  params: { id: (await activityOf(setting)).id },
});
const aClient = async (setting: Setting): Promise<SampleRequest> => ({
  params: { id: (await clientOf(setting)).id },
});

/**
 * One request for every endpoint of the contract, by the endpoint's id. A new endpoint is tested as soon as it
 * has its line here, and fails until then.
 */
const samples: Record<string, (setting: Setting) => Promise<SampleRequest>> = {
  login: async ({ company }) => ({
    body: { loginId: company.owner.loginId, sessionToken: company.owner.token, door: 'member' },
  }),
  signup: async ({ person }) => ({
    body: {
      loginId: person.loginId,
      name: 'Tama Invented',
      companyName: 'Rata Consulting',
      billingCountryCode: 'NZL',
    },
  }),
  'me.read': nothing,
  'admin.me.read': nothing,
  'members.list': nothing,
  'onboarding.read': nothing,
  'onboarding.finish': async ({ test, company }) => {
    const { answer } = await test.request(readOnboarding, {}, { as: company.owner });
    return {
      body: {
        version: answer.company.version,
        legalName: 'Kauri Advisory Limited',
        sector: 'accounting',
        regulatedIn: ['NZL'],
        address: {
          addressLine1: '1 Sample Street',
          state: 'Wellington',
          postcode: '6011',
          countryCode: 'NZL',
        },
        actsAsComplianceOfficer: true,
      },
    };
  },
  'home.read': nothing,
  'clients.list': async () => ({ query: { q: 'hine', sort: 'best', limit: '5' } }),
  'clients.export': async () => ({ query: { kind: 'individual', sort: 'newest' } }),
  'clients.create': async () => ({ body: newClient }),
  'clients.read': aClient,
  'clients.update': async (setting) => {
    const { id, version } = await clientOf(setting);
    return { params: { id }, body: { ...newClient, version } };
  },
  'clients.history': aClient,
  'activities.list': async () => ({ query: { q: 'purchase', sort: 'due', assignee: 'none', limit: '5' } }),
  'activities.export': async () => ({ query: { type: 'matter' } }),
  'activities.create': async () => ({ body: newActivity }),
  'activities.read': anActivity,
  'activities.update': async (setting) => {
    const { id, version, body } = await activityOf(setting);
    return { params: { id }, body: { ...body, version, name: 'Purchase of 14 Sample Street' } };
  },
  'activities.move': async (setting) => {
    const { id, version } = await activityOf(setting);
    return { params: { id }, body: { move: 'to', version, to: 'inProgress' } };
  },
  'activities.history': anActivity,
};

/** Ids of the endpoints that have a sample. */
export const sampledEndpoints = Object.keys(samples);

/** @throws Error that says what to do for an endpoint without a sample. */
export async function sampleRequest(endpoint: Endpoint, setting: Setting): Promise<SampleRequest> {
  const make = samples[endpoint.id];
  if (make === undefined)
    throw new Error(`Give ${endpoint.id} a sample in tests/api/http/sample-requests.ts.`);
  return make(setting);
}
