import { demoActivitiesPart } from './demo-activities.ts';
import { type DemoServices, demoBusinessVerificationsPart } from './demo-business-verifications.ts';
import { demoCompaniesPart } from './demo-companies.ts';
import { seedDemoAccounts } from './demo-company.ts';
import { demoDocumentsPart } from './demo-documents.ts';
import { demoMatchesPart } from './demo-matches.ts';
import { demoMonitoringPart } from './demo-monitoring.ts';
import { beginPart, type DemoPart, makeStep, type PartDeps } from './demo-parts.ts';
import { demoRequestsPart } from './demo-requests.ts';
import { demoRiskPart } from './demo-risk.ts';
import { demoScreeningListPart } from './demo-screening-list.ts';
import { demoVerificationsPart } from './demo-verifications.ts';
import { seedClients } from './seed-clients.ts';

/** Clients of the demo company at first. */
export const demoClients = 320;

/** What its people have done with them, in the order in which one rests on the other. */
const partsWith = (services: DemoServices | undefined): readonly DemoPart[] => [
  demoScreeningListPart,
  demoMonitoringPart,
  demoRiskPart,
  demoActivitiesPart,
  demoVerificationsPart,
  ...(services ? [demoBusinessVerificationsPart(services), demoDocumentsPart(services.files)] : []),
  demoMatchesPart,
  demoCompaniesPart,
];

/** What is left to make when people may come in already. */
export interface DemoRest {
  /** Steps left; 0 where everything is there. */
  steps: number;
  /**
   * Makes them, one transaction each, until all are there or `isStopped`. What is left then, or has failed, the next start
   * takes up.
   *
   * @param onError told of each step that failed; the others go on.
   */
  make(watch: { isStopped: () => boolean; onError: (error: unknown) => void }): Promise<void>;
}

/**
 * What the sandbox shows on its first day, as far as it must be there before anybody comes in: the demo sign-ins with their
 * companies, and a few hundred varied clients. What is there already stays as it is.
 *
 * @param services what verifying businesses takes; without them the demo has no such verifications
 * @throws Error where the database is not marked as a sandbox's.
 */
export async function seedDemoFirst(deps: PartDeps, services?: DemoServices): Promise<DemoRest> {
  await seedDemoAccounts(deps);
  await seedClients(deps, { clients: demoClients });
  const left: { part: DemoPart; step: number }[] = [];
  const requests = deps.idHmacKey === undefined ? [] : [demoRequestsPart({ idHmacKey: deps.idHmacKey })];
  for (const part of [...partsWith(services), ...requests]) {
    for (const step of await beginPart(deps, part)) left.push({ part, step });
  }
  return {
    steps: left.length,
    async make({ isStopped, onError }) {
      for (const { part, step } of left) {
        if (isStopped()) return;
        await makeStep(deps, part, step).catch(onError);
      }
    },
  };
}

/**
 * Everything that the sandbox shows on its first day. What is there already stays as it is.
 *
 * @throws Error where the database is not marked as a sandbox's.
 */
export async function seedDemo(deps: PartDeps): Promise<void> {
  const rest = await seedDemoFirst(deps);
  const faults: unknown[] = [];
  await rest.make({ isStopped: () => false, onError: (error) => faults.push(error) });
  if (faults.length > 0) throw faults[0];
}
