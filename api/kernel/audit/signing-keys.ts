import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { canonicalJson } from '#rules/canonical-json.ts';

/** A public Ed25519 key with its id. */
export interface PublicSigningKey {
  /** The start of the SHA-256 of the public key (SPKI, DER), in hex. */
  id: string;
  publicKey: KeyObject;
}

/** A private Ed25519 key, with what is derived from it. */
export interface SigningKey extends PublicSigningKey {
  privateKey: KeyObject;
  /** Authenticates the heads of chains; see `getHeadMac`. */
  headKey: Buffer;
}

/** The keys of AUDIT_SIGNING_KEY: the first one signs, all verify. */
export interface SigningKeys {
  current: SigningKey;
  /** Private keys, the current one first. */
  own: readonly SigningKey[];
  publicKeys: ReadonlyMap<string, PublicSigningKey>;
}

function toPublic(key: KeyObject): PublicSigningKey {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { id: createHash('sha256').update(der).digest('hex').slice(0, 16), publicKey };
}

function toPrivate(privateKey: KeyObject): SigningKey {
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const derived = hkdfSync('sha256', der, '', 'assay heads of audit chains', 32);
  return { ...toPublic(privateKey), privateKey, headKey: Buffer.from(derived) };
}

/** Public keys as proofs contain them: SPKI in base64, by their ids. */
export function toProofKeys(keys: ReadonlyMap<string, PublicSigningKey>): ReadonlyMap<string, string> {
  const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64');
  return new Map([...keys].map(([id, { publicKey }]) => [id, spki(publicKey)]));
}

/** Reads one key: PEM, or its DER in base64 (PKCS #8 or SPKI). */
function readKey(text: string): KeyObject {
  const key = text.includes('-----BEGIN')
    ? text.includes('PRIVATE')
      ? createPrivateKey(text)
      : createPublicKey(text)
    : fromDer(Buffer.from(text, 'base64'));
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('The key is not an Ed25519 key.');
  return key;
}

function fromDer(key: Buffer): KeyObject {
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    return createPublicKey({ key, format: 'der', type: 'spki' });
  }
}

/** Single keys of a text: PEM blocks one after the other, or base64 with commas between. `\n` may be written as two characters. */
function splitKeys(text: string): string[] {
  const blocks = text.replaceAll('\\n', '\n').match(/-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g);
  return blocks ?? text.split(/[\s,]+/).filter((part) => part !== '');
}

/** Reads public keys, from a file for example; private ones give their public part. @throws Error for anything else. */
export function readPublicKeys(text: string): ReadonlyMap<string, PublicSigningKey> {
  const keys = splitKeys(text).map((key) => toPublic(readKey(key)));
  if (keys.length === 0) throw new TypeError('There is no key.');
  return new Map(keys.map((key) => [key.id, key]));
}

/** Reads the value of AUDIT_SIGNING_KEY. Its first key is private; later ones are former keys, private or public. @throws Error for anything else. */
export function readSigningKeys(text: string): SigningKeys {
  const keys = splitKeys(text).map(readKey);
  const own = keys.filter(({ type }) => type === 'private').map(toPrivate);
  const [current] = own;
  if (keys[0]?.type !== 'private' || current === undefined)
    throw new TypeError('The first key is not private.');
  return { current, own, publicKeys: new Map(keys.map(toPublic).map((key) => [key.id, key])) };
}

/** A chain with its last event. */
export interface Head {
  chain: string;
  seq: number;
  hash: string;
}

function hexMac({ chain, seq, hash }: Head, { headKey }: SigningKey): string {
  return createHmac('sha256', headKey).update(canonicalJson({ chain, seq, hash })).digest('hex');
}

/** Authenticates a chain's head: `<key id>:<HMAC-SHA256 in hex>`. Someone who can write to the database alone cannot make one. */
export function getHeadMac(head: Head, key: SigningKey): string {
  return `${key.id}:${hexMac(head, key)}`;
}

/** Whether a head has the authentication code of one of the private keys. */
export function isHeadAuthentic(head: Head, mac: string | null, { own }: Pick<SigningKeys, 'own'>): boolean {
  const [id, hex = ''] = mac?.split(':') ?? [];
  const key = own.find((item) => item.id === id);
  if (key === undefined) return false;
  const expected = Buffer.from(hexMac(head, key));
  return expected.length === hex.length && timingSafeEqual(expected, Buffer.from(hex));
}

let installed: SigningKeys | undefined;

/** Sets the keys that authenticate the heads of chains. Called once by every entry of a process that records events. */
export function installSigningKeys(keys: SigningKeys | undefined): void {
  installed = keys;
}

/** The installed keys; undefined in a process that only reads. */
export const installedSigningKeys = (): SigningKeys | undefined => installed;
