import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import {
  abandonedDays,
  getDestruction,
  isDueForDestruction,
  type RetentionPolicy,
} from '#rules/retention/retention.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { CompaniesTable } from '../../kernel/database/tables/foundation-tables.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import {
  type Candidate,
  extendRetention,
  listCompanies,
  listDue,
  listedClients,
  readCandidates,
  unlist,
} from './store.ts';

const jobName = 'list-destructions';

/** Clients of one transaction: on the embedded database everyone waits for it. */
const clientsPerBatch = 500;

/** The shortest retention period of any applicable law; younger records cannot be due. */
const minYears = 5;

const nilUuid = '00000000-0000-0000-0000-000000000000';

type Company = Pick<CompaniesTable, 'id' | 'time_zone' | 'regulated_in'> & {
  policy: { retentionYears: number };
};

const getPolicy = ({ regulated_in, policy }: Company): RetentionPolicy => ({
  years: policy.retentionYears,
  regulatedIn: regulated_in,
});

/**
 * Basis on which a client is due on a day; undefined while it must be retained. A party of another client is retained with that
 * client, a merged client with the one into which it was merged. The result does not distinguish a hold from other reasons.
 */
export function dueAs(client: Candidate, policy: RetentionPolicy, on: string) {
  const destruction = getDestruction(client, policy);
  if (destruction === undefined || client.isParty) return undefined;
  const isDue = isDueForDestruction({
    retainUntil: destruction.keptUntil,
    on,
    legalHold: client.isHeld,
    suspicionOpen: false,
  });
  return isDue ? destruction : undefined;
}

async function getCompanyList(
  deps: { db: Kysely<Schema>; now: () => Date },
  company: Company,
): Promise<number> {
  const now = deps.now();
  const { id: companyId, time_zone: timeZone } = company;
  const on = companyDay(now, timeZone);
  const policy = getPolicy(company);
  const within = <T>(run: (work: Work) => Promise<T>) => inWork(deps, jobActor(companyId, jobName), run);
  let listed = 0;
  // First, records on the list that no longer belong there.
  await within(async ({ trx }) => {
    const listedRows = await listedClients(trx, companyId, timeZone);
    await unlist(
      trx,
      listedRows.filter((client) => dueAs(client, policy, on) === undefined).map(({ id }) => id),
    );
  });
  for (let after = nilUuid; ; ) {
    const batch = await within(async ({ trx }) => {
      const candidates = await readCandidates(trx, {
        companyId,
        timeZone,
        endedBefore: addMonths(on, -12 * minYears),
        touchedBefore: addDays(on, -abandonedDays),
        after,
        limit: clientsPerBatch,
      });
      const judged = candidates.map((client) => ({ client, destruction: getDestruction(client, policy) }));
      await extendRetention(
        trx,
        judged.flatMap(({ client, destruction }) =>
          destruction?.kind === 'client' && destruction.keptUntil !== client.retainUntil
            ? [{ id: client.id, keptUntil: destruction.keptUntil }]
            : [],
        ),
      );
      listed += await listDue(
        trx,
        companyId,
        candidates.flatMap((client) => {
          const due = dueAs(client, policy, on);
          return due ? [{ ...due, id: uuidv7({ msecs: now.getTime() }), clientId: client.id }] : [];
        }),
        now.toISOString(),
      );
      return candidates;
    });
    const last = batch.at(-1);
    if (last === undefined || batch.length < clientsPerBatch) return listed;
    after = last.id;
  }
}

/**
 * Lists the records each company must destroy: clients whose retention period has ended, and drafts that were never onboarded.
 * Extends retention dates where the policy or a later transaction requires; records no longer due are removed from the list.
 * Idempotent.
 */
export async function listDestructions(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ listed: number }> {
  let listed = 0;
  for (const company of await listCompanies(db)) listed += await getCompanyList({ db, ...deps }, company);
  return { listed };
}
