import { CompiledQuery, type Transaction } from 'kysely';
import type { Schema } from '#api/kernel/database/tables/schema.ts';

/** A node of a query plan as `EXPLAIN (FORMAT JSON)` prints it, as far as tests read it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Alias?: string;
  Plans?: PlanNode[];
}

type Explained = { 'QUERY PLAN': { Plan: PlanNode }[] };

/** The plan in rows returned by `EXPLAIN (FORMAT JSON)`. Throws if there is none. */
export function planIn(rows: readonly unknown[]): PlanNode {
  const plan = (rows as Explained[])[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('There is no plan.');
  return plan;
}

/** Plan of a query with the rights of the transaction's role. Throws if the query fails. */
export async function explain(
  trx: Transaction<Schema>,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<PlanNode> {
  const { rows } = await trx.executeQuery(
    CompiledQuery.raw(`EXPLAIN (FORMAT JSON, COSTS OFF) ${sql}`, [...parameters]),
  );
  return planIn(rows);
}

/** A node and all below it. */
export const getNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(getNodes)];

/** Tables that are read sequentially. */
export const sequentialScans = (plan: PlanNode): string[] =>
  getNodes(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '');
