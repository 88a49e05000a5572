import type { Hono } from 'hono';
import { z } from 'zod';
import { planByEmail } from './admission.ts';
import { refusal } from './errors.ts';
import type { Identity } from './identity.ts';
import { linkMail, withToken } from './mails.ts';
import {
  createSchema,
  isSmallAttributes,
  patchSchema,
  profileChanges,
  rolesSchema,
  updateSchema,
} from './management-bodies.ts';
import { setPassword } from './password-routes.ts';
import {
  emailSchema,
  type IdentityEnv,
  loginIdSchema,
  nameSchema,
  passwordSchema,
  readBody,
} from './requests.ts';
import { searchSchema, searchUsers } from './search.ts';
import { emptyProfile, isEmail, normaliseLoginId, type User, userAnswer } from './users.ts';

const inviteTtlSeconds = 7 * 24 * 60 * 60;

/** `/v1/mgmt/…` and `/v2/mgmt/…`: what the SDK's `management.user` calls. A `loginId` in a body may also be a user id. */
export function addManagementRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  const { users, sessions } = identity;

  app.get('/v1/mgmt/license', (c) => c.json({ rateLimitTier: 'sandbox' }));

  for (const path of ['/v1/mgmt/user/create', '/v1/mgmt/user/create/test']) {
    app.post(path, async (c) => {
      const body = await readBody(c, createSchema);
      const known = users.byEither(body.loginId);
      if (known && !body.invite) throw refusal('userExists');
      const loginId = normaliseLoginId(body.loginId);
      const user =
        known ??
        users.create({
          ...(isEmail(loginId) ? { email: loginId } : {}),
          ...profileChanges(body),
          loginIds: [loginId, ...(body.additionalLoginIds ?? [])],
          status: body.invite ? 'invited' : 'enabled',
          test: body.test ?? path.endsWith('/test'),
        });
      if (body.invite && body.sendMail !== false) sendInvitation(user, body.inviteUrl ?? identity.appUrl);
      return c.json({ user: userAnswer(user) });
    });
  }

  app.post('/v1/mgmt/user/update', async (c) => {
    const body = await readBody(c, updateSchema);
    const user = requireUser(body.loginId);
    // An update replaces what a person is called and reached by; roles, tenants and attributes stay unless they are named.
    const {
      verifiedEmail: _no,
      roleNames: _roles,
      tenants: _tenants,
      customAttributes: _attributes,
      ...texts
    } = emptyProfile;
    const changed = users.change(user, {
      ...texts,
      verifiedEmail: user.email === body.email && user.verifiedEmail,
      ...profileChanges(body),
      ...(body.additionalLoginIds === undefined
        ? {}
        : { loginIds: [user.loginIds[0] ?? user.userId, ...body.additionalLoginIds] }),
    });
    return c.json({ user: userAnswer(changed) });
  });

  app.patch('/v1/mgmt/user/patch', async (c) => {
    const body = await readBody(c, patchSchema);
    const user = requireUser(body.loginId);
    const changed = users.change(user, profileChanges(body));
    return c.json({
      user: userAnswer(body.status === undefined ? changed : setStatus(changed, body.status)),
    });
  });

  app.post('/v1/mgmt/user/update/status', async (c) => {
    const body = await readBody(
      c,
      z.object({ loginId: loginIdSchema, status: z.enum(['enabled', 'disabled', 'invited']) }),
    );
    return c.json({ user: userAnswer(setStatus(requireUser(body.loginId), body.status)) });
  });

  app.post('/v1/mgmt/user/update/email', async (c) => {
    const body = await readBody(
      c,
      z.object({
        loginId: loginIdSchema,
        email: z.union([emailSchema, z.literal('')]),
        verified: z.boolean().default(false),
      }),
    );
    const user = requireUser(body.loginId);
    return c.json({
      user: userAnswer(users.change(user, { email: body.email, verifiedEmail: body.verified })),
    });
  });

  app.post('/v1/mgmt/user/update/loginid', async (c) => {
    const body = await readBody(
      c,
      z.object({ loginId: loginIdSchema, newLoginId: loginIdSchema.optional() }),
    );
    const user = requireUser(body.loginId);
    const rest = user.loginIds.filter((one) => one !== normaliseLoginId(body.loginId));
    const loginIds = body.newLoginId === undefined ? rest : [body.newLoginId, ...rest];
    if (loginIds.length === 0) throw refusal('invalidArguments', 'A user needs a login ID');
    return c.json({ user: userAnswer(users.change(user, { loginIds })) });
  });

  app.post('/v1/mgmt/user/update/name', async (c) => {
    const body = await readBody(
      c,
      z.object({
        loginId: loginIdSchema,
        displayName: nameSchema.optional(),
        givenName: nameSchema.optional(),
        middleName: nameSchema.optional(),
        familyName: nameSchema.optional(),
      }),
    );
    return c.json({ user: userAnswer(users.change(requireUser(body.loginId), profileChanges(body))) });
  });

  app.post('/v1/mgmt/user/update/customAttribute', async (c) => {
    const body = await readBody(
      c,
      z.object({
        loginId: loginIdSchema,
        attributeKey: z.string().min(1).max(100),
        attributeValue: z.json(),
      }),
    );
    const user = requireUser(body.loginId);
    const customAttributes = { ...user.customAttributes, [body.attributeKey]: body.attributeValue };
    if (!isSmallAttributes(customAttributes)) throw refusal('invalidArguments', 'Too many custom attributes');
    return c.json({ user: userAnswer(users.change(user, { customAttributes })) });
  });

  const roleChanges: [path: string, change: (now: string[], given: string[]) => string[]][] = [
    ['/v1/mgmt/user/update/role/set', (_now, given) => given],
    ['/v2/mgmt/user/update/role/add', (now, given) => [...now, ...given]],
    ['/v1/mgmt/user/update/role/remove', (now, given) => now.filter((role) => !given.includes(role))],
  ];
  for (const [path, change] of roleChanges) {
    app.post(path, async (c) => {
      const { loginId, tenantId, roleNames } = await readBody(c, rolesSchema);
      const user = requireUser(loginId);
      const next = (now: string[]) => [...new Set(change(now, roleNames))];
      if (tenantId !== undefined && !user.tenants.some((tenant) => tenant.tenantId === tenantId)) {
        throw refusal('invalidArguments', 'The user is not in this tenant');
      }
      const changes =
        tenantId === undefined
          ? { roleNames: next(user.roleNames) }
          : {
              tenants: user.tenants.map((tenant) =>
                tenant.tenantId === tenantId ? { ...tenant, roleNames: next(tenant.roleNames) } : tenant,
              ),
            };
      return c.json({ user: userAnswer(users.change(user, changes)) });
    });
  }

  const passwordSetters: [path: string, isExpired: boolean][] = [
    ['/v1/mgmt/user/password/set/active', false],
    ['/v1/mgmt/user/password/set/temporary', true],
  ];
  for (const [path, isExpired] of passwordSetters) {
    app.post(path, async (c) => {
      const body = await readBody(c, z.object({ loginId: loginIdSchema, password: passwordSchema }));
      await setPassword(identity, requireUser(body.loginId), body.password, { isExpired });
      return c.json({});
    });
  }

  app.post('/v1/mgmt/user/password/expire', async (c) => {
    const user = requireUser((await readBody(c, z.object({ loginId: loginIdSchema }))).loginId);
    if (user.password) users.change(user, { password: { ...user.password, isExpired: true } });
    return c.json({});
  });

  app.post('/v2/mgmt/user/search', async (c) => {
    const found = searchUsers(users.all(), await readBody(c, searchSchema));
    return c.json({ users: found.users.map(userAnswer), total: found.total });
  });

  app.post('/v1/mgmt/users/load', async (c) => {
    const { userIds } = await readBody(c, z.object({ userIds: z.array(z.string().max(254)).max(1_000) }));
    const found = userIds.map((userId) => users.byUserId(userId)).filter((user) => user !== undefined);
    return c.json({ users: found.map(userAnswer) });
  });

  app.get('/v1/mgmt/user', (c) =>
    c.json({
      user: userAnswer(requireReferred({ loginId: c.req.query('loginId'), userId: c.req.query('userId') })),
    }),
  );

  const referenceSchema = z.object({
    loginId: loginIdSchema.optional(),
    userId: z.string().max(254).optional(),
  });

  app.post('/v1/mgmt/user/delete', async (c) => {
    const user = requireReferred(await readBody(c, referenceSchema));
    sessions.endAll(user.userId);
    users.remove(user);
    return c.json({});
  });

  app.post('/v1/mgmt/user/logout', async (c) => {
    sessions.endAll(requireReferred(await readBody(c, referenceSchema)).userId);
    return c.json({});
  });

  app.post('/v1/mgmt/tests/generate/otp', async (c) => {
    const { loginId } = await readBody(
      c,
      z.object({ loginId: loginIdSchema, deliveryMethod: z.literal('email') }),
    );
    if (!requireUser(loginId).test) throw refusal('invalidArguments', 'Not a test user');
    const { purpose } = planByEmail(identity, 'signin', loginId);
    return c.json({ loginId, code: identity.proofs.newCode(loginId, purpose) });
  });

  function requireUser(loginIdOrUserId: string): User {
    const user = users.byEither(loginIdOrUserId);
    if (!user) throw refusal('managedUserNotFound', 'Cannot find user');
    return user;
  }

  function requireReferred(reference: { loginId?: string; userId?: string }): User {
    const user =
      reference.userId === undefined
        ? users.byEither(reference.loginId ?? '')
        : users.byUserId(reference.userId);
    if (!user) throw refusal('managedUserNotFound', 'Cannot find user');
    return user;
  }

  /** Whoever is disabled is out at once: sessions end now, and stay ended when the account is enabled again. */
  function setStatus(user: User, status: User['status']): User {
    if (status === 'disabled') sessions.endAll(user.userId);
    return users.change(user, { status });
  }

  function sendInvitation(user: User, inviteUrl: string): void {
    if (user.email === '') throw refusal('invalidArguments', 'The user has no email address');
    const purpose = { action: 'signIn' as const, userId: user.userId, email: user.email };
    const link = withToken(inviteUrl, identity.proofs.newLinkToken(purpose, inviteTtlSeconds));
    identity.outbox.send(linkMail(user.email, link, 'invitation'));
  }
}
