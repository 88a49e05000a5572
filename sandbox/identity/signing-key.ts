import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Journal } from '../journal.ts';

const algorithm = 'ES384';

export type SigningKey = {
  /** Public half, as served at `/v2/keys/{projectId}`. */
  publicJwk: JWK;
  sign(claims: JWTPayload): Promise<string>;
  /** The claims of a token with a valid signature and issuer that has not expired, or undefined. */
  verify(token: string): Promise<JWTPayload | undefined>;
};

/** The project's ES384 key: generated once and stored in the journal, so that tokens survive a restart. */
export async function openSigningKey(deps: {
  journal: Journal;
  projectId: string;
  now: () => Date;
}): Promise<SigningKey> {
  const keys = deps.journal.collection<JWK>('signingKeys');
  let privateJwk = keys.get('current');
  if (!privateJwk) {
    const pair = await generateKeyPair(algorithm, { extractable: true });
    privateJwk = { ...(await exportJWK(pair.privateKey)), alg: algorithm, use: 'sig', kid: randomUUID() };
    keys.put('current', privateJwk);
  }
  const { d: _secret, ...publicJwk } = privateJwk;
  const privateKey = await importJWK(privateJwk, algorithm);
  const publicKey = await importJWK(publicJwk, algorithm);
  const header = { alg: algorithm, kid: publicJwk.kid, typ: 'JWT' };

  return {
    publicJwk,
    sign: (claims) =>
      new SignJWT({ ...claims, iss: deps.projectId }).setProtectedHeader(header).sign(privateKey),
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: [algorithm],
          issuer: deps.projectId,
          currentDate: deps.now(),
        });
        return payload;
      } catch {
        return undefined;
      }
    },
  };
}
