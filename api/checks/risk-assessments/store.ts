import { type Insertable, sql, type Updateable } from 'kysely';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { DecisionFacts } from '#rules/decisions/decision-facts.ts';
import type { AssessmentStatus } from '#rules/lifecycles/risk.ts';
import { editableAssessmentStatuses } from '#rules/lifecycles/risk.ts';
import type { Answer } from '#rules/risk/answers.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import type { CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import type {
  RiskAssessmentsTable,
  StoredOverride,
  StoredScore,
} from '../../kernel/database/tables/risk-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { type VersionRow, versionColumns } from '../../records/risk-templates/store.ts';

/** An assessment with the names of its referenced members and template version. */
export interface AssessmentRow {
  id: string;
  version: number;
  resource_type: ResourceType;
  resource_id: string;
  template_id: string;
  template_version_id: string;
  status: AssessmentStatus;
  answers: Answer[];
  relied_on: DecisionFacts | null;
  scored: StoredScore | null;
  score_tenths: number | null;
  computed_level: RiskLevel | null;
  prohibited: boolean;
  override: StoredOverride | null;
  override_by: string | null;
  override_by_name: string | null;
  final_level: RiskLevel | null;
  assessed_by: string;
  assessed_by_name: string;
  /** The membership that the assessor has today. */
  assessor_present_id: string;
  submitted_at: string | null;
  approved_by: string | null;
  approved_by_name: string | null;
  approved_at: string | null;
  decided_by_one: boolean;
  lowered_by_one_at: string | null;
  return_reason: string | null;
  void_reason: string | null;
  next_review_due_on: string | null;
  supersedes_id: string | null;
  created_at: string;
  updated_at: string;
  updated_by_name: string;
  template_name: string;
}

function selectAssessments(trx: Trx) {
  return trx
    .selectFrom('risk_assessments as a')
    .innerJoin('risk_templates as t', (join) =>
      join.onRef('t.company_id', '=', 'a.company_id').onRef('t.id', '=', 'a.template_id'),
    )
    .innerJoin('members as assessor', 'assessor.id', 'a.assessed_by')
    .innerJoin('members as updater', 'updater.id', 'a.updated_by')
    .leftJoin('members as approver', 'approver.id', 'a.approved_by')
    .leftJoin('members as overrider', 'overrider.id', 'a.override_by')
    .select([
      'a.id',
      'a.version',
      'a.resource_type',
      'a.resource_id',
      'a.template_id',
      'a.template_version_id',
      'a.status',
      'a.answers',
      'a.relied_on',
      'a.scored',
      'a.score_tenths',
      'a.computed_level',
      'a.prohibited',
      'a.override',
      'a.override_by',
      'overrider.name as override_by_name',
      'a.final_level',
      'a.assessed_by',
      'assessor.name as assessed_by_name',
      sql<string>`present_member(a.assessed_by)`.as('assessor_present_id'),
      'a.submitted_at',
      'a.approved_by',
      'approver.name as approved_by_name',
      'a.approved_at',
      'a.decided_by_one',
      'a.lowered_by_one_at',
      'a.return_reason',
      'a.void_reason',
      'a.next_review_due_on',
      'a.supersedes_id',
      'a.created_at',
      'a.updated_at',
      'updater.name as updated_by_name',
      't.name as template_name',
    ]);
}

/** An assessment of the transaction's company, or null. `lock`: locks the row until the transaction ends. */
export async function readAssessmentRow(trx: Trx, id: string, lock = false): Promise<AssessmentRow | null> {
  const query = selectAssessments(trx).where('a.id', '=', id);
  return (await (lock ? query.forUpdate('a') : query).executeTakeFirst()) ?? null;
}

/** The assessment in force of a resource, or null. */
export async function readCurrentRow(
  trx: Trx,
  resourceType: ResourceType,
  resourceId: string,
): Promise<AssessmentRow | null> {
  const row = await selectAssessments(trx)
    .where('a.resource_type', '=', resourceType)
    .where('a.resource_id', '=', resourceId)
    .where('a.status', '=', 'approved')
    .executeTakeFirst();
  return row ?? null;
}

/** The level of the assessment of a resource that was in force last and is void since; null if the last one is not void, or none was. */
export async function readVoidedLevel(
  trx: Trx,
  resourceType: ResourceType,
  resourceId: string,
): Promise<RiskLevel | null> {
  const last = await trx
    .selectFrom('risk_assessments')
    .select(['status', 'final_level'])
    .where('resource_type', '=', resourceType)
    .where('resource_id', '=', resourceId)
    .where('approved_at', 'is not', null)
    .orderBy('approved_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last?.status === 'void' ? last.final_level : null;
}

/** Assessments of a record that are submitted or approved, with the facts that they relied on. */
export function readSubmittedIds(
  trx: Trx,
  resourceType: ResourceType,
  resourceId: string,
): Promise<{ id: string; relied_on: DecisionFacts | null }[]> {
  return trx
    .selectFrom('risk_assessments')
    .select(['id', 'relied_on'])
    .where('resource_type', '=', resourceType)
    .where('resource_id', '=', resourceId)
    .where('status', 'in', ['submitted', 'approved'])
    .orderBy('id')
    .execute();
}

/** A line of a list of assessments. */
export interface SummaryRow {
  id: string;
  status: AssessmentStatus;
  template_name: string;
  score_tenths: number | null;
  computed_level: RiskLevel | null;
  override: StoredOverride | null;
  final_level: RiskLevel | null;
  assessed_by: string;
  assessed_by_name: string;
  approved_by: string | null;
  approved_by_name: string | null;
  approved_at: string | null;
  submitted_at: string | null;
  next_review_due_on: string | null;
  created_at: string;
}

/** Assessments of a resource, newest first, before an id; without answers and explanations. */
export function listAssessmentRows(
  trx: Trx,
  resource: { resourceType: ResourceType; resourceId: string },
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<SummaryRow[]> {
  let query = trx
    .selectFrom('risk_assessments as a')
    .innerJoin('risk_templates as t', (join) =>
      join.onRef('t.company_id', '=', 'a.company_id').onRef('t.id', '=', 'a.template_id'),
    )
    .innerJoin('members as assessor', 'assessor.id', 'a.assessed_by')
    .leftJoin('members as approver', 'approver.id', 'a.approved_by')
    .select([
      'a.id',
      'a.status',
      't.name as template_name',
      'a.score_tenths',
      'a.computed_level',
      'a.override',
      'a.final_level',
      'a.assessed_by',
      'assessor.name as assessed_by_name',
      'a.approved_by',
      'approver.name as approved_by_name',
      'a.approved_at',
      'a.submitted_at',
      'a.next_review_due_on',
      'a.created_at',
    ])
    .where('a.resource_type', '=', resource.resourceType)
    .where('a.resource_id', '=', resource.resourceId);
  if (before !== undefined) query = query.where('a.id', '<', before);
  return query.orderBy('a.id', 'desc').limit(limit).execute();
}

/** The newest draft or returned assessment of a resource, or null. */
export async function findOpenDraft(
  trx: Trx,
  resourceType: ResourceType,
  resourceId: string,
): Promise<string | null> {
  const row = await trx
    .selectFrom('risk_assessments')
    .select('id')
    .where('resource_type', '=', resourceType)
    .where('resource_id', '=', resourceId)
    .where('status', 'in', editableAssessmentStatuses)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function insertAssessment(trx: Trx, row: Insertable<RiskAssessmentsTable>): Promise<void> {
  await trx.insertInto('risk_assessments').values(row).execute();
}

/** Updates a locked assessment and increments its version. */
export async function updateAssessment(
  trx: Trx,
  { id, version }: { id: string; version: number },
  change: Updateable<RiskAssessmentsTable> & { updated_at: string },
): Promise<void> {
  await trx
    .updateTable('risk_assessments')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** A version of a template as assessments need it. */
export interface UsedVersion extends VersionRow {
  content: TemplateContent;
  template_name: string;
  resource_type: ResourceType;
  archived_at: string | null;
}

/** A version of the company by its id with its content, or null. */
export async function readUsedVersion(trx: Trx, versionId: string): Promise<UsedVersion | null> {
  const row = await selectVersions(trx).where('v.id', '=', versionId).executeTakeFirst();
  return row ?? null;
}

/** The published version of a template of the company that is not archived, or null. */
export async function readPublishedVersion(trx: Trx, templateId: string): Promise<UsedVersion | null> {
  const row = await selectVersions(trx)
    .where('v.template_id', '=', templateId)
    .where('v.status', '=', 'published')
    .where('t.archived_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

function selectVersions(trx: Trx) {
  return trx
    .selectFrom('risk_template_versions as v')
    .innerJoin('risk_templates as t', (join) =>
      join.onRef('t.company_id', '=', 'v.company_id').onRef('t.id', '=', 'v.template_id'),
    )
    .leftJoin('members as p', 'p.id', 'v.published_by')
    .select([...versionColumns, 'v.content', 't.name as template_name', 't.resource_type', 't.archived_at']);
}

export interface OfferedTemplate {
  id: string;
  name: string;
  isDefault: boolean;
  questions: number;
}

/** Templates available for a new assessment of a type: published and not archived, the default first, then by name. */
export function listOfferedTemplates(trx: Trx, resourceType: ResourceType): Promise<OfferedTemplate[]> {
  return trx
    .selectFrom('risk_templates as t')
    .innerJoin('risk_template_versions as v', (join) =>
      join
        .onRef('v.company_id', '=', 't.company_id')
        .onRef('v.template_id', '=', 't.id')
        .on('v.status', '=', 'published'),
    )
    .select(['t.id', 't.name', 't.is_default as isDefault', 'v.questions'])
    .where('t.resource_type', '=', resourceType)
    .where('t.archived_at', 'is', null)
    .orderBy('t.is_default', 'desc')
    .orderBy(sql`t.name COLLATE "C"`)
    .orderBy('t.id')
    .execute();
}

/** The company's policy. */
export async function readPolicy(trx: Trx, companyId: string): Promise<CompanyPolicy> {
  const { policy } = await trx
    .selectFrom('companies')
    .select('policy')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return policy;
}

/** Current assessments whose override's last day has passed and whose level is still the override's. */
export async function endedOverrides(trx: Trx, today: CalendarDate): Promise<string[]> {
  const rows = await trx
    .selectFrom('risk_assessments')
    .select('id')
    .where('status', '=', 'approved')
    .where('override', 'is not', null)
    .where(sql<boolean>`override ->> 'expiresOn' < ${today}`)
    .whereRef('final_level', '!=', 'computed_level')
    .execute();
  return rows.map(({ id }) => id);
}
