import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, exportClients, listClients } from '#contract/clients/clients.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { exportAuditLog, listAuditLog } from '#contract/platform/audit.ts';
import {
  getPath,
  openTestApi,
  type TestApi,
  type TestCompany,
  type TestPerson,
} from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import type { TokenProblem } from '#tests/support/services/identity-service.ts';
import { type SampleRequest, sampledEndpoints, sampleRequest } from './sample-requests.ts';

/** Everyone's own, also an auditor's. */
const own = [
  'notifications.list',
  'notifications.markRead',
  'notifications.settings',
  'notifications.choose',
  'calendarFeed.create',
  'calendarFeed.revoke',
];

/** Available to a restricted company's members: domain 5, second table, last row. */
const openWhileRestricted = [
  'me.read',
  ...own,
  'onboarding.read',
  'onboarding.company',
  'onboarding.officer',
  'onboarding.templates',
  'onboarding.lookup',
  'billing.read',
  'billing.openCheckout',
  'billing.verifyCheckout',
  'billing.openPortal',
  'billing.previewPlan',
  'billing.changePlan',
  'billing.requestPlan',
  'company.read',
  'auditStream.read',
  'auditStream.create',
  'auditStream.rotate',
  'auditStream.remove',
  'support.list',
  'support.decide',
  'support.revoke',
  'company.preview',
  'company.update',
  'sso.read',
  'sso.addDomain',
  'sso.verifyDomain',
  'sso.removeDomain',
  'sso.save',
  'team.read',
  'members.invite',
  'members.resendInvitation',
  'members.read',
  'members.change',
  'members.transition',
];

/** Readable only for those who may change it. */
const readByOwners = [
  'clients.duplicates',
  'clients.mergePreview',
  'auditStream.read',
  'billing.previewPlan',
  'sso.read',
  'team.read',
  'members.read',
  'retention.read',
  'retention.certificates',
];

/** These store nothing, so read permission is enough. */
const readsByPost = ['evidencePacks.download', 'assessments.score'];

/** Identified by a key that every company has a record for. */
const namedByWord = ['countryLists.preview', 'countryLists.save', 'countryLists.versions'];

const tokenProblems: TokenProblem[] = [
  'expired',
  'refresh',
  'otherKey',
  'wrongIssuer',
  'noKind',
  'noExpiry',
  'noSubject',
  'noIssueTime',
];

const byCaller = (...callers: Endpoint['caller'][]) =>
  endpoints.filter(({ caller }) => callers.includes(caller));
const unknownParams = ({ path }: Endpoint) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, crypto.randomUUID()]));
const walk = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.id, endpoint] as const);

describe.each(testEngines)('access to every endpoint on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;
  let b: TestCompany;
  /** Members without access, by reason. */
  let gone: Record<string, TestPerson>;
  /** An owner of both companies, who is working in B. */
  let both: TestPerson;

  beforeAll(async () => {
    test = await openTestApi(engine);
    ({ a, b } = test.companies);
    both = await test.addMember(b.id, { role: 'owner', designations: ['complianceOfficer'] });
    await test.addMembership(both, a.id, { role: 'owner', designations: ['complianceOfficer'] });
    gone = {
      suspended: await test.addMember(a.id, { status: 'suspended' }),
      removed: await test.addMember(a.id, { status: 'removed' }),
      invited: await test.addMember(a.id, { status: 'invited' }),
      'access ended': await test.addMember(a.id, {
        role: 'auditor',
        accessEndsAt: test.clock.now().toISOString(),
      }),
      'suspended admin': await test.addAdmin('suspended'),
    };
  });
  afterAll(() => test.close());

  const getSamples = (endpoint: Endpoint, company: TestCompany = a, person: TestPerson = company.owner) =>
    sampleRequest(endpoint, { test, company, person });

  const madeOnce = new Map<string, Promise<SampleRequest>>();

  /** A sample of company A's owner, created once per endpoint, for calls that are rejected or only read. */
  function untouchedSample(endpoint: Endpoint): Promise<SampleRequest> {
    // Some samples of `person` give their person a second factor, which the owner's later sessions would need.
    const made =
      madeOnce.get(endpoint.id) ??
      (endpoint.caller === 'person'
        ? test.addMember(a.id).then((person) => getSamples(endpoint, a, person))
        : getSamples(endpoint));
    madeOnce.set(endpoint.id, made);
    return made;
  }

  async function send(endpoint: Endpoint, sample: SampleRequest, as?: { token: string }): Promise<string> {
    const input = { ...sample, requestKey: crypto.randomUUID() } as never;
    const outcome = await test.request(endpoint, input, { as: as ?? sample.as });
    return outcome.status < 300 ? String(outcome.status) : `${outcome.status} ${outcome.problem.code}`;
  }

  /** A member of company A, or the admin, with permission to call the endpoint. */
  async function rightful(endpoint: Endpoint): Promise<TestPerson | undefined> {
    if (endpoint.caller === 'open' || endpoint.caller === 'recipient') return undefined;
    if (endpoint.caller === 'identity') return test.addStranger();
    // Of their own: some of these end the caller's sessions.
    if (endpoint.caller === 'person') return test.addMember(a.id);
    // The compliance officer alone signs.
    if (endpoint.id === 'lawChanges.signOff') {
      return test.addMember(a.id, { role: 'owner', designations: ['complianceOfficer'] });
    }
    return endpoint.caller === 'admin' ? test.admin : a.owner;
  }

  it('has a sample request for each endpoint, and none for a removed one', () => {
    expect([...sampledEndpoints].sort()).toEqual(endpoints.map(({ id }) => id).sort());
  });

  it('covers exactly the endpoints that OpenAPI describes and the API mounts', async () => {
    const document = (await (await test.fetch('/api/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) =>
          `${operationId}: ${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    expect(described.sort()).toEqual(
      endpoints.map(({ id, method, path }) => `${id}: ${method} ${path}`).sort(),
    );

    const alsoOpen = [
      '/healthz',
      '/readyz',
      '/metrics',
      '/api/v1/openapi.json',
      '/api/v1/docs',
      '/api/v1/webhooks/verification',
      '/api/v1/webhooks/stripe',
    ];
    const mounted = test.api.routes
      .filter(({ method, path }) => method !== 'ALL' && method !== 'OPTIONS' && !alsoOpen.includes(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(mounted)].sort()).toEqual(
      endpoints.map(({ method, path }) => `${method} /api/v1${path}`).sort(),
    );
  });

  it.each(walk(endpoints))('%s succeeds for an authorised caller', async (_, endpoint) => {
    const person = await rightful(endpoint);
    const sample = await getSamples(endpoint, a, person);
    expect(await send(endpoint, sample, person)).toBe(String(endpoint.status));
  });

  it.each(walk(byCaller('identity', 'member', 'admin', 'person')))(
    '%s rejects a missing token, a forged one and a faulty one',
    async (_, endpoint) => {
      const person = (await rightful(endpoint)) ?? a.owner;
      const isAboutCaller = endpoint.caller === 'identity';
      const sample = await (isAboutCaller ? getSamples(endpoint, a, person) : untouchedSample(endpoint));
      expect(await send(endpoint, sample)).toBe('401 token.invalid');
      const [header, claims, signature = ''] = person.token.split('.');
      const forged = `${header}.${claims}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
      expect([forged, await send(endpoint, sample, { token: forged })]).toEqual([
        forged,
        '401 token.invalid',
      ]);
      const malformed = {
        empty: '',
        short: 'x',
        unsigned: `${header}.${claims}`,
        bare: `${header}.${claims}.`,
      };
      for (const token of Object.values(malformed)) {
        expect([token, await send(endpoint, sample, { token })]).toEqual([token, '401 token.invalid']);
      }
      for (const fault of tokenProblems) {
        const token = await test.token(person, fault);
        expect([fault, await send(endpoint, sample, { token })]).toEqual([fault, '401 token.invalid']);
      }
    },
  );

  it.each(walk(byCaller('member', 'admin', 'person')))(
    '%s rejects a valid token without a session, and with another person’s',
    async (_, endpoint) => {
      const person = (await rightful(endpoint)) ?? a.owner;
      const sample = await untouchedSample(endpoint);
      for (const secret of ['', test.getSession(a.staff)]) {
        const headers = { 'Assay-Session': secret };
        const outcome = await test.request(endpoint, sample as never, { as: person, headers });
        expect([secret, outcome.status, outcome.problem.code]).toEqual([secret, 401, 'token.invalid']);
      }
    },
  );

  it.each(walk(byCaller('recipient')))('%s returns 404 without a valid link', async (_, endpoint) => {
    const sample = await getSamples(endpoint);
    const transactionId = sample.as?.token ?? '';
    const other = `${transactionId.startsWith('A') ? 'B' : 'A'}${transactionId.slice(1)}`;
    const { as: _holder, ...anonymous } = sample;
    expect(await send(endpoint, anonymous)).toBe('404 record.notFound');
    for (const token of [
      '',
      'x',
      other,
      `${transactionId}A`,
      a.owner.token,
      b.owner.token,
      test.admin.token,
    ]) {
      expect([token, await send(endpoint, sample, { token })]).toEqual([token, '404 record.notFound']);
    }
    // Another company's link returns records of that company, or none.
    const theirs = await getSamples(endpoint, b);
    const mixed = endpoint.params === undefined ? String(endpoint.status) : '404 record.notFound';
    expect(await send(endpoint, { ...sample, as: theirs.as ?? { token: '' } })).toBe(mixed);
  });

  it.each(walk(byCaller('member', 'admin', 'person')))(
    '%s returns 403 for a user without a member record',
    async (_, endpoint) => {
      expect(await send(endpoint, await untouchedSample(endpoint), await test.addStranger())).toBe(
        '401 token.invalid',
      );
    },
  );

  it.each(walk(endpoints.filter(({ id, params }) => params !== undefined && !namedByWord.includes(id))))(
    '%s returns 404 for another company’s record, as for an unknown one',
    async (_, endpoint) => {
      const sample = await untouchedSample(endpoint);
      // Admins belong to no company: only the unknown record applies.
      if (endpoint.caller !== 'admin')
        expect(await send(endpoint, sample, b.owner)).toBe('404 record.notFound');
      if (endpoint.caller === 'member')
        expect(await send(endpoint, sample, both)).toBe('404 record.notFound');
      const nowhere = Object.fromEntries(
        Object.keys(sample.params ?? {}).map((name) => [name, crypto.randomUUID()]),
      );
      const asker = endpoint.caller === 'admin' ? test.admin : a.owner;
      expect(await send(endpoint, { ...sample, params: nowhere }, asker)).toBe('404 record.notFound');
    },
  );

  it('reads nothing of another of the caller’s own companies, and rejects what is meant for it', async () => {
    const { rows: tables } = await test.database.asSuperuser(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'assay' AND column_name IN ('id', 'company_id')
          AND data_type = 'uuid' GROUP BY table_name HAVING count(*) = 2`,
    );
    const ids = await test.database.asSuperuser(
      tables
        .map(({ table_name }) => `SELECT id::text FROM assay.${table_name} WHERE company_id = '${a.id}'`)
        .join(' UNION ALL '),
    );
    const foreign = [a.id, a.name, ...ids.rows.map(({ id }) => String(id))];
    expect(foreign.length).toBeGreaterThan(100);
    const found: string[] = [];
    let read = 0;
    for (const endpoint of byCaller('member')) {
      const meantForA = await test.fetch(getPath(endpoint, { params: unknownParams(endpoint) }), {
        method: endpoint.method,
        headers: { Authorization: `Bearer ${both.token}`, 'Assay-Company': a.id },
      });
      const { code } = (await meantForA.json()) as { code?: string };
      if (code !== 'company.notInUse') found.push(`${endpoint.id}: ${code}`);
      if (endpoint.method !== 'GET' || endpoint.params !== undefined) continue;
      const { query } = await untouchedSample(endpoint);
      const { status, text } = await test.request(endpoint, { query } as never, { as: both });
      // A query can name a record of the other company, which is unknown here.
      if (status >= 500) found.push(`${endpoint.id}: ${status}`);
      if (status === 200) read += 1;
      for (const each of foreign) if (text.includes(each)) found.push(`${endpoint.id} shows ${each}`);
    }
    expect(found).toEqual([]);
    expect(read).toBeGreaterThan(30);
  });

  it.each(walk(byCaller('member')))('%s is read-only for an auditor', async (_, endpoint) => {
    const reads =
      (endpoint.method === 'GET' && !readByOwners.includes(endpoint.id)) || readsByPost.includes(endpoint.id);
    const expected = reads || own.includes(endpoint.id) ? String(endpoint.status) : '403 role.forbidden';
    expect(await send(endpoint, await untouchedSample(endpoint), a.auditor)).toBe(expected);
  });

  it.each(walk(byCaller('member')))('%s returns 403 for a platform admin', async (_, endpoint) => {
    expect(await send(endpoint, await untouchedSample(endpoint), test.admin)).toBe('403 role.forbidden');
  });

  it.each(walk(byCaller('admin')))('%s returns 403 for a member', async (_, endpoint) => {
    expect(await send(endpoint, await untouchedSample(endpoint), a.owner)).toBe('403 role.forbidden');
  });

  it.each(walk(byCaller('member', 'admin', 'person')))(
    '%s rejects a member without access',
    async (_, endpoint) => {
      const sample = await untouchedSample(endpoint);
      for (const [who, person] of Object.entries(gone)) {
        expect([who, await send(endpoint, sample, person)]).toEqual([who, '401 token.invalid']);
      }
    },
  );

  it('rejects an auditor from the instant that access ends, with the same token', async () => {
    const endsAt = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const auditor = await test.addMember(a.id, { role: 'auditor', accessEndsAt: endsAt });
    const [readMe] = endpoints.filter(({ id }) => id === 'me.read');
    if (readMe === undefined) throw new Error('me.read is gone');
    expect(await send(readMe, {}, auditor)).toBe('200');
    const sameToken = { ...auditor };
    await test.clock.advance(61);
    expect(await send(readMe, {}, sameToken)).toBe('401 token.invalid');
  });

  it.each(walk(byCaller('member')))(
    '%s returns 403 for a company restricted before its setup is complete',
    async (_, endpoint) => {
      const isOpen = openWhileRestricted.includes(endpoint.id);
      const restricted = await test.addCompany('Restricted Limited', {
        accessRestricted: isOpen,
        accessRestrictedReason: 'Plan overdue',
      });
      // The requested record is created while the company is unrestricted.
      const sample = await getSamples(endpoint, restricted);
      await test.database.asSuperuser(
        'UPDATE assay.companies SET access_restricted = true, onboarding_step = coalesce($2, onboarding_step) WHERE id = $1',
        [restricted.id, isOpen ? null : 'team'],
      );
      const expected = isOpen ? String(endpoint.status) : '403 company.restricted';
      expect(await send(endpoint, sample, restricted.owner)).toBe(expected);
    },
  );

  it('returns the reason of a restriction', async () => {
    const restricted = await test.addCompany('Another Restricted Limited', {
      accessRestricted: true,
      accessRestrictedReason: 'Plan overdue',
    });
    const refused = await test.request(createClient, { body: {} as never }, { as: restricted.owner });
    expect(refused.problem.detail).toContain('Plan overdue');
    // After setup an admin's restriction leaves reading and exports open.
    for (const endpoint of [listClients, exportClients, listAuditLog, exportAuditLog]) {
      expect([
        endpoint.id,
        (await test.request(endpoint, {} as never, { as: restricted.owner })).status,
      ]).toEqual([endpoint.id, 200]);
    }
  });
});
