import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { addDays, addMonths } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { abandonedDays, destructionOf, isDueForDestruction, type RetentionPolicy } from '#rules/retention.ts';
import type { CompaniesTable } from '../database/foundation-tables.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import { type Candidate, lengthenKeeping, listDue, listedClients, readCandidates, unlist } from './store.ts';

/** Clients of one transaction: on the embedded database everyone waits for it. */
const clientsPerBatch = 500;

/** The least that any law here wants; nobody is looked at before. */
const leastYears = 5;

const nobody = '00000000-0000-0000-0000-000000000000';

type Company = Pick<CompaniesTable, 'id' | 'time_zone' | 'regulated_in'> & {
  policy: { retentionYears: number };
};

const policyOf = ({ regulated_in, policy }: Company): RetentionPolicy => ({
  years: policy.retentionYears,
  regulatedIn: regulated_in,
});

/**
 * What a client is due as on a day; undefined while something keeps it. Who is a party of another client is kept with that one. A hold
 * and nothing else look the same from outside. Source: domain 6.
 */
export function dueAs(client: Candidate, policy: RetentionPolicy, on: string) {
  const destruction = destructionOf(client, policy);
  if (destruction === undefined || client.isParty) return undefined;
  const isDue = isDueForDestruction({
    retainUntil: destruction.keptUntil,
    on,
    legalHold: client.isHeld,
    suspicionOpen: false,
  });
  return isDue ? destruction : undefined;
}

async function listOfCompany(db: Kysely<Schema>, company: Company, now: Date): Promise<number> {
  const { id: companyId, time_zone: timeZone } = company;
  const on = companyDay(now, timeZone);
  const policy = policyOf(company);
  let listed = 0;
  // First what is on the list and should not be any more.
  await asTenant(db, companyId, async (trx) => {
    const standing = await listedClients(trx, companyId, timeZone);
    await unlist(
      trx,
      standing.filter((client) => dueAs(client, policy, on) === undefined).map(({ id }) => id),
    );
  });
  for (let after = nobody; ; ) {
    const batch = await asTenant(db, companyId, async (trx) => {
      const candidates = await readCandidates(trx, {
        companyId,
        timeZone,
        endedBefore: addMonths(on, -12 * leastYears),
        touchedBefore: addDays(on, -abandonedDays),
        after,
        limit: clientsPerBatch,
      });
      const judged = candidates.map((client) => ({ client, destruction: destructionOf(client, policy) }));
      await lengthenKeeping(
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
 * Lists what each company has to destroy: clients whose last day of keeping has passed, and drafts that were never taken on. Days of
 * keeping grow on the way where the policy or a later transaction makes them; what is no longer due leaves the list. Running it twice
 * lists nothing twice.
 */
export async function listDestructions(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ listed: number }> {
  const companies = await asJobs(db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone', 'regulated_in', 'policy']).execute(),
  );
  let listed = 0;
  for (const company of companies) listed += await listOfCompany(db, company, deps.now());
  return { listed };
}
