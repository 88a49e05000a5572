import { join } from 'node:path';
import { openProviderSignIns, type ProviderSignIns } from '../identity-provider/provider-sign-ins.ts';
import { openTenants, type Tenants } from '../identity-provider/tenants.ts';
import { type Journal, openJournal } from '../journal.ts';
import { createLockout, createRateLimit, type Lockout, type RateLimit } from '../limits.ts';
import type { Outbox } from '../outbox/store.ts';
import { type Ceremonies, openCeremonies } from './ceremonies.ts';
import { createMutex, type Turns } from './mutex.ts';
import { openProofs, type Proofs } from './one-time-tokens.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { openSessions, type Sessions } from './sessions.ts';
import { openSigningKey, type SigningKey } from './signing-key.ts';
import { isEmail, normaliseLoginId, openUsers, type Users } from './users.ts';

/** An account created at start if its login id does not exist; never updated afterwards. */
export type SeedUser = {
  loginId: string;
  name: string;
  password: string;
  userId?: string;
  /** Key of an authenticator app, base32. */
  totpKey?: string;
};

/** Rate limits. Uses refill evenly over a minute (email: ten minutes). */
export type IdentityLimits = {
  perIpPerMinute: number;
  perLoginIdPerMinute: number;
  emailsPerLoginIdPerTenMinutes: number;
  passwordFailuresToLock: number;
  codeFailuresToLock: number;
  /** Duration of the first lock; each further one doubles, up to 15 minutes. */
  firstLockSeconds: number;
};

/** The limit per IP is generous because all requests come from the application's one or two servers. */
const defaultIdentityLimits: IdentityLimits = {
  perIpPerMinute: 3_000,
  perLoginIdPerMinute: 120,
  emailsPerLoginIdPerTenMinutes: 30,
  passwordFailuresToLock: 5,
  codeFailuresToLock: 15,
  firstLockSeconds: 60,
};

export type IdentityOptions = {
  stateDir: string;
  projectId: string;
  managementKey: string;
  /** Base URL of emailed links when the caller names none. */
  appUrl: string;
  sessionTtlSeconds: number;
  seedUsers: SeedUser[];
  limits?: Partial<IdentityLimits>;
  outbox: Outbox;
  now: () => Date;
};

/** Dependencies of the sandbox identity service's routes. */
export type Identity = Pick<
  IdentityOptions,
  'projectId' | 'managementKey' | 'appUrl' | 'sessionTtlSeconds' | 'outbox' | 'now'
> & {
  key: SigningKey;
  users: Users;
  sessions: Sessions;
  proofs: Proofs;
  ceremonies: Ceremonies;
  tenants: Tenants;
  providerSignIns: ProviderSignIns;
  turns: Turns;
  ipLimit: RateLimit;
  loginIdLimit: RateLimit;
  emailLimit: RateLimit;
  passwordLockout: Lockout;
  codeLockout: Lockout;
  close(): void;
};

/** Opens the state in `stateDir/identity.jsonl` and adds missing seed users. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { now } = options;
  const limits = { ...defaultIdentityLimits, ...options.limits };
  const journal = openJournal(join(options.stateDir, 'identity.jsonl'));
  const key = await openSigningKey({ journal, projectId: options.projectId, now });
  const users = openUsers({ journal, now });
  await addSeedUsers(journal, users, options.seedUsers);
  return {
    ...options,
    key,
    users,
    sessions: openSessions({ journal, key, users, now, sessionTtlSeconds: options.sessionTtlSeconds }),
    proofs: openProofs({ journal, now }),
    ceremonies: openCeremonies({ journal, now }),
    tenants: openTenants({ journal }),
    providerSignIns: openProviderSignIns({ now }),
    turns: createMutex(),
    ipLimit: perMinutes(limits.perIpPerMinute, 1),
    loginIdLimit: perMinutes(limits.perLoginIdPerMinute, 1),
    emailLimit: perMinutes(limits.emailsPerLoginIdPerTenMinutes, 10),
    passwordLockout: createLockout({
      now,
      failuresToLock: limits.passwordFailuresToLock,
      firstLockSeconds: limits.firstLockSeconds,
    }),
    codeLockout: createLockout({
      now,
      failuresToLock: limits.codeFailuresToLock,
      firstLockSeconds: limits.firstLockSeconds,
    }),
    close: () => journal.close(),
  };

  function perMinutes(uses: number, minutes: number): RateLimit {
    return createRateLimit({ now, burst: uses, perSecond: uses / (minutes * 60) });
  }
}

async function addSeedUsers(journal: Journal, users: Users, seedUsers: SeedUser[]): Promise<void> {
  const missing = seedUsers.filter(({ loginId }) => !users.byLoginId(loginId));
  const hashes = await Promise.all(
    missing.map(({ loginId, password }) => {
      requireGoodPassword(password, [loginId]);
      return hashPassword(password);
    }),
  );
  journal.together(() => {
    missing.forEach(({ loginId, name, userId, totpKey }, index) => {
      const email = normaliseLoginId(loginId);
      users.create({
        loginIds: [loginId],
        ...(userId === undefined ? {} : { userId }),
        name,
        ...(isEmail(email) ? { email, verifiedEmail: true } : {}),
        password: { hash: hashes[index] ?? '', isExpired: false },
        ...(totpKey === undefined ? {} : { totp: { key: totpKey, lastStep: 0, isVisible: true } }),
      });
    });
  });
}
