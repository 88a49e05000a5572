import type { Transaction, Updateable } from 'kysely';
import type { CddLevel } from '#rules/client-types.ts';
import type { PepOf } from '#rules/politically-exposed.ts';
import type { ClientsTable, StoredCddReason } from '../database/client-tables.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** What a client's record keeps of its lifecycles besides what every screen shows. */
export interface Standing {
  relationshipEndedOn: string | null;
  exception: { reason: string; endsOn: string; by: string } | null;
  /** Whose relative or close associate the client is, where that is known. */
  pepOf: PepOf | null;
  /** An individual's identity stands verified, whatever else of due diligence is left. */
  identityVerified: boolean;
}

/** The standing of a client of the transaction's company, or null. */
export async function readStanding(trx: Trx, clientId: string): Promise<Standing | null> {
  const row = await trx
    .selectFrom('clients as c')
    .leftJoin('members as m', 'm.id', 'c.cdd_exception_by')
    .select([
      'c.cdd_status',
      'c.pep_of',
      'c.relationship_ended_on',
      'c.cdd_exception_reason',
      'c.cdd_exception_ends_on',
      'm.name as exception_by',
      (on) =>
        on
          .exists(
            on
              .selectFrom('individual_verifications as v')
              .select('v.id')
              .whereRef('v.company_id', '=', 'c.company_id')
              .whereRef('v.client_id', '=', 'c.id')
              .where('v.status', '=', 'verified'),
          )
          .as('identity_verified'),
    ])
    .where('c.id', '=', clientId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { cdd_exception_reason: reason, cdd_exception_ends_on: endsOn } = row;
  const stands = row.cdd_status === 'exceptionApproved' && reason !== null && endsOn !== null;
  return {
    relationshipEndedOn: row.relationship_ended_on,
    exception: stands ? { reason, endsOn, by: row.exception_by ?? '' } : null,
    pepOf: row.pep_of,
    identityVerified: Boolean(row.identity_verified),
  };
}

/** Columns that moving a client on writes. */
export type StandingColumns = Pick<
  Updateable<ClientsTable>,
  | 'status'
  | 'cdd_status'
  | 'relationship_started_on'
  | 'relationship_ended_on'
  | 'retain_until'
  | 'cdd_exception_reason'
  | 'cdd_exception_ends_on'
  | 'cdd_exception_by'
  | 'pep_status'
  | 'pep_of'
>;

/** Writes to a client that the transaction has locked, and counts its version up. */
export async function changeStanding(
  trx: Trx,
  change: {
    companyId: string;
    id: string;
    version: number;
    columns: StandingColumns;
    at: string;
    by: string;
  },
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ ...change.columns, version: change.version + 1, updated_at: change.at, updated_by: change.by })
    .where('company_id', '=', change.companyId)
    .where('id', '=', change.id)
    .execute();
}

/** Why the level of due diligence on record applies, as it was found when it was last written. */
export async function readKeptLevel(trx: Trx, clientId: string): Promise<StoredCddReason[]> {
  const row = await trx
    .selectFrom('clients')
    .select('cdd_reasons')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  return row.cdd_reasons;
}

/** Writes the level of due diligence that applies, and why. */
export async function writeLevel(
  trx: Trx,
  clientId: string,
  { level, reasons }: { level: CddLevel; reasons: readonly StoredCddReason[] },
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ cdd_level: level, cdd_reasons: JSON.stringify(reasons) })
    .where('id', '=', clientId)
    .execute();
}
