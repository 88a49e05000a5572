import type { SigningKeys } from '../kernel/audit/signing-keys.ts';
import type { Database } from '../kernel/database/pool.ts';
import type { Identity } from '../records/sign-in/identity.ts';
import type { KeyCommandDeps } from './key-commands.ts';

/** Dependencies of a command that needs nothing of the installation. */
export interface BareDeps {
  now: () => Date;
}

/** Dependencies of a command that needs the database, but no secrets. */
export interface DatabaseDeps extends BareDeps {
  database: Database;
  /** Shared keys with which a former version signed the audit log. */
  auditKeys: readonly string[];
  /** Undefined where a read-only command finds none. */
  signingKeys: SigningKeys | undefined;
  /** Folder of the signed batches outside the database. */
  headsFolder: string;
}

/** Dependencies of the other commands, in the running server and in a separate process. */
export interface CommandDeps extends DatabaseDeps {
  sealingKey: KeyCommandDeps['sealingKey'];
  files: KeyCommandDeps['files'];
  /** Master keys that wrap the companies' data keys. */
  masterKeys: { files: string[]; fields: string[] };
  /** Only a sandbox is filled with invented clients. */
  sandbox: boolean;
  /** Created on demand: not every command needs the identity service's variables. */
  identity: () => Identity;
}
