import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { type AssembleDeps, assembleApi } from '#api/create-api.ts';
import { createRequestLinks, type RequestLinks } from '#api/follow-up/document-requests/links.ts';
import { createTxtReader } from '#api/integrations/dns/txt-records.ts';
import { asPlatform, asTenant } from '#api/kernel/database/tenancy.ts';
import type { Api } from '#api/kernel/http/api.ts';
import { createLog } from '#api/kernel/log.ts';
import { openReadJournal } from '#api/kernel/read-events/journal.ts';
import { createIdentity, type Identity } from '#api/records/sign-in/identity.ts';
import { startSession } from '#api/records/sign-in/sessions.ts';
import { type SignedCall, signedClientAddress } from '#contract/clients/client-address.ts';
import { browserSessionHeader } from '#contract/company/accounts.ts';
import type { Endpoint, EndpointRequest, EndpointResponse } from '#contract/endpoint.ts';
import { type Problem, problem } from '#contract/errors.ts';
import { startDns, type TxtRecords } from '#sandbox/dns/dns.ts';
import { openTestDatabase, type TestDatabase, type TestEngine } from '#tests/support/database/database.ts';
import { openTestFiles } from '#tests/support/files/document-files.ts';
import {
  newUserId,
  startTestIdentityService,
  type TestIdentityService,
  type TokenProblem,
} from '#tests/support/services/identity-service.ts';
import { startTestPaymentService, type TestPaymentService } from '#tests/support/services/payment-service.ts';
import {
  startTestRegistryServices,
  type TestRegistryServices,
} from '#tests/support/services/registry-services.ts';
import {
  startTestVerificationService,
  type TestVerificationService,
} from '#tests/support/services/verification-service.ts';
import { testSigningKeys } from '#tests/support/signing-keys.ts';

export const testWebSecret = 'web-secret-of-the-tests-32-characters';
export const testMetricsToken = 'metrics-token-of-the-tests';

export interface TestPerson {
  /** Id of the member or admin. */
  id: string;
  /** User id at the identity service. */
  subject: string;
  loginId: string;
  name: string;
  /** A session token valid for an hour. */
  token: string;
}

export interface TestCompany {
  id: string;
  name: string;
  owner: TestPerson;
  /** Role member. */
  staff: TestPerson;
  auditor: TestPerson;
}

/** Result of a call through `request`: the response or the problem. */
export interface Outcome<E extends Endpoint> {
  status: number;
  headers: Headers;
  /** Present when the call succeeded; the text when the endpoint streams. */
  response: EndpointResponse<E>;
  /** The text of a streamed response. */
  text: string;
  /** Present when the call was rejected. */
  problem: Problem;
}

interface CallOptions {
  /** The caller; without authorisation if omitted. */
  as?: { token: string } | undefined;
  headers?: Record<string, string>;
}

interface NewMember {
  role?: 'owner' | 'member' | 'auditor';
  status?: 'invited' | 'active' | 'suspended' | 'removed';
  accessEndsAt?: string;
  designations?: ('complianceOfficer' | 'seniorManager')[];
  name?: string;
}

interface NewCompanyFlags {
  accessRestricted?: boolean;
  accessRestrictedReason?: string;
  subscriptionActive?: boolean;
  billingCountryCode?: 'AUS' | 'NZL';
}

export interface TestApi {
  engine: TestEngine;
  database: TestDatabase;
  api: Api;
  identityService: TestIdentityService;
  /** The file storage, and the folder with all its files. */
  files: Awaited<ReturnType<typeof openTestFiles>>;
  identity: Identity;
  /** The identity check service, whose callbacks reach this API. */
  verification: TestVerificationService;
  links: RequestLinks;
  /** TXT records of a name server for the API, by name. */
  txtRecords: TxtRecords;
  /** The mock business registers, over HTTP. */
  registers: TestRegistryServices;
  /** The payment service, whose webhooks reach this API. */
  payments: TestPaymentService;
  /** The API's clock: real time, moved by `advance`, after which every user gets a new token. */
  clock: { now: () => Date; advance(seconds: number): Promise<void> };
  /** Lines that the API has logged so far. */
  logged(): Record<string, unknown>[];
  /** Two companies, neither restricted, both subscribed. */
  companies: { a: TestCompany; b: TestCompany };
  /** A platform admin. */
  admin: TestPerson;
  addCompany(name: string, flags?: NewCompanyFlags): Promise<TestCompany>;
  addMember(companyId: string, member?: NewMember): Promise<TestPerson>;
  /** A further membership of a person, whose sessions stay where they are. @returns its id */
  addMembership(person: TestPerson, companyId: string, member?: NewMember): Promise<string>;
  addAdmin(status?: 'active' | 'suspended'): Promise<TestPerson>;
  /** A user of the identity service without a member record. */
  addStranger(loginId?: string): Promise<TestPerson>;
  token(person: { subject: string }, fault?: TokenProblem, issuedSecondsAgo?: number): Promise<string>;
  /** Secret of the session that was started with a person's token; sent by `request` and `fetch` with it unless their headers name one. */
  getSession(person: { token: string }): string;
  /** Calls an endpoint of the contract as the web server would. */
  request<E extends Endpoint>(
    endpoint: E,
    input: EndpointRequest<E>,
    options?: CallOptions,
  ): Promise<Outcome<E>>;
  /** Any request; `path` from the API's root. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** The path of an endpoint with its parameters and query filled in, from the API's root. */
export function getPath(endpoint: Endpoint, input: { params?: unknown; query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:([^/]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  const search = new URLSearchParams(
    query.map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
  return `/api/v1${path}${search === '' ? '' : `?${search}`}`;
}

/** The header with which the web server signs the client's address: of its own calls, or of one that it passes on. */
export function clientHeader(ip: string, at: Date = new Date(), call: SignedCall = 'web'): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return signedClientAddress(ip, seconds, testWebSecret, call);
}

/** The user of a token, unverified; empty if it cannot be read. */
function getSubject(token: string): string {
  try {
    return decodeJwt(token).sub ?? '';
  } catch {
    return '';
  }
}

async function getOutcome<E extends Endpoint>(endpoint: E, response: Response): Promise<Outcome<E>> {
  const { status, headers } = response;
  const text = await response.text();
  const ok = status === endpoint.status;
  const streams = 'contentType' in endpoint.response;
  return {
    status,
    headers,
    text,
    get response(): EndpointResponse<E> {
      if (!ok) throw new Error(`${endpoint.id} answered ${status}: ${text}`);
      return (streams ? text : JSON.parse(text)) as EndpointResponse<E>;
    },
    get problem(): Problem {
      if (ok) throw new Error(`${endpoint.id} succeeded`);
      return problem.parse(JSON.parse(text));
    },
  };
}

/**
 * The main API on a fresh database of an engine, with two companies, a platform admin and an identity service whose tokens the test signs.
 * Close it after the tests.
 */
export async function openTestApi(
  engine: TestEngine,
  options: Partial<
    Pick<
      AssembleDeps,
      | 'isSandbox'
      | 'endpoints'
      | 'bindings'
      | 'trustedProxies'
      | 'checkAnswers'
      | 'registries'
      | 'makeDocs'
      | 'headsFolder'
    >
  > = {},
): Promise<TestApi> {
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const [database, identityService, files] = await Promise.all([
    openTestDatabase(engine),
    startTestIdentityService(now, testWebSecret),
    openTestFiles(),
  ]);
  const { db } = database;
  const identity = createIdentity({
    projectId: identityService.projectId,
    baseUrl: identityService.url,
    managementKey: identityService.managementKey,
  });
  const links = createRequestLinks({ secret: testWebSecret, appUrl: 'http://localhost:3000' });
  const verification = await startTestVerificationService(now);
  const registers = await startTestRegistryServices(now);
  const payments = await startTestPaymentService(now);
  const dns = await startDns();
  const readJournal = openReadJournal({
    db,
    folder: join(files.folder, 'read-events'),
    now,
    onError: (error) => log.error({ error }, 'access log was not saved'),
  });
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const api = assembleApi({
    isSandbox: true,
    checkAnswers: true,
    trustedProxies: 0,
    ...options,
    database,
    identity,
    files: files.files,
    verification: verification.settings,
    registries: options.registries ?? registers.registries,
    payments: payments.payments,
    appUrl: 'http://localhost:3000',
    links,
    now,
    log,
    webSecret: testWebSecret,
    signingKeys: testSigningKeys,
    readJournal,
    readTxtRecords: createTxtReader(dns.address),
    metricsToken: testMetricsToken,
  });

  verification.routeCallbacks((request) => api.fetch(request));
  payments.routeWebhooks((request) => api.fetch(request));

  const people: TestPerson[] = [];

  /** Secrets of the sessions started with each token, and of each user's latest. */
  const secrets = new Map<string, string>();
  /** Company in use of each member. */
  const companies = new Map<string, string>();

  /** A token of the user, with a session of its own. */
  async function newToken(subject: string, fault?: TokenProblem, issuedSecondsAgo?: number): Promise<string> {
    const token = await identityService.token(subject, fault, issuedSecondsAgo);
    secrets.set(token, await newSecret(subject));
    return token;
  }

  async function newSecret(subject: string): Promise<string> {
    const companyId = companies.get(subject) ?? null;
    const session = { id: uuidv7(), subject, companyId, address: '198.51.100.1', device: 'Tests' };
    const { secret } = await startSession({ db, now }, session);
    secrets.set(subject, secret);
    return secret;
  }

  /** A person who has just joined a company signs in to it, as the web server does. */
  async function signInAfter({ text }: { text: string }, as: { token: string } | undefined): Promise<void> {
    const { company } = JSON.parse(text) as { company?: { id: string } };
    if (company === undefined || as === undefined) return;
    const subject = getSubject(as.token);
    companies.set(subject, company.id);
    secrets.set(as.token, await newSecret(subject));
  }

  /** Adds the session of a token to a request that names none. A token with a forged signature gets its user's. */
  function withSession(init: RequestInit = {}): RequestInit {
    const headers = new Headers(init.headers);
    const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1] ?? '';
    if (headers.has(browserSessionHeader)) return init;
    const secret = secrets.get(token) ?? secrets.get(getSubject(token));
    if (secret !== undefined) headers.set(browserSessionHeader, secret);
    return { ...init, headers };
  }

  async function addPerson(
    name: string,
    { loginId, companyId }: { loginId?: string | undefined; companyId?: string } = {},
  ): Promise<TestPerson> {
    const id = uuidv7();
    const subject = newUserId();
    const address = loginId ?? `${id}@example.test`;
    identityService.addUser({ userId: subject, loginIds: [address], name });
    if (companyId !== undefined) companies.set(subject, companyId);
    const person = { id, subject, loginId: address, name, token: await newToken(subject) };
    people.push(person);
    return person;
  }

  async function addMember(companyId: string, member: NewMember = {}): Promise<TestPerson> {
    const person = await addPerson(member.name ?? 'Invented Person', { companyId });
    await addMembership(person, companyId, member, person.id);
    return person;
  }

  async function addMembership(
    person: TestPerson,
    companyId: string,
    member: NewMember = {},
    id: string = uuidv7(),
  ): Promise<string> {
    const at = now().toISOString();
    await asTenant(db, companyId, (trx) =>
      trx
        .insertInto('members')
        .values({
          id,
          company_id: companyId,
          identity_user_id: person.subject,
          login_id: person.loginId,
          name: person.name,
          role: member.role ?? 'member',
          status: member.status ?? 'active',
          designations: member.designations ?? [],
          access_ends_at: member.accessEndsAt ?? null,
          created_at: at,
          created_by: 'system',
          updated_at: at,
        })
        .execute(),
    );
    return id;
  }

  async function addCompany(name: string, flags: NewCompanyFlags = {}): Promise<TestCompany> {
    const id = uuidv7();
    const at = now().toISOString();
    const country = flags.billingCountryCode ?? 'NZL';
    await database.asSuperuser(
      `INSERT INTO assay.companies (id, name, billing_country_code, regulated_in, time_zone, access_restricted,
         access_restricted_reason, subscription_active, onboarding_step, created_at, created_by, updated_at)
       VALUES ($1, $2, $3, ARRAY[$3], $8, $4, $5, $6, 'done', $7, 'system', $7)`,
      [
        id,
        name,
        country,
        flags.accessRestricted ?? false,
        flags.accessRestrictedReason ?? null,
        flags.subscriptionActive ?? true,
        at,
        country === 'AUS' ? 'Australia/Sydney' : 'Pacific/Auckland',
      ],
    );
    return {
      id,
      name,
      owner: await addMember(id, { role: 'owner', name: `Owner of ${name}` }),
      staff: await addMember(id, { role: 'member', name: `Staff of ${name}` }),
      auditor: await addMember(id, { role: 'auditor', name: `Auditor of ${name}` }),
    };
  }

  async function addAdmin(status: 'active' | 'suspended' = 'active'): Promise<TestPerson> {
    const person = await addPerson('Invented Admin');
    const at = now().toISOString();
    await asPlatform(db, (trx) =>
      trx
        .insertInto('admins')
        .values({
          id: person.id,
          identity_user_id: person.subject,
          login_id: person.loginId,
          name: person.name,
          status,
          created_at: at,
          created_by: 'system',
          updated_at: at,
        })
        .execute(),
    );
    return person;
  }

  return {
    engine,
    database,
    api,
    identityService,
    files,
    verification,
    identity,
    links,
    txtRecords: dns.records,
    registers,
    payments,
    clock: {
      now,
      async advance(seconds) {
        offsetMs += seconds * 1000;
        for (const person of people) person.token = await newToken(person.subject);
      },
    },
    logged: () => lines,
    companies: { a: await addCompany('Kauri Advisory'), b: await addCompany('Wattle Partners') },
    admin: await addAdmin(),
    addCompany,
    addMember,
    addMembership: (person, companyId, member) => addMembership(person, companyId, member),
    addAdmin,
    addStranger: (loginId) => addPerson('Invented Stranger', { loginId }),
    token: ({ subject }, fault, issuedSecondsAgo) => newToken(subject, fault, issuedSecondsAgo),
    getSession: ({ token }) => secrets.get(token) ?? '',
    async request(endpoint, input, { as, headers = {} } = {}) {
      const { body, requestKey } = input as { body?: unknown; requestKey?: string };
      const response = await api.request(
        getPath(endpoint, input as object),
        withSession({
          method: endpoint.method,
          headers: {
            ...(as === undefined ? {} : { Authorization: `Bearer ${as.token}` }),
            ...(requestKey === undefined ? {} : { 'Idempotency-Key': requestKey }),
            ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        }),
      );
      const outcome = await getOutcome(endpoint, response);
      if (endpoint.caller === 'identity' && outcome.status === endpoint.status)
        await signInAfter(outcome, as);
      return outcome;
    },
    fetch: async (path, init) => api.request(path, withSession(init)),
    async close() {
      await readJournal.close();
      await Promise.all([
        registers.close(),
        payments.close(),
        dns.close(),
        verification.close(),
        database.close(),
        identityService.close(),
        files.close(),
      ]);
    },
  };
}
