import { v7 as uuidv7 } from 'uuid';
import { runBulkActions } from '#api/follow-up/bulk-actions/run-job.ts';
import { createActivity } from '#contract/activities.ts';
import { startBusinessVerification } from '#contract/business-verifications/business-verifications.ts';
import { chooseRegistryEntity } from '#contract/business-verifications/registry-endpoints.ts';
import { readCountryLists } from '#contract/cdd/cdd.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { addFundsLine } from '#contract/cdd/funds-lines.ts';
import { recordNonCooperation } from '#contract/cdd/non-cooperation.ts';
import { recordArrangement } from '#contract/cdd/property-arrangements.ts';
import { recordPermit } from '#contract/cdd/sanctions-permits.ts';
import {
  addImportRows,
  chooseImportRows,
  continueClientImport,
  createClientImport,
  mapClientImport,
} from '#contract/clients/client-import.ts';
import { createClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { listSessions } from '#contract/company/accounts.ts';
import { readCompanyProfile, readPolicies } from '#contract/company/company-settings.ts';
import { readSecondFactors, startAuthenticatorApp } from '#contract/company/second-factors.ts';
import { decideRequestItem } from '#contract/document-requests/document-requests.ts';
import { removeDocument, uploadDocuments } from '#contract/documents/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  decideVerification,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import { startBulkAction } from '#contract/monitoring/bulk-actions.ts';
import { createCalendarFeed } from '#contract/notifications/notifications.ts';
import { readTemplateImpact } from '#contract/risk/risk-templates.ts';
import { setLegalHold } from '#contract/views/retention.ts';
import { createSavedView } from '#contract/views/saved-views.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import type { TestApi, TestCompany, TestPerson } from '#tests/support/api/api.ts';
import { appCode, setUpApp } from '#tests/support/api/authenticator.ts';
import {
  dayFromNow,
  getLink,
  getRecipient,
  sampleRequestBody,
  sentRequest,
  submitAll,
  submittedRequest,
} from '#tests/support/api/document-requests.ts';
import { getDiligence, individualWithEvidence } from '#tests/support/api/due-diligence.ts';
import { insertLawChange } from '#tests/support/api/law-changes.ts';
import { dueClient } from '#tests/support/api/retention.ts';
import {
  approvedAssessment,
  draftTemplate,
  publishedTemplate,
  sampleAnswers,
  sampleClient,
  sampleContent,
  sendAssessment,
} from '#tests/support/api/risk.ts';
import { exceptionRecord, withBureauConsentWithheld } from '#tests/support/api/verifications.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import { billingSamples } from './billing-samples.ts';
import { monitoringSamples } from './monitoring-samples.ts';
import { platformSamples } from './platform-samples.ts';
import { privacySamples } from './privacy-samples.ts';
import { screeningListSamples } from './screening-list-samples.ts';
import { teamSamples } from './team-samples.ts';

/** A request that succeeds for an authorised caller. */
export interface SampleRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The transaction id, for a request sent by a link. */
  as?: { token: string };
}

export interface Setting {
  test: TestApi;
  /** The company whose records the request names, and whose owner sends it. */
  company: TestCompany;
  /** The sender, if it is no member. */
  person: TestPerson;
}

const newClient = {
  clientType: 'individual',
  individual: { givenNames: 'Hinemoa', familyName: 'Exampleton' },
  confirmations: ['likelyDuplicates'],
};

async function aLawChange(setting: Setting): Promise<{ params: { id: string } }> {
  const { test, company } = setting;
  const { id } = await getClient(setting);
  return { params: { id: await insertLawChange(test.database, company.id, id) } };
}

async function getClient({ test, company }: Setting): Promise<{ id: string; version: number }> {
  const made = await test.request(
    createClient,
    { body: newClient as never, requestKey: crypto.randomUUID() },
    { as: company.owner },
  );
  return made.response;
}

const newActivity = {
  name: 'Purchase of 12 Sample Street',
  activityType: 'matter',
  capturedActivityNz: 'nz.a6',
  maxTransactionValue: '850,000',
};

async function getActivity(setting: Setting) {
  const { id: clientId } = await getClient(setting);
  const body = { ...newActivity, parties: [{ clientId, capacity: 'customer' }] };
  const made = await setting.test.request(
    createActivity,
    { body: body as never, requestKey: crypto.randomUUID() },
    { as: setting.company.owner },
  );
  return { body, id: made.response.id, version: made.response.version };
}

const arrangement = {
  participant: 'Sample Conveyancing Pty Ltd',
  responsibilities: 'The conveyancer verifies the buyer and its owners.',
  agreedOn: '2026-07-06',
  cddDoneOn: '2026-07-10',
  receivedOn: '2026-07-13',
};

const refusal = { steps: 'Asked twice in writing', difficulties: 'No answer', reportConsidered: true };

/** A sale brokered by a company under Australian law, with its other party. */
async function aBrokeredSale(setting: Setting) {
  const { test, company } = setting;
  await test.database.asSuperuser(
    `UPDATE assay.companies SET regulated_in = ARRAY['NZL', 'AUS'] WHERE id = $1`,
    [company.id],
  );
  const { id: clientId } = await getClient(setting);
  const body = {
    ...newActivity,
    designatedServiceAu: 'au.t5.1',
    exchangeOn: '2026-07-06',
    settlementOn: '2026-08-17',
    parties: [{ clientId, capacity: 'otherParty' }],
  };
  const made = await test.request(
    createActivity,
    { body: body as never, requestKey: crypto.randomUUID() },
    { as: company.owner },
  );
  return { id: made.response.id, version: made.response.version, clientId };
}

const nothing = async (): Promise<SampleRequest> => ({});

async function changedProfile({ test, company }: Setting): Promise<SampleRequest> {
  const { response } = await test.request(readCompanyProfile, {}, { as: company.owner });
  const { version, name, timeZone } = response;
  return { query: {}, body: { version, name, timeZone, regulatedIn: ['NZL', 'AUS'], acn: '004 085 616' } };
}

async function changedList({ test, company }: Setting): Promise<SampleRequest> {
  const { lists } = (await test.request(readCountryLists, {}, { as: company.owner })).response;
  const firm = lists.find(({ key }) => key === 'firm');
  if (firm === undefined) throw new Error('The firm has no list.');
  const { version, asAt, countries } = firm;
  return { params: { key: 'firm' }, query: {}, body: { version, asAt, countries: [...countries, 'PAN'] } };
}

async function changedPolicies({ test, company }: Setting): Promise<SampleRequest> {
  const { response } = await test.request(readPolicies, {}, { as: company.owner });
  return { body: { version: response.version, ...response.policies, requestExpiryDays: 21 } };
}
const anActivity = async (setting: Setting): Promise<SampleRequest> => ({
  params: { id: (await getActivity(setting)).id },
});
const aClient = async (setting: Setting): Promise<SampleRequest> => ({
  params: { id: (await getClient(setting)).id },
});

const importMapping = {
  columns: ['familyName' as const],
  clientType: 'individual' as const,
  country: 'NZL',
  responsibleMemberId: null,
};

/** A bulk action that has not run yet. */
/** Ends the bulk actions of earlier samples: only a few may run at a time. */
const endBulkActions = ({ test }: Setting) => runBulkActions({ db: test.database.db, now: test.clock.now });

async function aBulkAction(setting: Setting) {
  const { test, company } = setting;
  const { id } = await getClient(setting);
  await endBulkActions(setting);
  const body = { act: { kind: 'assign' as const, memberId: company.owner.id }, clientIds: [id] };
  return (await test.request(startBulkAction, { body }, { as: company.owner })).response;
}

/** An import of one row, up to the requested step. */
async function anImport({ test, company }: Setting, until: 'staging' | 'mapping' | 'review' = 'staging') {
  const as = { as: company.owner };
  const begun = {
    body: { fileName: 'clients.csv', headings: ['Family name'], firstRows: [['Family name']] },
  };
  const made = (await test.request(createClientImport, begun, as)).response;
  const params = { id: made.id };
  if (until === 'staging') return made;
  const rows = { first: 2, rows: [['Importedsample']], last: true };
  const staged = (await test.request(addImportRows, { params, body: rows }, as)).response;
  if (until === 'mapping') return staged;
  const body = { version: staged.version, mapping: importMapping };
  await test.request(mapClientImport, { params, body }, as);
  return (await test.request(continueClientImport, { params, body: {} }, as)).response;
}

const newView = () => ({
  screen: 'clients',
  name: `View ${crypto.randomUUID()}`,
  query: 'status=active',
  shared: true,
});

async function aView({ test, company }: Setting) {
  const input = { body: newView() as never, requestKey: crypto.randomUUID() };
  return (await test.request(createSavedView, input, { as: company.owner })).response;
}

async function aTemplate({ test, company }: Setting) {
  const { id, version } = await draftTemplate(test, company.owner);
  return { params: { id }, version };
}

/** An authorised representative of a client, with their path parameters. */
async function aParty(setting: Setting): Promise<{ params: Record<string, string>; version: number }> {
  const [{ id }, { id: partyClientId }] = [await getClient(setting), await getClient(setting)];
  const { response } = await setting.test.request(
    addParty,
    { params: { id }, body: { partyClientId, roles: ['authorisedRepresentative'] } },
    { as: setting.company.owner },
  );
  return { params: { id, partyId: response.id }, version: response.version };
}

/** A client with a submitted assessment, with their path parameters. */
async function anAssessment({ test, company }: Setting) {
  const template = await publishedTemplate(test, company.owner);
  const { id: clientId } = await sampleClient(test, company.owner);
  const { response } = await sendAssessment(test, company.owner, { clientId, template });
  const resource = { resourceType: 'clients', resourceId: clientId };
  return { assessment: response, template, resource, clientId };
}

/** An image of a client, with a thumbnail. */
async function aDocument(setting: Setting) {
  const { id: ownerId } = await getClient(setting);
  const body = formWith([{ name: 'passport.png', bytes: await samplePicture('png') }]);
  const input = { params: { ownerType: 'client', ownerId }, body } as never;
  const { response } = await setting.test.request(uploadDocuments, input, { as: setting.company.owner });
  const document = response.documents[0]?.document;
  if (document === undefined) throw new Error('The sample picture was refused.');
  return { params: { id: document.id }, version: document.version, owner: { ownerType: 'client', ownerId } };
}

/** The fields of a permit with the sample's document. */
const permitForm = ({ params, owner }: Awaited<ReturnType<typeof aDocument>>) => ({
  params: { id: owner.ownerId },
  body: {
    country: 'NZL' as const,
    regimes: ['un' as const],
    authority: 'Minister of Foreign Affairs',
    number: 'P-1',
    documentId: params.id,
    acts: ['startWork' as const],
    scope: 'Fees for legal advice',
    validFrom: '2026-11-01',
    validTo: '2026-12-31',
  },
});

/** A permit that a staff member has recorded. */
async function aPermit(setting: Setting) {
  const { params, body } = permitForm(await aDocument(setting));
  const { response } = await setting.test.request(
    recordPermit,
    { params, body },
    { as: setting.company.staff },
  );
  return response;
}

/** A document of a client with a business relationship, whose removal a staff member has requested. */
async function requestedRemoval(setting: Setting): Promise<SampleRequest> {
  const { test, company } = setting;
  const { params, version, owner } = await aDocument(setting);
  await test.database.asSuperuser(
    `UPDATE assay.clients SET relationship_started_on = '2020-01-31' WHERE id = $1`,
    [owner.ownerId],
  );
  const body = { version, reason: 'Of another person' };
  const { response } = await test.request(removeDocument, { params, body }, { as: company.staff });
  return { params, body: { version: response.version } };
}

const newFundsLine = {
  of: 'funds',
  kind: 'propertySale',
  amount: '640,000',
  currency: 'NZD',
  from: 'Sale of the house at 12 Sample Street',
};

/** A line of source of funds with a document, with its path parameters. */
async function aFundsLine(setting: Setting): Promise<{ params: Record<string, string>; version: number }> {
  const { params, owner } = await aDocument(setting);
  const input = { params: { id: owner.ownerId }, body: { ...newFundsLine, documentIds: [params.id] } };
  const { response } = await setting.test.request(addFundsLine, input as never, {
    as: setting.company.owner,
  });
  return { params: { id: owner.ownerId, lineId: response.id }, version: response.version };
}

async function anUpload(setting: Setting): Promise<SampleRequest> {
  const params = { ownerType: 'client', ownerId: (await getClient(setting)).id };
  return { params, body: formWith([{ name: 'passport.png', bytes: await samplePicture('png') }]) };
}

const sampleBusiness = 'RIMU RIDGE DEVELOPMENTS LIMITED';

/** A business verification, started or with its extract. */
async function aBusinessVerification({ test, company }: Setting, until: 'begun' | 'extract' = 'begun') {
  const as = { as: company.owner };
  const business = { legalName: sampleBusiness, registrationCountry: 'NZL', incorporatedOn: '1990-01-01' };
  const body = { clientType: 'company', business, confirmations: ['likelyDuplicates'] };
  const client = await test.request(
    createClient,
    { body: body as never, requestKey: crypto.randomUUID() },
    as,
  );
  const params = { clientId: client.response.id };
  const begun = (await test.request(startBusinessVerification, { params, query: {} }, as)).response;
  if (until === 'begun') return begun;
  const { nzbn = '' } = test.registers.entity(sampleBusiness);
  const chosen = { version: begun.version, registry: 'nzbn' as const, number: nzbn, quotedCost: 250 };
  return (await test.request(chooseRegistryEntity, { params: { id: begun.id }, body: chosen }, as)).response;
}

let passports = 123_456;

/** Of one client alone: a document that two have is verified by an exception only. */
function newPassportNumber(): string {
  passports += 1;
  return `LA${passports}`;
}

/** A verification with a sighted document that meets its rule, or with its link sent. */
async function aVerification(
  { test, company }: Setting,
  how: 'sighted' | 'remote' | 'exception' | 'electronic' = 'sighted',
) {
  const individual = { ...newClient.individual, dateOfBirth: '1985-03-12' };
  const client = await test.request(
    createClient,
    { body: { ...newClient, individual } as never, requestKey: crypto.randomUUID() },
    { as: company.owner },
  );
  const params = { clientId: client.response.id };
  const bodies = {
    sighted: {
      method: 'documentSighted',
      document: {
        type: 'nzPassport',
        fields: { number: newPassportNumber(), expiresOn: '2099-01-31' },
        sighted: {
          originalSighted: true,
          showsName: true,
          showsDateOfBirth: true,
          metBy: 'A. Member',
          metOn: '2025-06-01',
          likenessConfirmed: true,
        },
      },
    },
    remote: { method: 'electronicRemote', channel: 'email', email: 'hinemoa@example.test' },
    exception: {
      method: 'exception',
      exception: {
        reason: 'No document since the flood',
        stepsTaken: 'Asked the register of births and the family',
        policy: 'Programme, part 4',
        alternativeEvidence: 'Letter of the marae, seen',
        endsOn: exceptionRecord.endsOn,
      },
    },
    electronic: { method: 'electronicInPerson', consent: { given: true, how: 'inPerson' } },
  };
  const { response } = await test.request(
    startVerification,
    { params, body: bodies[how] as never, requestKey: crypto.randomUUID() },
    // An exception is approved by another person than the one who started it.
    { as: how === 'exception' ? company.staff : company.owner },
  );
  return { params: { id: response.id }, version: response.version, response, clientId: params.clientId };
}

const newDocument = { type: 'nzDriverLicence', fields: { number: 'DB424242', version: '123' } };

/** Decided as not verified, so that it can be retried. */
async function aFailedVerification(setting: Setting) {
  const { params, version } = await aVerification(setting);
  const reason = 'The photo shows someone else than who was here';
  const { response } = await setting.test.request(
    decideVerification,
    { params, body: { version, decision: 'notVerified', reason } },
    { as: setting.company.owner },
  );
  return { params, version: response.version };
}

/** Verified, with its evidence expired. */
async function anExpiredVerification(setting: Setting) {
  const { params, version } = await aVerification(setting);
  const { response } = await setting.test.request(
    decideVerification,
    { params, body: { version, decision: 'verified', reason: 'Seen together with the passport' } },
    { as: setting.company.owner },
  );
  await setting.test.database.asSuperuser(
    `UPDATE assay.individual_verifications SET status = 'evidenceExpired' WHERE id = $1`,
    [params.id],
  );
  return { params, version: response.version };
}

const ofDocument = async (setting: Setting): Promise<SampleRequest> => ({
  params: (await aDocument(setting)).params,
});

/** A sent request, as named by its link. */
async function aLink({ test, company }: Setting) {
  const request = await sentRequest(test, company.owner);
  const as = { token: await getLink(test, request.id) };
  await getRecipient(test, as.token).start();
  const [passport, details] = request.items.map(({ id }) => id);
  return { as, passport: { itemId: passport ?? '' }, details: { itemId: details ?? '' }, request };
}

const answers = sampleAnswers({ q: 'low' });

/**
 * One request for every endpoint of the contract, by the endpoint's id. A new endpoint fails until it has its line here, and is tested from
 * then on.
 */
const samples: Record<string, (setting: Setting) => Promise<SampleRequest>> = {
  login: async ({ company }) => ({
    body: { loginId: company.owner.loginId, sessionToken: company.owner.token, realm: 'member' },
  }),
  signup: async ({ person }) => ({
    body: {
      loginId: person.loginId,
      name: 'Tama Invented',
      companyName: 'Rata Consulting',
      billingCountryCode: 'NZL',
    },
  }),
  'sessions.check': async ({ test, person }) => ({ body: { secret: test.getSession(person) } }),
  'sessions.endOthers': async () => ({ body: {} }),
  'sessions.end': async () => ({ body: {} }),
  'sessions.list': nothing,
  'sessions.endOne': async ({ test, person }) => {
    await test.token(person);
    // Someone who is no member has no list of sessions.
    const listed = await test.request(listSessions, {}, { as: person });
    const other = listed.status === 200 && listed.response.sessions.find(({ isCurrent }) => !isCurrent);
    return { params: { id: other ? other.id : uuidv7() }, body: {} };
  },
  'sessions.endAll': async () => ({ body: {} }),
  'account.rename': async () => ({ body: { name: 'Another Name' } }),
  'memberships.list': nothing,
  'memberships.use': async ({ company }) => ({ params: { companyId: company.id }, body: {} }),
  'secondFactors.read': nothing,
  'secondFactors.startApp': async () => ({ body: {} }),
  'secondFactors.addApp': async ({ test, person }) => {
    const started = await test.request(startAuthenticatorApp, { body: {} }, { as: person });
    // Who may not start one has nothing to confirm.
    const { setUpId, key } = started.status === 201 ? started.response : { setUpId: uuidv7(), key: '' };
    return { body: { setUpId, code: appCode(test, key) } };
  },
  'secondFactors.addPasskey': async ({ test, person }) => ({
    body: { ...test.identityService.passkeyAnswer(person), label: 'Laptop' },
  }),
  'secondFactors.startPasskey': async ({ test, person }) => {
    await setUpApp(test, person);
    test.identityService.passkeyAnswer(person);
    return { body: {} };
  },
  'secondFactors.verify': async ({ test, person }) => {
    const { key } = await setUpApp(test, person);
    return { body: { method: 'totp', code: appCode(test, key, 1) } };
  },
  'secondFactors.confirmPassword': async ({ test, person }) => ({
    body: { sessionToken: await test.identityService.token(person.subject, undefined, 0) },
  }),
  'secondFactors.remove': async ({ test, person }) => {
    await setUpApp(test, person);
    const read = await test.request(readSecondFactors, {}, { as: person });
    return { params: { id: (read.status === 200 && read.response.factors[0]?.id) || uuidv7() }, body: {} };
  },
  'secondFactors.renewCodes': async ({ test, person }) => {
    await setUpApp(test, person);
    return { body: {} };
  },
  'me.read': nothing,
  'admin.me.read': nothing,
  'members.list': nothing,
  ...teamSamples,
  ...platformSamples,
  ...privacySamples,
  ...screeningListSamples,
  ...billingSamples,
  'company.read': nothing,
  'company.preview': changedProfile,
  'company.update': changedProfile,
  'company.policies.read': nothing,
  'company.policies.preview': changedPolicies,
  'company.policies.update': changedPolicies,
  'retention.read': async (setting) => ({ query: { client: (await getClient(setting)).id } }),
  'retention.certificates': nothing,
  'retention.confirm': async ({ test, company }) => ({
    params: { id: (await dueClient(test, company)).id },
    body: { understood: true },
  }),
  'legalHolds.place': async (setting) => ({
    ...(await aClient(setting)),
    body: { reason: 'A case at court.' },
  }),
  'legalHolds.release': async (setting) => {
    const { id } = await getClient(setting);
    const body = { reason: 'A case at court.' };
    await setting.test.request(setLegalHold, { params: { id }, body }, { as: setting.company.owner });
    return { params: { id }, body: { reason: 'The case is over.' } };
  },
  'lawChanges.list': nothing,
  'lawChanges.read': aLawChange,
  'lawChanges.export': aLawChange,
  'lawChanges.signOff': async (setting) => ({
    ...(await aLawChange(setting)),
    body: { version: 1, note: 'Every client is reviewed.' },
  }),
  'auditLog.list': async () => ({ query: { kind: 'client', from: '2026-01-01', action: 'updated' } }),
  'auditLog.export': async () => ({ query: { who: 'system' } }),
  'auditLog.keys': async () => ({}),
  'accessLog.list': async () => ({ query: { kind: 'client', from: '2026-01-01' } }),
  'auditLog.verify': async () => ({ query: { after: '0' } }),
  'notifications.list': async () => ({ query: { before: '00000000-0000-4000-8000-000000000000' } }),
  'notifications.markRead': async () => ({ body: { upTo: '01900000-0000-7000-8000-000000000001' } }),
  'notifications.settings': nothing,
  'notifications.choose': async () => ({ body: { choices: [{ kind: 'assigned', mail: 'digest' }] } }),
  'calendarFeed.create': nothing,
  'calendarFeed.revoke': nothing,
  'calendarFeed.read': async ({ test, company }) => ({
    body: { token: (await test.request(createCalendarFeed, {}, { as: company.owner })).response.token },
  }),
  'search.read': async () => ({ query: { q: 'hine' } }),
  'home.read': async () => ({ query: { due: 'week' } }),
  'clients.list': async () => ({ query: { q: 'hine', sort: 'best', limit: '5' } }),
  'clients.export': async () => ({ query: { kind: 'individual', sort: 'newest' } }),
  'clients.create': async () => ({ body: newClient }),
  'clients.read': aClient,
  'clients.update': async (setting) => {
    const { id, version } = await getClient(setting);
    return { params: { id }, body: { ...newClient, version } };
  },
  'clients.history': aClient,
  'clients.duplicates': aClient,
  'clients.mergePreview': async (setting) => {
    const [{ id }, merged] = [await getClient(setting), await getClient(setting)];
    return { params: { id, mergedId: merged.id } };
  },
  'clients.merge': async (setting) => {
    const [{ id, version }, merged] = [await getClient(setting), await getClient(setting)];
    const body = { version, mergedId: merged.id, mergedVersion: merged.version, reason: 'Entered twice.' };
    return { params: { id }, body };
  },
  'clients.page': aClient,
  'clients.group': aClient,
  'evidencePacks.list': async (setting) => ({
    params: { scope: 'activity', scopeId: (await getActivity(setting)).id },
  }),
  'evidencePacks.download': async (setting) => ({
    params: { scope: 'client', scopeId: (await getClient(setting)).id },
    body: { purpose: 'audit', withNotes: true },
  }),
  'clients.bulkAssign': async ({ test }) => {
    // For a company without restriction: a restricted one has no clients to assign.
    const company = test.companies.a;
    const { id } = await getClient({ test, company, person: company.owner });
    const clients = [{ id, expectedResponsibleMemberId: null }];
    return { body: { responsibleMemberId: company.owner.id, clients } };
  },
  'clients.bulkAssignByFilter': async ({ company }) => ({
    body: { responsibleMemberId: company.owner.id, filters: { q: 'nobodyofthisname' }, confirmedTotal: 0 },
  }),
  'bulkActions.list': nothing,
  'bulkActions.start': async (setting) => {
    await endBulkActions(setting);
    return { body: { act: { kind: 'startOnboarding' }, clientIds: [(await getClient(setting)).id] } };
  },
  'bulkActions.read': async (setting) => ({ params: { id: (await aBulkAction(setting)).id } }),
  'bulkActions.items': async (setting) => ({
    params: { id: (await aBulkAction(setting)).id },
    query: { state: 'waiting', limit: '5' },
  }),
  'bulkActions.stop': async (setting) => ({ params: { id: (await aBulkAction(setting)).id }, body: {} }),
  'bulkActions.undo': async (setting) => {
    const { id } = await aBulkAction(setting);
    await endBulkActions(setting);
    return { params: { id }, body: {} };
  },
  'clientImports.list': nothing,
  'clientImports.create': async () => ({ body: { fileName: 'clients.csv', headings: ['Family name'] } }),
  'clientImports.addRows': async (setting) => ({
    params: { id: (await anImport(setting)).id },
    body: { first: 2, rows: [['A'], ['B']], last: true },
  }),
  'clientImports.read': async (setting) => ({ params: { id: (await anImport(setting)).id } }),
  'clientImports.chooseHeadings': async (setting) => {
    const { id, version } = await anImport(setting, 'mapping');
    return { params: { id }, body: { version, row: 1 } };
  },
  'clientImports.map': async (setting) => {
    const { id, version } = await anImport(setting, 'mapping');
    return { params: { id }, body: { version, mapping: importMapping } };
  },
  'clientImports.continue': async (setting) => ({
    params: { id: (await anImport(setting)).id },
    body: {},
  }),
  'clientImports.rows': async (setting) => ({
    params: { id: (await anImport(setting, 'mapping')).id },
    query: { state: 'staged', limit: '5' },
  }),
  'clientImports.selectRows': async (setting) => ({
    params: { id: (await anImport(setting, 'review')).id },
    body: { shown: [2], chosen: [2] },
  }),
  'clientImports.correctRows': async (setting) => {
    const { id, version } = await anImport(setting, 'review');
    return { params: { id }, body: { version, rows: [{ number: 2, cells: [{ place: 0, text: 'B' }] }] } };
  },
  'clientImports.start': async (setting) => {
    const { id } = await anImport(setting, 'review');
    const { test, company } = setting;
    const choice = { params: { id }, body: { shown: [2], chosen: [2] } };
    const { response } = await test.request(chooseImportRows, choice, { as: company.owner });
    return { params: { id }, body: { version: response.version } };
  },
  'clientImports.discard': async (setting) => {
    const { id, version } = await anImport(setting);
    return { params: { id }, body: { version } };
  },
  'clientImports.rejectedRows': async (setting) => ({ params: { id: (await anImport(setting)).id } }),
  'savedViews.list': async () => ({ query: { screen: 'clients' } }),
  'savedViews.create': async () => ({ body: newView() }),
  'savedViews.update': async (setting) => {
    const { id, version } = await aView(setting);
    return { params: { id }, body: { version, name: 'Renamed', shared: true } };
  },
  'savedViews.delete': async (setting) => {
    const { id, version } = await aView(setting);
    return { params: { id }, body: { version } };
  },
  'clients.diligence': aClient,
  'clients.decisionBasis': aClient,
  'evidenceGaps.list': async () => ({ query: { limit: '5' } }),
  'clients.transition': async (setting) => {
    const { id, version } = await getClient(setting);
    return { params: { id }, body: { lifecycle: 'client', version, to: 'onboarding' } };
  },
  'clients.approve': async ({ test, company }) => {
    // A list of the company's own would be in the way of the samples of lists.
    const id = await individualWithEvidence(test, company, { without: ['screening', 'assessment'] });
    await test.database.asSuperuser(`UPDATE assay.clients SET sanctions_status = 'clear' WHERE id = $1`, [
      id,
    ]);
    const template = await publishedTemplate(test, company.owner, {
      name: `Approval ${crypto.randomUUID()}`,
    });
    await approvedAssessment(test, company.owner, { clientId: id, template }, sampleAnswers({ q: 'low' }));
    const { version } = await getDiligence(test, company.owner, id);
    return { params: { id }, body: { version, note: 'All evidence seen' } };
  },
  'sanctionsPermits.list': aClient,
  'sanctionsPermits.record': async (setting) => permitForm(await aDocument(setting)),
  'sanctionsPermits.approve': async (setting) => {
    const { id, version } = await aPermit(setting);
    return { params: { id }, body: { version } };
  },
  'sanctionsPermits.withdraw': async (setting) => {
    const { id, version } = await aPermit(setting);
    return { params: { id }, body: { version, reason: 'Revoked by the Minister' } };
  },
  'findings.record': async (setting) => {
    const { id, version } = await getClient(setting);
    return { params: { id }, body: { subject: 'enhanced', version, reason: 'Funds from three countries' } };
  },
  'findings.withdraw': async (setting) => {
    const { id, version } = await getClient(setting);
    const body = { subject: 'structure' as const, version, beneficiaryCount: 2 };
    const as = setting.company.owner;
    const { response } = await setting.test.request(recordFinding, { params: { id }, body }, { as });
    return {
      params: { id, subject: 'structure' },
      body: { version: response.version, reason: 'Wrong client' },
    };
  },
  'parties.list': async (setting) => ({
    ...(await aClient(setting)),
    query: { state: 'current', limit: '5' },
  }),
  'parties.add': async (setting) => {
    const [{ id }, { id: partyClientId }] = [await getClient(setting), await getClient(setting)];
    return { params: { id }, body: { partyClientId, roles: ['authorisedRepresentative'] } };
  },
  'parties.read': async (setting) => ({ params: (await aParty(setting)).params }),
  'parties.update': async (setting) => {
    const { params, version } = await aParty(setting);
    return { params, body: { version, roles: ['authorisedRepresentative', 'actingFor'] } };
  },
  'parties.end': async (setting) => {
    const { params, version } = await aParty(setting);
    return { params, body: { version, reason: 'Sold the shares' } };
  },
  'fundsLines.list': async (setting) => ({ ...(await aClient(setting)), query: { limit: '5' } }),
  'fundsLines.listOfActivity': async (setting) => ({ params: { id: (await getActivity(setting)).id } }),
  'fundsLines.read': async (setting) => ({ params: (await aFundsLine(setting)).params }),
  'fundsLines.add': async (setting) => ({ ...(await aClient(setting)), body: newFundsLine }),
  'fundsLines.change': async (setting) => {
    const { params, version } = await aFundsLine(setting);
    return { params, body: { ...newFundsLine, version, amount: '650,000' } };
  },
  'fundsLines.verify': async (setting) => {
    const { params, version } = await aFundsLine(setting);
    return { params, body: { version, corroboration: 'Compared with the statement' } };
  },
  'fundsLines.reject': async (setting) => {
    const { params, version } = await aFundsLine(setting);
    return { params, body: { version, reason: 'Of another person' } };
  },
  'fundsLines.withdraw': async (setting) => {
    const { params, version } = await aFundsLine(setting);
    return { params, body: { version, reason: 'Recorded twice' } };
  },
  'documents.list': async (setting) => ({ params: (await aDocument(setting)).owner }),
  'documents.upload': anUpload,
  'documents.receiveForm': anUpload,
  'documents.read': ofDocument,
  'documents.download': ofDocument,
  'documents.preview': ofDocument,
  'documents.thumbnail': ofDocument,
  'documents.remove': async (setting) => {
    const { params, version } = await aDocument(setting);
    return { params, body: { version, reason: 'Of someone else' } };
  },
  'documents.confirmRemoval': requestedRemoval,
  'documents.withdrawRemoval': requestedRemoval,
  'documentRequests.list': aClient,
  'documentRequests.create': async (setting) => ({
    ...(await aClient(setting)),
    body: sampleRequestBody(setting.test),
  }),
  'documentRequests.submitted': async () => ({ query: { limit: '5' } }),
  'documentRequests.read': async ({ test, company }) => ({
    params: { id: (await sentRequest(test, company.owner)).id },
  }),
  'documentRequests.edit': async ({ test, company }) => {
    const { id, version } = await sentRequest(test, company.owner, { send: false });
    return { params: { id }, body: { version, ...sampleRequestBody(test, { send: false }) } };
  },
  'documentRequests.send': async ({ test, company }) => {
    const { id, version } = await sentRequest(test, company.owner);
    return { params: { id }, body: { version, dueOn: dayFromNow(test, 9) } };
  },
  'documentRequests.remind': async ({ test, company }) => {
    const { id, version } = await sentRequest(test, company.owner);
    return { params: { id }, body: { version } };
  },
  'documentRequests.cancel': async ({ test, company }) => {
    const { id, version } = await sentRequest(test, company.owner);
    return { params: { id }, body: { version, reason: 'Asked twice' } };
  },
  'documentRequests.decideItem': async ({ test, company }) => {
    const { id, version, items } = await submittedRequest(test, company.owner);
    return { params: { id, itemId: items[0]?.id ?? '' }, body: { version, decision: 'accept' } };
  },
  'documentRequests.revealNumber': async ({ test, company }) => {
    const items = [{ label: 'Passport number', kind: 'details', detailFields: ['documentNumber'] }];
    const request = await sentRequest(test, company.owner, { items });
    const recipient = getRecipient(test, await getLink(test, request.id));
    const itemId = request.items[0]?.id ?? '';
    await recipient.start();
    await recipient.tell(itemId, { documentNumber: 'LA123456' });
    return { params: { id: request.id, itemId }, body: { reason: 'To compare it with the register' } };
  },
  'documentRequests.requestChanges': async ({ test, company }) => {
    const { id, version, items } = await submittedRequest(test, company.owner);
    let now = version;
    for (const item of items.slice(0, 2)) {
      const params = { id, itemId: item.id };
      const body = { version: now, decision: 'reject' as const, reason: 'Too dark to read' };
      now = (await test.request(decideRequestItem, { params, body }, { as: company.owner })).response.version;
    }
    return { params: { id }, body: { version: now } };
  },
  'publicRequests.read': async (setting) => ({ as: (await aLink(setting)).as }),
  'publicRequests.start': async (setting) => ({ as: (await aLink(setting)).as, body: {} }),
  'publicRequests.uploadFiles': async (setting) => {
    const { as, passport } = await aLink(setting);
    return { as, params: passport, body: formWith([{ name: 'a.png', bytes: await samplePicture('png') }]) };
  },
  'publicRequests.receiveForm': async (setting) => {
    const { as, passport } = await aLink(setting);
    const bytes = await samplePicture('png');
    return { as, body: formWith([{ name: 'a.png', bytes, field: `${passport.itemId}.file` }]) };
  },
  'publicRequests.removeFile': async (setting) => {
    const { as, passport } = await aLink(setting);
    const given = await getRecipient(setting.test, as.token).give(
      passport.itemId,
      await samplePicture('png'),
    );
    const fileId = given.response.request.items[0]?.files[0]?.id ?? '';
    return { as, params: { ...passport, fileId }, body: {} };
  },
  'publicRequests.submitDetails': async (setting) => {
    const { as, details } = await aLink(setting);
    return { as, params: details, body: { name: 'Hinemoa Exampleton', dateOfBirth: '1984-02-29' } };
  },
  'publicRequests.submit': async ({ test, company }) => {
    const { as } = await submitAll(test, await sentRequest(test, company.owner));
    return { as, body: { consent: true } };
  },
  'businessVerifications.list': async (setting) => ({
    params: { clientId: (await aBusinessVerification(setting)).client.id },
  }),
  'businessVerifications.start': async (setting) => ({
    params: { clientId: (await aBusinessVerification(setting)).client.id },
  }),
  'businessVerifications.read': async (setting) => ({
    params: { id: (await aBusinessVerification(setting)).id },
  }),
  'businessVerifications.page': async (setting) => ({
    params: { id: (await aBusinessVerification(setting)).id },
  }),
  'businessVerifications.history': async (setting) => ({
    params: { id: (await aBusinessVerification(setting)).id },
  }),
  'businessVerifications.search': async (setting) => ({
    params: { id: (await aBusinessVerification(setting)).id },
    query: { registry: 'nzbn', q: 'Rimu Ridge' },
  }),
  'businessVerifications.orderExtract': async (setting) => {
    const { id, version } = await aBusinessVerification(setting);
    const { nzbn = '' } = setting.test.registers.entity(sampleBusiness);
    return { params: { id }, body: { version, registry: 'nzbn', number: nzbn, quotedCost: 250 } };
  },
  'businessVerifications.resolveMismatch': async (setting) => {
    const { id, version } = await aBusinessVerification(setting, 'extract');
    const body = { version, field: 'incorporatedOn', resolution: 'keepRecorded', reason: 'Certificate seen' };
    return { params: { id }, body };
  },
  'businessVerifications.expansionCost': async (setting) => ({
    params: { id: (await aBusinessVerification(setting, 'extract')).id },
    query: { layers: '3' },
  }),
  'businessVerifications.expand': async (setting) => {
    const { id, version } = await aBusinessVerification(setting, 'extract');
    return { params: { id }, body: { version, layers: 1, nodeId: 'n1', agreedCost: 250 } };
  },
  'businessVerifications.resumeExpansion': async (setting) => ({
    params: { id: (await aBusinessVerification(setting)).id },
    body: {},
  }),
  'businessVerifications.edit': async (setting) => {
    const { id, version } = await aBusinessVerification(setting);
    const body = { intent: 'addNode', version, name: 'Hinemoa Exampleton', kind: 'person', source: 'Deed' };
    return { params: { id }, body };
  },
  'businessVerifications.createParties': async (setting) => {
    const { id, version, ownership } = await aBusinessVerification(setting, 'extract');
    const nodeId = ownership?.nodes.find(({ kind }) => kind === 'person')?.id ?? '';
    return { params: { id }, body: { version, parties: [{ nodeId }] } };
  },
  'businessVerifications.decide': async (setting) => {
    const { id, version } = await aBusinessVerification(setting);
    return { params: { id }, body: { version, decision: 'notVerified', reason: 'Not in the register' } };
  },
  'individualVerifications.list': async (setting) => ({
    params: { clientId: (await aVerification(setting)).clientId },
  }),
  'individualVerifications.start': async (setting) => ({
    params: { clientId: (await getClient(setting)).id },
    body: { method: 'documentSighted' },
  }),
  'individualVerifications.read': async (setting) => ({ params: (await aVerification(setting)).params }),
  'individualVerifications.page': async (setting) => ({ params: (await aVerification(setting)).params }),
  'individualVerifications.recordConsent': async (setting) => {
    const { params, version } = await aVerification(setting);
    return { params, body: { version, given: true, how: 'inPerson' } };
  },
  'individualVerifications.addDocument': async (setting) => {
    const { params, version } = await aVerification(setting, 'electronic');
    return { params, body: { version, ...newDocument } };
  },
  'individualVerifications.removeDocument': async (setting) => {
    const { params, version, response } = await aVerification(setting);
    const documentId = response.documents[0]?.id ?? '';
    return { params: { ...params, documentId }, body: { version, reason: 'Of someone else' } };
  },
  'individualVerifications.parseMrz': async (setting) => {
    const { params } = await aVerification(setting);
    return { params, body: { lines: 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<' } };
  },
  'individualVerifications.runChecks': async (setting) => {
    const { params, version } = await aVerification(setting, 'electronic');
    return { params, body: { version, dataSources: ['nzCreditBureau'] } };
  },
  'individualVerifications.recordBureauNotice': async (setting) => {
    const { params, version } = await aVerification(setting);
    await withBureauConsentWithheld(setting.test, params);
    return {
      params,
      body: { version, sentOn: '2026-07-02', bureauName: 'Invented Bureau', alternativeOffered: true },
    };
  },
  'individualVerifications.sendLink': async (setting) => {
    const { params, version } = await aVerification(setting, 'remote');
    return { params, body: { version, channel: 'sms', phone: '021 555 0199' } };
  },
  'individualVerifications.decide': async (setting) => {
    const { params, version } = await aVerification(setting);
    return { params, body: { version, decision: 'verified', reason: 'Seen together with the passport' } };
  },
  'individualVerifications.approveException': async (setting) => {
    const { params, version } = await aVerification(setting, 'exception');
    return { params, body: { version, reason: 'There is no other way' } };
  },
  'individualVerifications.retry': async (setting) => {
    const { params, version } = await aFailedVerification(setting);
    return { params, body: { version } };
  },
  'individualVerifications.cancel': async (setting) => {
    const { params, version } = await aVerification(setting, 'remote');
    return { params, body: { version, reason: 'Sent to the wrong person' } };
  },
  'individualVerifications.reopen': async (setting) => {
    const { params, version } = await anExpiredVerification(setting);
    return { params, body: { version } };
  },
  ...monitoringSamples,
  'alerts.list': async () => ({ query: { waitingFor: 'me', limit: '5' } }),
  'alerts.transition': async (setting) => {
    const { id: resourceId } = await getClient(setting);
    const { id, version } = await openedAlert(setting.test, setting.company, { resourceId });
    return { params: { id }, body: { version, to: 'inProgress' } };
  },
  'activities.list': async () => ({ query: { q: 'purchase', sort: 'due', assignee: 'none', limit: '5' } }),
  'activities.export': async () => ({ query: { type: 'matter' } }),
  'activities.create': async () => ({ body: newActivity }),
  'activities.read': anActivity,
  'activities.update': async (setting) => {
    const { id, version, body } = await getActivity(setting);
    return { params: { id }, body: { ...body, version, name: 'Purchase of 14 Sample Street' } };
  },
  'activities.transition': async (setting) => {
    const { id, version } = await getActivity(setting);
    return { params: { id }, body: { move: 'outcome', version, outcome: 'declined' } };
  },
  'activities.recordNonCooperation': async (setting) => {
    const { id, version, clientId } = await aBrokeredSale(setting);
    return { params: { id }, body: { version, clientId, ...refusal } };
  },
  'activities.withdrawNonCooperation': async (setting) => {
    const { id, version, clientId } = await aBrokeredSale(setting);
    const made = await setting.test.request(
      recordNonCooperation,
      { params: { id }, body: { version, clientId, ...refusal }, requestKey: crypto.randomUUID() },
      { as: setting.company.owner },
    );
    const body = { version: made.response.version, clientId, reason: 'They cooperate now' };
    return { params: { id }, body };
  },
  'activities.recordArrangement': async (setting) => {
    const { id, version, clientId } = await aBrokeredSale(setting);
    return { params: { id }, body: { version, clientId, ...arrangement } };
  },
  'activities.withdrawArrangement': async (setting) => {
    const { id, version, clientId } = await aBrokeredSale(setting);
    const made = await setting.test.request(
      recordArrangement,
      { params: { id }, body: { version, clientId, ...arrangement }, requestKey: crypto.randomUUID() },
      { as: setting.company.owner },
    );
    return {
      params: { id },
      body: { version: made.response.version, clientId, reason: 'We do CDD ourselves' },
    };
  },
  'activities.history': anActivity,
  'activities.page': anActivity,
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
    const seenContentHash = impact.response.contentHash;
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
    const { id, version } = (await sendAssessment(test, company.owner, draft)).response;
    return { params: { id }, body: { version, answers, submit: true } };
  },
  'assessments.score': async ({ test }) => {
    // For a company without restriction: it has templates to score with.
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
  'countryLists.versions': async () => ({ params: { key: 'firm' } }),
  'countryLists.preview': changedList,
  'countryLists.save': changedList,
};

/**
 * Calls whose samples fill a company with records of every kind that a page shows, in this order. A sample makes what it needs by further
 * calls. Those with `false` are prepared alone, as the call would end what is to be seen.
 */
export const fillingCalls: Readonly<Record<string, boolean>> = {
  'members.invite': true,
  'sso.addDomain': true,
  'auditStream.create': true,
  'billing.requestPlan': true,
  'worklists.create': true,
  'clients.create': true,
  'activities.create': true,
  'savedViews.create': true,
  'bulkActions.start': true,
  'clientImports.selectRows': true,
  'clientImports.correctRows': true,
  'lawChanges.signOff': true,
  'lawChanges.read': false,
  'legalHolds.place': true,
  'legalHolds.release': true,
  'retention.confirm': true,
  'retention.read': false,
  'findings.record': true,
  'parties.end': true,
  'parties.update': true,
  'fundsLines.verify': true,
  'fundsLines.reject': true,
  'evidencePacks.download': true,
  'alerts.read': false,
  'alerts.dismissMatches': true,
  'reviews.request': true,
  'reviews.complete': true,
  'activities.recordNonCooperation': true,
  'activities.recordArrangement': true,
  'sanctionsPermits.approve': true,
  'sanctionsPermits.record': true,
  'privacyBreaches.assess': true,
  'privacyBreaches.close': true,
  'privacyRequests.extend': true,
  'privacyRequests.decide': true,
  'documents.upload': true,
  'documents.withdrawRemoval': false,
  'documentRequests.create': true,
  'documentRequests.edit': false,
  'documentRequests.decideItem': true,
  'documentRequests.cancel': true,
  'documentRequests.revealNumber': false,
  'publicRequests.submitDetails': true,
  'individualVerifications.addDocument': true,
  'individualVerifications.sendLink': true,
  'individualVerifications.decide': true,
  'individualVerifications.approveException': true,
  'individualVerifications.reopen': false,
  'businessVerifications.edit': true,
  'businessVerifications.resolveMismatch': true,
  'businessVerifications.decide': true,
  'templates.saveDraft': true,
  'templates.publish': true,
  'assessments.create': true,
  'assessments.decide': true,
  'assessments.save': false,
  'countryLists.save': true,
  'screeningLists.upload': true,
};

/** Ids of the endpoints that have a sample. */
export const sampledEndpoints = Object.keys(samples);

/** @throws Error that says what to add for an endpoint without a sample. */
export async function sampleRequest(endpoint: Endpoint, setting: Setting): Promise<SampleRequest> {
  const make = samples[endpoint.id];
  if (make === undefined)
    throw new Error(`Give ${endpoint.id} a sample in tests/api/kernel/http/sample-requests.ts.`);
  return make(setting);
}
