import type { DemoRest, seedDemoFirst } from '#demo/demo.ts';
import type { Env } from '../env/read-env.ts';
import type { Logger } from '../kernel/log.ts';
import { sandboxReach } from '../kernel/network-reach.ts';
import { downloadFiles } from '../records/screening-lists/scheduled-fetch.ts';
import type { OperatorSourceKey } from '../records/screening-lists/sources.ts';
import type { Undo } from './undo.ts';

/** The demo's lists come from the sandbox's publishers, downloaded like those of the daily job. */
const demoLists =
  ({ screening }: Env, incomingFolder: string) =>
  (source: OperatorSourceKey) =>
    downloadFiles({ incomingFolder, reach: sandboxReach }, screening.listAddresses[source] ?? []);

type Seeding = Parameters<typeof seedDemoFirst>;

/** Creates what the sandbox needs before users have access. @returns the rest of the demo; undefined outside the sandbox */
export async function beginDemo(
  env: Env,
  deps: Omit<Seeding[0], 'publishedList'>,
  { incomingFolder, ...services }: NonNullable<Seeding[1]> & { incomingFolder: string },
): Promise<DemoRest | undefined> {
  if (!env.sandbox) return undefined;
  const { seedDemoFirst } = await import('#demo/demo.ts');
  return seedDemoFirst({ ...deps, publishedList: demoLists(env, incomingFolder) }, services);
}

/** Completes the demo while users have access; closing waits for the current step, and the next start continues. */
export function completeDemo(rest: DemoRest | undefined, log: Logger, undo: Undo): Promise<boolean> {
  if (rest === undefined || rest.steps === 0) return Promise.resolve(true);
  let isStopped = false;
  let isComplete = true;
  const making = rest.make({
    isStopped: () => isStopped,
    onError: (error) => {
      isComplete = false;
      log.error({ error }, 'a step of the demo data failed; the next start tries it again');
    },
  });
  undo.add(() => {
    isStopped = true;
    return making;
  });
  return making.then(() => isComplete && !isStopped);
}
