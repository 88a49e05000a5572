import { createHash } from 'node:crypto';
import {
  registerCheckIntervalDays,
  registerRetryDays,
} from '#rules/identity-verification/business-evidence.ts';
import {
  type RegisterChange,
  type RegisterFacts,
  registerChanges,
} from '#rules/registers/register-changes.ts';
import { type RegistryExtractResponse, registryNames } from '#rules/registers/registry-extract.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import { openAlerts } from '../../records/alerts/inbox.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { getClientNumbers } from './ownership/ownership-graph.ts';
import type { BusinessVerificationDeps } from './record/dto.ts';
import { readExtracts } from './record/store.ts';
import { type FreeRegister, getFreeRegister, registerFacts } from './registers/register-snapshot.ts';
import { getSetUp } from './registers/registers.ts';
import {
  type DueMonitoring,
  getDueMonitoring,
  monitoredCompanies,
  readGraph,
  readMonitoring,
  saveMonitoredState,
} from './registers/watch-store.ts';

type MonitoringDeps = Pick<BusinessVerificationDeps, 'db' | 'registries' | 'now'>;

/**
 * Register queries per hourly run, all companies together, because registers limit the installation as a whole; the
 * rest stays due.
 */
const questionsPerRun = 100;
const jobName = 'watch-registers';
const dayMs = 86_400_000;

interface Watch extends DueMonitoring {
  registry: FreeRegister;
  number: string;
  /** The register's previous response; null before the first check. */
  seen: RegisterFacts | null;
}

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * dayMs).toISOString();

/** The register that monitors a business, with its previous response; null if no free register covers it. */
async function getMonitoring(
  trx: Work['trx'],
  deps: MonitoringDeps,
  due: DueMonitoring,
): Promise<Watch | null> {
  const known = await readMonitoring(trx, due.id);
  if (known !== null) return { ...due, ...known };
  const client = await readClientById(trx, due.client_id);
  const register = client && getFreeRegister(getClientNumbers(client), getSetUp(deps.registries));
  if (!register) return null;
  const { rootId } = await readGraph(trx, due.id);
  const extracts = await readExtracts(trx, due.id);
  const own = extracts.findLast(
    ({ node_id, registry }) => node_id === rootId && registry === register.registry,
  );
  return { ...due, ...register, seen: own ? registerFacts(own.extract) : null };
}

async function saveMonitoring(
  { trx, time }: Work,
  companyId: string,
  { id, client_id: clientId, registry, number }: Watch,
  { seen, failures }: { seen: RegisterFacts; failures: number },
): Promise<void> {
  const days =
    failures === 0
      ? registerCheckIntervalDays
      : (registerRetryDays[failures - 1] ??
        registerRetryDays[registerRetryDays.length - 1] ??
        registerCheckIntervalDays);
  const now = time();
  await saveMonitoredState(
    trx,
    { companyId, id, clientId, registry, number },
    { seen, failures, at: now.toISOString(), nextAt: daysFrom(now, days) },
  );
}

/** A number that the register no longer recognises presumably means the business was removed. */
const removedChange: RegisterChange = {
  field: 'status',
  text: 'the number is no longer in the register',
  severity: 'high',
};

const severities = ['low', 'medium', 'high'] as const;

async function tell(
  work: Work,
  { watch, changes, seen }: { watch: Watch; changes: readonly RegisterChange[]; seen: RegisterFacts },
): Promise<number> {
  const name = registryNames[watch.registry];
  const what = changes.map(({ text }) => text).join('; ');
  // Deduplicates the alert, even if a run stops after opening it.
  const digest = createHash('sha256')
    .update(JSON.stringify([changes.map(({ text }) => text), seen]))
    .digest('hex');
  const severity =
    severities.findLast((severity) => changes.some((change) => change.severity === severity)) ?? 'low';
  work.record({
    action: 'businessVerification.registerChanged',
    resourceType: 'businessVerification',
    resourceId: watch.id,
    detail: { clientId: watch.client_id, changes: { [name]: { before: null, after: what } } },
  });
  const summary = `${name} has changed since the business was verified or last checked: ${what}. Review whether the verification is still valid.`;
  const opened = await openAlerts(work, [
    {
      type: 'registryChange',
      resourceType: 'clients',
      resourceId: watch.client_id,
      severity,
      summary: summary.slice(0, 1000),
      dedupeKey: `registryChange:${watch.id}:${digest.slice(0, 32)}`,
    },
  ]);
  return opened.size;
}

/** Saves a register's response, and opens an alert for changes. @returns the number of alerts opened */
async function saveRegistryResponse(
  work: Work,
  companyId: string,
  { watch, response }: { watch: Watch; response: RegistryExtractResponse },
): Promise<number> {
  if (response.ok) {
    const seen = registerFacts(response.extract);
    const changes = watch.seen === null ? [] : registerChanges(watch.seen, seen);
    await saveMonitoring(work, companyId, watch, { seen, failures: 0 });
    return changes.length === 0 ? 0 : tell(work, { watch, changes, seen });
  }
  const before: RegisterFacts = watch.seen ?? {
    name: '',
    status: 'unknown',
    statusText: '',
    registeredAddress: null,
    directors: null,
  };
  if (response.code === 'notFound' && before.status !== 'removed') {
    const seen = { ...before, status: 'removed', statusText: 'No longer in the register' };
    await saveMonitoring(work, companyId, watch, { seen, failures: 0 });
    return tell(work, { watch, changes: [removedChange], seen });
  }
  await saveMonitoring(work, companyId, watch, { seen: before, failures: (watch.failures ?? 0) + 1 });
  return 0;
}

/** Checks one company's due businesses; stops querying a register once it limits requests. */
async function monitorCompanyRegisters(
  deps: MonitoringDeps,
  companyId: string,
  { limit, tired }: { limit: number; tired: Set<FreeRegister> },
): Promise<{ asked: number; changed: number }> {
  const watches = await asTenant(deps.db, companyId, async (trx) => {
    const found: Watch[] = [];
    const now = deps.now();
    const filter = {
      now: now.toISOString(),
      verifiedBefore: daysFrom(now, -registerCheckIntervalDays),
      limit,
    };
    for (const due of await getDueMonitoring(trx, filter)) {
      const watch = await getMonitoring(trx, deps, due);
      if (watch !== null) found.push(watch);
    }
    return found;
  });
  let [asked, changed] = [0, 0];
  for (const watch of watches) {
    if (tired.has(watch.registry)) continue;
    // Outside any transaction: a register may be slow.
    const response = await deps.registries[watch.registry].extract(watch.number);
    asked += 1;
    if (!response.ok && (response.code === 'tooManyRequests' || response.code === 'badKey')) {
      tired.add(watch.registry);
      continue;
    }
    changed += await inWork(deps, jobActor(companyId, jobName), (work) =>
      saveRegistryResponse(work, companyId, { watch, response }),
    );
  }
  return { asked, changed };
}

/**
 * Queries the free registers about verified businesses, each monthly, and opens an alert if status, name, directors or
 * registered office changed. Only for companies with an active subscription. Idempotent: one alert per change.
 */
export async function monitorRegisters(deps: MonitoringDeps): Promise<{ asked: number; changed: number }> {
  const companies = await asJobs(deps.db, monitoredCompanies);
  const tired = new Set<FreeRegister>();
  const sum = { asked: 0, changed: 0 };
  for (const id of companies) {
    const limit = questionsPerRun - sum.asked;
    if (limit <= 0) break;
    const { asked, changed } = await monitorCompanyRegisters(deps, id, { limit, tired });
    sum.asked += asked;
    sum.changed += changed;
  }
  return sum;
}
