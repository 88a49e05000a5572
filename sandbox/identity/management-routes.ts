import type { Hono } from 'hono';
import { z } from 'zod';
import { planByEmail } from './complete-sign-in.ts';
import { refusal } from './errors.ts';
import { referenceSchema, requireReferred, requireUser } from './managed-users.ts';
import { addCreateRoutes } from './management-create.ts';
import { addUpdateRoutes } from './management-updates.ts';
import type { Identity } from './open-service.ts';
import { setPassword } from './password-routes.ts';
import { type IdentityEnv, loginIdSchema, passwordSchema, readBody } from './requests.ts';
import { searchSchema, searchUsers } from './search.ts';
import { toUserResponse } from './users.ts';

/**
 * `/v1/mgmt/…` and `/v2/mgmt/…`, as used by the SDK's `management.user`. A `loginId` in a body may also be a user ID.
 */
export function addManagementRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.get('/v1/mgmt/license', (c) => c.json({ rateLimitTier: 'sandbox' }));
  addCreateRoutes(app, identity);
  addUpdateRoutes(app, identity);
  addManagedPasswordRoutes(app, identity);
  addReadRoutes(app, identity);
  addEndRoutes(app, identity);
  addTestRoutes(app, identity);
}

function addManagedPasswordRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  const passwordSetters: [path: string, isExpired: boolean][] = [
    ['/v1/mgmt/user/password/set/active', false],
    ['/v1/mgmt/user/password/set/temporary', true],
  ];
  for (const [path, isExpired] of passwordSetters) {
    app.post(path, async (c) => {
      const body = await readBody(c, z.object({ loginId: loginIdSchema, password: passwordSchema }));
      await setPassword(identity, requireUser(identity, body.loginId), body.password, { isExpired });
      return c.json({});
    });
  }

  app.post('/v1/mgmt/user/password/expire', async (c) => {
    const user = requireUser(identity, (await readBody(c, z.object({ loginId: loginIdSchema }))).loginId);
    if (user.password) identity.users.change(user, { password: { ...user.password, isExpired: true } });
    return c.json({});
  });
}

function addReadRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v2/mgmt/user/search', async (c) => {
    const found = searchUsers(identity.users.all(), await readBody(c, searchSchema));
    return c.json({ users: found.users.map(toUserResponse), total: found.total });
  });

  app.post('/v1/mgmt/users/load', async (c) => {
    const { userIds } = await readBody(c, z.object({ userIds: z.array(z.string().max(254)).max(1_000) }));
    const found = userIds
      .map((userId) => identity.users.byUserId(userId))
      .filter((user) => user !== undefined);
    return c.json({ users: found.map(toUserResponse) });
  });

  app.get('/v1/mgmt/user', (c) =>
    c.json({
      user: toUserResponse(
        requireReferred(identity, { loginId: c.req.query('loginId'), userId: c.req.query('userId') }),
      ),
    }),
  );
}

/** Deletes users and ends their sessions. */
function addEndRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/mgmt/user/delete', async (c) => {
    const user = requireReferred(identity, await readBody(c, referenceSchema));
    identity.sessions.endAll(user.userId);
    identity.users.remove(user);
    return c.json({});
  });

  app.post('/v1/mgmt/user/logout', async (c) => {
    identity.sessions.endAll(requireReferred(identity, await readBody(c, referenceSchema)).userId);
    return c.json({});
  });
}

/** Codes of test users, which would otherwise be emailed. */
function addTestRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/mgmt/tests/generate/otp', async (c) => {
    const { loginId } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, deliveryMethod: z.literal('email') }),
    );
    if (!requireUser(identity, loginId).test) throw refusal('invalidArguments', 'Not a test user');
    const { purpose } = planByEmail(identity, 'signin', loginId);
    return c.json({ loginId, code: identity.proofs.newCode(loginId, purpose) });
  });
}
