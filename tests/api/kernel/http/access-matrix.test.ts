import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { getPath, openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';

/**
 * Both tables of domain 5, written out over every endpoint of the contract and tested over HTTP, independently of `rules/permissions.ts`
 * and of the endpoints' own declarations. A new endpoint is classified by its method: GET reads records, everything else edits them.
 * Exceptions are named below.
 */

const people = ['member', 'owner', 'complianceOfficer', 'seniorManager', 'auditor', 'admin'] as const;
const states = ['normal', 'noSubscription', 'restricted', 'both', 'beingSetUp'] as const;
type Person = (typeof people)[number];
type State = (typeof states)[number];

/** First table: member, owner, + complianceOfficer, + seniorManager, auditor, platform admin. */
const roleTable = {
  view: 'Y Y Y Y Y N',
  edit: 'Y Y Y Y N N',
  decideTrue: 'N Y Y Y N N',
  templates: 'N Y Y N N N',
  administer: 'N Y N N N N',
  // Worklists with the lists they screen against; legal hold and destruction, which the table does not name.
  ownerOrOfficer: 'N Y Y N N N',
} as const;

/** Second table: normal, without a subscription, restricted by an admin, both (restricted wins), before setup is complete. */
const gateTable = {
  // Duties to read and produce records outlive an admin's restriction.
  reading: 'Y Y Y Y N',
  records: 'Y Y N N N',
  billable: 'Y N N N N',
  settings: 'Y Y Y Y Y',
} as const;

type Row<Table> = [row: keyof Table, ids: RegExp];

const roleExceptions: Row<typeof roleTable>[] = [
  // They store nothing: one takes a body, one a purpose.
  // Everyone's own notifications and calendar.
  ['view', /^(notifications|calendarFeed)\./],
  ['view', /^(assessments\.score|evidencePacks\.download|.*\.preview)$/],
  ['administer', /^company\.policies\.(preview|update)$/],
  [
    'administer',
    /^(auditStream\.|support\.(?!list$)|sso\.|team\.|members\.(?!list$)|company\.(preview|update)$|onboarding\.(?!read$)|billing\.(?!read$))/,
  ],
  ['ownerOrOfficer', /^(worklists|screeningLists)\.(?!list$|read$|versions$|changes$|template$)/],
  ['ownerOrOfficer', /^(retention|legalHolds)\.|^clients\.(duplicates|merge)/],
  ['ownerOrOfficer', /^privacyBreaches\.(assess|notify|close)$/],
  ['ownerOrOfficer', /^privacyRequests\.(extend|decide)$/],
  ['ownerOrOfficer', /^lawChanges\.signOff$/],
  // The second person for a removal, as for a destruction.
  ['ownerOrOfficer', /^documents\.confirmRemoval$/],
  [
    'decideTrue',
    /^(individualVerifications\.approveException|activities\.record(NonCooperation|Arrangement))$/,
  ],
  ['decideTrue', /^documentRequests\.revealNumber$/],
  ['decideTrue', /^sanctionsPermits\.(approve|withdraw)$/],
  ['templates', /^(templates\.(?!list$|read$|impact$)|countryLists\.(save|preview)$)/],
];

const gateExceptions: Row<typeof gateTable>[] = [
  // It reads all evidence of a record, and notes its purpose.
  ['reading', /^(evidencePacks\.download|assessments\.score|templates\.preview)$/],
  [
    'settings',
    /^(me\.read|notifications\.|calendarFeed\.|onboarding\.|company\.(read|update|preview)$|auditStream\.|support\.|sso\.|team\.|members\.(?!list$)|billing\.)/,
  ],
  ['billable', /^individualVerifications\.(start|runChecks|sendLink|retry)$/],
  ['billable', /^businessVerifications\.(start|orderExtract|expand|resumeExpansion)$/],
  // Steps of a command, of no use without it.
  ['records', /^clients\.(duplicates|mergePreview)$/],
  ['billable', /^clients\.screen/],
  ['billable', /^documentRequests\.(create|edit|send)$/],
];

const matching = <T>(rows: Row<T>[], id: string) => rows.filter(([, ids]) => ids.test(id)).at(-1)?.[0];

const roleRow = ({ id, method }: Endpoint) =>
  matching(roleExceptions, id) ?? (method === 'GET' ? ('view' as const) : ('edit' as const));
const gateRow = ({ id, method }: Endpoint) =>
  matching(gateExceptions, id) ?? (method === 'GET' ? ('reading' as const) : ('records' as const));

/** Expected result of a call by the tables: allowed, or the error code. */
function expected(endpoint: Endpoint, person: Person, state: State): string {
  if (person === 'admin') return 'role.forbidden';
  if (gateTable[gateRow(endpoint)].split(' ')[states.indexOf(state)] === 'N') {
    return state === 'noSubscription' ? 'subscription.required' : 'company.restricted';
  }
  return roleTable[roleRow(endpoint)].split(' ')[people.indexOf(person)] === 'Y'
    ? 'let in'
    : 'role.forbidden';
}

const refusals = ['token.invalid', 'role.forbidden', 'company.restricted', 'subscription.required'];

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi(testEngine);
});
afterAll(() => api?.close());

/** Calls with an unknown record: an authorised caller gets 404 or a validation error. */
async function callUnknownRecord(
  endpoint: Endpoint,
  person?: TestPerson,
): Promise<{ code: string; detail?: string }> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]));
  const response = await api.fetch(getPath(endpoint, { params }), {
    method: endpoint.method,
    headers: {
      ...(person ? { Authorization: `Bearer ${person.token}` } : {}),
      ...(endpoint.method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
  });
  const text = await response.text();
  if (response.status < 400) return { code: 'let in' };
  const { code, detail } = JSON.parse(text) as { code: string; detail?: string };
  if (response.status >= 500) return { code: `a failure, ${response.status}` };
  return refusals.includes(code) ? { code, detail } : { code: 'let in' };
}

const ofMembers = endpoints.filter(({ caller }) => caller === 'member');

test('each endpoint requires a token, and its kind of caller: platform admin or member', async () => {
  const { owner } = api.companies.a;
  const found: string[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.caller === 'open' || endpoint.caller === 'recipient') continue;
    const { code } = await callUnknownRecord(endpoint);
    if (code !== 'token.invalid') found.push(`${endpoint.id}: ${code} for nobody`);
    if (endpoint.caller !== 'admin') continue;
    const asMember = await callUnknownRecord(endpoint, owner);
    if (asMember.code !== 'role.forbidden') found.push(`${endpoint.id}: ${asMember.code} for an owner`);
    const asAdmin = await callUnknownRecord(endpoint, api.admin);
    if (asAdmin.code !== 'let in') found.push(`${endpoint.id}: ${asAdmin.code} for an admin`);
  }
  expect(found).toEqual([]);
});

test.each(states)('each endpoint allows and rejects callers by the tables: %s', async (state) => {
  const company = await api.addCompany(`Company ${state}`, {
    accessRestricted: state === 'restricted' || state === 'both' || state === 'beingSetUp',
    accessRestrictedReason: 'Plan overdue',
    subscriptionActive: state === 'normal' || state === 'restricted',
  });
  if (state === 'beingSetUp') {
    await api.database.asSuperuser(`UPDATE assay.companies SET onboarding_step = 'team' WHERE id = $1`, [
      company.id,
    ]);
  }
  // A company flag is checked before permissions, so a few callers stand for all.
  const holders: Partial<Record<Person, TestPerson>> =
    state === 'normal'
      ? {
          member: company.staff,
          owner: company.owner,
          complianceOfficer: await api.addMember(company.id, { designations: ['complianceOfficer'] }),
          seniorManager: await api.addMember(company.id, { designations: ['seniorManager'] }),
          auditor: company.auditor,
          admin: api.admin,
        }
      : state === 'both' || state === 'beingSetUp'
        ? { owner: company.owner }
        : { owner: company.owner, auditor: company.auditor };
  const found: string[] = [];
  const tryAll = async (endpoint: Endpoint) => {
    for (const [name, holder] of Object.entries(holders)) {
      const { code, detail } = await callUnknownRecord(endpoint, holder);
      const wanted = expected(endpoint, name as Person, state);
      if (code !== wanted) found.push(`${endpoint.id} as ${name}: ${code}, not ${wanted}`);
      // A rejection has a message that a page can show.
      if (code !== 'let in' && !/^[A-Z].{20,}\.?$/.test(detail ?? ''))
        found.push(`${endpoint.id}: no reason`);
      if (code === 'company.restricted' && !detail?.includes('Plan overdue')) {
        found.push(`${endpoint.id}: ${detail}`);
      }
    }
  };
  for (let at = 0; at < ofMembers.length; at += 10) {
    await Promise.all(ofMembers.slice(at, at + 10).map(tryAll));
  }
  expect(found).toEqual([]);
});

test('every exception names an existing endpoint', () => {
  const ids = endpoints.map(({ id }) => id);
  for (const [row, pattern] of [...roleExceptions, ...gateExceptions]) {
    expect([row, pattern.source, ids.some((id) => pattern.test(id))]).toEqual([row, pattern.source, true]);
  }
});
