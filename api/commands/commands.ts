import { randomUUID } from 'node:crypto';
import { seedClients } from '#demo/seed-clients.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { verifyChains } from '../kernel/audit/verify-chains.ts';
import type { Database } from '../kernel/database/pool.ts';
import { vacuumEmbedded } from '../kernel/database/vacuum.ts';
import { runListsImport } from '../records/screening-lists/command.ts';
import { ensureAdmin } from '../records/sign-in/grant-admin.ts';
import type { Identity } from '../records/sign-in/identity.ts';
import { adoptFiles, destroyKeys, type KeyCommandDeps, rotateKeys } from './key-commands.ts';

/** Dependencies of commands, in the running server and in a separate process. */
export interface CommandDeps {
  database: Pick<Database, 'db' | 'engine' | 'asLogin'>;
  now: () => Date;
  auditKeys: readonly string[];
  /** Only a sandbox is filled with invented clients. */
  sandbox: boolean;
  /** Created on demand: not every command needs the identity service's variables. */
  identity: () => Identity;
  sealingKey: KeyCommandDeps['sealingKey'];
  files: KeyCommandDeps['files'];
}

type Say = (text: string) => void;
type Args = Readonly<Record<string, string>>;

interface Command {
  /** Shown by the command line's help. */
  usage: string;
  /** Accepted options. */
  options: readonly string[];
  /** Options without a value; set to 'true' if present. */
  flags?: readonly string[];
  /** Accepts files after its options; their full paths are in `args.files`, as JSON. */
  takesFiles?: true;
  /** Read-only: rejected if there is no Assay database. */
  onlyLooks?: true;
  /** Reports progress and returns the final message; throws an Error with a message for the operator. */
  run(deps: CommandDeps, args: Args, say: Say): Promise<string>;
}

const seed: Command = {
  usage: 'seed -- --clients 100000    Seed the demo company with generated clients',
  options: ['clients'],
  async run(deps, args, say) {
    const clients = Number(args.clients ?? '300');
    if (!Number.isInteger(clients) || clients < 1 || clients > 5_000_000) {
      throw new Error('--clients must be a number from 1 to 5000000.');
    }
    if (!deps.sandbox) throw new Error('Invented clients are for the sandbox only: SANDBOX=1 is not set.');
    await seedClients(deps, { clients, onProgress: (done) => say(`${formatNumber(done)} clients`) });
    await vacuumEmbedded(deps.database);
    return `The demo company has ${formatNumber(clients)} clients.`;
  },
};

const auditVerify: Command = {
  usage: 'audit:verify                Check that no audit event was changed, removed or truncated',
  options: [],
  onlyLooks: true,
  async run({ database, auditKeys }, _args, say) {
    const { ok, chains } = await verifyChains(database.db, auditKeys, (report) => {
      if (report.broken === null) return;
      say(`${report.chain}: broken at event ${report.broken.seq} (${report.broken.fault})`);
    });
    const events = formatNumber(chains.reduce((sum, chain) => sum + chain.events, 0));
    const broken = chains.filter((chain) => !chain.ok).length;
    if (chains.length === 0) {
      throw new Error(
        'There are no audit chains in this database, so nothing was verified. Set DATABASE_URL or DATA_DIR to the one that Assay runs with.',
      );
    }
    if (!ok)
      throw new Error(`${broken} of ${chains.length} audit chains failed verification (${events} events).`);
    return `All ${chains.length} audit chains verified (${events} events).`;
  },
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
  takesFiles: true,
  run({ database, now }, args, say) {
    const files = JSON.parse(args.files ?? '[]') as string[];
    return runListsImport({ db: database.db, now }, args, files, say);
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
  | 'keys:rotate'
  | 'keys:destroy'
  | 'files:adopt';

export const commands: Record<Name, Command> = {
  seed,
  'audit:verify': auditVerify,
  'admin:grant': adminGrant,
  'lists:import': listsImport,
  migrate,
  'keys:rotate': keysRotate,
  'keys:destroy': keysDestroy,
  'files:adopt': filesAdopt,
};

export type CommandName = keyof typeof commands;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
