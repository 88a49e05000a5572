import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSigningKeys, type SigningKeys } from './kernel/audit/signing-keys.ts';

const fileIn = (dataDir: string) => join(dataDir, 'audit-signing-key.pem');

/** The generated key of a data folder; undefined if there is none. @throws Error for a file that holds no key. */
export function findSigningKeys(dataDir: string): SigningKeys | undefined {
  const file = fileIn(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return readSigningKeys(text);
  } catch {
    throw new Error(`${file} holds no Ed25519 key. Restore it from a backup, or set AUDIT_SIGNING_KEY.`);
  }
}

/**
 * The key that signs the audit log where AUDIT_SIGNING_KEY is not set, which it must be in production: generated once, atomically, in
 * `<DATA_DIR>/audit-signing-key.pem`, so that all processes on the folder use the same one.
 */
export function ensureSigningKeys(dataDir: string): SigningKeys {
  const existing = findSigningKeys(dataDir);
  if (existing !== undefined) return existing;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const draft = `${fileIn(dataDir)}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, pem, { mode: 0o600 });
  try {
    linkSync(draft, fileIn(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return findSigningKeys(dataDir) ?? readSigningKeys(pem);
}
