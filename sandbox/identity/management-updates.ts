import type { Hono } from 'hono';
import { z } from 'zod';
import { refusal } from './errors.ts';
import { requireUser, setStatus } from './managed-users.ts';
import {
  isSmallAttributes,
  patchSchema,
  profileChanges,
  rolesSchema,
  updateSchema,
} from './management-bodies.ts';
import type { Identity } from './open-service.ts';
import { emailSchema, type IdentityEnv, loginIdSchema, nameSchema, readBody } from './requests.ts';
import { emptyProfile, normaliseLoginId, toUserResponse } from './users.ts';

/** Changes of a whole profile, of its status, of one field, and of roles. */
export function addUpdateRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  addProfileRoutes(app, identity);
  addContactRoutes(app, identity);
  addFieldRoutes(app, identity);
  addRoleRoutes(app, identity);
}

function addProfileRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/mgmt/user/update', async (c) => {
    const body = await readBody(c, updateSchema);
    const user = requireUser(identity, body.loginId);
    // An update replaces names and contact details; roles, tenants and attributes stay unless present.
    const {
      verifiedEmail: _no,
      roleNames: _roles,
      tenants: _tenants,
      customAttributes: _attributes,
      ...texts
    } = emptyProfile;
    const changed = identity.users.change(user, {
      ...texts,
      verifiedEmail: user.email === body.email && user.verifiedEmail,
      ...profileChanges(body),
      ...(body.additionalLoginIds === undefined
        ? {}
        : { loginIds: [user.loginIds[0] ?? user.userId, ...body.additionalLoginIds] }),
    });
    return c.json({ user: toUserResponse(changed) });
  });

  app.patch('/v1/mgmt/user/patch', async (c) => {
    const body = await readBody(c, patchSchema);
    const user = requireUser(identity, body.loginId);
    const changed = identity.users.change(user, profileChanges(body));
    return c.json({
      user: toUserResponse(body.status === undefined ? changed : setStatus(identity, changed, body.status)),
    });
  });

  app.post('/v1/mgmt/user/update/status', async (c) => {
    const body = await readBody(
      c,
      z.object({ loginId: loginIdSchema, status: z.enum(['enabled', 'disabled', 'invited']) }),
    );
    return c.json({
      user: toUserResponse(setStatus(identity, requireUser(identity, body.loginId), body.status)),
    });
  });
}

function addContactRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/mgmt/user/update/email', async (c) => {
    const body = await readBody(
      c,
      z.object({
        loginId: loginIdSchema,
        email: z.union([emailSchema, z.literal('')]),
        verified: z.boolean().default(false),
      }),
    );
    const user = requireUser(identity, body.loginId);
    return c.json({
      user: toUserResponse(identity.users.change(user, { email: body.email, verifiedEmail: body.verified })),
    });
  });

  app.post('/v1/mgmt/user/update/loginid', async (c) => {
    const body = await readBody(
      c,
      z.object({ loginId: loginIdSchema, newLoginId: loginIdSchema.optional() }),
    );
    const user = requireUser(identity, body.loginId);
    const rest = user.loginIds.filter((loginId) => loginId !== normaliseLoginId(body.loginId));
    const loginIds = body.newLoginId === undefined ? rest : [body.newLoginId, ...rest];
    if (loginIds.length === 0) throw refusal('invalidArguments', 'A user needs a login ID');
    return c.json({ user: toUserResponse(identity.users.change(user, { loginIds })) });
  });
}

function addFieldRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
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
    return c.json({
      user: toUserResponse(identity.users.change(requireUser(identity, body.loginId), profileChanges(body))),
    });
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
    const user = requireUser(identity, body.loginId);
    const customAttributes = { ...user.customAttributes, [body.attributeKey]: body.attributeValue };
    if (!isSmallAttributes(customAttributes)) throw refusal('invalidArguments', 'Too many custom attributes');
    return c.json({ user: toUserResponse(identity.users.change(user, { customAttributes })) });
  });
}

function addRoleRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  const roleChanges: [path: string, change: (now: string[], given: string[]) => string[]][] = [
    ['/v1/mgmt/user/update/role/set', (_now, given) => given],
    ['/v2/mgmt/user/update/role/add', (now, given) => [...now, ...given]],
    ['/v1/mgmt/user/update/role/remove', (now, given) => now.filter((role) => !given.includes(role))],
  ];
  for (const [path, change] of roleChanges) {
    app.post(path, async (c) => {
      const { loginId, tenantId, roleNames } = await readBody(c, rolesSchema);
      const user = requireUser(identity, loginId);
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
      return c.json({ user: toUserResponse(identity.users.change(user, changes)) });
    });
  }
}
