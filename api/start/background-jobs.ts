import type { Env } from '../env/read-env.ts';
import { createEmailTransport } from '../integrations/email/transport.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { openHeadsBucket } from '../kernel/audit/heads-bucket.ts';
import type { HeadsReceivers } from '../kernel/audit/publish-heads.ts';
import { sandboxReach } from '../kernel/network-reach.ts';
import type { SharedServices, StartDeps } from './services.ts';
import type { Undo } from './undo.ts';

/** Jobs that start after users have access. A request for one before then waits; shutdown waits for running ones. */
export function lateJobs(begin: () => ReturnType<typeof startJobs>, undo: Undo) {
  let begun: ReturnType<typeof startJobs> | undefined;
  undo.add(async () => {
    const running = await begun?.catch(() => undefined);
    await running?.stop();
  });
  return {
    start() {
      begun = begin();
      return begun;
    },
    runNow: async (name: string) => (await begun)?.runNow(name),
  };
}

/** Receivers of the signed batches; their bucket is where the documents' is. */
async function openHeadsReceivers({
  auditHeads,
  auditHeadsBucket: bucket,
  files,
}: Env): Promise<HeadsReceivers> {
  if (bucket === undefined || files.kind !== 's3') return auditHeads;
  return { ...auditHeads, bucket: await openHeadsBucket({ ...files, bucket }) };
}

/** Starts the jobs; stopping them closes their email transport as well. */
export async function launchJobs({ env, log }: StartDeps, shared: SharedServices) {
  const mail = createEmailTransport(env.mail);
  const running = await startJobs({
    ...shared,
    db: shared.database.db,
    pool: shared.database.pool,
    listAddresses: env.screening.listAddresses,
    auditHeads: await openHeadsReceivers(env),
    ...(env.sandbox ? { reach: sandboxReach } : {}),
    salesAddress: env.salesAddress,
    mail,
    onError: (error) => log.error({ error }, 'job failed'),
  });
  return { ...running, stop: () => running.stop().finally(() => mail.close()) };
}
