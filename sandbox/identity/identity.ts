import { join } from 'node:path';
import { type Journal, openJournal } from '../journal.ts';
import { createLockout, createRateLimit, type Lockout, type RateLimit } from '../limits.ts';
import type { Outbox } from '../outbox/store.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { openProofs, type Proofs } from './proofs.ts';
import { openSessions, type Sessions } from './sessions.ts';
import { openSigningKey, type SigningKey } from './signing-key.ts';
import { createTurns, type Turns } from './turns.ts';
import { isEmail, normaliseLoginId, openUsers, type Users } from './users.ts';

/** An account made at start when its login id is not there yet; later changes to it are left alone. */
export type SeedUser = { loginId: string; name: string; password: string; userId?: string };

/** How much is let through before 429. Uses refill evenly over a minute (mail: over ten). */
export type IdentityLimits = {
  perIpPerMinute: number;
  perLoginIdPerMinute: number;
  mailsPerLoginIdPerTenMinutes: number;
  passwordFailuresToLock: number;
  codeFailuresToLock: number;
  /** The first lock; each further one is twice as long, 15 minutes at most. */
  firstLockSeconds: number;
};

/** The per-IP figure is generous because all requests come from the one or two servers of the application. */
export const defaultIdentityLimits: IdentityLimits = {
  perIpPerMinute: 3_000,
  perLoginIdPerMinute: 120,
  mailsPerLoginIdPerTenMinutes: 30,
  passwordFailuresToLock: 5,
  codeFailuresToLock: 15,
  firstLockSeconds: 60,
};

export type IdentityOptions = {
  stateDir: string;
  projectId: string;
  managementKey: string;
  /** Where links in mail lead when the caller names no URL. */
  appUrl: string;
  sessionTtlSeconds: number;
  seedUsers: SeedUser[];
  limits?: Partial<IdentityLimits>;
  outbox: Outbox;
  now: () => Date;
};

/** Everything the identity stand-in's routes work with. */
export type Identity = Pick<
  IdentityOptions,
  'projectId' | 'managementKey' | 'appUrl' | 'sessionTtlSeconds' | 'outbox' | 'now'
> & {
  key: SigningKey;
  users: Users;
  sessions: Sessions;
  proofs: Proofs;
  turns: Turns;
  ipLimit: RateLimit;
  loginIdLimit: RateLimit;
  mailLimit: RateLimit;
  passwordLockout: Lockout;
  codeLockout: Lockout;
  close(): void;
};

/** Opens the stand-in's state in `stateDir/identity.jsonl` and adds the seed users that are missing. */
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
    turns: createTurns(),
    ipLimit: perMinutes(limits.perIpPerMinute, 1),
    loginIdLimit: perMinutes(limits.perLoginIdPerMinute, 1),
    mailLimit: perMinutes(limits.mailsPerLoginIdPerTenMinutes, 10),
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
    missing.forEach(({ loginId, name, userId }, index) => {
      const email = normaliseLoginId(loginId);
      users.create({
        loginIds: [loginId],
        ...(userId === undefined ? {} : { userId }),
        name,
        ...(isEmail(email) ? { email, verifiedEmail: true } : {}),
        password: { hash: hashes[index] ?? '', isExpired: false },
      });
    });
  });
}
