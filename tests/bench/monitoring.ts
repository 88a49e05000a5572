import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consequences } from '#api/consequences.ts';
import { runMonitoring } from '#api/follow-up/monitoring-runs/run-monitoring-job.ts';
import { installConsequences, inWork, jobActor } from '#api/kernel/command/work.ts';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { openDatabase } from '#api/kernel/database/pool.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { importList } from '#api/records/screening-lists/import.ts';
import { ownList } from '#api/records/screening-lists/service.ts';
import { ownListLimits } from '#api/records/screening-lists/sources.ts';
import { createDefaultWorklist } from '#api/records/worklists/default-worklist.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { generatePersonName } from '#demo/generators/names.ts';
import { seededRandom } from '#demo/generators/random.ts';
import { seedClients } from '#demo/seed-clients.ts';
import { createEmptyDatabase } from '#tests/support/database/database.ts';
import { isSmallest, sized } from './sizes.ts';

const clients = Number(process.env.BENCH_MONITORING_CLIENTS ?? sized(100_000, 20));
const listed = sized(5000, 20);
const changed = sized(100, 2);
const allowedSeconds = 60;
const now = () => new Date();

const seconds = (ms: number) => Math.round(ms / 100) / 10;

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

/** Lines of an internal list; a new version gives some of them another date of birth. */
function getCsv(version: number): string {
  const random = seededRandom(7);
  const lines = Array.from({ length: listed }, (_, index) => {
    const { givenNames, familyName } = generatePersonName(random);
    const year = 1950 + (index % 50) + (index < changed ? version : 0);
    return `${index},${givenNames} ${familyName},person,${year},sanction`;
  });
  return `id,name,type,date_of_birth,reason\n${lines.join('\n')}\n`;
}

const { databaseUrl, drop } = await createEmptyDatabase();
const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
installConsequences(consequences);
const database = await openDatabase({ databaseUrl });
try {
  const { db } = database;
  await migrateDatabase(database);
  await assertSandboxDatabase(db, { sandbox: true, now });
  const seeding = await timed(() => seedClients({ database, now }, { clients, clientsPerBatch: 5000 }));
  console.log(`Seeded ${clients} clients in ${seconds(seeding.ms)} s`);
  const store = async (version: number) => {
    const path = join(folder, `list-${version}.csv`);
    await writeFile(path, getCsv(version));
    return importList(
      { db, now, storage: undefined },
      {
        owner: ownList(demoCompanyId),
        files: [{ name: 'list.csv', path }],
        limits: ownListLimits,
        confirmDoubts: true,
        receivedBy: 'bench',
        onImported: async () => {},
      },
    );
  };
  await store(0);
  await inWork({ db, now }, jobActor(demoCompanyId, 'bench'), createDefaultWorklist);
  const screening = createListEngine({ db });
  const run = () => runMonitoring({ db, now, screening }, { forMs: 3_600_000 });
  const whole = await timed(run);
  console.log(`Enrolled and screened everyone against ${listed} listed people in ${seconds(whole.ms)} s`);
  await database.asLogin(async (client) => {
    await client.query('SET ROLE assay_owner');
    await client.query('ANALYZE assay.clients, assay.monitoring_enrolments, assay.client_parties');
  });
  await store(1);
  const change = await timed(run);
  const met = change.ms <= allowedSeconds * 1000;
  console.log('| clients | listed people changed | seconds | allowed |');
  console.log('|---|---|---|---|');
  console.log(
    `| ${clients} | ${changed} | ${seconds(change.ms)} | ${allowedSeconds}${met ? '' : ' (missed)'} |`,
  );
  if (!met && !isSmallest) process.exitCode = 1;
} finally {
  await database.close();
  await drop();
  await rm(folder, { recursive: true });
}
