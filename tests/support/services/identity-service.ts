import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { newSignInNonce } from '#api/records/sign-in/sign-in-nonces.ts';
import { nonceClaim } from '#contract/company/accounts.ts';

const testProjectId = 'P2AssayTest00000000000000000';
const kid = 'test-key';

interface TestUser {
  userId: string;
  loginIds: string[];
  name: string;
  email?: string;
  verifiedEmail?: boolean;
  status?: 'enabled' | 'disabled' | 'invited';
}

export type TokenProblem =
  | 'expired'
  | 'refresh'
  | 'otherKey'
  | 'wrongIssuer'
  | 'noKind'
  | 'noExpiry'
  | 'noSubject'
  | 'noIssueTime';

export interface TestIdentityService {
  url: string;
  projectId: string;
  managementKey: string;
  addUser(user: TestUser): void;
  /** A user as currently stored by the service; undefined if there is none. */
  user(userId: string): TestUser | undefined;
  /** Emailed links, oldest first. */
  invitations(): readonly { loginId: string; url: string }[];
  /** Users whose sessions were ended, in the order of the calls. */
  endedSessions(): readonly string[];
  /** A session token, or one with a single fault; issued two minutes ago by default, of a sign-in with a nonce of its own. */
  token(
    subject: string,
    fault?: TokenProblem,
    issuedSecondsAgo?: number,
    amr?: string[],
    tenantId?: string,
    nonce?: string,
  ): Promise<string>;
  /** A tenant with its connection as stored by the service. */
  tenant(id: string): Record<string, unknown> | undefined;
  /** The right code of a user's authenticator app, which they have from now on. Each is right until the next is asked for. */
  totpCode(person: { subject: string }): string;
  /** The right answer of a passkey that the user has from now on. */
  passkeyAnswer(person: { subject: string }): { transactionId: string; response: string };
  /** Requests for the signing keys so far. */
  keyRequests(): number;
  /** Returns this status for every request from now on; undefined ends it. */
  failWith(status: number | undefined): void;
  close(): Promise<void>;
}

/** A token that only tells its user: the API gets it from the service itself. */
const unsignedToken = (sub: string) => new UnsecuredJWT({ sub }).encode();

export function newUserId(): string {
  return `U2${randomBytes(13).toString('hex')}`;
}

/**
 * A small identity service whose signing key the test holds: unlike the sandbox's, it can sign tokens with faults. Implements the API's
 * calls: keys, a user by id, users by login id. Tokens are signed by the API's clock, so that a test that moves it can sign new ones.
 */
export async function startTestIdentityService(
  now: () => Date = () => new Date(),
  webSecret = '',
): Promise<TestIdentityService> {
  const [good, other] = await Promise.all([generateKeyPair('ES384'), generateKeyPair('ES384')]);
  const publicJwk = { ...(await exportJWK(good.publicKey)), alg: 'ES384', use: 'sig', kid };
  const users = new Map<string, TestUser>();
  const invitations: { loginId: string; url: string }[] = [];
  const endedSessions: string[] = [];
  const codes = new Map<string, string>();
  /** Users by the transaction of their passkey. */
  const passkeys = new Map<string, string>();
  const tenants = new Map<string, Record<string, unknown>>();
  let keyRequests = 0;
  let failure: number | undefined;

  function answer(path: string, query: URLSearchParams, body: string): [number, unknown] {
    if (path.startsWith('/v2/keys/')) {
      keyRequests += 1;
      return failure === undefined ? [200, { keys: [publicJwk] }] : [failure, {}];
    }
    if (failure !== undefined) return [failure, {}];
    if (path === '/v1/mgmt/user') {
      const user = users.get(query.get('userId') ?? '');
      return user
        ? [200, { user: full(user) }]
        : [400, { errorCode: 'E112102', errorDescription: 'User not found' }];
    }
    if (path === '/v2/mgmt/user/search') {
      const { loginIds = [] } = JSON.parse(body) as { loginIds?: string[] };
      const found = [...users.values()].filter((user) => user.loginIds.some((id) => loginIds.includes(id)));
      return [200, { users: found.map(full), total: found.length }];
    }
    if (path === '/v1/mgmt/user/create') {
      const { loginId, inviteUrl } = JSON.parse(body) as { loginId: string; inviteUrl: string };
      const known = [...users.values()].find((user) => user.loginIds.includes(loginId));
      const user = known ?? { userId: newUserId(), loginIds: [loginId], name: '', status: 'invited' };
      users.set(user.userId, user);
      invitations.push({ loginId, url: inviteUrl });
      return [200, { user: full(user) }];
    }
    if (path === '/v1/mgmt/user/update/status') {
      const { loginId, status } = JSON.parse(body) as { loginId: string; status: TestUser['status'] };
      const user = users.get(loginId);
      if (!user) return [400, { errorCode: 'E112102', errorDescription: 'User not found' }];
      users.set(loginId, { ...user, status });
      return [200, { user: full(user) }];
    }
    const forTenant = tenantCalls(path, query, body);
    if (forTenant !== undefined) return forTenant;
    const proof = path.startsWith('/v1/auth/') ? proofs(path, body) : undefined;
    if (proof !== undefined) return proof;
    if (path === '/v1/mgmt/user/logout') {
      endedSessions.push((JSON.parse(body) as { userId: string }).userId);
      return [200, {}];
    }
    return [200, {}];
  }

  /** Calls about tenants and their connections. */
  function tenantCalls(path: string, query: URLSearchParams, body: string): [number, unknown] | undefined {
    if (path === '/v1/mgmt/tenant') {
      const tenant = tenants.get(query.get('id') ?? '');
      return tenant ? [200, tenant] : [400, { errorCode: 'E011004', errorDescription: 'Cannot find tenant' }];
    }
    const values = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
    if (path === '/v1/mgmt/tenant/create' || path === '/v1/mgmt/tenant/update') {
      const id = String(values.id);
      tenants.set(id, { ...tenants.get(id), ...values });
      return [200, { id }];
    }
    if (path === '/v1/mgmt/sso/oidc' || path === '/v1/mgmt/sso/saml/metadata') {
      const id = String(values.tenantId);
      const protocol = path.endsWith('oidc') ? 'oidc' : 'saml';
      tenants.set(id, { ...tenants.get(id), [protocol]: values.settings });
      return [200, {}];
    }
    return undefined;
  }

  /** Calls that check second factors: a user's latest code or answer is right. */
  function proofs(path: string, body: string): [number, unknown] | undefined {
    const { loginId, code, transactionId } = JSON.parse(body === '' ? '{}' : body) as Record<string, string>;
    const wrong: [number, unknown] = [401, { errorCode: 'E061301', errorDescription: 'Wrong' }];
    const signedIn = (userId: string) => ({
      sessionJwt: unsignedToken(userId),
      refreshJwt: unsignedToken(userId),
    });
    if (path === '/v1/auth/totp/verify') {
      const user = [...users.values()].find(({ loginIds }) => loginIds.includes(loginId ?? ''));
      return user && codes.get(user.userId) === code ? [200, signedIn(user.userId)] : wrong;
    }
    const userId = passkeys.get(transactionId ?? '');
    if (path === '/v1/auth/webauthn/signin/start') {
      const user = [...users.values()].find(({ loginIds }) => loginIds.includes(loginId ?? ''));
      const id = [...passkeys].find(([, holder]) => holder === user?.userId)?.[0];
      return id === undefined ? wrong : [200, { transactionId: id, options: '{}', create: false }];
    }
    if (path === '/v1/auth/webauthn/signin/finish')
      return userId === undefined ? wrong : [200, signedIn(userId)];
    if (path === '/v1/auth/webauthn/update/finish')
      return userId === undefined ? wrong : [200, { jwt: signedIn(userId) }];
    return undefined;
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const [status, body] = answer(pathname, searchParams, Buffer.concat(chunks).toString());
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    projectId: testProjectId,
    managementKey: 'test-management-key',
    addUser: (user) => users.set(user.userId, user),
    user: (userId) => users.get(userId),
    invitations: () => invitations,
    endedSessions: () => endedSessions,
    tenant: (id) => tenants.get(id),
    async token(
      subject,
      fault,
      issuedSecondsAgo = 120,
      amr = ['pwd'],
      tenantId?: string,
      nonce = newSignInNonce({ webSecret, now }),
    ) {
      const nowSeconds = Math.floor(now().getTime() / 1000);
      const exp = fault === 'expired' ? nowSeconds - 60 : nowSeconds + 3600;
      const claims: JWTPayload = {
        amr,
        nsec: { [nonceClaim]: nonce },
        ...(tenantId === undefined ? {} : { dct: tenantId }),
        iss: fault === 'wrongIssuer' ? 'P2AnotherProject000000000000' : testProjectId,
        ...(fault === 'noIssueTime' ? {} : { iat: nowSeconds - issuedSecondsAgo }),
        ...(fault === 'noExpiry' ? {} : { exp }),
        ...(fault === 'noSubject' ? {} : { sub: subject }),
        ...(fault === 'noKind' ? {} : { drn: fault === 'refresh' ? 'DSR' : 'DS' }),
      };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES384', kid, typ: 'JWT' })
        .sign(fault === 'otherKey' ? other.privateKey : good.privateKey);
    },
    totpCode({ subject }) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      codes.set(subject, code);
      return code;
    },
    passkeyAnswer({ subject }) {
      const transactionId = randomBytes(12).toString('hex');
      passkeys.set(transactionId, subject);
      return { transactionId, response: JSON.stringify({ id: `passkey-${transactionId}` }) };
    },
    keyRequests: () => keyRequests,
    failWith(status) {
      failure = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function full(user: TestUser) {
  return { status: 'enabled', email: user.loginIds[0], verifiedEmail: true, ...user };
}
