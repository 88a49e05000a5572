import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SigningKeys } from '../../kernel/audit/signing-keys.ts';

/** Version of the archive's layout. */
export const backupFormat = 1;

/** First entry of an archive: what is needed to restore the others. */
export const backupHeader = z.object({
  format: z.literal(backupFormat),
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Of the keys without which the data cannot be used; the backup holds none of them. */
  keyFingerprints: z.record(z.string(), z.array(z.string())),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** Last entry of an archive: everything before it. */
export const backupManifest = z.object({
  id: z.uuid(),
  entries: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
  rows: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.string()),
  files: z.number(),
  /** Files destroyed while the backup was being made. */
  destroyed: z.array(
    z.object({ companyId: z.uuid(), documentId: z.uuid(), key: z.string(), sha256: z.string().nullable() }),
  ),
});
export type BackupManifest = z.infer<typeof backupManifest>;

export const headerName = 'backup.json';
export const manifestName = 'manifest.json';

/** Identifies a key without revealing it. */
const fingerprint = (key: string): string =>
  createHash('sha256').update(`assay key fingerprint\0${key}`).digest('hex').slice(0, 16);

/** Keys of an installation without which its data cannot be used. */
export interface BackupKeys {
  /** Secrets by the name of their variable, each a list. */
  secrets: Readonly<Record<string, readonly string[]>>;
  /** Keys that sign the audit log. */
  signingKeys: SigningKeys | undefined;
}

/** Fingerprints of each variable's keys. */
export const getFingerprints = ({ secrets, signingKeys }: BackupKeys): BackupHeader['keyFingerprints'] => ({
  ...Object.fromEntries(Object.entries(secrets).map(([name, keys]) => [name, keys.map(fingerprint)])),
  AUDIT_SIGNING_KEY: [...(signingKeys?.publicKeys.keys() ?? [])],
});
