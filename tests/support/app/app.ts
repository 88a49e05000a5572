import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { assembleApi } from '#api/create-api.ts';
import { createRequestLinks, type RequestLinks } from '#api/follow-up/document-requests/links.ts';
import { createTxtReader } from '#api/integrations/dns/txt-records.ts';
import { openRegistries } from '#api/integrations/registries/registries.ts';
import { createVerificationProvider } from '#api/integrations/verification-provider/provider.ts';
import { createLog } from '#api/kernel/log.ts';
import { openReadJournal } from '#api/kernel/read-events/journal.ts';
import { openPayments } from '#api/records/billing/payment-service.ts';
import { createIdentity } from '#api/records/sign-in/identity.ts';
import { startSession } from '#api/records/sign-in/sessions.ts';
import { findMember } from '#api/records/sign-in/store.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import type { Services } from '#app/services/services.server.ts';
import type { Realm } from '#app/services/session-cookies.server.ts';
import { demoAccounts, demoAdmin, demoAdminTotpKey, demoPassword } from '#demo/demo-accounts.ts';
import { seedDemoAccounts } from '#demo/demo-company.ts';
import { demoCustomer, sandboxCatalogue, sandboxPayments } from '#demo/demo-subscription.ts';
import type { FaultRequest } from '#sandbox/controls.ts';
import { type Sandbox, startSandbox } from '#sandbox/services.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';
import { openTestDatabase, type TestDatabase, testEngine } from '#tests/support/database/database.ts';
import { openTestFiles } from '#tests/support/files/document-files.ts';
import { mockServiceControls } from '#tests/support/services/mock-service.ts';
import { testSigningKeys } from '#tests/support/signing-keys.ts';
import remixConfig from '../../../remix.config.js';
import { buildRoutes } from './build-routes.ts';

export { demoPassword };

/** A browser without script: stores cookies and follows redirects on request. */
export interface TestBrowser {
  /** Cookies by name, as a browser would send them. */
  setCookieHeaders: Map<string, string>;
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Posts a form as a page of this site does. */
  post(path: string, form: Record<string, string>, init?: RequestInit): Promise<Response>;
  /** Follows redirects of a response to the target page. */
  follow(response: Response): Promise<Response>;
  /** Signs a demo person in through the page's form. */
  signIn(loginId: string, realm?: Realm): Promise<Response>;
  /** Sets cookies of a new session of a demo user, bypassing the page and the API's sign-in limits. */
  startSession(loginId: string, realm?: Realm): Promise<void>;
  /** Expires the session token in the cookies; the refresh token stays valid. */
  expireSession(realm?: Realm): Promise<void>;
}

/** A response in place of the API's, or a dropped connection; undefined lets the API respond. */
type Instead = Response | 'hang up' | undefined;

type ApiOverride = ((request: Request) => Instead | Promise<Instead>) | 'hang up' | undefined;

export interface TestApp {
  origin: string;
  sandbox: Sandbox;
  database: TestDatabase;
  services: Services;
  /** Creates links of document requests as the API does. */
  links: RequestLinks;
  /** A separate browser with its own address. */
  /** `isDemoFilling`: while the demo company is still being filled. */
  browser(options?: { isDemoFilling?: boolean }): TestBrowser;
  /** Requests to the identity service so far, as `POST /v1/auth/refresh`. */
  identityCalls(): Promise<string[]>;
  identityFault(fault: FaultRequest): Promise<void>;
  clearFaults(): Promise<void>;
  /** The newest email to an address. */
  newestEmail(to: string): Promise<{ kind: string; code?: string; link?: string } | undefined>;
  /** Makes the API return this response to every request from now on, or to those that a function selects, or drop the connection; undefined ends it. */
  respondInsteadOfApi(response: ApiOverride): void;
  /** Requests that reached the API: method, path and headers. */
  apiRequests: { method: string; path: string; headers: Headers }[];
  close(): Promise<void>;
}

const managementKey = 'management-key-of-the-tests';
const projectId = 'P2AssayRoutes000000000000000';
const webSecret = 'web-secret-of-the-route-tests-32-chars';
const links = createRequestLinks({ secret: webSecret, appUrl: 'http://localhost:3000' });

const sealingKey = {
  idHmacKey: 'id-hmac-key-of-the-route-tests-32-characters',
  companyKeys: testCompanyKeys,
};

/** The API on a port of its own, behind a proxy that simulates its failures. */
async function serveApi(sandbox: Sandbox, database: TestDatabase, origin: string) {
  const files = await openTestFiles();
  const verification = {
    provider: createVerificationProvider({
      baseUrl: sandbox.verificationUrl,
      token: sandbox.verificationToken,
      now: () => new Date(),
      log: { warn: () => undefined },
    }),
    ...sealingKey,
    callbackUrl: '',
    callbackSecrets: [sandbox.verificationCallbackSecret],
    onError: (error: unknown) => console.error(error),
  };
  const readJournal = openReadJournal({
    db: database.db,
    folder: join(files.folder, 'read-events'),
    now: () => new Date(),
    onError: (error) => console.error(error),
  });
  const api = assembleApi({
    isSandbox: true,
    database,
    identity: createIdentity({ projectId, baseUrl: sandbox.identityUrl, managementKey }),
    files: files.files,
    verification,
    registries: openRegistries(
      { nzbn: sandbox.registries.nzbn, abn: sandbox.registries.abn, extracts: sandbox.registries.extracts },
      () => new Date(),
    ),
    payments:
      sandbox.payments &&
      openPayments(
        {
          secretKey: sandbox.payments.secretKey,
          webhookSecrets: [sandbox.payments.webhookSecret],
          apiBase: sandbox.payments.url,
          ...sandboxPayments,
        },
        { appUrl: origin, report: (details, message) => console.error(message, details) },
      ),
    appUrl: origin,
    links,
    now: () => new Date(),
    log: createLog('silent'),
    webSecret,
    signingKeys: testSigningKeys,
    readJournal,
    readTxtRecords: createTxtReader(sandbox.dnsAddress),
    trustedProxies: 0,
    checkAnswers: true,
  });
  const requests: TestApp['apiRequests'] = [];
  let instead: ApiOverride;
  const response = getRequestListener(
    async (request, env) => {
      const { pathname } = new URL(request.url);
      requests.push({ method: request.method, path: pathname, headers: new Headers(request.headers) });
      const given = typeof instead === 'function' ? await instead(request.clone()) : undefined;
      if (given !== 'hang up') return given ?? api.fetch(request, env as never);
      (env as HttpBindings).outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => {
    if (instead === 'hang up') outgoing.destroy();
    else void response(incoming, outgoing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  verification.callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/webhooks/verification`;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondInstead(next: ApiOverride) {
      instead = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await readJournal.close();
      await files.close();
    },
  };
}

/**
 * The whole app below HTTP: Remix's own request handler over the route modules, with the main API, a fresh embedded database with the demo
 * users, and the mock services for identity and addresses on real ports. The app reads its environment once, so a test file opens one of
 * these.
 */
export async function openTestApp(options: { appUrl?: string; redisUrl?: string } = {}): Promise<TestApp> {
  const stateDir = await mkdtemp(join(tmpdir(), 'assay-routes-'));
  const origin = options.appUrl ?? 'http://assay.example.test';
  const [sandbox, database] = await Promise.all([
    startSandbox({
      stateDir,
      projectId,
      managementKey,
      addressApiKey: 'address-key',
      appUrl: origin,
      payments: { catalogue: sandboxCatalogue, seed: [demoCustomer] },
      seedUsers: demoAccounts.map(({ loginId, name, userId }) => ({
        loginId,
        name,
        userId,
        password: demoPassword,
        ...(userId === demoAdmin.userId ? { totpKey: demoAdminTotpKey } : {}),
      })),
    }),
    openTestDatabase(testEngine),
  ]);
  const now = () => new Date();
  await assertSandboxDatabase(database.db, { sandbox: true, now });
  await seedDemoAccounts({ database, now, sealingKey });
  const api = await serveApi(sandbox, database, origin);

  Object.assign(process.env, {
    NODE_ENV: 'test',
    APP_URL: origin,
    SESSION_SECRET: 'session-secret-of-the-route-tests,an-older-session-secret',
    WEB_SECRET: webSecret,
    MAIN_API_URL: api.url,
    DESCOPE_PROJECT_ID: projectId,
    DESCOPE_BASE_URL: sandbox.identityUrl,
    ADDY_API_KEY: 'address-key',
    ADDY_NZL_URL: sandbox.addressUrls.NZL,
    ADDY_AUS_URL: sandbox.addressUrls.AUS,
    REDIS_URL: options.redisUrl ?? '',
    LOG_LEVEL: 'silent',
  });
  const { services } = await import('#app/services/services.server.ts');
  const handle = createRequestHandler(
    {
      ...(await buildRoutes()),
      mode: 'test',
      entry: { module: await import('#app/entry.server.tsx') },
      publicPath: '/',
      assetsBuildDirectory: 'build/client',
      future: { ...remixConfig.future, unstable_optimizeDeps: false } as ServerBuild['future'],
      isSpaMode: false,
    },
    'test',
  );
  const controls = mockServiceControls(sandbox.identityUrl);
  let visitors = 0;

  return {
    origin,
    sandbox,
    database,
    services: services(),
    links,
    apiRequests: api.requests,
    respondInsteadOfApi: api.respondInstead,
    browser({ isDemoFilling = false } = {}) {
      visitors += 1;
      return openBrowser(
        { handle, services: services(), origin, db: database.db },
        { clientIp: `203.0.113.${visitors}`, isDemoFilling },
      );
    },
    identityCalls: controls.requests,
    identityFault: controls.fault,
    clearFaults: controls.clearFaults,
    async newestEmail(to) {
      const response = await fetch(`${sandbox.identityUrl}/__sandbox/outbox?to=${encodeURIComponent(to)}`);
      const { mails } = (await response.json()) as {
        mails: { kind: string; code?: string; link?: string }[];
      };
      return mails[0];
    },
    async close() {
      await api.close();
      await Promise.all([sandbox.close(), database.close()]);
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}

/** For `respondInsteadOfApi`: lets sign-in attempts be counted, and returns the response for later requests. */
export function onceCounted(response: () => Response | 'hang up') {
  return async (request: Request) => {
    const body = (await request.json()) as { kind?: string };
    return body.kind === undefined ? response() : undefined;
  };
}

type Handle = (
  request: Request,
  context?: { clientIp?: string; isDemoFilling?: boolean },
) => Promise<Response>;

interface BrowserDeps {
  handle: Handle;
  services: Services;
  origin: string;
  db: TestDatabase['db'];
}

function openBrowser(
  { handle, services, origin, db }: BrowserDeps,
  context: { clientIp: string; isDemoFilling: boolean },
): TestBrowser {
  const { clientIp } = context;
  const setCookieHeaders = new Map<string, string>();
  const { host } = new URL(origin);
  const cookieHeader = () => [...setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(setCookies: string[]): void {
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
      if (isGone) setCookieHeaders.delete(pair.slice(0, at));
      else setCookieHeaders.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ Host: host, ...Object.fromEntries(new Headers(init.headers)) });
    if (setCookieHeaders.size > 0 && !headers.has('Cookie')) headers.set('Cookie', cookieHeader());
    const response = await handle(new Request(new URL(path, origin), { ...init, headers }), {
      ...context,
    });
    keep(response.headers.getSetCookie());
    return response;
  }

  const browser: TestBrowser = {
    setCookieHeaders,
    get: send,
    post: (path, form, init = {}) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(form),
        ...init,
        headers: { Origin: origin, ...Object.fromEntries(new Headers(init.headers)) },
      }),
    async follow(response) {
      let current = response;
      for (let hops = 0; hops < 10; hops += 1) {
        const location = current.headers.get('Location');
        if (current.status < 300 || current.status > 399 || location === null) return current;
        current = await send(location);
      }
      throw new Error('More than ten redirects');
    },
    signIn: (loginId, realm = 'member') =>
      browser.post(realm === 'member' ? '/login' : '/admin/login', {
        intent: 'password',
        loginId,
        password: demoPassword,
      }),
    async startSession(loginId, realm = 'member') {
      // Preparation, and no matter of speed: the app waits three seconds for the service, which is little while every core is busy.
      let signedIn = await services.identity.signInWithPassword(loginId, demoPassword, '');
      for (let more = 5; more > 0 && !signedIn.ok && signedIn.reason === 'unreachable'; more -= 1)
        signedIn = await services.identity.signInWithPassword(loginId, demoPassword, '');
      if (!signedIn.ok) throw new Error(`${loginId} was turned away: ${signedIn.reason}`);
      const subject = signedIn.session.user.userId;
      const companyId = (await findMember(db, subject, { now: services.now() }))?.company.id ?? null;
      const { secret } = await startSession(
        { db, now: services.now },
        { id: uuidv7(), subject, companyId, address: clientIp, device: 'Tests' },
      );
      // As if a second factor had been verified, where the person has one.
      await sql`SELECT record_second_factor(${subject}, id, 'recovery', NULL, started_at) FROM browser_sessions_of(${subject}, '-infinity')`.execute(
        db,
      );
      keep(await services.cookies.store(realm, { ...signedIn.session, secret }));
    },
    async expireSession(realm = 'member') {
      const held = await services.cookies.read(
        new Request(origin, { headers: { Cookie: cookieHeader() } }),
        realm,
      );
      if (!held) throw new Error(`Nobody is signed in as ${realm}`);
      const past = Math.floor(Date.now() / 1000) - 60;
      keep(await services.cookies.store(realm, { ...held, sessionToken: 'run-out', sessionExpiresAt: past }));
    },
  };
  return browser;
}
