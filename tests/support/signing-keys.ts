import { generateKeyPairSync } from 'node:crypto';
import { readSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import type { VerifyDeps } from '#api/kernel/audit/verify-deps.ts';

/** A new private key that signs the audit log, as PEM. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The private key of the tests, for a process of its own. */
export const testSigningPem = newSigningKey();

/** Keys of the tests, the same for a whole process. */
export const testSigningKeys = readSigningKeys(testSigningPem);

/** What verifies the audit log of the tests; `now` is far from the first batch by default. */
export const testVerifyDeps = (deps: Partial<VerifyDeps> = {}): VerifyDeps => ({
  auditKeys: [],
  publicKeys: testSigningKeys.publicKeys,
  signingKeys: testSigningKeys,
  now: () => new Date(),
  ...deps,
});
