import type { PackPurpose, PackScope } from './purposes.ts';

/** Format identifier and version of a manifest. */
export const manifestFormat = 'assay-evidence-pack/3';

/** Format of packs whose manifest was not signed. */
type FormerManifestFormat = 'assay-evidence-pack/2';

export const manifestPath = 'manifest.json';
export const manifestDigestPath = 'manifest.sha256';
export const manifestSignaturePath = 'manifest.signature.json';

/** File as written to the pack. */
export interface PackedFile {
  path: string;
  /** Hex. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** Documents: their ID, and the digest recorded at upload. */
  documentId?: string;
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
  audit: {
    /** Number of the record's audit events in the pack. */
    events: number;
    /** Their sequence numbers, as ranges with their first and last. */
    entries: [number, number][];
    /** The last signed batch that covers one of them. */
    batch: { number: number; hash: string } | null;
  };
  /** All other files except the manifest's digest and signature, in the order written. */
  files: PackedFile[];
  /** Documents in the index whose bytes could not be read from storage. */
  missing: { path: string; recordedSha256: string }[];
}

/** A manifest of this or a former version, which had no list of entries. */
export type AnyManifest = Omit<Manifest, 'format' | 'audit'> & {
  format: typeof manifestFormat | FormerManifestFormat;
  audit: Omit<Manifest['audit'], 'entries'> & { entries?: [number, number][] };
};

/** Manifest as stored in the pack. */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Line in the format of `sha256sum --check`. */
export function formatManifestDigest(sha256: string): string {
  return `${sha256}  ${manifestPath}\n`;
}
