import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const testProjectId = 'P2AssayTest00000000000000000';
const kid = 'test-key';

export interface TestUser {
  userId: string;
  loginIds: string[];
  name: string;
  email?: string;
  verifiedEmail?: boolean;
  status?: 'enabled' | 'disabled' | 'invited';
}

export type TokenFault =
  | 'expired'
  | 'refresh'
  | 'otherKey'
  | 'wrongIssuer'
  | 'noKind'
  | 'noExpiry'
  | 'noSubject';

export interface TestIdentityService {
  url: string;
  projectId: string;
  managementKey: string;
  addUser(user: TestUser): void;
  /** A session token, or one with a single fault. */
  token(subject: string, fault?: TokenFault): Promise<string>;
  /** Requests for the signing keys so far. */
  keyRequests(): number;
  /** Answers every request with this status from now on; undefined lets it work again. */
  failWith(status: number | undefined): void;
  close(): Promise<void>;
}

export function newUserId(): string {
  return `U2${randomBytes(13).toString('hex')}`;
}

/**
 * A small identity service whose signing key the test holds: unlike the sandbox's, it can sign tokens with
 * faults. Speaks the few calls that the API makes: keys, a user by id, users by login id.
 */
export async function startTestIdentityService(): Promise<TestIdentityService> {
  const [good, other] = await Promise.all([generateKeyPair('ES384'), generateKeyPair('ES384')]);
  const publicJwk = { ...(await exportJWK(good.publicKey)), alg: 'ES384', use: 'sig', kid };
  const users = new Map<string, TestUser>();
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
    return [200, {}];
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
    async token(subject, fault) {
      const nowSeconds = Math.floor(Date.now() / 1000);
      const exp = fault === 'expired' ? nowSeconds - 60 : nowSeconds + 3600;
      const claims: JWTPayload = {
        iss: fault === 'wrongIssuer' ? 'P2AnotherProject000000000000' : testProjectId,
        iat: nowSeconds - 120,
        ...(fault === 'noExpiry' ? {} : { exp }),
        ...(fault === 'noSubject' ? {} : { sub: subject }),
        ...(fault === 'noKind' ? {} : { drn: fault === 'refresh' ? 'DSR' : 'DS' }),
      };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES384', kid, typ: 'JWT' })
        .sign(fault === 'otherKey' ? other.privateKey : good.privateKey);
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
