import type { Hono } from 'hono';
import { z } from 'zod';
import type { Tenant } from '../identity-provider/tenants.ts';
import { admit } from './complete-sign-in.ts';
import { refusal } from './errors.ts';
import type { Identity } from './open-service.ts';
import { type IdentityEnv, loginOptionsSchema, readBody, webUrlSchema } from './requests.ts';

const idSchema = z.string().min(1).max(100);
const domainsSchema = z.array(z.string().trim().toLowerCase().max(253)).max(100);
const tenantSchema = z.object({
  id: idSchema,
  name: z.string().max(200),
  selfProvisioningDomains: domainsSchema.optional(),
});
const settingsSchema = z.record(z.string(), z.unknown());
const connectionSchema = z.object({
  tenantId: idSchema,
  settings: settingsSchema,
  domains: domainsSchema.optional(),
});

/** @throws E011004 for an unknown tenant */
function requireTenant({ tenants }: Identity, id: string): Tenant {
  const tenant = tenants.byId(id);
  if (!tenant) throw refusal('invalidArguments', 'Cannot find tenant');
  return tenant;
}

/** Single sign-on: tenants and their connections (`/v1/mgmt/…`), and sign-in through them (`/v1/auth/saml/…`, for OIDC too). */
export function addSsoRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  addTenantRoutes(app, identity);
  addConnectionRoutes(app, identity);
  addSignInRoutes(app, identity);
}

function addTenantRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/mgmt/tenant/create', async (c) => {
    const { id, name, selfProvisioningDomains = [] } = await readBody(c, tenantSchema);
    if (identity.tenants.byId(id)) throw refusal('invalidArguments', 'Tenant exists');
    identity.tenants.put({ id, name, domains: selfProvisioningDomains, sso: null });
    return c.json({ id });
  });

  app.post('/v1/mgmt/tenant/update', async (c) => {
    const { id, name, selfProvisioningDomains = [] } = await readBody(c, tenantSchema);
    identity.tenants.put({ ...requireTenant(identity, id), name, domains: selfProvisioningDomains });
    return c.json({});
  });

  app.get('/v1/mgmt/tenant', (c) => {
    const { id, name, domains } = requireTenant(identity, c.req.query('id') ?? '');
    return c.json({ id, name, selfProvisioningDomains: domains });
  });
}

function addConnectionRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  for (const [path, protocol] of [
    ['/v1/mgmt/sso/oidc', 'oidc'],
    ['/v1/mgmt/sso/saml/metadata', 'saml'],
  ] as const) {
    app.post(path, async (c) => {
      const { tenantId, settings } = await readBody(c, connectionSchema);
      identity.tenants.put({ ...requireTenant(identity, tenantId), sso: { protocol, settings } });
      return c.json({});
    });
  }

  app.get('/v2/mgmt/sso/settings', (c) => {
    const { id, sso } = requireTenant(identity, c.req.query('tenantId') ?? '');
    const base = `${identity.appUrl.replace(/\/+$/, '')}/sandbox/saml/${id}`;
    return c.json({
      tenant: { id },
      ...(sso?.protocol === 'saml' ? { saml: { spACSUrl: `${base}/acs`, spEntityId: base } } : {}),
    });
  });

  app.delete('/v1/mgmt/sso/settings', (c) => {
    const tenant = requireTenant(identity, c.req.query('tenantId') ?? '');
    identity.tenants.put({ ...tenant, sso: null });
    return c.json({});
  });
}

function addSignInRoutes(app: Hono<IdentityEnv>, identity: Identity): void {
  app.post('/v1/auth/saml/authorize', async (c) => {
    const loginOptions = await readBody(c, loginOptionsSchema);
    const tenant = requireTenant(identity, c.req.query('tenant') ?? '');
    const redirectURL = webUrlSchema.safeParse(c.req.query('redirectURL'));
    if (tenant.sso === null || !redirectURL.success)
      throw refusal('invalidArguments', 'SSO is not configured');
    const id = identity.providerSignIns.begin({
      tenantId: tenant.id,
      redirectURL: redirectURL.data,
      loginHint: (c.req.query('loginHint') ?? '').slice(0, 254),
      customClaims: loginOptions?.customClaims,
    });
    return c.json({ url: `${identity.appUrl.replace(/\/+$/, '')}/sandbox/identity-provider?request=${id}` });
  });

  app.post('/v1/auth/saml/exchange', async (c) => {
    const { code } = await readBody(c, z.object({ code: z.string().min(1).max(200) }));
    const proof = identity.providerSignIns.redeem(code);
    if (proof === undefined) throw refusal('badLink');
    const tenant = requireTenant(identity, proof.tenantId);
    const known =
      identity.users.byLoginId(proof.email) ??
      identity.users.create({ loginIds: [proof.email], email: proof.email, status: 'enabled' });
    const others = known.tenants.filter(({ tenantId }) => tenantId !== tenant.id);
    const user = identity.users.change(known, {
      tenants: [...others, { tenantId: tenant.id, tenantName: tenant.name, roleNames: [] }],
    });
    return c.json(
      await admit(identity, user, {
        amr: ['fed'],
        provedEmail: proof.email,
        tenantId: tenant.id,
        customClaims: proof.customClaims,
      }),
    );
  });
}
