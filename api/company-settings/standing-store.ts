import { sql, type Transaction } from 'kysely';
import type { Standing } from '#rules/policies.ts';
import type { Schema } from '../database/schema.ts';

/** Beyond it a figure says "more than". */
const countLimit = 10_000;

const figures = new Intl.NumberFormat('en-NZ');

function countText(count: number): string {
  return count > countLimit ? `more than ${figures.format(countLimit)}` : figures.format(count);
}

/** How much stands in the company that a changed policy could be thought to touch. One statement, each count capped. */
export async function readStanding(trx: Transaction<Schema>): Promise<Standing> {
  const counted = (from: ReturnType<typeof sql>) =>
    sql`(SELECT count(*)::integer FROM (SELECT 1 FROM ${from} LIMIT ${countLimit + 1}) AS counted)`;
  const { rows } = await sql<Record<keyof Standing, number>>`SELECT
    ${counted(sql`clients WHERE next_review_due_on IS NOT NULL`)} AS "reviewsDated",
    ${counted(sql`clients WHERE retain_until IS NOT NULL`)} AS "keptUntil",
    ${counted(sql`risk_assessments WHERE status = 'submitted'`)} AS "awaitingApproval",
    ${counted(sql`risk_assessments WHERE status = 'approved' AND override IS NOT NULL`)} AS "overridesRunning",
    ${counted(sql`document_requests WHERE status IN ('sent', 'opened', 'partlySubmitted', 'submitted', 'changesRequested')`)}
      AS "requestsOpen"`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('Counting answered nothing.');
  return {
    reviewsDated: countText(row.reviewsDated),
    keptUntil: countText(row.keptUntil),
    awaitingApproval: countText(row.awaitingApproval),
    overridesRunning: countText(row.overridesRunning),
    requestsOpen: countText(row.requestsOpen),
  };
}
