import { seedDemoActivities } from './demo-activities.ts';
import { type DemoDeps, seedDemoAccounts } from './demo-company.ts';
import { seedDemoRisk } from './demo-risk.ts';
import { seedClients } from './seed-clients.ts';

/** Clients of the demo company at first. */
export const demoClients = 320;

/**
 * What the sandbox shows on its first day: the demo sign-ins with their companies and a few hundred varied clients. Where they
 * are there already it changes nothing.
 *
 * @throws Error where the database is not marked as a sandbox's.
 */
export async function seedDemo(deps: DemoDeps): Promise<void> {
  await seedDemoAccounts(deps);
  await seedClients(deps, { clients: demoClients });
  await seedDemoRisk(deps);
  await seedDemoActivities(deps);
}
