import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type RegisterChange, type RegisterFacts, registerChanges } from '#rules/register-changes.ts';
import { registerWatchDays, watchRetryDays } from '#rules/verification/business-evidence.ts';
import { type AlertActor, openAlert } from '../alerts/open-alerts.ts';
import { recordEvent } from '../audit/record-event.ts';
import { readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import { type RegistryExtractAnswer, registryNames } from '../registries/extract.ts';
import { concernedBy } from '../worklists/watched-for.ts';
import type { BusinessVerificationDeps } from './present.ts';
import { setUpOf } from './registers.ts';
import { readExtracts } from './store.ts';
import { numbersOfClient } from './tree.ts';
import { type FreeRegister, freeRegisterOf, registerFacts } from './watched-register.ts';

type Trx = Transaction<Schema>;
type WatchDeps = Pick<BusinessVerificationDeps, 'db' | 'registries' | 'now'>;

/** Questions of one run, all companies together: registers are for everybody. The job comes every hour, and what is left is due then. */
const questionsPerRun = 100;
const jobName = 'watch-registers';
const dayMs = 86_400_000;

const closedClients = ['exited', 'archived', 'declined'] as const;

interface Due {
  id: string;
  client_id: string;
  failures: number | null;
}

/** Verified businesses whose register is due to be asked, but for those that their worklists leave out, each by its newest verification, longest first. */
function listDue(trx: Trx, now: Date, limit: number): Promise<Due[]> {
  const watchedBefore = new Date(now.getTime() - registerWatchDays * dayMs).toISOString();
  return trx
    .selectFrom('business_verifications as v')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'v.company_id').onRef('c.id', '=', 'v.client_id'),
    )
    .leftJoin('register_watches as w', (join) =>
      join.onRef('w.company_id', '=', 'v.company_id').onRef('w.verification_id', '=', 'v.id'),
    )
    .select(['v.id', 'v.client_id', 'w.failures'])
    .where('v.status', '=', 'verified')
    .where('c.status', 'not in', closedClients)
    .where(concernedBy('registry', { companyId: sql.ref('c.company_id'), id: sql.ref('c.id') }))
    .where((eb) =>
      eb.or([
        eb('w.next_ask_at', '<=', now.toISOString()),
        eb.and([eb('w.verification_id', 'is', null), eb('v.decided_at', '<=', watchedBefore)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('business_verifications as newer')
            .select('newer.id')
            .whereRef('newer.company_id', '=', 'v.company_id')
            .whereRef('newer.client_id', '=', 'v.client_id')
            .whereRef('newer.id', '>', 'v.id')
            .where('newer.status', '=', 'verified'),
        ),
      ),
    )
    .orderBy(sql`coalesce(w.next_ask_at, v.decided_at)`)
    .limit(limit)
    .execute();
}

interface Watch extends Due {
  registry: FreeRegister;
  number: string;
  /** What the register said last; null where this one has not been asked before. */
  seen: RegisterFacts | null;
}

/** Whom to ask about a business, and what it said before; null where no free register would know. */
async function watchOf(trx: Trx, deps: WatchDeps, due: Due): Promise<Watch | null> {
  const known = await trx
    .selectFrom('register_watches')
    .select(['registry', 'number', 'seen'])
    .where('verification_id', '=', due.id)
    .executeTakeFirst();
  if (known !== undefined) return { ...due, ...known };
  const client = await readClientById(trx, due.client_id);
  const register = client && freeRegisterOf(numbersOfClient(client), setUpOf(deps.registries));
  if (!register) return null;
  const { graph } = await trx
    .selectFrom('business_verifications')
    .select('graph')
    .where('id', '=', due.id)
    .executeTakeFirstOrThrow();
  const extracts = await readExtracts(trx, due.id);
  const own = extracts.findLast(
    ({ node_id, registry }) => node_id === graph.rootId && registry === register.registry,
  );
  return { ...due, ...register, seen: own ? registerFacts(own.extract) : null };
}

const later = (now: Date, days: number) => new Date(now.getTime() + days * dayMs).toISOString();

async function keepWatch(
  trx: Trx,
  { companyId, now }: { companyId: string; now: Date },
  watch: Watch,
  { seen, failures }: { seen: RegisterFacts; failures: number },
): Promise<void> {
  const days =
    failures === 0
      ? registerWatchDays
      : (watchRetryDays[failures - 1] ?? watchRetryDays[watchRetryDays.length - 1] ?? registerWatchDays);
  const columns = {
    seen: JSON.stringify(seen),
    failures,
    asked_at: now.toISOString(),
    next_ask_at: later(now, days),
  };
  await trx
    .insertInto('register_watches')
    .values({
      company_id: companyId,
      verification_id: watch.id,
      client_id: watch.client_id,
      registry: watch.registry,
      number: watch.number,
      ...columns,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'verification_id']).doUpdateSet(columns))
    .execute();
}

/** A register that no longer knows a number has struck the business out, as far as anybody can tell from it. */
const gone: RegisterChange = { field: 'status', text: 'the number is not known any more', severity: 'high' };

const severities = ['low', 'medium', 'high'] as const;

async function tell(
  trx: Trx,
  deps: WatchDeps,
  by: AlertActor,
  { watch, changes, seen }: { watch: Watch; changes: readonly RegisterChange[]; seen: RegisterFacts },
): Promise<number> {
  const name = registryNames[watch.registry];
  const what = changes.map(({ text }) => text).join('; ');
  // The same news is told once, also where a run was stopped after telling it.
  const digest = createHash('sha256')
    .update(JSON.stringify([changes.map(({ text }) => text), seen]))
    .digest('hex');
  const severity = severities.findLast((one) => changes.some((change) => change.severity === one)) ?? 'low';
  await recordEvent(trx, deps, {
    ...by,
    action: 'businessVerification.registerChanged',
    resourceType: 'businessVerification',
    resourceId: watch.id,
    detail: { clientId: watch.client_id, changes: { [name]: { before: null, after: what } } },
  });
  return openAlert(trx, deps, by, {
    type: 'registryChange',
    resourceType: 'clients',
    resourceId: watch.client_id,
    severity,
    summary:
      `${name} says something else than when the business was verified or last asked about: ${what}. Look whether the verification still holds.`.slice(
        0,
        1000,
      ),
    dedupeKey: `registryChange:${watch.id}:${digest.slice(0, 32)}`,
  });
}

async function keepAnswer(
  trx: Trx,
  deps: WatchDeps,
  by: AlertActor,
  { watch, answer }: { watch: Watch; answer: RegistryExtractAnswer },
): Promise<number> {
  const now = deps.now();
  const place = { companyId: by.companyId, now };
  if (answer.ok) {
    const seen = registerFacts(answer.extract);
    const changes = watch.seen === null ? [] : registerChanges(watch.seen, seen);
    await keepWatch(trx, place, watch, { seen, failures: 0 });
    return changes.length === 0 ? 0 : tell(trx, deps, by, { watch, changes, seen });
  }
  const before: RegisterFacts = watch.seen ?? {
    name: '',
    status: 'unknown',
    statusText: '',
    registeredAddress: null,
    directors: null,
  };
  if (answer.code === 'notFound' && before.status !== 'removed') {
    const seen = { ...before, status: 'removed', statusText: 'Not known any more' };
    await keepWatch(trx, place, watch, { seen, failures: 0 });
    return tell(trx, deps, by, { watch, changes: [gone], seen });
  }
  await keepWatch(trx, place, watch, { seen: before, failures: (watch.failures ?? 0) + 1 });
  return 0;
}

/** Asks about what is due of one company; stops asking a register that has had enough for now. */
async function watchOfCompany(
  deps: WatchDeps,
  companyId: string,
  { limit, tired }: { limit: number; tired: Set<FreeRegister> },
): Promise<{ asked: number; changed: number }> {
  const by: AlertActor = {
    companyId,
    actor: { type: 'system', id: jobName, role: 'job' },
    requestId: jobName,
  };
  const watches = await asTenant(deps.db, companyId, async (trx) => {
    const found: Watch[] = [];
    for (const due of await listDue(trx, deps.now(), limit)) {
      const watch = await watchOf(trx, deps, due);
      if (watch !== null) found.push(watch);
    }
    return found;
  });
  let [asked, changed] = [0, 0];
  for (const watch of watches) {
    if (tired.has(watch.registry)) continue;
    // Outside every transaction: a register may take its time.
    const answer = await deps.registries[watch.registry].extract(watch.number);
    asked += 1;
    if (!answer.ok && (answer.code === 'tooManyRequests' || answer.code === 'badKey')) {
      tired.add(watch.registry);
      continue;
    }
    changed += await asTenant(deps.db, companyId, (trx) => keepAnswer(trx, deps, by, { watch, answer }));
  }
  return { asked, changed };
}

/**
 * Asks the free registers again about verified businesses, each once a month, and opens an alert where status, name, directors or registered
 * office have changed. Only for companies whose subscription is active: monitoring rests without one (domain 5). It may run twice: the same
 * news has one alert.
 */
export async function watchRegisters(deps: WatchDeps): Promise<{ asked: number; changed: number }> {
  const companies = await asJobs(deps.db, (trx) =>
    trx
      .selectFrom('companies')
      .select('id')
      .where('access_restricted', '=', false)
      .where('subscription_active', '=', true)
      .orderBy('id')
      .execute(),
  );
  const tired = new Set<FreeRegister>();
  const sum = { asked: 0, changed: 0 };
  for (const { id } of companies) {
    const limit = questionsPerRun - sum.asked;
    if (limit <= 0) break;
    const { asked, changed } = await watchOfCompany(deps, id, { limit, tired });
    sum.asked += asked;
    sum.changed += changed;
  }
  return sum;
}
