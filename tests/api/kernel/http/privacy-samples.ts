import { v7 as uuidv7 } from 'uuid';
import { createClient } from '#contract/clients/clients.ts';
import { assessBreach, recordBreach } from '#contract/privacy/breaches.ts';
import { decidePrivacyRequest, recordPrivacyRequest } from '#contract/privacy/requests.ts';
import { dayFromNow } from '#tests/support/api/document-requests.ts';
import type { SampleRequest, Setting } from './sample-requests.ts';

const facts = {
  summary: 'Email to the wrong person',
  description: 'A verification report was sent to another client.',
  kinds: ['disclosure' as const],
  information: ['identityDocuments' as const],
};
const breach = { ...facts, awareOn: '2026-02-01', awareTime: '09:30' };

const send = (setting: Setting, endpoint: never, input: object) =>
  setting.test.request(endpoint, { ...input, requestKey: crypto.randomUUID() } as never, {
    as: setting.company.owner,
  }) as Promise<{
    response: { id: string; version: number; countries?: { country: string }[] };
  }>;

async function aBreach(setting: Setting) {
  const { response } = await send(setting, recordBreach as never, { body: breach });
  return { params: { id: response.id }, version: response.version };
}

async function aNotifiableBreach(setting: Setting) {
  const { params, version } = await aBreach(setting);
  const body = {
    version,
    country: 'NZL',
    outcome: 'notifiable',
    reason: 'Passport numbers were in the report.',
  };
  const { response } = await send(setting, assessBreach as never, { params, body });
  return { params, version: response.version };
}

/** Assessed under every law that applies to the company. */
async function aClosableBreach(setting: Setting) {
  let made = (await send(setting, recordBreach as never, { body: breach })).response;
  const params = { id: made.id };
  for (const { country } of made.countries ?? []) {
    const assessment = { country, outcome: 'notNotifiable', reason: 'Recalled before it was opened.' };
    const body = { version: made.version, ...assessment };
    made = { ...made, ...(await send(setting, assessBreach as never, { params, body })).response };
  }
  return { params, version: made.version };
}

async function aClient(setting: Setting) {
  const body = {
    clientType: 'individual',
    individual: { givenNames: 'Hinemoa', familyName: 'Exampleton' },
    confirmations: ['likelyDuplicates'],
  };
  return { params: { id: (await send(setting, createClient as never, { body })).response.id } };
}

const request = {
  kind: 'correction' as const,
  receivedOn: '2026-02-02',
  requestedBy: 'The client, by phone; date of birth and address matched',
  details: 'My family name is spelt Exampelton.',
};

async function aRequest(setting: Setting, receivedOn = request.receivedOn) {
  const { params } = await aClient(setting);
  const body = { ...request, receivedOn };
  const { response } = await send(setting, recordPrivacyRequest as never, { params, body });
  return { params: { id: response.id }, version: response.version };
}

/** Sample requests of the privacy registers’ endpoints. */
export const privacySamples: Record<string, (setting: Setting) => Promise<SampleRequest>> = {
  'privacy.purges': async () => ({}),
  'privacyBreaches.list': async () => ({ query: { before: uuidv7() } }),
  'privacyBreaches.export': async () => ({}),
  'privacyBreaches.record': async () => ({ body: breach }),
  'privacyBreaches.read': async (setting) => ({ params: (await aBreach(setting)).params }),
  'privacyBreaches.change': async (setting) => {
    const { params, version } = await aBreach(setting);
    return { params, body: { version, ...facts, people: 1 } };
  },
  'privacyBreaches.assess': async (setting) => {
    const { params, version } = await aBreach(setting);
    const reason = 'Passport numbers were in the report.';
    return { params, body: { version, country: 'NZL', outcome: 'notifiable', reason } };
  },
  'privacyBreaches.notify': async (setting) => {
    const { params, version } = await aNotifiableBreach(setting);
    return { params, body: { version, country: 'NZL', to: 'regulator', on: '2026-02-02', text: 'NB-1' } };
  },
  'privacyBreaches.close': async (setting) => {
    const { params, version } = await aClosableBreach(setting);
    return { params, body: { version, lessons: 'Addresses are confirmed by a second person.' } };
  },
  'privacyRequests.list': async () => ({ query: { before: uuidv7() } }),
  'privacyRequests.export': async () => ({}),
  'privacyRequests.ofClient': aClient,
  'privacyRequests.record': async (setting) => ({ ...(await aClient(setting)), body: request }),
  'privacyRequests.extend': async (setting) => {
    const { params, version } = await aRequest(setting, dayFromNow(setting.test, -1));
    return {
      params,
      body: { version, until: dayFromNow(setting.test, 90), reason: 'The archive must be searched' },
    };
  },
  'privacyRequests.decide': async (setting) => {
    const { params, version } = await aRequest(setting);
    return { params, body: { version, decision: 'granted', reason: 'Corrected on the record' } };
  },
  'privacyRequests.attachStatement': async (setting) => {
    const { params, version } = await aRequest(setting);
    const refused = { version, decision: 'refused', reason: 'The passport shows the recorded spelling' };
    const { response } = await send(setting, decidePrivacyRequest as never, { params, body: refused });
    return { params, body: { version: response.version, text: 'My name is Exampelton.' } };
  },
};
