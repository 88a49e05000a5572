import { type SqlBool, sql } from 'kysely';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { DecisionFacts } from '#rules/decisions/decision-facts.ts';
import type { AssessmentStatus } from '#rules/lifecycles/risk.ts';
import type { ApprovedExposure } from '#rules/pep.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { StoredScore } from '../../kernel/database/tables/risk-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Facts of a record's current risk assessment for guards and rules. */
export interface AssessmentFacts {
  id: string;
  status: AssessmentStatus;
  finalLevel: RiskLevel | null;
  /** Level from the answers, before any override. */
  computedLevel: RiskLevel | null;
  prohibited: boolean;
  /** The strictest CDD level required by an answer. */
  cddLevel: StoredScore['cddLevel'] | null;
  /** Facts of the record that its answers relied on; null where that is not on record. */
  reliedOn: DecisionFacts | null;
  /** Political exposures that a senior manager approved with it; null if none did, or if they are not on record. */
  seniorApprovedFor: readonly ApprovedExposure[] | null;
}

/** Whether an assessment `r` can be the one that applies to its record: not a void or superseded one. */
export const canApply = sql<SqlBool>`r.status NOT IN ('void', 'superseded')`;

/** Place of an assessment `r` among those of its record; the newest of the first place applies. */
export const applicableOrder = sql<number>`CASE r.status WHEN 'approved' THEN 0 WHEN 'submitted' THEN 1 ELSE 2 END`;

/** The assessment that applies to a record: the approved one, else the most advanced one in progress. Null if there is none. */
export async function readCurrentAssessment(
  trx: Trx,
  resourceType: ResourceType,
  resourceId: string,
): Promise<AssessmentFacts | null> {
  return (await readCurrentAssessments(trx, resourceType, [resourceId])).get(resourceId) ?? null;
}

/** The assessments that apply to these records, by record; omits those without one. */
export async function readCurrentAssessments(
  trx: Trx,
  resourceType: ResourceType,
  resourceIds: readonly string[],
): Promise<Map<string, AssessmentFacts>> {
  const rows = await trx
    .selectFrom('risk_assessments as r')
    .distinctOn('r.resource_id')
    .select([
      'r.resource_id',
      'r.id',
      'r.status',
      'r.final_level',
      'r.computed_level',
      'r.prohibited',
      'r.scored',
      'r.relied_on',
      'r.senior_approved_for',
    ])
    .where('r.resource_type', '=', resourceType)
    .where('r.resource_id', 'in', [...resourceIds])
    .where(canApply)
    .orderBy('r.resource_id')
    .orderBy(applicableOrder)
    .orderBy('r.id', 'desc')
    .execute();
  return new Map(
    rows.map((row) => [
      row.resource_id,
      {
        id: row.id,
        status: row.status,
        finalLevel: row.final_level,
        computedLevel: row.computed_level,
        prohibited: row.prohibited,
        reliedOn: row.relied_on,
        cddLevel: row.scored?.cddLevel ?? null,
        seniorApprovedFor: row.senior_approved_for,
      },
    ]),
  );
}

/** Stores the political exposures that a senior manager approved with an assessment. */
export async function writeSeniorApproval(
  trx: Trx,
  assessmentId: string,
  exposures: readonly ApprovedExposure[],
): Promise<void> {
  await trx
    .updateTable('risk_assessments')
    .set({ senior_approved_for: JSON.stringify(exposures) })
    .where('id', '=', assessmentId)
    .execute();
}
