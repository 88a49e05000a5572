import type { Transaction } from 'kysely';
import type { SourceFacts } from '#rules/cdd-rule-packs/facts.ts';
import type { FindingContents } from '#rules/cdd-rule-packs/findings.ts';
import { type CountedLine, evidenceByLines, type SourceTargets } from '#rules/source-of-funds/coverage.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { allFundsLines, type FundsLineRow } from './store.ts';

type Trx = Transaction<Schema>;

/** Maps a line to the input of coverage. */
export function toCountedLine(row: FundsLineRow): CountedLine {
  const { activity_id: id, activity_value: amount, activity_currency: currency } = row;
  return {
    of: row.source_of,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    activity:
      id === null
        ? null
        : { id, value: amount === null || amount === 0 || currency === null ? null : { amount, currency } },
  };
}

/** Recorded values that clients' lines must explain, by client. */
export async function readTargets(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, SourceTargets>> {
  const rows = await trx
    .selectFrom('client_findings')
    .select(['client_id', 'content'])
    .where('client_id', 'in', [...clientIds])
    .where('subject', '=', 'sourceValue')
    .execute();
  return new Map(
    rows.map(({ client_id, content }) => {
      const { wealth, funds, currency } = content as FindingContents['sourceValue'];
      const money = (amount: number | null) => (amount === null ? null : { amount, currency });
      return [client_id, { wealth: money(wealth), funds: money(funds) }];
    }),
  );
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
  const withLines = [...new Set(rows.map(({ client_id }) => client_id))];
  const targets = await readTargets(trx, withLines);
  const tolerance = await readTolerance(trx, companyId);
  return new Map(
    withLines.map((clientId) => {
      const lines = rows.filter(({ client_id }) => client_id === clientId).map(toCountedLine);
      const by = (of: 'wealth' | 'funds') =>
        evidenceByLines(lines, targets.get(clientId) ?? {}, of, tolerance);
      return [clientId, { wealth: by('wealth'), funds: by('funds') }];
    }),
  );
}
