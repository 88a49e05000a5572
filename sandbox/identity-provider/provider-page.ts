import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { formPageStyles, sandboxPages } from '../page.ts';
import type { ProviderSignIns } from './provider-sign-ins.ts';
import type { Tenant, Tenants } from './tenants.ts';

const show = sandboxPages(
  `${formPageStyles} label { display: block; } input { width: 100%; min-height: 36px; padding: 0 8px; font: inherit; }`,
);

/**
 * `/sandbox/identity-provider`: a company’s identity provider in the sandbox. It signs in any address of the tenant’s domains, and rejects
 * others as the vendor does.
 */
export function createProviderPage(identity: {
  tenants: Tenants;
  providerSignIns: ProviderSignIns;
}): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const path = '/sandbox/identity-provider';
  app.use(path, bodyLimit({ maxSize: 4_096 }));

  const ended = (c: Context<NodeEnv>) =>
    show(
      c,
      'This sign-in has ended',
      html`<p>It has expired, or single sign-on was switched off. <a href="/login">Sign in to Assay again</a></p>`,
      { status: 410 },
    );

  /** The sign-in that the page is for, with its tenant; undefined once it has expired, and without a connection. */
  function current(c: Context<NodeEnv>) {
    const request = identity.providerSignIns.request(c.req.query('request') ?? '');
    const tenant = request && identity.tenants.byId(request.tenantId);
    return request && tenant?.sso ? { request, tenant } : undefined;
  }

  const form = (c: Context<NodeEnv>, tenant: Tenant, email: string, problem?: string) =>
    show(
      c,
      `Identity provider of ${tenant.name}`,
      html`<p>This page replaces your company’s own identity provider. Enter the address to sign in with; there is no password.</p>
${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post"><fieldset><legend>Sign in</legend>
<label>Email address <input name="email" type="email" maxlength="254" required value="${email}"></label>
<button>Continue to Assay</button></fieldset></form>`,
      { status: problem === undefined ? 200 : 422 },
    );

  app.get(path, (c) => {
    const found = current(c);
    return found === undefined ? ended(c) : form(c, found.tenant, found.request.loginHint);
  });

  app.post(path, async (c) => {
    const found = current(c);
    if (found === undefined) return ended(c);
    const { request, tenant } = found;
    const email = String((await c.req.parseBody()).email ?? '')
      .trim()
      .toLowerCase();
    const domain = email.split('@')[1] ?? '';
    if (!tenant.domains.includes(domain))
      return form(c, tenant, email, `Use an address of ${tenant.domains.join(' or ')}.`);
    const target = new URL(request.redirectURL);
    target.searchParams.set(
      'code',
      identity.providerSignIns.confirm({ tenantId: tenant.id, email, customClaims: request.customClaims }),
    );
    return c.redirect(target.href, 303);
  });
  return app;
}
