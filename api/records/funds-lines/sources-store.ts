import { type RawBuilder, sql } from 'kysely';
import type { SourceFacts } from '#rules/cdd-rule-packs/facts.ts';
import type { FindingContents } from '#rules/cdd-rule-packs/findings.ts';
import { finalActivityStatuses } from '#rules/lifecycles/activities.ts';
import { type CountedLine, evidenceByLines, type SourceTargets } from '#rules/source-of-funds/coverage.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { allFundsLines, type FundsLineRow } from './store.ts';

/** Maps a line to the input of coverage. */
export function toCountedLine(row: FundsLineRow): CountedLine {
  const { activityId: id, activityValue: amount, activityCurrency: currency } = row;
  return {
    of: row.of,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    activity:
      id === null
        ? null
        : { id, value: amount === null || amount === 0 || currency === null ? null : { amount, currency } },
  };
}

/** An activity's value in one currency, in minor units. */
export interface ActivityValue {
  reference: string;
  currency: string;
  amount: number;
}

/** The open activity of a client with the highest value in a currency, as JSON; the other party of one is no source of its money. */
const highestValue = (
  clientId: RawBuilder<string>,
  currency: RawBuilder<string>,
) => sql<ActivityValue | null>`(
  SELECT jsonb_build_object('reference', a.reference, 'currency', a.currency, 'amount', a.max_transaction_value)
    FROM activity_parties p JOIN activities a ON a.company_id = p.company_id AND a.id = p.activity_id
   WHERE p.client_id = ${clientId} AND p.capacity <> 'otherParty'
     AND a.status NOT IN ${literals(finalActivityStatuses)} AND a.currency = ${currency} AND a.max_transaction_value > 0
   ORDER BY a.max_transaction_value DESC, a.id LIMIT 1)`;

/**
 * Recorded values that clients' lines must explain, by client: at least the highest value of an open activity in the same currency, also where that
 * rose later.
 */
export async function readTargets(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, SourceTargets>> {
  const rows = await trx
    .selectFrom('client_findings as f')
    .select([
      'f.client_id',
      'f.content',
      highestValue(sql.ref('f.client_id'), sql`f.content ->> 'currency'`).as('highest'),
    ])
    .where('f.client_id', 'in', [...clientIds])
    .where('f.subject', '=', 'sourceValue')
    .execute();
  return new Map(
    rows.map(({ client_id, content, highest }) => {
      const { wealth, funds, currency } = content as FindingContents['sourceValue'];
      const money = (amount: number | null) =>
        amount === null ? null : { amount: Math.max(amount, highest?.amount ?? 0), currency };
      return [client_id, { wealth: money(wealth), funds: money(funds) }];
    }),
  );
}

/** The open activity of a client with the highest value in a currency; null if it has none. */
export async function readHighestValue(
  trx: Trx,
  clientId: string,
  currency: string,
): Promise<ActivityValue | null> {
  const { highest } = await trx
    .selectNoFrom(highestValue(sql`${clientId}::uuid`, sql`${currency}::text`).as('highest'))
    .executeTakeFirstOrThrow();
  return highest;
}

/** Percentage by which verified lines may fall short of a value, by the company's policy. */
export async function readTolerance(trx: Trx, companyId: string): Promise<number> {
  const { policy } = await trx
    .selectFrom('companies')
    .select('policy')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return policy.sourceTolerancePercent;
}

/** Evidence of both sources by the lines of each of these clients; a client without lines is not among them. */
export async function readSources(
  trx: Trx,
  companyId: string,
  clientIds: readonly string[],
): Promise<Map<string, SourceFacts>> {
  const rows = await allFundsLines(trx, { clientIds });
  if (rows.length === 0) return new Map();
  const withLines = [...new Set(rows.map((row) => row.clientId))];
  const targets = await readTargets(trx, withLines);
  const tolerance = await readTolerance(trx, companyId);
  return new Map(
    withLines.map((clientId) => {
      const lines = rows.filter((row) => row.clientId === clientId).map(toCountedLine);
      const by = (of: 'wealth' | 'funds') =>
        evidenceByLines(lines, targets.get(clientId) ?? {}, of, tolerance);
      return [clientId, { wealth: by('wealth'), funds: by('funds') }];
    }),
  );
}
