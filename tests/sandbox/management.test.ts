import { describe, expect, it } from 'vitest';
import {
  appUrl,
  descope,
  getOutbox,
  linkFor,
  managementKey,
  ownerId,
  password,
  projectId,
  startTestSandbox,
} from './start.ts';

const owner = 'owner@demo.test';

describe('management calls', () => {
  it('requires the management key', async () => {
    const sandbox = await startTestSandbox();
    const response = await descope(sandbox, 'wrong-key').management.user.load(owner);
    expect(response).toMatchObject({ ok: false, code: 401 });
    const license = await fetch(`${sandbox.identityUrl}/v1/mgmt/license`, {
      headers: { Authorization: `Bearer ${projectId}:${managementKey}` },
    });
    expect(await license.json()).toEqual({ rateLimitTier: 'sandbox' });
  });

  it('creates, loads, changes and deletes a user', async () => {
    const sandbox = await startTestSandbox();
    const { user: users } = descope(sandbox, managementKey).management;
    const made = await users.create('Cara@demo.test', {
      displayName: 'Cara Created',
      phone: '+6421000000',
      roles: ['auditor'],
      userTenants: [{ tenantId: 'T1', roleNames: ['reader'] }],
      customAttributes: { desk: 4 },
    });
    const userId = made.data?.userId ?? '';
    expect(made.data).toMatchObject({
      loginIds: ['cara@demo.test'],
      email: 'cara@demo.test',
      name: 'Cara Created',
      roleNames: ['auditor'],
      userTenants: [{ tenantId: 'T1', roleNames: ['reader'] }],
      customAttributes: { desk: 4 },
      status: 'enabled',
      test: false,
      verifiedEmail: false,
    });
    expect((await users.create('cara@demo.test')).error?.errorCode).toBe('E062107');
    expect((await users.load('cara@demo.test')).data?.userId).toBe(userId);
    expect((await users.loadByUserId(userId)).data?.name).toBe('Cara Created');
    expect((await users.loadUsers([userId, ownerId, 'U2none'])).data?.map((user) => user.userId)).toEqual([
      userId,
      ownerId,
    ]);

    const patched = await users.patch('cara@demo.test', { displayName: 'Cara Patched', verifiedEmail: true });
    expect(patched.data).toMatchObject({ name: 'Cara Patched', phone: '+6421000000', verifiedEmail: true });
    const updated = await users.update('cara@demo.test', {
      email: 'cara@demo.test',
      displayName: 'Cara Updated',
    });
    expect(updated.data).toMatchObject({
      name: 'Cara Updated',
      phone: '',
      verifiedEmail: true,
      roleNames: ['auditor'],
    });
    const moved = await users.updateEmail(userId, 'cara2@demo.test', true);
    expect(moved.data).toMatchObject({ email: 'cara2@demo.test', verifiedEmail: true });
    expect((await users.updateLoginId('cara@demo.test', 'cara2@demo.test')).data?.loginIds).toEqual([
      'cara2@demo.test',
    ]);
    expect((await users.updateLoginId('cara2@demo.test', owner)).error?.errorCode).toBe('E062107');
    expect((await users.updateDisplayName(userId, 'Cara Renamed')).data?.name).toBe('Cara Renamed');
    expect((await users.updateCustomAttribute(userId, 'floor', 2)).data?.customAttributes).toEqual({
      desk: 4,
      floor: 2,
    });

    expect((await users.setRoles(userId, ['officer', 'officer'])).data?.roleNames).toEqual(['officer']);
    expect((await users.addRoles(userId, ['owner'])).data?.roleNames).toEqual(['officer', 'owner']);
    expect((await users.removeRoles(userId, ['officer'])).data?.roleNames).toEqual(['owner']);
    expect((await users.setTenantRoles(userId, 'T1', ['writer'])).data?.userTenants).toMatchObject([
      { tenantId: 'T1', roleNames: ['writer'] },
    ]);

    expect((await users.delete('cara2@demo.test')).ok).toBe(true);
    expect(await users.load('cara2@demo.test')).toMatchObject({ code: 400, error: { errorCode: 'E112102' } });
    expect((await users.create('cara@demo.test')).ok).toBe(true);
  });

  it('puts roles into the session token', async () => {
    const sdk = descope(await startTestSandbox(), managementKey);
    await sdk.management.user.setRoles(owner, ['officer']);
    const { data } = await sdk.password.signIn(owner, password);
    const session = await sdk.validateSession(data?.sessionJwt ?? '');
    expect(sdk.validateRoles(session, ['officer'])).toBe(true);
    expect(sdk.validateRoles(session, ['owner'])).toBe(false);
  });

  it('invites by email with a link that enables once', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox, managementKey);
    const { user: users } = sdk.management;
    const invited = await users.invite('ivy@demo.test', {
      displayName: 'Ivy Invited',
      inviteUrl: 'https://app.example/welcome?company=7',
    });
    expect(invited.data).toMatchObject({ status: 'invited', name: 'Ivy Invited', verifiedEmail: false });
    const link = await linkFor(sandbox, 'ivy@demo.test');
    expect(link.searchParams.get('company')).toBe('7');
    expect((await getOutbox(sandbox, 'ivy'))[0]?.kind).toBe('invitation');
    expect((await sdk.password.signIn('ivy@demo.test', password)).error?.errorCode).toBe('E062903');
    expect((await sdk.password.signUp('ivy@demo.test', password)).error?.errorCode).toBe('E062107');

    const verified = await sdk.magicLink.verify(link.searchParams.get('t') ?? '');
    expect(verified.data).toMatchObject({
      firstSeen: true,
      user: { userId: invited.data?.userId, status: 'enabled', verifiedEmail: true },
    });
    expect((await sdk.magicLink.verify(link.searchParams.get('t') ?? '')).ok).toBe(false);

    await users.invite('quiet@demo.test', { sendMail: false });
    expect(await getOutbox(sandbox, 'quiet')).toEqual([]);
    const again = await users.invite('quiet@demo.test');
    expect(again.data?.status).toBe('invited');
    expect((await linkFor(sandbox, 'quiet')).origin).toBe(appUrl);
  });

  it('ends sessions of a user and of a deleted user', async () => {
    const sdk = descope(await startTestSandbox(), managementKey);
    const token = async () => (await sdk.password.signIn(owner, password)).data?.refreshJwt;
    const first = await token();
    expect((await sdk.management.user.logoutUser(owner)).ok).toBe(true);
    expect((await sdk.refresh(first)).error?.errorCode).toBe('E064001');
    const second = await token();
    expect((await sdk.management.user.logoutUserByUserId(ownerId)).ok).toBe(true);
    expect((await sdk.refresh(second)).ok).toBe(false);
    const third = await token();
    expect((await sdk.management.user.deleteByUserId(ownerId)).ok).toBe(true);
    expect((await sdk.refresh(third)).code).toBe(401);
    expect((await sdk.management.user.logoutUser(owner)).error?.errorCode).toBe('E112102');
  });

  it('searches by text, status and ids with paging', async () => {
    const sdk = descope(await startTestSandbox({ seedUsers: [] }), managementKey);
    const { user: users } = sdk.management;
    for (let number = 1; number <= 7; number += 1) {
      await users.create(`person${number}@demo.test`, {
        displayName: number === 3 ? 'Māia Three' : `Person ${number}`,
      });
    }
    await users.createTestUser('robot@demo.test');
    await users.deactivate('person5@demo.test');
    const names = async (request: Parameters<typeof users.search>[0]) => {
      const { data } = await users.search({ sort: [{ field: 'loginId' }], ...request });
      return [
        data?.total,
        ...(data?.users ?? []).map(({ loginIds }) => loginIds[0]?.replace('@demo.test', '')),
      ];
    };
    expect(await names({ limit: 3, page: 0 })).toEqual([7, 'person1', 'person2', 'person3']);
    expect(await names({ limit: 3, page: 2 })).toEqual([7, 'person7']);
    expect(await names({ limit: 2, sort: [{ field: 'loginId', desc: true }] })).toEqual([
      7,
      'person7',
      'person6',
    ]);
    expect(await names({ text: 'MAIA' })).toEqual([1, 'person3']);
    expect(await names({ statuses: ['disabled'] })).toEqual([1, 'person5']);
    expect(await names({ loginIds: ['PERSON2@demo.test', 'none'] })).toEqual([1, 'person2']);
    expect(await names({ emails: ['person4@demo.test'] })).toEqual([1, 'person4']);
    const id = (await users.load('person6@demo.test')).data?.userId ?? '';
    expect(await names({ userIds: [id] })).toEqual([1, 'person6']);
    expect(await names({ withTestUser: true, text: 'robot' })).toEqual([1, 'robot']);
    expect((await users.search({ limit: -1 })).error?.errorCode).toBe('E011004');
  });

  it('returns a code for a test user only', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox, managementKey);
    await sdk.management.user.createTestUser('robot@demo.test');
    const made = await sdk.management.user.generateOTPForTestUser('email', 'robot@demo.test');
    expect(await getOutbox(sandbox)).toEqual([]);
    expect((await sdk.otp.verify.email('robot@demo.test', made.data?.code ?? '')).ok).toBe(true);
    expect((await sdk.management.user.generateOTPForTestUser('email', owner)).ok).toBe(false);
  });
});
