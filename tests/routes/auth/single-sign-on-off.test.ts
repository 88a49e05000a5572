import { expect, it } from 'vitest';
import { demoPassword } from '#tests/support/app/app.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';

const { app, browser: owner } = await openSignedInApp('owner@demo.test');

const view = '/settings/sso';
const location = (response: Response) => response.headers.get('Location') ?? '';

/** A form of a page of the sandbox, which a browser sees under the app's own address. */
const postToSandbox = (path: string, form: Record<string, string>) =>
  fetch(app.sandbox.outboxUrl + path, {
    redirect: 'manual',
    method: 'POST',
    body: new URLSearchParams(form),
  });

const textOf = (html: string, pattern: RegExp) => (pattern.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

/** The settings page's text, its version of the connection, and the mode selected there. */
async function readView() {
  const text = await (await owner.get(view)).text();
  const [mode = ''] = (text.match(/<input[^>]*name="mode"[^>]*>/g) ?? []).filter((input) =>
    / checked(=|\s|\/|>)/.test(input),
  );
  return { text, version: textOf(text, /name="version" value="(\d+)"/), mode: textOf(mode, /value="(\w+)"/) };
}

const oidc = {
  protocol: 'oidc',
  issuer: 'https://login.example.test',
  clientId: 'assay',
  clientSecret: 'a-client-secret',
  authorizationUrl: 'https://login.example.test/authorize',
  tokenUrl: 'https://login.example.test/token',
  userInfoUrl: 'https://login.example.test/userinfo',
  jwksUrl: 'https://login.example.test/keys',
};
const saml = { protocol: 'saml', metadataUrl: 'https://login.example.test/metadata' };

async function save(form: Record<string, string>): Promise<void> {
  const { version } = await readView();
  const saved = await owner.post(view, { intent: 'save', version, ...form });
  expect([saved.status, location(saved)]).toEqual([302, view]);
}

/** The result of a way in: where it leads, or the reason of a refusal. */
async function outcome(response: Response, reason: RegExp): Promise<string> {
  return location(response) || textOf(await response.text(), reason);
}

/** Each way in of a member, in browsers of their own. */
async function waysIn(loginId: string) {
  const byPassword = await app.browser().signIn(loginId);
  const browser = app.browser();
  const begun = await browser.post('/login', { intent: 'sso', loginId });
  const page = await begun.text();
  const provider = textOf(page, /href="[^"]*(\/sandbox\/identity-provider[^"]*)"/);
  const back =
    provider && location(await postToSandbox(provider, { email: loginId })).replace(app.origin, '');
  return {
    password: await outcome(byPassword, /(Your company requires single sign-on)/),
    sso: back
      ? location(await browser.get(back))
      : textOf(page, /(Single sign-on is not set up for this email address)/),
  };
}

const required = { password: 'Your company requires single sign-on', sso: '/home' };
const optional = { password: '/home', sso: '/home' };
const off = { password: '/home', sso: 'Single sign-on is not set up for this email address' };

/** A member of the demo company who has joined with the password of the demo. */
async function join(loginId: string): Promise<void> {
  await owner.post('/settings/team', { intent: 'invite', loginId, role: 'member' });
  const { link = '' } = (await app.newestEmail(loginId)) ?? {};
  const invitation = Object.fromEntries(new URL(link).searchParams);
  const form = { ...invitation, name: 'Mere Sample', password: demoPassword };
  expect(location(await app.browser().post('/welcome', form))).toBe('/home');
}

/** @returns the domain's id */
async function prove(domain: string): Promise<string> {
  await owner.post(view, { intent: 'addDomain', domain });
  const { text } = await readView();
  const value = textOf(text, /(assay-domain-verification=[\w-]+)/);
  await postToSandbox('/sandbox/dns', { name: `_assay.${domain}`, value });
  const id = textOf(text, /name="id" value="([0-9a-f-]{36})"/);
  expect(location(await owner.post(view, { intent: 'verifyDomain', id }))).toBe(view);
  return id;
}

it.each([oidc, saml])('by $protocol is switched on, off and on again', async (connection) => {
  const domain = `${connection.protocol}-switch.test`;
  const loginId = `mere@${domain}`;
  await join(loginId);
  const id = await prove(domain);
  await save({ ...connection, mode: 'required' });
  expect(await waysIn(loginId)).toEqual(required);
  await save({ ...connection, mode: 'off' });
  expect(await waysIn(loginId)).toEqual(off);
  const shown = await readView();
  expect([shown.mode, shown.text.includes(domain), shown.text.includes('Proven')]).toEqual([
    'off',
    true,
    true,
  ]);
  await save({ ...connection, mode: 'optional' });
  expect(await waysIn(loginId)).toEqual(optional);
  // Once it is off for good, its last domain can go.
  await save({ protocol: connection.protocol, mode: 'off' });
  expect(location(await owner.post(view, { intent: 'removeDomain', id }))).toBe(view);
});

it('asks for the fields of the selected protocol alone, in their order: the page hides the others', async () => {
  const { version } = await readView();
  const form = {
    intent: 'save',
    version,
    mode: 'optional',
    metadataUrl: 'no address',
    issuer: 'none either',
  };
  const errors = async (protocol: string) => {
    const refused = await owner.post(view, { ...form, protocol });
    const summary = textOf(await refused.text(), /id="single-sign-on-errors"([\s\S]*?)<form/);
    return [...summary.matchAll(/href="#single-sign-on-(\w+)"/g)].map(([, name]) => name);
  };
  expect(await errors('saml')).toEqual(['metadataUrl']);
  const { protocol: _, ...fields } = oidc;
  expect(await errors('oidc')).toEqual(Object.keys(fields));
});

it('ends at the provider if it is switched off after it has begun', async () => {
  const domain = 'ended-switch.test';
  const loginId = `mere@${domain}`;
  await prove(domain);
  await save({ ...saml, mode: 'optional' });
  const page = await (await app.browser().post('/login', { intent: 'sso', loginId })).text();
  const provider = textOf(page, /href="[^"]*(\/sandbox\/identity-provider[^"]*)"/);
  expect(provider).not.toBe('');
  await save({ ...saml, mode: 'off' });
  expect((await postToSandbox(provider, { email: loginId })).status).toBe(410);
});

it('returns what was entered in a rejected form, except the secret', async () => {
  const { version } = await readView();
  const form = {
    intent: 'save',
    version,
    ...oidc,
    mode: 'optional',
    tokenUrl: '',
    clientSecret: 'not-in-the-page',
  };
  const refused = await owner.post(view, form);
  const page = await refused.text();
  expect(refused.status).toBe(422);
  expect(page).toContain(oidc.jwksUrl);
  expect(page).not.toContain('not-in-the-page');
});
