import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import { type AddressLimits, createAddressApp } from './address/app.ts';
import { startClamav } from './clamav/clamav.ts';
import { startDns } from './dns/dns.ts';
import { createDnsPage } from './dns/page.ts';
import { createIdentityApp } from './identity/app.ts';
import { type IdentityLimits, openIdentity, type SeedUser } from './identity/open-service.ts';
import { createProviderPage } from './identity-provider/provider-page.ts';
import { type Listening, listen, type NodeEnv } from './listen.ts';
import { openListPublishers } from './lists/app.ts';
import type { ListKey } from './lists/listed.ts';
import { type EmailServerOptions, startEmailServer } from './mail/smtp.ts';
import { createOutboxPage } from './outbox/page.ts';
import { type Outbox, openOutbox } from './outbox/store.ts';
import { openPayments, type PaymentsOptions } from './payments/open-service.ts';
import { createAbnApp } from './registries/abn-app.ts';
import { type Entities, registryEntities } from './registries/entities.ts';
import { createExtractApp } from './registries/extract-app.ts';
import { createNzbnApp, nzbnBasePath, type RegistryLimits } from './registries/nzbn-app.ts';
import { createRegistriesPage } from './registries/page.ts';
import { createSiemPage } from './siem/page.ts';
import { openVerification, type VerificationOptions } from './verification/open-service.ts';

export type SandboxOptions = {
  /** Folder for the state of the sandbox services: accounts, the signing key, sessions, email. Created if missing. */
  stateDir: string;
  /** In the vendor's format: `P2` and 26 characters. */
  projectId: string;
  managementKey: string;
  addressApiKey: string;
  /** Base URL of emailed links when the caller of the identity service names none. */
  appUrl: string;
  seedUsers: SeedUser[];
  /** 0 or absent: any free port. */
  ports?: {
    identity?: number;
    addressNZL?: number;
    addressAUS?: number;
    outbox?: number;
    verification?: number;
    payments?: number;
  };
  host?: string;
  sessionTtlSeconds?: number;
  identityLimits?: Partial<IdentityLimits>;
  addressLimits?: Partial<AddressLimits>;
  registryLimits?: Partial<RegistryLimits>;
  verification?: VerificationOptions;
  /** Prices and taxes configured at the payment service; without them it is not started. */
  payments?: PaymentsOptions;
  mail?: EmailServerOptions;
  now?: () => Date;
};

export type Sandbox = {
  identityUrl: string;
  addressUrls: { NZL: string; AUS: string };
  /** The pages are at `${outboxUrl}/sandbox/outbox` and `${outboxUrl}/sandbox/verification`. */
  outboxUrl: string;
  /** SMTP server whose messages are shown in the outbox only. */
  smtpUrl: string;
  /** `host:port` of the virus scanner. */
  clamavAddress: string;
  /** `host:port` of the name server; its records are set at `${outboxUrl}/sandbox/dns`. */
  dnsAddress: string;
  verificationUrl: string;
  verificationToken: string;
  verificationCallbackSecret: string;
  /** Its pages are at `${outboxUrl}/sandbox/payments`. */
  payments?: { url: string; secretKey: string; webhookSecret: string };
  projectId: string;
  managementKey: string;
  addressApiKey: string;
  /** The business registers, each with its key; keys are generated at every start. */
  registries: {
    nzbn: { url: string; key: string };
    abn: { url: string; guid: string };
    extracts: { url: string; key: string };
  };
  /** Addresses of the publishers' lists, by list; their page is at `${outboxUrl}/sandbox/lists`. */
  listUrls: Record<ListKey, string[]>;
  close(): Promise<void>;
};

/**
 * Starts the sandbox versions of the hosted services as HTTP servers on the loopback address: identity, address look-up
 * for New Zealand and Australia, document checks, and the outbox. One process at a time per `stateDir`.
 * @throws the system's error if a port is unavailable; an Error with instructions if the state is damaged
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { projectId, managementKey, addressApiKey } = options;
  const closers: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const start: StartContext = {
    options,
    host: options.host ?? '127.0.0.1',
    now: options.now ?? (() => new Date()),
    closers,
    serve: async (app, port = 0) => {
      const listening: Listening = await listen(app, start.host, port);
      closers.push(listening.close);
      return listening.url;
    },
  };
  try {
    const outbox = openOutbox({ stateDir: join(options.stateDir, 'outbox'), now: start.now });
    closers.push(outbox.close);
    const { identity, emailServer } = await openIdentityServices(start, outbox);
    const identityUrl = await start.serve(createIdentityApp(identity), options.ports?.identity);
    const addressUrls = await serveAddresses(start);
    const { pages: verificationPages, ...verification } = await serveVerification(start, outbox);
    const { pages: paymentPages, ...payments } = await servePayments(start);
    const clamav = await startClamav({ host: start.host });
    closers.push(clamav.close);
    const dns = await startDns({ host: start.host });
    closers.push(dns.close);
    const entities = registryEntities();
    const registries = await serveRegistries(start, entities);
    const lists = await serveLists(start);
    const pages = new Hono<NodeEnv>()
      .route('/', createOutboxPage({ outbox }))
      .route('/', verificationPages)
      .route('/', paymentPages)
      .route('/', createRegistriesPage({ entities }))
      .route('/', createSiemPage({ now: start.now }))
      .route('/', createProviderPage(identity))
      .route('/', createDnsPage(dns.records))
      .route('/', lists.pages);
    return {
      identityUrl,
      addressUrls,
      outboxUrl: await start.serve(pages, options.ports?.outbox),
      smtpUrl: emailServer.url,
      clamavAddress: clamav.address,
      dnsAddress: dns.address,
      ...verification,
      projectId,
      managementKey,
      addressApiKey,
      registries,
      listUrls: lists.urls,
      ...payments,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Dependencies for starting a service. */
type StartContext = {
  options: SandboxOptions;
  host: string;
  now: () => Date;
  /** Called in reverse order when the sandbox closes or fails to start. */
  closers: (() => void | Promise<void>)[];
  /** Serves an app, on any free port by default. Returns its URL. */
  serve: (app: Hono<NodeEnv>, port?: number) => Promise<string>;
};

async function openIdentityServices({ options, host, now, closers }: StartContext, outbox: Outbox) {
  const identity = await openIdentity({
    stateDir: join(options.stateDir, 'identity'),
    projectId: options.projectId,
    managementKey: options.managementKey,
    appUrl: options.appUrl,
    sessionTtlSeconds: options.sessionTtlSeconds ?? 600,
    seedUsers: options.seedUsers,
    limits: options.identityLimits,
    outbox,
    now,
  });
  closers.push(identity.close);
  const emailServer = await startEmailServer({ ...options.mail, outbox, host });
  closers.push(emailServer.close);
  return { identity, emailServer };
}

async function serveAddresses({ options, now, serve }: StartContext): Promise<Sandbox['addressUrls']> {
  const { ports = {} } = options;
  const address = { apiKey: options.addressApiKey, limits: options.addressLimits, now };
  return {
    NZL: await serve(createAddressApp({ ...address, country: 'NZL' }), ports.addressNZL),
    AUS: await serve(createAddressApp({ ...address, country: 'AUS' }), ports.addressAUS),
  };
}

async function serveVerification({ options, now, closers, serve }: StartContext, outbox: Outbox) {
  const verification = openVerification({
    ...options.verification,
    stateDir: join(options.stateDir, 'verification'),
    appUrl: options.appUrl,
    outbox,
    now,
  });
  closers.push(verification.close);
  return {
    pages: verification.pages,
    verificationUrl: await serve(verification.app, options.ports?.verification),
    verificationToken: verification.token,
    verificationCallbackSecret: verification.callbackSecret,
  };
}

/** Serves the payment service and its pages, if configured. */
async function servePayments({ options, now, closers, serve }: StartContext) {
  if (!options.payments) return { pages: new Hono<NodeEnv>() };
  const payments = openPayments({
    ...options.payments,
    stateDir: join(options.stateDir, 'payments'),
    appUrl: options.appUrl,
    now,
  });
  closers.push(payments.close);
  const url = await serve(payments.app, options.ports?.payments);
  const { pages, secretKey, webhookSecret } = payments;
  return { pages, payments: { url, secretKey, webhookSecret } };
}

async function serveLists({ options, serve }: StartContext) {
  const publishers = openListPublishers({ stateDir: join(options.stateDir, 'lists') });
  return { pages: publishers.pages, urls: await publishers.urls(await serve(publishers.app)) };
}

async function serveRegistries(
  { options, now, serve }: StartContext,
  entities: Entities,
): Promise<Sandbox['registries']> {
  const register = { entities, limits: options.registryLimits, now };
  const newKey = () => randomBytes(16).toString('hex');
  const [nzbnKey, abnGuid, extractsKey] = [newKey(), newKey(), newKey()];
  return {
    nzbn: {
      url: `${await serve(createNzbnApp({ ...register, apiKey: nzbnKey }))}${nzbnBasePath}`,
      key: nzbnKey,
    },
    abn: { url: `${await serve(createAbnApp({ ...register, guid: abnGuid }))}/json`, guid: abnGuid },
    extracts: {
      url: `${await serve(createExtractApp({ ...register, apiKey: extractsKey }))}/v1`,
      key: extractsKey,
    },
  };
}
