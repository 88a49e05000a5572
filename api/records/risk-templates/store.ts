import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { TemplateVersionStatus } from '#rules/lifecycles/risk.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { lockName } from '../../kernel/database/named-locks-store.ts';
import type {
  RiskTemplatesTable,
  RiskTemplateVersionsTable,
} from '../../kernel/database/tables/risk-tables.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { everyStamp, recordStore } from '../../kernel/records/record-store.ts';
import type { StoredContent } from './content.ts';

export interface TemplateRow {
  id: string;
  version: number;
  name: string;
  resource_type: ResourceType;
  is_default: boolean;
  archived_at: string | null;
  /** Number of assessments with any of its versions. */
  uses: number;
  /** Name of the last editor. */
  updated_by_name: string;
}

export interface VersionRow {
  id: string;
  template_id: string;
  number: number;
  status: TemplateVersionStatus;
  change_note: string | null;
  published_at: string | null;
  published_by: string | null;
  published_by_name: string | null;
  content_hash: string;
  questions: number;
}

const getUses = (eb: ExpressionBuilder<Schema & { t: RiskTemplatesTable }, 't'>) =>
  eb
    .selectFrom('risk_assessments as a')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .whereRef('a.company_id', '=', 't.company_id')
    .whereRef('a.template_id', '=', 't.id');

function selectTemplates(trx: Trx) {
  return trx
    .selectFrom('risk_templates as t')
    .innerJoin('members as m', 'm.id', 't.updated_by')
    .select([
      't.id',
      't.version',
      't.name',
      't.resource_type',
      't.is_default',
      't.archived_at',
      'm.name as updated_by_name',
    ])
    .select((eb) => sql<number>`${getUses(eb)}`.as('uses'));
}

/** Templates of the transaction's company: the default of each type first, then by name. */
export function listTemplateRows(
  trx: Trx,
  { resourceType, archived }: { resourceType?: ResourceType | undefined; archived: boolean },
): Promise<TemplateRow[]> {
  let query = selectTemplates(trx).where('t.archived_at', archived ? 'is not' : 'is', null);
  if (resourceType !== undefined) query = query.where('t.resource_type', '=', resourceType);
  return query
    .orderBy('t.resource_type', 'desc')
    .orderBy('t.is_default', 'desc')
    .orderBy(sql`t.name COLLATE "C"`)
    .orderBy('t.id')
    .execute();
}

/** A template of the company, or null. */
export async function readTemplateRow(trx: Trx, id: string): Promise<TemplateRow | null> {
  return (await selectTemplates(trx).where('t.id', '=', id).executeTakeFirst()) ?? null;
}

export const templates = recordStore({
  table: 'risk_templates',
  noun: 'template',
  read: readTemplateRow,
  stamps: everyStamp,
});

/** Columns of `VersionRow`: a version `v` without its content, with its publisher `p`. */
export const versionColumns = [
  'v.id',
  'v.template_id',
  'v.number',
  'v.status',
  'v.change_note',
  'v.published_at',
  'v.published_by',
  'p.name as published_by_name',
  'v.content_hash',
  'v.questions',
] as const;

/** The versions of these templates without their contents, newest first. */
export function readVersionRows(trx: Trx, templateIds: readonly string[]): Promise<VersionRow[]> {
  if (templateIds.length === 0) return Promise.resolve([]);
  return trx
    .selectFrom('risk_template_versions as v')
    .leftJoin('members as p', 'p.id', 'v.published_by')
    .select(versionColumns)
    .where('v.template_id', 'in', [...templateIds])
    .orderBy('v.number', 'desc')
    .execute();
}

/** Content of a version, or null. */
export async function readContent(trx: Trx, versionId: string): Promise<TemplateContent | null> {
  const row = await trx
    .selectFrom('risk_template_versions')
    .select('content')
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Serialises changes of a type's default template until the transaction ends. */
export async function lockDefaultTemplate(
  trx: Trx,
  companyId: string,
  resourceType: ResourceType,
): Promise<void> {
  await lockName(trx, `default template of ${resourceType} of ${companyId}`, 'alone');
}

/** Whether the company has a default template for a type. */
export async function hasDefault(trx: Trx, resourceType: ResourceType): Promise<boolean> {
  const row = await trx
    .selectFrom('risk_templates')
    .select('id')
    .where('resource_type', '=', resourceType)
    .where('is_default', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the default from its current template. The version stays, because its editable content is unchanged. */
export async function clearDefault(trx: Trx, resourceType: ResourceType): Promise<void> {
  await trx
    .updateTable('risk_templates')
    .set({ is_default: false })
    .where('resource_type', '=', resourceType)
    .where('is_default', '=', true)
    .execute();
}

/** Adds a starter template; false if the company already has it. */
export async function insertStarter(trx: Trx, row: Insertable<RiskTemplatesTable>): Promise<boolean> {
  const added = await trx
    .insertInto('risk_templates')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function insertVersion(trx: Trx, row: Insertable<RiskTemplateVersionsTable>): Promise<void> {
  await trx.insertInto('risk_template_versions').values(row).execute();
}

export async function updateDraft(trx: Trx, versionId: string, content: StoredContent): Promise<void> {
  await trx
    .updateTable('risk_template_versions')
    .set({ ...content })
    .where('id', '=', versionId)
    .execute();
}

export async function deleteDraft(trx: Trx, versionId: string): Promise<void> {
  await trx
    .deleteFrom('risk_template_versions')
    .where('id', '=', versionId)
    .where('status', '=', 'draft')
    .execute();
}

/** Retires the published version, if any, and publishes the draft. */
export async function publishDraft(
  trx: Trx,
  draft: { id: string; templateId: string; changeNote: string; at: string; by: string },
): Promise<void> {
  await trx
    .updateTable('risk_template_versions')
    .set({ status: 'retired' })
    .where('template_id', '=', draft.templateId)
    .where('status', '=', 'published')
    .execute();
  await trx
    .updateTable('risk_template_versions')
    .set({
      status: 'published',
      change_note: draft.changeNote,
      published_at: draft.at,
      published_by: draft.by,
    })
    .where('id', '=', draft.id)
    .execute();
}

/** An assessment in force as the impact needs it. */
export interface CurrentRow {
  id: string;
  resource_id: string;
  answers: RiskTemplateAnswers;
  score_tenths: number;
  computed_level: 'low' | 'medium' | 'high';
  override: Schema['risk_assessments']['override']['__select__'];
}

type RiskTemplateAnswers = Schema['risk_assessments']['answers']['__select__'];

/** Current assessments with a template, by id, after a given id. */
export async function currentAssessments(
  trx: Trx,
  { templateId, after, limit }: { templateId: string; after: string | undefined; limit: number },
): Promise<CurrentRow[]> {
  let query = trx
    .selectFrom('risk_assessments')
    .select(['id', 'resource_id', 'answers', 'score_tenths', 'computed_level', 'override'])
    .where('template_id', '=', templateId)
    .where('status', '=', 'approved');
  if (after !== undefined) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(limit).execute()) as CurrentRow[];
}
