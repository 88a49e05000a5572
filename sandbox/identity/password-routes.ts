import type { Hono } from 'hono';
import { z } from 'zod';
import { admit } from './complete-sign-in.ts';
import { linkEmail, maskEmail, withToken } from './email-templates.ts';
import { refusal } from './errors.ts';
import type { Identity } from './open-service.ts';
import { hashPassword, isPassword, passwordPolicy, requireGoodPassword } from './passwords.ts';
import {
  type IdentityEnv,
  loginIdSchema,
  loginOptionsSchema,
  passwordSchema,
  readBody,
  requireEmailRate,
  requireLoginIdRate,
  requireRate,
  signUpProfileSchema,
  webUrlSchema,
} from './requests.ts';
import { isEmail, normaliseLoginId, type User } from './users.ts';

const resetLinkTtlSeconds = 30 * 60;

/** `/v1/auth/password/…`: signup, signin, reset, update, replace, policy. */
export function addPasswordRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.get('/v1/auth/password/policy', (c) => c.json(passwordPolicy));
  addSignInRoutes(app, identity);
  addResetRoute(app, identity);
  addChangeRoutes(app, identity);
}

function addSignInRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/auth/password/signup', async (c) => {
    const { loginId, password, user } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, password: passwordSchema, user: signUpProfileSchema }),
    );
    requireLoginIdRate(identity, loginId);
    if (identity.users.byLoginId(loginId)) throw refusal('userExists');
    requireGoodPassword(password, [normaliseLoginId(loginId)]);
    const hash = await hashPassword(password);
    const email = normaliseLoginId(loginId);
    const created = identity.users.create({
      ...(isEmail(email) ? { email } : {}),
      ...user,
      loginIds: [loginId],
      password: { hash, isExpired: false },
    });
    return c.json(await admit(identity, created, { amr: ['pwd'] }));
  });

  app.post('/v1/auth/password/signin', async (c) => {
    const { loginId, password, loginOptions } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, password: passwordSchema, loginOptions: loginOptionsSchema }),
    );
    requireLoginIdRate(identity, loginId);
    const user = await requirePassword(identity, loginId, password);
    if (user.password?.isExpired) throw refusal('passwordExpired');
    return c.json(
      await admit(identity, user, {
        amr: ['pwd'],
        endsOtherSessions: loginOptions?.revokeOtherSessions,
        customClaims: loginOptions?.customClaims,
      }),
    );
  });
}

function addResetRoute(app: Hono<IdentityEnv>, identity: Identity): void {
  // The same response for known and unknown login ids: only the owner of the mailbox learns whether an account exists.
  app.post('/v1/auth/password/reset', async (c) => {
    const { loginId, redirectUrl } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, redirectUrl: webUrlSchema.optional() }),
    );
    requireLoginIdRate(identity, loginId);
    requireEmailRate(identity, loginId);
    const user = identity.users.byLoginId(loginId);
    if (user && user.email !== '' && user.status !== 'disabled') {
      const token = identity.proofs.newLinkToken(
        { action: 'signIn', userId: user.userId, email: user.email },
        resetLinkTtlSeconds,
      );
      const link = withToken(redirectUrl ?? identity.appUrl, token);
      identity.outbox.send(linkEmail(user.email, link, 'password reset'));
    }
    return c.json({ resetMethod: 'magiclink', maskedEmail: maskEmail(normaliseLoginId(loginId)) });
  });
}

function addChangeRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/auth/password/update', async (c) => {
    const { loginId, newPassword } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, newPassword: passwordSchema }),
    );
    const user = await identity.sessions.require(c.get('token'));
    if (!user.loginIds.includes(normaliseLoginId(loginId))) throw refusal('invalidToken');
    await setPassword(identity, user, newPassword, { isExpired: false });
    return c.json({});
  });

  app.post('/v1/auth/password/replace', async (c) => {
    const { loginId, oldPassword, newPassword } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, oldPassword: passwordSchema, newPassword: passwordSchema }),
    );
    requireLoginIdRate(identity, loginId);
    const user = await requirePassword(identity, loginId, oldPassword);
    if (oldPassword === newPassword)
      throw refusal('invalidArguments', 'Choose a password you have not used before');
    const changed = await setPassword(identity, user, newPassword, { isExpired: false });
    return c.json(await admit(identity, changed, { amr: ['pwd'] }));
  });
}

/** Sets a user's password if the policy accepts it, and lifts a lock. @throws E011004 */
export async function setPassword(
  identity: Identity,
  user: User,
  password: string,
  options: { isExpired: boolean },
): Promise<User> {
  requireGoodPassword(password, user.loginIds);
  const hash = await hashPassword(password);
  identity.passwordLockout.clear(user.userId);
  return identity.users.change(user, { password: { hash, isExpired: options.isExpired } });
}

/**
 * Authenticates a user by password. Five wrong passwords in a row lock the login id for a while, known or not, so that
 * neither the lock nor the time taken reveals whether an account exists. @throws E062903, E130429 with Retry-After
 * while locked, E062109
 */
async function requirePassword(identity: Identity, loginId: string, password: string): Promise<User> {
  const { passwordLockout, users, turns } = identity;
  // All login ids of a user share one count.
  const key = users.byLoginId(loginId)?.userId ?? normaliseLoginId(loginId);
  return turns(key, async () => {
    requireRate(passwordLockout.wait(key));
    const user = users.byLoginId(loginId);
    const isRight = await isPassword(password, user?.password?.hash);
    if (!user || !isRight) {
      passwordLockout.fail(key);
      throw refusal('wrongPassword');
    }
    passwordLockout.clear(key);
    if (user.status === 'disabled') throw refusal('userDisabled');
    return user;
  });
}
