import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import { type AddressLimits, createAddressApp } from './address/app.ts';
import { createIdentityApp } from './identity/app.ts';
import { type IdentityLimits, openIdentity, type SeedUser } from './identity/identity.ts';
import { type Listening, listen, type NodeEnv } from './listen.ts';
import { type MailServerOptions, startMailServer } from './mail/smtp.ts';
import { createOutboxPage } from './outbox/page.ts';
import { openOutbox } from './outbox/store.ts';
import { openPayments, type PaymentsOptions } from './payments/payments.ts';
import { createAbnApp } from './registries/abn-app.ts';
import { registryEntities } from './registries/entities.ts';
import { createExtractApp } from './registries/extract-app.ts';
import { createNzbnApp, nzbnBasePath, type RegistryLimits } from './registries/nzbn-app.ts';
import { createRegistriesPage } from './registries/page.ts';
import { openVerification, type VerificationOptions } from './verification/verification.ts';

export type SandboxOptions = {
  /** Folder for what the stand-ins remember: accounts, the signing key, sessions, mail. Made if missing. */
  stateDir: string;
  /** As the vendor's look: `P2` and 26 characters. */
  projectId: string;
  managementKey: string;
  addressApiKey: string;
  /** Where links in mail lead when the caller of the identity service names no URL. */
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
  /** Prices and taxes as they are set up at the payment service; without them there is none. */
  payments?: PaymentsOptions;
  mail?: MailServerOptions;
  now?: () => Date;
};

export type Sandbox = {
  identityUrl: string;
  addressUrls: { NZL: string; AUS: string };
  /** The pages are at `${outboxUrl}/sandbox/outbox` and `${outboxUrl}/sandbox/verification`. */
  outboxUrl: string;
  /** Mail handed in here is shown in the outbox and goes nowhere. */
  smtpUrl: string;
  verificationUrl: string;
  verificationToken: string;
  verificationCallbackSecret: string;
  /** Its pages are at `${outboxUrl}/sandbox/payments`. */
  payments?: { url: string; secretKey: string; webhookSecret: string };
  projectId: string;
  managementKey: string;
  addressApiKey: string;
  /** The registers of businesses, each with the key it takes, made anew at every start. */
  registries: {
    nzbn: { url: string; key: string };
    abn: { url: string; guid: string };
    extracts: { url: string; key: string };
  };
  close(): Promise<void>;
};

/**
 * Starts the stand-ins for the hosted services as real HTTP servers on the loopback address: identity, address look-up for
 * New Zealand and Australia, document checks, and the page of mail that was "sent". One process at a time per `stateDir`.
 * @throws the system's error when a port cannot be had; an Error that says what to do when the state is damaged
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { stateDir, projectId, managementKey, addressApiKey, ports = {}, host = '127.0.0.1' } = options;
  const now = options.now ?? (() => new Date());
  const closers: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const serve = async (app: Hono<NodeEnv>, port = 0): Promise<string> => {
    const listening: Listening = await listen(app, host, port);
    closers.push(listening.close);
    return listening.url;
  };

  try {
    const outbox = openOutbox({ stateDir: join(stateDir, 'outbox'), now });
    closers.push(outbox.close);
    const identity = await openIdentity({
      stateDir: join(stateDir, 'identity'),
      projectId,
      managementKey,
      appUrl: options.appUrl,
      sessionTtlSeconds: options.sessionTtlSeconds ?? 600,
      seedUsers: options.seedUsers,
      limits: options.identityLimits,
      outbox,
      now,
    });
    closers.push(identity.close);
    const mailServer = await startMailServer({ ...options.mail, outbox, host });
    closers.push(mailServer.close);
    const address = { apiKey: addressApiKey, limits: options.addressLimits, now };

    const identityUrl = await serve(createIdentityApp(identity), ports.identity);
    const addressUrls = {
      NZL: await serve(createAddressApp({ ...address, country: 'NZL' }), ports.addressNZL),
      AUS: await serve(createAddressApp({ ...address, country: 'AUS' }), ports.addressAUS),
    };
    const verification = openVerification({
      ...options.verification,
      stateDir: join(stateDir, 'verification'),
      appUrl: options.appUrl,
      outbox,
      now,
    });
    closers.push(verification.close);
    const verificationUrl = await serve(verification.app, ports.verification);
    const payments =
      options.payments &&
      openPayments({
        ...options.payments,
        stateDir: join(stateDir, 'payments'),
        appUrl: options.appUrl,
        now,
      });
    if (payments) closers.push(payments.close);
    const paymentsUrl = payments && (await serve(payments.app, ports.payments));
    const entities = registryEntities();
    const register = { entities, limits: options.registryLimits, now };
    const newKey = () => randomBytes(16).toString('hex');
    const [nzbnKey, abnGuid, extractsKey] = [newKey(), newKey(), newKey()];
    const registries = {
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
    const pages = new Hono<NodeEnv>()
      .route('/', createOutboxPage({ outbox }))
      .route('/', verification.pages)
      .route('/', payments?.pages ?? new Hono<NodeEnv>())
      .route('/', createRegistriesPage({ entities }));
    const outboxUrl = await serve(pages, ports.outbox);
    return {
      identityUrl,
      addressUrls,
      outboxUrl,
      smtpUrl: mailServer.url,
      verificationUrl,
      verificationToken: verification.token,
      verificationCallbackSecret: verification.callbackSecret,
      projectId,
      managementKey,
      addressApiKey,
      registries,
      ...(payments && paymentsUrl
        ? {
            payments: {
              url: paymentsUrl,
              secretKey: payments.secretKey,
              webhookSecret: payments.webhookSecret,
            },
          }
        : {}),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
