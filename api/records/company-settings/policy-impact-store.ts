import { sql } from 'kysely';
import { formatNumber } from '#rules/format/numbers.ts';
import { openRequestStatuses } from '#rules/lifecycles/checks.ts';
import type { PolicyImpact } from '#rules/policies.ts';
import { countUpTo, maxCounted } from '../../kernel/database/keyset.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

function formatCount(count: number): string {
  return count > maxCounted ? `more than ${formatNumber(maxCounted)}` : formatNumber(count);
}

/** Counts of records that a changed policy can affect. One statement, each count capped. */
export async function readPolicyImpact(trx: Trx): Promise<PolicyImpact> {
  const counted = (from: ReturnType<typeof sql>) => sql`(${countUpTo(sql`SELECT FROM ${from}`)})`;
  const { rows } = await sql<Record<keyof PolicyImpact, number>>`SELECT
    ${counted(sql`clients WHERE next_review_due_on IS NOT NULL`)} AS "reviewsDated",
    ${counted(sql`clients WHERE retain_until IS NOT NULL`)} AS "keptUntil",
    ${counted(sql`risk_assessments WHERE status = 'submitted'`)} AS "awaitingApproval",
    ${counted(sql`risk_assessments WHERE status = 'approved' AND override IS NOT NULL`)} AS "overridesRunning",
    ${counted(sql`document_requests WHERE status IN ${literals(openRequestStatuses)}`)}
      AS "requestsOpen"`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('Counting returned no result.');
  return {
    reviewsDated: formatCount(row.reviewsDated),
    keptUntil: formatCount(row.keptUntil),
    awaitingApproval: formatCount(row.awaitingApproval),
    overridesRunning: formatCount(row.overridesRunning),
    requestsOpen: formatCount(row.requestsOpen),
  };
}
