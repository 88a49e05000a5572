/** Why a backup is not accepted, for the operator: a whole sentence, or several. */
export class BackupFault extends Error {}

/** A backup that ends early or has other bytes than were written. */
export const damagedBackup = (cause?: unknown): BackupFault =>
  new BackupFault('The backup is incomplete or damaged.', { cause });

/** A name of an archive, safe to print: the writer of the archive chose it. */
export const shownName = (name: string): string => JSON.stringify(name.slice(0, 200));
