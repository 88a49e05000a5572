import { demoOutdatedAssessmentPart } from './activities/outdated-assessment.ts';
import { demoActivitiesPart } from './demo-activities.ts';
import { type DemoServices, demoBusinessVerificationsPart } from './demo-business-verifications.ts';
import { demoCompaniesPart } from './demo-companies.ts';
import { seedDemoAccounts } from './demo-company.ts';
import { demoRequestsPart } from './demo-document-requests.ts';
import { demoDocumentsPart } from './demo-documents.ts';
import { demoLevelsPart } from './demo-levels.ts';
import { demoMatchesPart } from './demo-matches.ts';
import { demoMonitoringPart } from './demo-monitoring.ts';
import { demoNonCooperationPart } from './demo-non-cooperation.ts';
import { demoPermitsPart } from './demo-permits.ts';
import { demoRelationshipsPart } from './demo-relationships.ts';
import { demoRequiredListsPart } from './demo-required-lists.ts';
import { demoRetentionPart } from './demo-retention.ts';
import { demoRiskPart } from './demo-risk.ts';
import { demoRereadListPart, demoScreeningListPart } from './demo-screening-list.ts';
import { beginPart, type DemoPart, makeStep, type PartDeps } from './demo-steps.ts';
import { demoVerificationsPart } from './demo-verifications.ts';
import { seedClients } from './seed-clients.ts';

/** Number of demo clients without any work on them. */
const demoClients = 160;

/** Parts in order of dependency. */
const partsWith = (services: DemoServices | undefined): readonly DemoPart[] => [
  demoScreeningListPart,
  demoRereadListPart,
  demoRequiredListsPart,
  demoMonitoringPart,
  demoRiskPart,
  demoRelationshipsPart(services),
  demoActivitiesPart,
  demoOutdatedAssessmentPart,
  demoNonCooperationPart,
  demoVerificationsPart,
  ...(services ? [demoBusinessVerificationsPart(services), demoDocumentsPart(services.files)] : []),
  demoMatchesPart,
  ...(services ? [demoPermitsPart(services.files)] : []),
  demoCompaniesPart,
  demoRetentionPart,
];

/** Remaining parts of the demo, made while users already have access. */
export interface DemoRest {
  /** Number of remaining steps; 0 when complete. */
  steps: number;
  /**
   * Makes the steps, one transaction each, until all are made or `isStopped`. Skipped and failed ones are made at the
   * next start.
   *
   * @param onError called for each step that failed; the others continue.
   */
  make(watch: { isStopped: () => boolean; onError: (error: unknown) => void }): Promise<void>;
}

/**
 * Creates what the sandbox needs before users have access: the demo sign-ins with their companies, and clients of every
 * type without any work. Existing records are not changed.
 *
 * @param services for verifying businesses; without them the demo has no such verifications
 * @throws Error if the database is not marked as a sandbox's.
 */
export async function seedDemoFirst(deps: PartDeps, services?: DemoServices): Promise<DemoRest> {
  await seedDemoAccounts(deps);
  await seedClients(deps, { clients: demoClients });
  const left: { part: DemoPart; step: number }[] = [];
  const requests = deps.sealingKey === undefined ? [] : [demoRequestsPart(deps.sealingKey)];
  for (const part of [...partsWith(services), ...requests, demoLevelsPart]) {
    for (const step of await beginPart(deps, part)) left.push({ part, step });
  }
  return {
    steps: left.length,
    async make({ isStopped, onError }) {
      const callers = new Map();
      for (const { part, step } of left) {
        if (isStopped()) return;
        await makeStep({ ...deps, callers }, part, step).catch(onError);
      }
    },
  };
}

/**
 * Creates all records of the demo. Existing ones are not changed.
 *
 * @throws Error if the database is not marked as a sandbox's.
 */
export async function seedDemo(deps: PartDeps, services?: DemoServices): Promise<void> {
  const rest = await seedDemoFirst(deps, services);
  const faults: unknown[] = [];
  await rest.make({ isStopped: () => false, onError: (error) => faults.push(error) });
  if (faults.length > 0) throw faults[0];
}
