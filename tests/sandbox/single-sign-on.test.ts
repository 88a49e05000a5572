import { expect, it } from 'vitest';
import { descope, managementKey, projectId, startTestSandbox } from './start.ts';

const domains = ['kauri.example'];
const returnUrl = 'http://localhost:3000/login?view=sso&state=one';

const oidc = {
  name: 'Kauri',
  clientId: 'assay',
  clientSecret: 'a-client-secret',
  authUrl: 'https://login.example.test/authorize',
  tokenUrl: 'https://login.example.test/token',
  userDataUrl: 'https://login.example.test/userinfo',
  scope: ['openid', 'email'],
};
const saml = {
  idpMetadataUrl: 'https://login.example.test/metadata',
  attributeMapping: { email: 'email' },
};

it('connects a tenant by each protocol, and deletes its connection, by the calls of the SDK', async () => {
  const sandbox = await startTestSandbox();
  const sdk = descope(sandbox, managementKey);
  const { sso, tenant } = sdk.management;
  await tenant.createWithId('T1', 'Kauri', domains);
  const begin = () => sdk.saml.start('T1', returnUrl);
  expect((await begin()).ok).toBe(false);
  const connections = [
    () => sso.configureOIDCSettings('T1', oidc as never, domains),
    () => sso.configureSAMLByMetadata('T1', saml as never, returnUrl, domains),
  ];
  for (const connect of connections) {
    expect((await connect()).ok).toBe(true);
    expect((await begin()).data?.url).toContain('/sandbox/identity-provider?request=');
    expect(await sso.deleteSettings('T1')).toMatchObject({ ok: true, code: 200 });
    expect(await begin()).toMatchObject({ code: 400, error: { errorCode: 'E011004' } });
    expect((await tenant.load('T1')).data).toMatchObject({ selfProvisioningDomains: domains });
  }
  expect((await sso.deleteSettings('T2')).code).toBe(400);
});

it('reads what announces no length: a body in chunks', async () => {
  const sandbox = await startTestSandbox();
  const send = (text: string) =>
    fetch(`${sandbox.identityUrl}/v1/mgmt/tenant/create`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${projectId}:${managementKey}`, 'Content-Type': 'application/json' },
      body: new Blob([text]).stream(),
      duplex: 'half',
    } as RequestInit);
  const made = await send(JSON.stringify({ id: 'T1', name: 'Kauri' }));
  expect([made.status, await made.json()]).toEqual([200, { id: 'T1' }]);
  expect((await send(JSON.stringify({ id: 'T2', name: 'x'.repeat(70_000) }))).status).toBe(413);
});
