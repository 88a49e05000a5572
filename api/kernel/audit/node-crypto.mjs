import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';

/**
 * What `rules/audit/audit-proofs.mjs` needs, by Node. Evidence packs contain this file as it is.
 * @type {import('#rules/audit/audit-proofs.mjs').ProofCrypto}
 */
export const nodeCrypto = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  hmacSha256: (key, bytes) => createHmac('sha256', key).update(bytes).digest('hex'),
  verifyEd25519(spki, bytes, signature) {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    return verify(null, bytes, key, signature);
  },
};
