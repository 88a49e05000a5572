import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIdentity } from '#app/services/identity.server.ts';

/** A token with these claims; its signature is not verified here. */
function token(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES384', kid: 'k' })}.${part({ sub: 'U2x', exp: 1_900_000_000, ...claims })}.AAAA`;
}

const session = token({ drn: 'DS' });
const refresh = token({ drn: 'DSR', exp: 1_902_000_000 });

let answer: unknown;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

const signIn = (body: unknown) => {
  answer = body;
  const identity = createIdentity({ projectId: 'P2AssayRoutes000000000000000', baseUrl: url });
  return identity.signInWithPassword('jo@example.test', 'a password', 'a-nonce');
};

it('reads a session from both tokens, each with its expiry', async () => {
  const user = { userId: 'U2x', name: 'Jo', loginIds: ['jo@example.test'] };
  expect(await signIn({ sessionJwt: session, refreshJwt: refresh, user })).toEqual({
    ok: true,
    session: {
      sessionToken: session,
      sessionExpiresAt: 1_900_000_000,
      refreshToken: refresh,
      refreshExpiresAt: 1_902_000_000,
      user,
    },
  });
});

it.each([
  ['a refresh token in place of the session token', { sessionJwt: refresh, refreshJwt: refresh }],
  ['a session token in place of the refresh token', { sessionJwt: session, refreshJwt: session }],
  ['a token of no kind', { sessionJwt: token({}), refreshJwt: refresh }],
  ['no refresh token', { sessionJwt: session }],
  ['a token that never expires', { sessionJwt: token({ drn: 'DS', exp: undefined }), refreshJwt: refresh }],
  ['no token at all', {}],
])('rejects %s', async (_, body) => {
  expect((await signIn(body)).ok).toBe(false);
});

it('rejects unreadable tokens', async () => {
  expect((await signIn({ sessionJwt: 'a.b.c', refreshJwt: refresh })).ok).toBe(false);
});
