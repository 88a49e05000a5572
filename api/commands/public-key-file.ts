import { readFile } from 'node:fs/promises';
import { type PublicSigningKey, readPublicKeys } from '../kernel/audit/signing-keys.ts';

/** Public keys of a file: PEM, base64, or the JSON that Assay publishes. @throws Error for the operator. */
export async function readPublicKeyFile(path: string): Promise<ReadonlyMap<string, PublicSigningKey>> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  try {
    return readPublicKeys(text);
  } catch (error) {
    throw new Error(`${path} holds no Ed25519 public key.`, { cause: error });
  }
}
