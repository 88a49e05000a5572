import { sign, verify } from 'node:crypto';
import { z } from 'zod';
import { manifestStatement } from '#rules/audit/audit-proofs.mjs';
import { canonicalJson } from '#rules/canonical-json.ts';
import { sha256 } from './batch.ts';
import type { PublicSigningKey, SigningKey } from './signing-keys.ts';

/** What a manifest lists. Part of what is signed, so that a signature of one kind never counts as one of another. */
export type ManifestKind = 'evidencePack' | 'backup';

export const manifestSignatureFormat = 'assay-manifest-signature/1';

/** Signature over a manifest, as it is stored beside it. */
export const manifestSignature = z.object({
  format: z.literal(manifestSignatureFormat),
  kind: z.enum(['evidencePack', 'backup']),
  /** Id of the signing key; see `PublicSigningKey`. */
  keyId: z.string(),
  /** SHA-256, in hex, of the manifest's bytes. */
  manifestSha256: z.string(),
  /** Ed25519, base64, over the canonical JSON of the other fields. */
  signature: z.string(),
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

/** Reasons why a manifest's signature fails. */
export type ManifestSignatureFault =
  | 'kind' // It signs the manifest of something else
  | 'manifest' // it signs another manifest
  | 'key' // it was made with none of the known keys
  | 'signature'; // it was not made with the private part of its key

/** Verifies a manifest's signature; null if it is valid. */
export function findSignatureFault(
  kind: ManifestKind,
  manifest: Uint8Array,
  found: ManifestSignature,
  publicKeys: ReadonlyMap<string, PublicSigningKey>,
): ManifestSignatureFault | null {
  if (found.kind !== kind) return 'kind';
  if (found.manifestSha256 !== sha256(manifest)) return 'manifest';
  const key = publicKeys.get(found.keyId);
  if (key === undefined) return 'key';
  const isTrue = verify(null, toStatement(found), key.publicKey, Buffer.from(found.signature, 'base64'));
  return isTrue ? null : 'signature';
}
