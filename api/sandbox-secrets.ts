import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './env/variable-problems.ts';

/** Secrets that the sandbox generates if they are not set. */
const secretVariables = ['AUDIT_KEY', 'ID_HMAC_KEY', 'WEB_SECRET', 'FILE_KEYS', 'FIELD_KEYS'] as const;

function readSecrets(file: string): Record<string, string> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read. Restore it, or remove it together with the database beside it.`);
  }
}

/** Adds secrets that a folder of a former version lacks, in one step; concurrent processes all read the first one's. */
function addSecrets(folder: string, stored: Record<string, string>): Record<string, string> {
  if (secretVariables.every((name) => stored[name] !== undefined)) return stored;
  const added = join(folder, 'secrets-added.json');
  const more = readSecrets(added) ?? makeSecrets(folder, added);
  return { ...more, ...stored };
}

/** Creates the file atomically; concurrent processes all read the first one's secrets. */
function makeSecrets(folder: string, file: string): Record<string, string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = Object.fromEntries(
    secretVariables.map((name) => [name, randomBytes(32).toString('base64url')]),
  );
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(made, null, 2), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readSecrets(file) ?? made;
}

/**
 * In the sandbox, the environment with missing secrets added, stored in `<DATA_DIR>/secrets.json` so that signatures
 * still verify after a restart. Elsewhere the environment unchanged.
 */
export function withSandboxSecrets(source: Source): Source {
  if (source.SANDBOX !== '1' || secretVariables.every((name) => source[name])) return source;
  const folder = source.DATA_DIR || './data';
  const file = join(folder, 'secrets.json');
  const storedSecrets = addSecrets(folder, readSecrets(file) ?? makeSecrets(folder, file));
  return {
    ...source,
    ...Object.fromEntries(secretVariables.map((name) => [name, source[name] || storedSecrets[name]])),
  };
}
