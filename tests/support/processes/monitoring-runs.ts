import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { monitoredSubjects } from '#api/checks/screening-results/subject-store.ts';
import { enrolNewClients } from '#api/follow-up/monitoring-runs/enrol-new-clients.ts';
import { inWork, jobActor } from '#api/kernel/command/work.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { importList } from '#api/records/screening-lists/import.ts';
import { ownList } from '#api/records/screening-lists/service.ts';
import { ownListLimits } from '#api/records/screening-lists/sources.ts';
import { createDefaultWorklist } from '#api/records/worklists/default-worklist.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { screenedTopics } from '#rules/worklists/worklist-settings.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { type AuditRun, verifyAudit } from './audit-run.ts';
import { seedWithoutDemo } from './company-without-demo.ts';
import { type RunningProcess, startServer } from './processes.ts';
import { openScaledOut } from './scaled-out.ts';

const now = () => new Date();

interface RunPlace {
  status: 'none' | 'running' | 'done';
  screened: number;
}

/** Progress of the company's one run. */
async function getRunPlace(database: Pick<Database, 'db'>): Promise<RunPlace> {
  const row = await asTenant(database.db, demoCompanyId, (trx) =>
    trx.selectFrom('monitoring_runs').select(['status', 'screened']).executeTakeFirst(),
  );
  return row ?? { status: 'none', screened: 0 };
}

/** A list that names every nth client, and as many fictional people. */
async function importSample(
  database: Database,
  names: readonly { name: string; type: string }[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sample-list-'));
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = names.map(({ name, type }, index) => `${index},${quoted(name)},${type},sanction`);
  try {
    const path = join(folder, 'list.csv');
    await writeFile(path, `id,name,type,reason\n${rows.join('\n')}\n`);
    await importList(
      { db: database.db, now, storage: undefined },
      {
        owner: ownList(demoCompanyId),
        files: [{ path, name: 'list.csv' }],
        limits: ownListLimits,
        receivedBy: 'tests',
        onImported: async () => undefined,
      },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface PreparedRun {
  /** Clients that the run must screen. */
  clients: number;
  /** `client:entity` of every match of an undisturbed screening. */
  pairs: string[];
}

/**
 * A company with a worklist due today, clients who were all screened once before, and an unused list: the next run's results are known in
 * advance. The database has no other data.
 */
async function prepareRun(database: Database, clients: number): Promise<PreparedRun> {
  const { db } = database;
  await seedWithoutDemo(database, clients);
  const worklistId = await inWork({ db, now }, jobActor(demoCompanyId, 'tests'), async (work) => {
    await sql`UPDATE clients SET status = 'active' WHERE status NOT IN ('onboarding', 'active', 'dormant')`.execute(
      work.trx,
    );
    return createDefaultWorklist(work);
  });
  await enrolNewClients({ db, now }, demoCompanyId);
  const subjects = await asTenant(db, demoCompanyId, async (trx) => {
    await sql`UPDATE monitoring_enrolments SET first_run_at = created_at`.execute(trx);
    await sql`UPDATE worklists SET next_run_on = ${testDay()}::date - 1`.execute(trx);
    return monitoredSubjects(trx, { worklistId, after: null, limit: clients + 1 });
  });
  const listed = subjects
    .filter((_, index) => index % 40 === 3)
    .map(({ names, schema }) => ({
      name: names[0] ?? '',
      type: schema === 'Person' ? 'person' : 'organisation',
    }));
  const nobody = Array.from({ length: 100 }, (_, index) => ({
    name: `Zzyqx Vrithop${index} Kwenlak`,
    type: 'person',
  }));
  await importSample(database, [...listed, ...nobody]);
  const worklist = await asTenant(db, demoCompanyId, (trx) =>
    trx.selectFrom('worklists').selectAll().where('id', '=', worklistId).executeTakeFirstOrThrow(),
  );
  const answers = await createListEngine({ db }).screen(subjects, {
    companyId: demoCompanyId,
    threshold: worklist.threshold / 100,
    birthDateMatching: worklist.dob_matching,
    topics: screenedTopics(worklist.checks),
  });
  const pairs = answers.flatMap((response) => {
    if (response.status === 'error') throw new Error('The sample could not be screened.');
    return response.hits.map(({ entity }) => `${response.subjectId}:${entity.id}`);
  });
  return { clients: subjects.length, pairs: pairs.sort() };
}

interface RunOutcome {
  runs: { kind: string; status: string; screened: number; matched: number; failed: number }[];
  /** Rows of the run, and the number of their clients. */
  screenings: { rows: number; clients: number };
  /** `client:entity` of every match, repetitions included. */
  pairs: string[];
  /** Clients of match alerts, one per alert. */
  alertedClients: string[];
  /** Number of audit events of the finished run, and of opened alerts. */
  events: { finished: number; opened: number };
}

async function getOutcome({ db }: Pick<Database, 'db'>): Promise<RunOutcome> {
  return asTenant(db, demoCompanyId, async (trx) => {
    const runs = await trx
      .selectFrom('monitoring_runs')
      .select(['kind', 'status', 'screened', 'matched', 'failed'])
      .execute();
    const screenings = await sql<{ rows: number; clients: number }>`
      SELECT count(*)::int AS rows, count(DISTINCT client_id)::int AS clients FROM screenings`.execute(trx);
    const pairs = await sql<{ pair: string }>`
      SELECT client_id || ':' || entity_id AS pair FROM screening_matches`.execute(trx);
    const alerts = await sql<{ resource_id: string }>`
      SELECT resource_id FROM alerts WHERE type = 'screeningMatch'`.execute(trx);
    const events = await sql<{ finished: number; opened: number }>`
      SELECT count(*) FILTER (WHERE e.action = 'monitoring.runFinished')::int AS finished,
             count(*) FILTER (WHERE e.action = 'alert.opened' AND a.type = 'screeningMatch')::int AS opened
        FROM audit_events e LEFT JOIN alerts a ON a.id::text = e.resource_id`.execute(trx);
    return {
      runs,
      screenings: screenings.rows[0] ?? { rows: 0, clients: 0 },
      pairs: pairs.rows.map(({ pair }) => pair).sort(),
      alertedClients: alerts.rows.map(({ resource_id }) => resource_id).sort(),
      events: events.rows[0] ?? { finished: 0, opened: 0 },
    };
  });
}

export interface KilledRun extends RunOutcome {
  prepared: PreparedRun;
  /** Clients screened at each kill that ended the process during the run. */
  killedAt: number[];
  /** From each kill until the run made progress, the start of the next process included. */
  secondsUntilChange: number[];
  audit: AuditRun;
}

const giveUpAfterMs = 120_000;

/** Waits until the run's progress matches. */
async function untilPlace(
  look: () => Promise<RunPlace>,
  isThere: (place: RunPlace) => boolean,
  jobs: RunningProcess,
): Promise<RunPlace> {
  const until = Date.now() + giveUpAfterMs;
  for (;;) {
    const place = await look();
    if (isThere(place)) return place;
    if (Date.now() > until)
      throw new Error(`The run stands still at ${JSON.stringify(place)}.\n${jobs.output()}`);
    await pause(10);
  }
}

/**
 * Runs the built jobs against a server, ends them with `kill -9` during a run, starts them again; `kills` times, the first one as soon as
 * the run has started. Then lets the run end.
 */
export async function killServerRuns(
  databaseUrl: string,
  { clients, kills }: { clients: number; kills: number },
): Promise<KilledRun> {
  const database = await openDatabase({ databaseUrl });
  const parts = await openScaledOut({ databaseUrl });
  const { env } = parts;
  let jobs: RunningProcess | undefined;
  const look = () => getRunPlace(database);
  try {
    const prepared = await prepareRun(database, clients);
    const killedAt: number[] = [];
    const secondsUntilChange: number[] = [];
    let wasAt = -1;
    let killedOn = 0;
    const startAgain = async () => {
      const begun: RunningProcess = await startServer('jobs', env);
      jobs = begun;
      await untilPlace(look, ({ status, screened }) => status !== 'none' && screened > wasAt, begun);
      if (killedOn > 0) secondsUntilChange.push((Date.now() - killedOn) / 1000);
      return begun;
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const begun = await startAgain();
      const enough = Math.floor((prepared.clients * kill) / (kills + 1));
      await untilPlace(look, ({ status, screened }) => status === 'done' || screened >= enough, begun);
      killedOn = Date.now();
      await begun.kill();
      const place = await look();
      if (place.status !== 'running') throw new Error(`The run ended before kill ${kill + 1}.`);
      wasAt = place.screened;
      killedAt.push(place.screened);
    }
    const begun = await startAgain();
    await untilPlace(look, ({ status }) => status === 'done', begun);
    await begun.stop();
    return {
      prepared,
      killedAt,
      secondsUntilChange,
      ...(await getOutcome(database)),
      audit: await verifyAudit(env),
    };
  } finally {
    await jobs?.kill();
    await database.close();
    await parts.close();
  }
}

/**
 * The same on the embedded database, which only its own process can read: that process is killed a random time after its jobs started, and
 * its folder read then.
 */
export async function killEmbeddedRuns({
  clients,
  kills,
}: {
  clients: number;
  kills: number;
}): Promise<Omit<KilledRun, 'secondsUntilChange'>> {
  const parts = await openScaledOut();
  const { env } = parts;
  const within = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ dataDir: env.DATA_DIR ?? '' });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  let jobs: RunningProcess | undefined;
  try {
    const prepared = await within((database) => prepareRun(database, clients));
    const killedAt: number[] = [];
    let until = Date.now() + giveUpAfterMs;
    let early = 0;
    let place: RunPlace = { status: 'none', screened: 0 };
    while (place.status !== 'done') {
      if (Date.now() > until) throw new Error(`The run stands still at ${JSON.stringify(place)}.`);
      jobs = await startServer('jobs', env);
      const isKill = killedAt.length < kills;
      // Later each time until the run has started, in steps shorter than a run.
      await pause(isKill ? randomInt(50, 250) + early * 200 : 3000);
      if (isKill) await jobs.kill();
      else await jobs.stop();
      const former = place;
      place = await within(getRunPlace);
      // A slow machine needs more starts: what counts is that each gets further.
      if (place.status !== former.status || place.screened > former.screened)
        until = Date.now() + giveUpAfterMs;
      if (isKill && place.status === 'running') killedAt.push(place.screened);
      if (place.status === 'none') early += 1;
    }
    return { prepared, killedAt, ...(await within(getOutcome)), audit: await verifyAudit(env) };
  } finally {
    await jobs?.kill();
    await parts.close();
  }
}
