import { sql } from 'kysely';
import { endedClientStatuses } from '#rules/lifecycles/clients.ts';
import type { RegisterFacts } from '#rules/registers/register-changes.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { StoredGraph } from '../../../kernel/database/tables/stored-ownership.ts';
import { isEnrolledForCheck } from '../../../records/worklists/enrolment-store.ts';
import type { FreeRegister } from './register-snapshot.ts';

/** A verified business whose register is due to be checked again. */
export interface DueMonitoring {
  id: string;
  client_id: string;
  failures: number | null;
}

/**
 * Verified businesses due for a register check, each by its latest verification, longest overdue first; excludes those
 * whose worklist omits the check.
 * @param verifiedBefore instant; a business not checked since verification is due if it was verified before this.
 */
export function getDueMonitoring(
  trx: Trx,
  { now, verifiedBefore, limit }: { now: string; verifiedBefore: string; limit: number },
): Promise<DueMonitoring[]> {
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
    .where('c.status', 'not in', endedClientStatuses)
    .where(isEnrolledForCheck('registry', { companyId: sql.ref('c.company_id'), id: sql.ref('c.id') }))
    .where((eb) =>
      eb.or([
        eb('w.next_ask_at', '<=', now),
        eb.and([eb('w.verification_id', 'is', null), eb('v.decided_at', '<=', verifiedBefore)]),
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

/** The register that monitors a business, and its last response; null before the first check. */
export async function readMonitoring(
  trx: Trx,
  verificationId: string,
): Promise<{ registry: FreeRegister; number: string; seen: RegisterFacts } | null> {
  const row = await trx
    .selectFrom('register_watches')
    .select(['registry', 'number', 'seen'])
    .where('verification_id', '=', verificationId)
    .executeTakeFirst();
  return row ?? null;
}

/** The tree of a verification. */
export async function readGraph(trx: Trx, verificationId: string): Promise<StoredGraph> {
  const { graph } = await trx
    .selectFrom('business_verifications')
    .select('graph')
    .where('id', '=', verificationId)
    .executeTakeFirstOrThrow();
  return graph;
}

/** Saves a register's response, and the time of the next check. */
export async function saveMonitoredState(
  trx: Trx,
  watch: { companyId: string; id: string; clientId: string; registry: FreeRegister; number: string },
  found: { seen: RegisterFacts; failures: number; at: string; nextAt: string },
): Promise<void> {
  const columns = {
    seen: JSON.stringify(found.seen),
    failures: found.failures,
    asked_at: found.at,
    next_ask_at: found.nextAt,
  };
  await trx
    .insertInto('register_watches')
    .values({
      company_id: watch.companyId,
      verification_id: watch.id,
      client_id: watch.clientId,
      registry: watch.registry,
      number: watch.number,
      ...columns,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'verification_id']).doUpdateSet(columns))
    .execute();
}

/** Companies with register monitoring: with an active subscription, not restricted; with the rights of jobs. */
export async function monitoredCompanies(trx: Trx): Promise<string[]> {
  const rows = await trx
    .selectFrom('companies')
    .select('id')
    .where('access_restricted', '=', false)
    .where('subscription_active', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
