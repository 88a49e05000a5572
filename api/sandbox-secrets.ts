import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretVariables } from './env.ts';

type Source = Readonly<Record<string, string | undefined>>;

function readSecrets(file: string): Record<string, string> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read. Restore it, or remove it together with the database beside it.`);
  }
}

/** Makes the file whole or not at all; of two processes that start together both read what the first one made. */
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
 * In the sandbox: the environment with the secrets that it lacks, kept in `<DATA_DIR>/secrets.json` so that
 * what they signed still verifies after a restart. Elsewhere the environment as it is.
 */
export function withSandboxSecrets(source: Source): Source {
  if (source.SANDBOX !== '1' || secretVariables.every((name) => source[name])) return source;
  const folder = source.DATA_DIR || './data';
  const file = join(folder, 'secrets.json');
  const kept = readSecrets(file) ?? makeSecrets(folder, file);
  return {
    ...source,
    ...Object.fromEntries(secretVariables.map((name) => [name, source[name] || kept[name]])),
  };
}
