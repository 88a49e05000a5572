import { join } from 'node:path';
import { Hono } from 'hono';
import { type AddressLimits, createAddressApp } from './address/app.ts';
import { createIdentityApp } from './identity/app.ts';
import { type IdentityLimits, openIdentity, type SeedUser } from './identity/identity.ts';
import { type Listening, listen, type NodeEnv } from './listen.ts';
import { createOutboxPage } from './outbox/page.ts';
import { openOutbox } from './outbox/store.ts';

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
  ports?: { identity?: number; addressNZL?: number; addressAUS?: number; outbox?: number };
  host?: string;
  sessionTtlSeconds?: number;
  identityLimits?: Partial<IdentityLimits>;
  addressLimits?: Partial<AddressLimits>;
  now?: () => Date;
};

export type Sandbox = {
  identityUrl: string;
  addressUrls: { NZL: string; AUS: string };
  /** The page is at `${outboxUrl}/sandbox/outbox`. */
  outboxUrl: string;
  projectId: string;
  managementKey: string;
  addressApiKey: string;
  close(): Promise<void>;
};

/**
 * Starts the stand-ins for the hosted services as real HTTP servers on the loopback address: identity, address look-up for
 * New Zealand and Australia, and the page of mail that was "sent". One process at a time per `stateDir`.
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
    const address = { apiKey: addressApiKey, limits: options.addressLimits, now };

    const identityUrl = await serve(createIdentityApp(identity), ports.identity);
    const addressUrls = {
      NZL: await serve(createAddressApp({ ...address, country: 'NZL' }), ports.addressNZL),
      AUS: await serve(createAddressApp({ ...address, country: 'AUS' }), ports.addressAUS),
    };
    const pages = new Hono<NodeEnv>().route('/', createOutboxPage({ outbox }));
    const outboxUrl = await serve(pages, ports.outbox);
    return { identityUrl, addressUrls, outboxUrl, projectId, managementKey, addressApiKey, close };
  } catch (error) {
    await close();
    throw error;
  }
}
