import type { Selectable } from 'kysely';
import type { ActivityTables } from '../../kernel/database/tables/activity-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

type StatementTable = 'non_cooperation_records' | 'property_arrangements';
/** Columns that every table of statements has. */
type SharedColumn = keyof ActivityTables[StatementTable];
type ValueColumns<Table extends StatementTable> = Omit<Selectable<ActivityTables[Table]>, SharedColumn>;

/** A statement that was not withdrawn. */
export type PartyStatement<Values> = Values & {
  id: string;
  clientId: string;
  name: string;
  at: string;
  by: { id: string; name: string };
};

interface NewStatement<Values> {
  companyId: string;
  id: string;
  activityId: string;
  clientId: string;
  values: Values;
  at: string;
  by: string;
}

/** Statements about parties of activities, in a table of their own. */
export interface StatementStore<Values> {
  /** Statements of an activity that were not withdrawn, oldest first: at most one a client. */
  read(trx: Trx, activityId: string): Promise<PartyStatement<Values>[]>;
  insert(trx: Trx, statement: NewStatement<Values>): Promise<void>;
  /** Withdraws a statement of an activity that the transaction has locked. */
  end(
    trx: Trx,
    id: string,
    withdrawal: { withdrawn_at: string; withdrawn_by: string; withdrawal_reason: string },
  ): Promise<void>;
}

/** Values of a statement by their names. */
type StatementValues<
  Table extends StatementTable,
  Columns extends Record<string, keyof ValueColumns<Table>>,
> = {
  -readonly [Name in keyof Columns]: ValueColumns<Table>[Columns[Name]];
};

/** Declares the store of a table. `columns`: column of each of a statement's values, in the order of the table. */
function statementStore<
  Table extends StatementTable,
  const Columns extends Record<string, keyof ValueColumns<Table> & string>,
>(ownTable: Table, columns: Columns): StatementStore<StatementValues<Table, Columns>> {
  const table: StatementTable = ownTable;
  const named = Object.entries<string>(columns);
  return {
    async read(trx, activityId) {
      const rows = await trx
        .selectFrom(trx.dynamic.table(table).as('r'))
        .innerJoin('clients as c', (join) =>
          join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.client_id'),
        )
        .innerJoin('members as m', 'm.id', 'r.recorded_by')
        .select([
          'r.id',
          'r.client_id',
          'c.display_name',
          ...named.map(([, column]) => trx.dynamic.ref(`r.${column}`)),
          'r.recorded_at',
          'r.recorded_by',
          'm.name as recorder_name',
        ])
        .where('r.activity_id', '=', activityId)
        .where('r.withdrawn_at', 'is', null)
        .orderBy('r.id')
        .execute();
      return rows.map((row) => {
        const values: Record<string, unknown> = row;
        return {
          id: row.id,
          clientId: row.client_id,
          name: row.display_name,
          ...(Object.fromEntries(named.map(([name, column]) => [name, values[column]])) as StatementValues<
            Table,
            Columns
          >),
          at: row.recorded_at,
          by: { id: row.recorded_by, name: row.recorder_name },
        };
      });
    },
    async insert(trx, { companyId, id, activityId, clientId, values, at, by }) {
      await trx
        .insertInto(table)
        .values({
          company_id: companyId,
          id,
          activity_id: activityId,
          client_id: clientId,
          ...Object.fromEntries(named.map(([name, column]) => [column, values[name]])),
          recorded_at: at,
          recorded_by: by,
        })
        .execute();
    },
    async end(trx, id, withdrawal) {
      await trx.updateTable(table).set(withdrawal).where('id', '=', id).execute();
    },
  };
}

export const nonCooperationStore = statementStore('non_cooperation_records', {
  steps: 'steps',
  difficulties: 'difficulties',
  reportConsidered: 'report_considered',
});

export const arrangementsStore = statementStore('property_arrangements', {
  participant: 'participant',
  responsibilities: 'responsibilities',
  agreedOn: 'agreed_on',
  cddDoneOn: 'cdd_done_on',
  receivedOn: 'received_on',
});
