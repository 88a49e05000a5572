import { createActivity } from '#contract/activities.ts';
import { createClient } from '#contract/clients.ts';
import { readCountryLists } from '#contract/diligence.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { readOnboarding } from '#contract/onboarding.ts';
import { recordFinding } from '#contract/findings.ts';
import { addParty } from '#contract/parties.ts';
import { readTemplateImpact } from '#contract/risk-templates.ts';
import type { TestApi, TestCompany, TestPerson } from '../../support/api.ts';
import {
  approvedAssessment,
  draftTemplate,
  publishedTemplate,
  sampleAnswers,
  sampleClient,
  sampleContent,
  sendAssessment,
} from '../../support/risk.ts';

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

async function aTemplate({ test, company }: Setting) {
  const { id, version } = await draftTemplate(test, company.owner);
  return { params: { id }, version };
}

/** A director of a client, and what the two are called in paths. */
async function aParty(setting: Setting): Promise<{ params: Record<string, string>; version: number }> {
  const [{ id }, { id: partyClientId }] = [await clientOf(setting), await clientOf(setting)];
  const { answer } = await setting.test.request(
    addParty,
    { params: { id }, body: { partyClientId, roles: ['director'] } },
    { as: setting.company.owner },
  );
  return { params: { id, partyId: answer.id }, version: answer.version };
}

/** A client with a submitted assessment, and what the two are called in paths. */
async function anAssessment({ test, company }: Setting) {
  const template = await publishedTemplate(test, company.owner);
  const { id: clientId } = await sampleClient(test, company.owner);
  const { answer } = await sendAssessment(test, company.owner, { clientId, template });
  const resource = { resourceType: 'clients', resourceId: clientId };
  return { assessment: answer, template, resource, clientId };
}

const answers = sampleAnswers({ q: 'low' });

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
  'clients.diligence': aClient,
  'clients.move': async (setting) => {
    const { id, version } = await clientOf(setting);
    return { params: { id }, body: { lifecycle: 'client', version, to: 'onboarding' } };
  },
  'findings.record': async (setting) => {
    const { id, version } = await clientOf(setting);
    return { params: { id }, body: { subject: 'enhanced', version, reason: 'Funds from three countries' } };
  },
  'findings.withdraw': async (setting) => {
    const { id, version } = await clientOf(setting);
    const body = { subject: 'structure' as const, version, beneficiaryCount: 2 };
    const as = setting.company.owner;
    const { answer } = await setting.test.request(recordFinding, { params: { id }, body }, { as });
    return {
      params: { id, subject: 'structure' },
      body: { version: answer.version, reason: 'Wrong client' },
    };
  },
  'parties.list': async (setting) => ({
    ...(await aClient(setting)),
    query: { state: 'current', limit: '5' },
  }),
  'parties.add': async (setting) => {
    const [{ id }, { id: partyClientId }] = [await clientOf(setting), await clientOf(setting)];
    return { params: { id }, body: { partyClientId, roles: ['director'] } };
  },
  'parties.read': async (setting) => ({ params: (await aParty(setting)).params }),
  'parties.update': async (setting) => {
    const { params, version } = await aParty(setting);
    return { params, body: { version, roles: ['director', 'shareholder'], directPercent: '40 %' } };
  },
  'parties.end': async (setting) => {
    const { params, version } = await aParty(setting);
    return { params, body: { version, reason: 'Sold the shares' } };
  },
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
  'templates.list': async () => ({ query: { resourceType: 'clients', archived: 'false' } }),
  'templates.create': async () => ({
    body: { name: 'Sample', resourceType: 'clients', from: { source: 'library', key: 'clients-nzl' } },
  }),
  'templates.read': async (setting) => ({ params: (await aTemplate(setting)).params }),
  'templates.saveDraft': async (setting) => {
    const { params, version } = await aTemplate(setting);
    return { params, body: { version, name: 'Renamed', content: sampleContent() } };
  },
  'templates.discardDraft': async (setting) => {
    const { params, version } = await aTemplate(setting);
    return { params, body: { version } };
  },
  'templates.impact': async (setting) => ({ params: (await aTemplate(setting)).params }),
  'templates.publish': async (setting) => {
    const { params, version } = await aTemplate(setting);
    const { test, company } = setting;
    const impact = await test.request(readTemplateImpact, { params }, { as: company.owner });
    const seenContentHash = impact.answer.contentHash;
    return { params, body: { version, changeNote: 'First version', seenContentHash } };
  },
  'templates.change': async (setting) => {
    const { params, version } = await aTemplate(setting);
    return { params, body: { version, change: 'archive' } };
  },
  'assessments.list': async (setting) => ({ params: (await anAssessment(setting)).resource }),
  'assessments.prepare': async (setting) => ({ params: (await anAssessment(setting)).resource }),
  'assessments.create': async (setting) => {
    const { resource, template } = await anAssessment(setting);
    return { params: resource, body: { templateVersionId: template.shown.id, answers, submit: true } };
  },
  'assessments.read': async (setting) => {
    const { resource, assessment } = await anAssessment(setting);
    return { params: { ...resource, id: assessment.id } };
  },
  'assessments.save': async (setting) => {
    const { test, company } = setting;
    const { clientId, template } = await anAssessment(setting);
    const draft = { clientId, template, submit: false };
    const { id, version } = (await sendAssessment(test, company.owner, draft)).answer;
    return { params: { id }, body: { version, answers, submit: true } };
  },
  'assessments.score': async ({ test }) => {
    // Of a company that may work, whoever asks: nobody else's templates score anything.
    const setting = { test, company: test.companies.a, person: test.companies.a.owner };
    return { body: { templateVersionId: (await anAssessment(setting)).template.shown.id, answers } };
  },
  'assessments.decide': async (setting) => {
    const { assessment } = await anAssessment(setting);
    return { params: { id: assessment.id }, body: { decision: 'approve', version: assessment.version } };
  },
  'assessments.compare': async (setting) => {
    const { test, company } = setting;
    const { assessment, clientId, template } = await anAssessment(setting);
    const other = await approvedAssessment(test, company.owner, { clientId, template });
    return { params: { id: assessment.id, otherId: other.id } };
  },
  'countryLists.read': nothing,
  'countryLists.states': async () => ({ params: { key: 'firm' } }),
  'countryLists.save': async ({ test, company }) => {
    const { lists } = (await test.request(readCountryLists, {}, { as: company.owner })).answer;
    const firm = lists.find(({ key }) => key === 'firm');
    if (firm === undefined) throw new Error('The firm has no list.');
    const { version, asAt } = firm;
    return { params: { key: 'firm' }, body: { version, asAt, countries: ['PAN'] } };
  },
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
