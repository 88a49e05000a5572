import { startProcess } from './processes.ts';

export interface AuditRun {
  code: number | null;
  /** Its output. */
  output: string;
}

/** Accepts what the jobs sign and write hourly, later than most runs end. */
export const verifyUnsigned = ['audit:verify', '--allow-unsigned', '--without-heads'];

/** Runs `audit:verify` of the built tree to its end. */
export async function verifyAudit(env: Record<string, string>): Promise<AuditRun> {
  const verify = await startProcess('build/node/command.js', verifyUnsigned, env, /./);
  const code =
    verify.child.exitCode ?? (await new Promise<number | null>((done) => verify.child.once('exit', done)));
  return { code, output: verify.output() };
}
