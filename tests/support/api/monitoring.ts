import { createHash } from 'node:crypto';
import { writeScreenings } from '#api/checks/screening-results/save-screenings.ts';
import { readSubjects } from '#api/checks/screening-results/subject-store.ts';
import { runMonitoring } from '#api/follow-up/monitoring-runs/run-monitoring-job.ts';
import { inWork, jobActor } from '#api/kernel/command/work.ts';
import type { ScreeningResponse } from '#api/records/screening-engine/engine.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { listAlerts, readAlert } from '#contract/monitoring/alerts.ts';
import { decideMatch } from '#contract/monitoring/screenings.ts';
import { createWorklist, type WorklistInput } from '#contract/monitoring/worklists.ts';
import { type ListSource, sanctionsRegimes } from '#rules/sanctions.ts';
import type { ListedEntity, ScreeningSubject } from '#rules/screening/screening-records.ts';
import type { TestApi, TestCompany } from './api.ts';

export const everyDay: WorklistInput = {
  name: 'Everyone',
  checks: ['sanctions', 'pep', 'adverseMedia'],
  threshold: 70,
  frequency: 'daily',
  dayOfWeek: null,
  dayOfMonth: null,
  month: null,
  dobMatching: 'sameYear',
};

/** A company's first worklist, in which new clients are enrolled. */
export async function aWorklist(api: TestApi, company: TestCompany, form: Partial<WorklistInput> = {}) {
  return (await api.request(createWorklist, { body: { ...everyDay, ...form } }, { as: company.owner }))
    .response;
}

/** Runs what is due now, as the job does. */
export function runNow(
  api: TestApi,
  options: { onBatch?: () => void; engine?: ReturnType<typeof createListEngine>; forMs?: number } = {},
) {
  const { db } = api.database;
  const screening = options.engine ?? createListEngine({ db });
  const deps = {
    db,
    now: api.clock.now,
    screening,
    ...(options.onBatch ? { onBatch: options.onBatch } : {}),
  };
  return runMonitoring(deps, options.forMs === undefined ? {} : { forMs: options.forMs });
}

export const day = 24 * 60 * 60;

/** A listed person similar to a client of the same name. */
const listedPerson = (
  name: string,
  topics: ListedEntity['topics'] = ['sanction'],
  programmes: string[] = [],
): ListedEntity => ({
  id: `sample-${name}`,
  schema: 'Person',
  names: [{ text: name, quality: 'primary' }],
  birthDates: [],
  birthPlaces: [],
  countries: [],
  identifiers: [],
  addresses: [],
  topics,
  programmes,
});

/** Result of an engine that found one similar listed person. */
function getFoundResponse(
  subject: ScreeningSubject,
  entity: ListedEntity,
  { revision = '1', source = 'un', at }: { revision?: string; source?: ListSource; at: Date },
): ScreeningResponse {
  const list = { id: `sample-${source}`, version: '1', name: 'Sample list', source };
  const [name = ''] = subject.names;
  const feature = {
    name: 'name' as const,
    subject: name,
    listed: name,
    value: 1,
    points: 1,
    finding: 'Same name',
  };
  return {
    subjectId: subject.id,
    status: 'screened',
    // From a list that covers everything the law requires, so that the match alone decides.
    lists: [
      {
        ...list,
        keptBy: 'operator',
        regimes: sanctionsRegimes,
        checkedAt: at.toISOString(),
        publishedOn: '2026-01-31',
        importedAt: null,
        entities: 1,
      },
    ],
    algorithm: { name: 'sample', version: '1' },
    hits: [{ list, entity, entityRevision: revision, score: { score: 1, features: [feature] } }],
  };
}

/** Stores a screening that matched a client with a listed person, as the engine would have. @returns its alert */
export async function foundAlert(
  api: TestApi,
  company: TestCompany,
  clientId: string,
  topics: ListedEntity['topics'] = ['sanction'],
  source: ListSource = 'un',
  programmes: string[] = source === 'dfat' ? ['Autonomous (Russia)'] : [],
) {
  const { db } = api.database;
  await inWork({ db, now: api.clock.now }, jobActor(company.id, 'tests'), async (work) => {
    const subjects = await readSubjects(work.trx, [clientId]);
    await writeScreenings(
      work,
      {
        trigger: 'manual',
        runId: null,
        threshold: 70,
        birthDateMatching: 'sameYear',
        checks: ['sanctions'],
        requestedBy: null,
        isWhole: true,
      },
      subjects,
      subjects.map((subject) =>
        getFoundResponse(subject, listedPerson(subject.names[0] ?? '', topics, programmes), {
          source,
          at: api.clock.now(),
        }),
      ),
    );
  });
  const { items } = (
    await api.request(
      listAlerts,
      { query: { resourceType: 'clients', resourceId: clientId, type: 'screeningMatch' } },
      { as: company.owner },
    )
  ).response;
  const [alert] = items;
  if (alert === undefined) throw new Error('The match opened no alert.');
  return (await api.request(readAlert, { params: { id: alert.id } }, { as: company.owner })).response;
}

/** The same, confirmed with permission. @param source of the list, which with the programmes determines where the match prohibits */
export async function confirmedMatch(
  api: TestApi,
  company: TestCompany,
  clientId: string,
  as: { token: string },
  source: ListSource = 'un',
  programmes?: string[],
): Promise<void> {
  const { matches } = await foundAlert(api, company, clientId, ['sanction'], source, programmes);
  for (const { id, version } of matches) {
    const body = { decision: 'truePositive' as const, version, reason: 'Compared the passports' };
    const decided = await api.request(decideMatch, { params: { id }, body }, { as });
    if (decided.status !== 200) throw new Error(`The match was not confirmed: ${decided.text}`);
  }
}

/** The family name of the nth copy: letters dissimilar to every other copy's. */
export const copiedFamilyName = (n: number) =>
  createHash('md5')
    .update(String(n))
    .digest('hex')
    .slice(0, 12)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

/**
 * Copies of an individual, inserted into the database, because hundreds of clients take long to create one by one. Every nth of them has
 * the same family name, the others have one of their own.
 */
export async function copyClients(
  api: TestApi,
  id: string,
  copies: number,
  everyTwin: number,
): Promise<void> {
  await api.database.asSuperuser(
    `INSERT INTO assay.clients SELECT (made.copy).* FROM (
       SELECT jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'individual',
         CASE WHEN n % $3 = 0 THEN c.individual
              ELSE jsonb_set(c.individual, '{familyName}', to_jsonb(translate(left(md5(n::text), 12), '0123456789', 'ghijklmnop'))) END)) AS copy
         FROM assay.clients c, generate_series(1, $2) n WHERE c.id = $1) AS made`,
    [id, copies, everyTwin],
  );
}
