import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SigningKeys } from '../../kernel/audit/signing-keys.ts';
import type { EntryPlace } from './entry-names.ts';

/** Layout of the archives that are written: the manifest is signed, and holds a digest of the list of entries. */
export const backupFormat = 2;
/** Layout of archives of a former version: the manifest lists every entry, and nothing is signed. */
const unsignedFormat = 1;

/** First entry of an archive: what is needed to restore the others. */
export const backupHeader = z.object({
  format: z.union([z.literal(unsignedFormat), z.literal(backupFormat)]),
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Of the keys without which the data cannot be used; the backup holds none of them. */
  keyFingerprints: z.record(z.string(), z.array(z.string())),
});
export type BackupHeader = z.infer<typeof backupHeader>;

const contents = {
  rows: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.string()),
  files: z.number(),
  /** Files destroyed while the backup was being made. */
  destroyed: z.array(
    z.object({ companyId: z.uuid(), documentId: z.uuid(), key: z.string(), sha256: z.string().nullable() }),
  ),
};

/** What the manifests of both formats say beside the entries. */
export const backupContents = z.object(contents);
export type BackupContents = z.infer<typeof backupContents>;

/** Last entry but its signature: everything before it. */
export const backupManifest = z.object({
  format: z.literal(backupFormat),
  id: z.uuid(),
  /** `sha256` is that of the lines which `sha256sum` prints of the entries before this one, in their order. */
  entries: z.object({ count: z.number(), bytes: z.number(), sha256: z.string() }),
  ...contents,
});
export type BackupManifest = z.infer<typeof backupManifest>;

const mebibyte = 1024 * 1024;

/** Batches of rows above this size are divided, unless it is one row. */
export const rowsEntryBytes = 8 * mebibyte;

/**
 * The largest entry that is read or written, in bytes: what is larger fills the memory. Files are at most 10 MiB, of a former version 64, and
 * encrypted. A former version's rows and manifest had no limit: as much as can be parsed.
 */
export function maxEntryBytes({ kind }: EntryPlace, format: BackupHeader['format']): number {
  const isFormer = format === unsignedFormat;
  switch (kind) {
    case 'header':
      return mebibyte;
    case 'rows':
      return (isFormer ? 512 : 64) * mebibyte;
    case 'file':
      return 65 * mebibyte;
    case 'manifest':
      return (isFormer ? 512 : 8) * mebibyte;
    case 'signature':
      return mebibyte / 256;
  }
}

/** Identifies a key without revealing it. */
const fingerprint = (key: string): string =>
  createHash('sha256').update(`assay key fingerprint\0${key}`).digest('hex').slice(0, 16);

/** Keys of an installation without which its data cannot be used. */
export interface BackupKeys {
  /** Secrets by the name of their variable, each a list. */
  secrets: Readonly<Record<string, readonly string[]>>;
  /** Keys that sign the audit log and the backups. */
  signingKeys: SigningKeys | undefined;
}

/** Fingerprints of each variable's keys. */
export const getFingerprints = ({ secrets, signingKeys }: BackupKeys): BackupHeader['keyFingerprints'] => ({
  ...Object.fromEntries(Object.entries(secrets).map(([name, keys]) => [name, keys.map(fingerprint)])),
  AUDIT_SIGNING_KEY: [...(signingKeys?.publicKeys.keys() ?? [])],
});
