import { isCommandName } from '../commands/commands.ts';
import { startControlServer } from '../commands/control-server.ts';
import { keyDeps, performCommand } from '../commands/run-command.ts';
import type { SigningKeys } from '../kernel/audit/signing-keys.ts';
import type { DataDirLock } from '../kernel/database/data-dir-lock.ts';
import type { Database } from '../kernel/database/pool.ts';
import type { Identity } from '../records/sign-in/identity.ts';
import type { StartDeps } from './services.ts';
import type { Undo } from './undo.ts';

/** Accepts commands from other processes, which find its address in the data folder's lock. */
export async function announceControl(
  { env, now }: StartDeps,
  {
    database,
    lock,
    identity,
    signingKeys,
  }: { database: Database; lock: DataDirLock; identity: Identity; signingKeys: SigningKeys },
  undo: Undo,
): Promise<void> {
  const deps = {
    database,
    now,
    auditKeys: env.auditKeys,
    signingKeys,
    headsFolder: env.auditHeads.folder,
    sandbox: env.sandbox,
    identity: () => identity,
    ...keyDeps(env, now),
  };
  const control = await startControlServer(async (name, args, report) => {
    if (isCommandName(name)) await performCommand(deps, name, args, report);
    else report({ ended: 'badly', say: `The running Assay does not know the command "${name}".` });
  });
  undo.add(control.close);
  await lock.announce({ port: control.port, secret: control.secret });
}
