import { formatNumber } from '#rules/format/numbers.ts';
import type { PublicSigningKey } from '../../kernel/audit/signing-keys.ts';
import { BackupFault } from './backup-fault.ts';
import { checkBackup } from './check-backup.ts';

/** A backup's file, and the public keys whose signatures count. */
export interface VerifyRequest {
  from: string;
  /** File with the secret key of an encrypted backup. */
  identity?: string | undefined;
  publicKeys: ReadonlyMap<string, PublicSigningKey>;
}

/**
 * Verifies a backup without a database and without secrets: every entry against the manifest, and the manifest's signature. Says what was
 * compared, and what was not.
 *
 * @returns the last line for the operator: whose signature it has
 * @throws Error for the operator, `VERIFICATION FAILED` with the first thing that is wrong
 */
export async function verifyBackup(
  { from, identity, publicKeys }: VerifyRequest,
  say: (text: string) => void,
): Promise<string> {
  const { header, contents, entries, bytes, manifestSha256, signedBy } = await checkBackup({
    from,
    identity,
    publicKeys,
    isUnsignedAccepted: false,
  }).catch((error: unknown) => {
    if (!(error instanceof BackupFault)) throw error;
    throw new BackupFault(`VERIFICATION FAILED: ${error.message}`, { cause: error });
  });
  const rows = Object.values(contents.rows).reduce((sum, count) => sum + count, 0);
  say(`Backup ${header.id} of ${header.createdAt}, format ${header.format}`);
  say(`Manifest hash (SHA-256): ${manifestSha256}`);
  say(
    `VERIFIED: ${formatNumber(entries.count)} entries with ${formatNumber(bytes)} bytes, ${formatNumber(rows)} rows and ${formatNumber(contents.files)} files. Each has the name, the place and the content that were signed, and there is nothing else.`,
  );
  if (contents.destroyed.length > 0) {
    say(
      `${formatNumber(contents.destroyed.length)} files were destroyed while the backup was made; they are not in it.`,
    );
  }
  say(
    'Not compared: files are encrypted, so the digest of what is stored was compared, not what they show. The audit chains within the rows: restore verifies them, and audit:verify afterwards. Whether it is the newest backup: compare its date, and after a restore the heads of the audit log stored elsewhere (audit:verify --heads). How the archive is compressed.',
  );
  return `SIGNED: with the key ${signedBy} of --public-key, by an installation that holds its private part.`;
}
