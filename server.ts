import { restrictFilePermissions } from '#api/kernel/private-files.ts';
import { stopOnSignals } from './server/process.ts';
import { runWeb } from './server/run-web.ts';

/** What of Assay this process runs; see README, "Scaled out". */
export type Role = 'all' | 'web' | 'api' | 'jobs';

/**
 * Runs the given part of Assay until a signal ends it. Throws with a message for the operator when a
 * variable is missing or a port or the data folder is taken.
 */
export async function run(role: string): Promise<void> {
  restrictFilePermissions();
  if (role === 'all' || role === 'web') return runWeb(role, process.env);
  if (role !== 'api' && role !== 'jobs')
    throw new Error(`There is no role "${role}": use all, web, api or jobs.`);
  const [{ startApi }, { readEnv }] = await Promise.all([
    import('#api/main.ts'),
    import('#api/env/read-env.ts'),
  ]);
  const api = await startApi(readEnv(process.env), { http: role === 'api', jobs: role === 'jobs' });
  // Signals first: whoever reads that it is running may stop it at once.
  stopOnSignals(() => api.close());
  console.log(role === 'api' ? `Assay's API is at ${api.url}` : "Assay's jobs are running");
}
