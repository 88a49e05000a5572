import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** CBOR (RFC 8949) of the few kinds of values that an attestation contains. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const flags = { userPresent: 1, userVerified: 4, credentialIncluded: 64 };

interface Start {
  /** The service's options: JSON text with `publicKey`. */
  options: string;
  origin: string;
}

/**
 * A passkey in software: an ES256 key that answers WebAuthn ceremonies as a browser would, with the attestation format `none` (WebAuthn
 * Level 2, section 8.7).
 */
export function createPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  function authenticatorData(rpId: string, isVerified: boolean, credential = Buffer.alloc(0)): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const bits =
      flags.userPresent +
      (isVerified ? flags.userVerified : 0) +
      (credential.length > 0 ? flags.credentialIncluded : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), count, credential]);
  }

  function clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  const credential = (response: Record<string, Buffer>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
      ),
    });

  return {
    id: id.toString('base64url'),
    /** The signature counter as of a copy made earlier. */
    setCounter(value: number) {
      counter = value;
    },
    /** Answers a registration. */
    register({ options, origin }: Start): string {
      const { challenge, rp } = (
        JSON.parse(options) as { publicKey: { challenge: string; rp: { id: string } } }
      ).publicKey;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const included = Buffer.concat([Buffer.alloc(16), length, id, key]);
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: cbor(
          new Map<string, unknown>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', authenticatorData(rp.id, true, included)],
          ]),
        ),
      });
    },
    /** Answers a sign-in; `isVerified: false` without the fingerprint or PIN. */
    signIn({ options, origin }: Start, isVerified = true): string {
      const { challenge, rpId } = (JSON.parse(options) as { publicKey: { challenge: string; rpId: string } })
        .publicKey;
      const data = authenticatorData(rpId, isVerified);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return credential({ clientDataJSON: client, authenticatorData: data, signature });
    },
  };
}
