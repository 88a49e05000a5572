import { sign } from 'node:crypto';
import { z } from 'zod';
import { findSignatureFault, manifestStatement } from '#rules/audit/audit-proofs.mjs';
import { canonicalJson } from '#rules/canonical-json.ts';
import { sha256 } from './batch.ts';
import { nodeCrypto } from './node-crypto.mjs';
import { type PublicSigningKey, type SigningKey, toProofKeys } from './signing-keys.ts';

/** What a manifest lists. Part of what is signed, so that a signature of one kind never counts as one of another. */
export type ManifestKind = 'evidencePack' | 'backup';

const manifestSignatureFormat = 'assay-manifest-signature/1';

/** Signature over a manifest, as it is stored beside it. */
export const manifestSignature = z.object({
  format: z.literal(manifestSignatureFormat),
  kind: z.enum(['evidencePack', 'backup']),
  /** Id of the signing key; see `PublicSigningKey`. */
  keyId: z.string(),
  /** SHA-256, in hex, of the manifest's bytes. */
  manifestSha256: z.string(),
  /** Ed25519, base64, over the canonical JSON of the other fields. */
  signature: z.base64(),
});
export type ManifestSignature = z.infer<typeof manifestSignature>;

const toStatement = (signature: Omit<ManifestSignature, 'signature'>) =>
  Buffer.from(canonicalJson(manifestStatement(signature)));

/** Signs a manifest: Ed25519 over its kind, its digest and the key's id. */
export function signManifest(kind: ManifestKind, manifest: Uint8Array, key: SigningKey): ManifestSignature {
  const statement = {
    format: manifestSignatureFormat,
    kind,
    keyId: key.id,
    manifestSha256: sha256(manifest),
  } as const;
  return { ...statement, signature: sign(null, toStatement(statement), key.privateKey).toString('base64') };
}

/** The fault of a manifest's signature; null if it is valid. */
export const findManifestFault = (
  kind: ManifestKind,
  manifest: Uint8Array,
  found: ManifestSignature,
  publicKeys: ReadonlyMap<string, PublicSigningKey>,
) =>
  findSignatureFault({ kind, manifestSha256: sha256(manifest) }, found, toProofKeys(publicKeys), nodeCrypto);
