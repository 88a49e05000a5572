import { randomUUID } from 'node:crypto';
import { formatNumber } from '#rules/format/numbers.ts';
import { vacuumEmbedded } from '../kernel/database/vacuum.ts';
import { encryptedStorage } from '../records/documents/encrypted-storage.ts';
import { runListsImport } from '../records/screening-lists/command.ts';
import { ensureAdmin } from '../records/sign-in/grant-admin.ts';
import { createBackup } from './backup/create-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import type { BareDeps, CommandDeps, DatabaseDeps } from './command-deps.ts';
import { adoptFiles, destroyKeys, rotateKeys } from './key-commands.ts';
import { readPublicKeyFile } from './public-key-file.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

type Say = (text: string) => void;
type Args = Readonly<Record<string, string>>;

interface Described {
  /** Shown by the command line's help. */
  usage: string;
  /** Accepted options. */
  options: readonly string[];
  /** Options without a value; set to 'true' if present. */
  flags?: readonly string[];
  /** Options whose value is a path, relative to the caller's folder. */
  paths?: readonly string[];
  /** Needs the database for itself, as it was left: it is not migrated first, and no server may run on it. */
  alone?: true;
  /** Accepts files after its options; their full paths are in `args.files`, as JSON. */
  acceptsFiles?: true;
  /** Read-only: rejected if there is no Assay database. */
  onlyLooks?: true;
}

/** Reports progress and returns the final message; throws an Error with a message for the operator. */
type Run<Deps> = (deps: Deps, args: Args, say: Say) => Promise<string>;

/** A command with what it needs: `nothing` of the installation, the `database` without secrets, or by default all. */
type Command = Described &
  (
    | { needs?: 'all'; run: Run<CommandDeps> }
    | { needs: 'database'; run: Run<DatabaseDeps> }
    | { needs: 'nothing'; run: Run<BareDeps> }
  );

const seed: Command = {
  usage: 'seed -- --clients 100000    Seed the demo company with generated clients',
  options: ['clients'],
  async run(deps, args, say) {
    const clients = Number(args.clients ?? '300');
    if (!Number.isInteger(clients) || clients < 1 || clients > 5_000_000) {
      throw new Error('--clients must be a number from 1 to 5000000.');
    }
    if (!deps.sandbox) throw new Error('Invented clients are for the sandbox only: SANDBOX=1 is not set.');
    const { seedClients } = await import('#demo/seed-clients.ts');
    await seedClients(deps, { clients, onProgress: (done) => say(`${formatNumber(done)} clients`) });
    await vacuumEmbedded(deps.database);
    return `The demo company has ${formatNumber(clients)} clients.`;
  },
};

const auditVerify: Command = {
  usage:
    'audit:verify [-- --heads FILE --public-key FILE --allow-unsigned --without-heads]    Check that no audit event was changed, removed or truncated',
  options: ['heads', 'public-key'],
  flags: ['allow-unsigned', 'without-heads'],
  paths: ['heads', 'public-key'],
  needs: 'database',
  onlyLooks: true,
  run: verifyAuditLog,
};

const adminGrant: Command = {
  usage: 'admin:grant -- --login-id a@example.co.nz    Make this person a platform admin',
  options: ['login-id'],
  async run({ database, now, identity }, args) {
    const loginId = args['login-id'];
    if (loginId === undefined) throw new Error('Enter the login ID as --login-id.');
    const granted = await ensureAdmin({ db: database.db, now, identity: identity() }, loginId, randomUUID());
    return granted === 'unchanged'
      ? `${loginId} is a platform admin already.`
      : `${loginId} is a platform admin now; the sign-in page is /admin/login.`;
  },
};

const migrate: Command = {
  usage: 'migrate                     Bring the database to the schema of this version',
  options: [],
  async run() {
    return 'The database has the schema of this version.';
  },
};

const listsImport: Command = {
  usage: 'lists:import -- --source un|ofac|dfat|opensanctions [--confirm] FILE…    Import a screening list',
  options: ['source'],
  flags: ['confirm'],
  acceptsFiles: true,
  async run({ database, now, files: openFiles }, args, say) {
    const files = JSON.parse(args.files ?? '[]') as string[];
    const { raw: storage } = await openFiles();
    return runListsImport({ db: database.db, now, storage }, args, files, say);
  },
};

const required = (args: Args, name: string, what: string): string => {
  const value = args[name];
  if (value === undefined) throw new Error(`Enter ${what} as --${name}.`);
  return value;
};

/** Files and keys of this installation, as its backups need them. */
async function backupDeps({
  database,
  now,
  sealingKey,
  masterKeys,
  files,
  auditKeys,
  signingKeys,
}: CommandDeps) {
  const { raw: storage } = await files();
  const { idHmacKey, pastIdHmacKeys = [], companyKeys } = sealingKey;
  return {
    database,
    storage,
    documents: encryptedStorage(storage, { db: database.db, companyKeys }),
    now,
    keys: {
      secrets: {
        ID_HMAC_KEY: [idHmacKey, ...pastIdHmacKeys],
        FILE_KEYS: masterKeys.files,
        FIELD_KEYS: masterKeys.fields,
        AUDIT_KEY: auditKeys,
      },
      signingKeys,
    },
  };
}

const backup: Command = {
  usage:
    'backup -- --to FILE [--recipient age1…]    Back up database and files, signed, and encrypted for a public key',
  options: ['to', 'recipient'],
  paths: ['to'],
  onlyLooks: true,
  async run(deps, args, say) {
    const to = required(args, 'to', 'the file to write');
    return createBackup(await backupDeps(deps), { to, recipient: args.recipient }, say);
  },
};

const restore: Command = {
  usage:
    'restore -- --from FILE [--identity KEYFILE] [--public-key FILE] [--unsigned]    Restore a backup into an empty database and storage',
  options: ['from', 'identity', 'public-key'],
  flags: ['unsigned'],
  paths: ['from', 'identity', 'public-key'],
  alone: true,
  async run(deps, args, say) {
    const from = required(args, 'from', 'the file of the backup');
    const keyFile = args['public-key'];
    const publicKeys = keyFile === undefined ? undefined : await readPublicKeyFile(keyFile);
    const isUnsignedAccepted = args.unsigned === 'true';
    return restoreBackup(
      await backupDeps(deps),
      { from, identity: args.identity, publicKeys, isUnsignedAccepted },
      say,
    );
  },
};

const backupVerify: Command = {
  usage:
    'backup:verify -- --from FILE --public-key FILE [--identity KEYFILE]    Check that no byte of a backup was changed',
  options: ['from', 'identity', 'public-key'],
  paths: ['from', 'identity', 'public-key'],
  needs: 'nothing',
  async run(_deps, args, say) {
    const from = required(args, 'from', 'the file of the backup');
    const keyFile = required(args, 'public-key', 'the file of the public key that signed it');
    const publicKeys = await readPublicKeyFile(keyFile);
    return verifyBackup({ from, identity: args.identity, publicKeys }, say);
  },
};

const keysRotate: Command = {
  usage: 'keys:rotate                 Bring all data under the newest keys; can be stopped and run again',
  options: [],
  run: (deps, _args, say) => rotateKeys(deps, say),
};

const keysDestroy: Command = {
  usage:
    'keys:destroy -- --company ID --confirm    Make a company’s files and sealed values unreadable for ever',
  options: ['company'],
  flags: ['confirm'],
  run: (deps, args) => destroyKeys(deps, args.company, args.confirm === 'true'),
};

const filesAdopt: Command = {
  usage: 'files:adopt                 Take the file storage as this database’s own, after a restore',
  options: [],
  run: adoptFiles,
};

type Name =
  | 'seed'
  | 'audit:verify'
  | 'admin:grant'
  | 'lists:import'
  | 'migrate'
  | 'backup'
  | 'backup:verify'
  | 'restore'
  | 'keys:rotate'
  | 'keys:destroy'
  | 'files:adopt';

export const commands: Record<Name, Command> = {
  seed,
  'audit:verify': auditVerify,
  'admin:grant': adminGrant,
  'lists:import': listsImport,
  migrate,
  backup,
  'backup:verify': backupVerify,
  restore,
  'keys:rotate': keysRotate,
  'keys:destroy': keysDestroy,
  'files:adopt': filesAdopt,
};

export type CommandName = keyof typeof commands;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
