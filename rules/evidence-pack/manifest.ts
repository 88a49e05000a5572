import type { PackPurpose, PackScope } from './purposes.ts';

/** Format identifier and version of a manifest. */
export const manifestFormat = 'assay-evidence-pack/2';

export const manifestPath = 'manifest.json';
export const manifestDigestPath = 'manifest.sha256';

/** File as written to the pack. */
export interface PackedFile {
  path: string;
  /** Hex. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** Documents: digest recorded at upload. */
  recordedSha256?: string;
}

export interface Manifest {
  format: typeof manifestFormat;
  packId: string;
  company: { id: string; name: string };
  scope: PackScope;
  scopeId: string;
  subject: string;
  purpose: PackPurpose;
  /** Instant at which all its records were read. */
  asAt: string;
  madeBy: string;
  withNotes: boolean;
  withFiles: boolean;
  /** Number of the record's audit events in the pack, and the last signed batch that covers one of them. */
  audit: { events: number; batch: { number: number; hash: string } | null };
  /** All other files except the manifest's digest, in the order written. */
  files: PackedFile[];
  /** Documents in the index whose bytes could not be read from storage. */
  missing: { path: string; recordedSha256: string }[];
}

/** Manifest as stored in the pack. */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Line in the format of `sha256sum --check`. */
export function formatManifestDigest(sha256: string): string {
  return `${sha256}  ${manifestPath}\n`;
}
