import type { Selectable } from 'kysely';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { ClientsTable } from '../../kernel/database/tables/client-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

const clientColumns = [
  'id',
  'display_name',
  'status',
  'client_type',
  'individual',
  'business',
  'relationship_purpose',
  'pep_status',
  'sanctions_status',
  'risk_level',
  'current_risk_assessment_id',
  'next_review_due_on',
] as const;

/** Columns of a client relevant to its risk assessment. */
type AssessedClientRow = Pick<Selectable<ClientsTable>, (typeof clientColumns)[number]>;

/** A client of the transaction's company. `lock`: locks the row until the transaction ends. */
export function readAssessedClient(
  trx: Trx,
  id: string,
  { lock }: { lock: boolean },
): Promise<AssessedClientRow | undefined> {
  const query = trx.selectFrom('clients').select(clientColumns).where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Writes the risk of a client that the transaction has locked, and the day of its next review. */
export async function writeClientRisk(
  trx: Trx,
  id: string,
  risk: { currentAssessmentId: string | null; riskLevel: RiskLevel | null; nextReviewDueOn: string | null },
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({
      current_risk_assessment_id: risk.currentAssessmentId,
      risk_level: risk.riskLevel,
      next_review_due_on: risk.nextReviewDueOn,
    })
    .where('id', '=', id)
    .execute();
}

/** References and names of activities by id, of those that are the company's. */
export async function readActivityNames(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('activities')
    .select(['id', 'reference', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, reference, name }) => [id, `${reference} ${name}`]));
}

/** Writes the risk of an activity that the transaction has locked. */
export async function writeActivityRisk(
  trx: Trx,
  id: string,
  risk: { currentAssessmentId: string | null; riskLevel: RiskLevel | null },
): Promise<void> {
  await trx
    .updateTable('activities')
    .set({ current_risk_assessment_id: risk.currentAssessmentId, risk_level: risk.riskLevel })
    .where('id', '=', id)
    .execute();
}

/** Withdraws a senior manager's approval of an activity, if any, and increments the activity's version. */
export async function withdrawSeniorApproval(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('activities')
    .set((values) => ({
      senior_approved_by: null,
      senior_approved_at: null,
      version: values('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('senior_approved_by', 'is not', null)
    .execute();
}
