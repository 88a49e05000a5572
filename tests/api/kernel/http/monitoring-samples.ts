import { createClient } from '#contract/clients/clients.ts';
import { enrolClient } from '#contract/monitoring/enrolments.ts';
import { requestReview, transitionReview } from '#contract/risk/reviews.ts';
import type { TestApi, TestCompany } from '#tests/support/api/api.ts';
import { aWorklist, foundAlert } from '#tests/support/api/monitoring.ts';

interface Setting {
  test: TestApi;
  company: TestCompany;
}

type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

async function aClient({ test, company }: Setting): Promise<string> {
  const body = {
    clientType: 'individual' as const,
    individual: { givenNames: 'Hinemoa', familyName: 'Watchedton' },
    confirmations: ['likelyDuplicates' as const],
  };
  const input = { body, requestKey: crypto.randomUUID() };
  return (await test.request(createClient, input, { as: company.owner })).response.id;
}

async function list({ test, company }: Setting) {
  const { id, version } = await aWorklist(test, company, { name: `Worklist ${crypto.randomUUID()}` });
  return { params: { id: String(id) }, id, version };
}

async function anEnrolment(setting: Setting) {
  const { id: worklistId } = await list(setting);
  const params = { id: await aClient(setting) };
  const { response } = await setting.test.request(
    enrolClient,
    { params, body: { worklistId } },
    { as: setting.company.owner },
  );
  return response;
}

async function aMatchAlert(setting: Setting) {
  return foundAlert(setting.test, setting.company, await aClient(setting));
}

const reviewForm = { cause: 'The ownership changed', dueOn: '2099-01-31' };

async function aReview(setting: Setting, isBegun = false) {
  const as = { as: setting.company.owner };
  const params = { id: await aClient(setting) };
  const { id, version } = (await setting.test.request(requestReview, { params, body: reviewForm }, as))
    .response;
  if (!isBegun) return { params: { id }, version };
  const begun = await setting.test.request(
    transitionReview,
    { params: { id }, body: { version, to: 'inProgress' } },
    as,
  );
  return { params: { id }, version: begun.response.version };
}

const worklistForm = () => ({
  name: `Worklist ${crypto.randomUUID()}`,
  checks: ['sanctions'],
  threshold: 80,
  frequency: 'weekly',
  dayOfWeek: 1,
  dobMatching: 'exact',
});

const dismissal = { reasonCode: 'otherName', reason: 'Another family' };

/** Monitoring requests that succeed for an authorised caller. */
export const monitoringSamples: Record<string, (setting: Setting) => Promise<Sample>> = {
  'alerts.read': async (setting) => ({ params: { id: (await aMatchAlert(setting)).id } }),
  'alerts.assign': async (setting) => {
    const { id, version } = await aMatchAlert(setting);
    return { params: { id }, body: { version, memberId: setting.company.staff.id } };
  },
  'alerts.claim': async (setting) => {
    await aMatchAlert(setting);
    return { body: {} };
  },
  'alerts.dismissMatches': async (setting) => {
    const { id, matches } = await aMatchAlert(setting);
    const seen = matches.map((match) => ({ id: match.id, version: match.version }));
    return { params: { id }, body: { matches: seen, ...dismissal } };
  },
  'screeningMatches.decide': async (setting) => {
    const [match] = (await aMatchAlert(setting)).matches;
    return {
      params: { id: match?.id ?? '' },
      body: { decision: 'falsePositive', version: match?.version, ...dismissal },
    };
  },
  'worklists.list': async () => ({ query: { archived: 'yes' } }),
  'worklists.read': async (setting) => ({ params: (await list(setting)).params }),
  'worklists.create': async () => ({ body: worklistForm() }),
  'worklists.update': async (setting) => {
    const { params, version } = await list(setting);
    return { params, body: { version, ...worklistForm() } };
  },
  'worklists.setDefault': async (setting) => {
    const { params, version } = await list(setting);
    return { params, body: { version } };
  },
  'worklists.archive': async (setting) => {
    // A company's first worklist is its default, which cannot be archived.
    await list(setting);
    const { params, version } = await list(setting);
    return { params, body: { version } };
  },
  'enrolments.list': async (setting) => ({
    params: { id: String((await anEnrolment(setting)).worklistId) },
    query: { status: 'active', limit: '5' },
  }),
  'enrolments.transition': async (setting) => {
    const { id, version } = await anEnrolment(setting);
    return { params: { id }, body: { version, to: 'paused' } };
  },
  'clients.enrol': async (setting) => ({
    params: { id: await aClient(setting) },
    body: { worklistId: (await list(setting)).id },
  }),
  'clients.bulkEnrol': async (setting) => ({
    body: { worklistId: (await list(setting)).id, clientIds: [await aClient(setting)] },
  }),
  'clients.bulkEnrolByFilter': async (setting) => ({
    body: { worklistId: (await list(setting)).id, filters: { q: 'Nobody of this name' }, confirmedTotal: 0 },
  }),
  'clients.monitoring': async (setting) => ({ params: { id: await aClient(setting) } }),
  'clients.screen': async (setting) => ({ params: { id: await aClient(setting) }, body: {} }),
  'monitoring.lists': async () => ({}),
  'reviews.list': async () => ({ query: { due: 'month', of: 'me', limit: '5' } }),
  'reviews.read': async (setting) => ({ params: (await aReview(setting)).params }),
  'reviews.request': async (setting) => ({ params: { id: await aClient(setting) }, body: reviewForm }),
  'reviews.transition': async (setting) => {
    const { params, version } = await aReview(setting);
    return { params, body: { version, to: 'cancelled', reason: 'It was done last week' } };
  },
  'reviews.complete': async (setting) => {
    const { params, version } = await aReview(setting, true);
    return { params, body: { version, findings: 'Nothing has changed', riskAfter: 'medium' } };
  },
};
