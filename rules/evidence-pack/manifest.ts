import type { PackPurpose, PackScope } from './purposes.ts';

/** What says that a manifest is one, and how it is to be read. */
export const manifestFormat = 'assay-evidence-pack/1';

export const manifestPath = 'manifest.json';
export const manifestDigestPath = 'manifest.sha256';

/** A file of the pack as it was written. */
export interface PackedFile {
  path: string;
  /** Hex. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** Of a document: the digest that was recorded when it was taken in. */
  recordedSha256?: string;
}

/** A head of the audit chain and the signature over it; see `signatureOfHead`. */
export interface SignedHead {
  chain: string;
  seq: number;
  hash: string;
  signedAt: string;
  /** Says which key signed, not the key. */
  keyId: string;
  signature: string;
}

export interface Manifest {
  format: typeof manifestFormat;
  packId: string;
  company: { id: string; name: string };
  scope: PackScope;
  scopeId: string;
  subject: string;
  purpose: PackPurpose;
  /** The instant as at which every record in it was read. */
  asAt: string;
  madeBy: string;
  withNotes: boolean;
  withFiles: boolean;
  /** How many events of the record the pack holds, and the end of the chain they are part of. */
  audit: { events: number; head: SignedHead | null };
  /** Every other file but the manifest's own digest, in the order in which they were written. */
  files: PackedFile[];
  /** Documents in the index whose bytes could not be read from storage. */
  missing: { path: string; recordedSha256: string }[];
}

/** Manifest as stored in the pack. */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The line that `sha256sum --check` reads. */
export function formatManifestDigest(sha256: string): string {
  return `${sha256}  ${manifestPath}\n`;
}
