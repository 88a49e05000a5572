import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type {
  changeTemplate,
  createTemplate,
  listTemplates,
  publishTemplate,
  readTemplateImpact,
  saveTemplateDraft,
  Template,
  TemplateSummary,
} from '#contract/risk-templates.ts';
import { publishingBlockers } from '#rules/guards/template.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { draftProblems, templateProblems } from '#rules/risk/template-problems.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { readCountryLists } from '../country-lists/service.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { emptyContent, library, storedContent } from './content.ts';
import { differencesInWords } from './differences.ts';
import { impactOfDraft } from './impact.ts';
import { readSummary, readTemplateWhole, summaryOf } from './record.ts';
import {
  clearDefault,
  deleteDraft,
  hasDefault,
  insertTemplate,
  insertVersion,
  listTemplateRows,
  publishDraft,
  readContent,
  readTemplateRow,
  readVersionRows,
  type TemplateRow,
  takeTurnOnDefault,
  updateDraft,
  updateTemplate,
  type VersionRow,
} from './store.ts';

export interface TemplatesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;

/** A refusal about the form as a whole. */
function refused(sentence: string) {
  return refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
}

/** Sentences by field, each field's in order. */
function byField(problems: readonly { path: string; message: string }[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of problems) fields[path] = [...(fields[path] ?? []), message];
  return fields;
}

function refuseUnkeepable(content: TemplateContent, resourceType: ResourceType): void {
  const problems = draftProblems(content, resourceType);
  if (problems.length > 0) throw refuse('request.invalid', { fields: byField(problems) });
}

async function readBack(trx: Trx, id: string): Promise<Template> {
  const template = await readTemplateWhole(trx, id);
  if (template === null) throw new Error('A template that was just written cannot be read.');
  return template;
}

interface Locked {
  row: TemplateRow;
  versions: VersionRow[];
  draft: VersionRow | undefined;
  published: VersionRow | undefined;
}

/** The template, locked, as the form knew it; 404 where it is not the company's, 409 with what is kept where it has changed since. */
async function lockTemplate(trx: Trx, id: string, version: number): Promise<Locked> {
  const row = await readTemplateRow(trx, id, true);
  if (row === null) throw refuse('record.notFound');
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: `${row.updated_by_name} changed this template after you opened it. Compare both versions, then save yours again.`,
      current: await readBack(trx, id),
    });
  }
  const versions = await readVersionRows(trx, [id]);
  return {
    row,
    versions,
    draft: versions.find(({ status }) => status === 'draft'),
    published: versions.find(({ status }) => status === 'published'),
  };
}

function refuseArchived({ archived_at }: TemplateRow): void {
  if (archived_at !== null) throw refused('This template is archived. Bring it back first, then change it.');
}

/** GET /risk-templates. */
export function listTemplatesOf(
  deps: TemplatesDeps,
  { company }: MemberCaller,
  query: z.output<typeof listTemplates.query>,
): Promise<EndpointAnswer<typeof listTemplates>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const rows = await listTemplateRows(trx, query);
    const versions = await readVersionRows(
      trx,
      rows.map(({ id }) => id),
    );
    return {
      templates: rows.map((row) => summaryOf(row, versions)),
      library: library
        .filter(({ resourceType }) => query.resourceType === undefined || resourceType === query.resourceType)
        .map(({ key, name, description, resourceType, country, content }) => ({
          key,
          name,
          description,
          resourceType,
          country,
          questions: storedContent(content).questions,
        })),
    };
  });
}

/** GET /risk-templates/:id. */
export async function readTemplateOf(
  deps: TemplatesDeps,
  { company }: MemberCaller,
  id: string,
  versionId: string | undefined,
): Promise<Template> {
  const template = await asTenant(deps.db, company.id, (trx) => readTemplateWhole(trx, id, versionId));
  if (template === null) throw refuse('record.notFound');
  return template;
}

type NewTemplate = z.output<typeof createTemplate.body>;

/** What a new template starts from; refused beside the field where it is not there, or of another resource type. */
async function startingContent(trx: Trx, { from, resourceType }: NewTemplate): Promise<TemplateContent> {
  if (from.source === 'empty') return emptyContent;
  if (from.source === 'library') {
    const starter = library.find(({ key }) => key === from.key);
    if (starter?.resourceType !== resourceType) {
      throw refuse('request.invalid', { fields: { 'from.key': ['Choose a template from the library'] } });
    }
    return starter.content;
  }
  const template = await readTemplateWhole(trx, from.id);
  if (template?.resourceType !== resourceType) {
    throw refuse('request.invalid', { fields: { 'from.id': ['Choose one of your templates to copy'] } });
  }
  return template.shown.content;
}

/** POST /risk-templates. */
export function createTemplateOf(
  deps: TemplatesDeps,
  caller: MemberCaller,
  form: NewTemplate,
): Promise<Template> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: form, status: 201 }, async () => {
      const content = await startingContent(trx, form);
      const now = deps.now();
      const at = now.toISOString();
      const id = uuidv7({ msecs: now.getTime() });
      await insertTemplate(trx, {
        company_id: company.id,
        id,
        name: form.name,
        resource_type: form.resourceType,
        archived_at: null,
        starter_key: null,
        created_at: at,
        created_by: member.id,
        updated_at: at,
        updated_by: member.id,
      });
      await insertDraft(trx, caller, { templateId: id, number: 1, content, now });
      const template = await readBack(trx, id);
      await recordMemberEvent(trx, deps, caller, {
        action: 'template.created',
        resourceType: 'riskTemplate',
        resourceId: id,
        detail: { name: form.name, templateType: form.resourceType, from: form.from },
      });
      return template;
    }),
  );
}

async function insertDraft(
  trx: Trx,
  { company, member }: MemberCaller,
  draft: { templateId: string; number: number; content: TemplateContent; now: Date },
): Promise<void> {
  await insertVersion(trx, {
    ...storedContent(draft.content),
    company_id: company.id,
    id: uuidv7({ msecs: draft.now.getTime() }),
    template_id: draft.templateId,
    number: draft.number,
    status: 'draft',
    change_note: null,
    published_at: null,
    published_by: null,
    created_at: draft.now.toISOString(),
    created_by: member.id,
  });
}

/** PUT /risk-templates/:id/draft. An unfinished draft is kept; one that the editor could not show again is refused by field. */
export function saveDraftOf(
  deps: TemplatesDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof saveTemplateDraft.body>,
): Promise<Template> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const { row, versions, draft } = await lockTemplate(trx, id, form.version);
      refuseArchived(row);
      const content = form.content as TemplateContent;
      refuseUnkeepable(content, row.resource_type);
      const now = deps.now();
      const before = draft ?? versions[0];
      if (draft === undefined) {
        const number = (versions[0]?.number ?? 0) + 1;
        await insertDraft(trx, caller, { templateId: id, number, content, now });
      } else {
        await updateDraft(trx, draft.id, storedContent(content));
      }
      const at = now.toISOString();
      await updateTemplate(trx, { id, version: row.version, name: form.name, at, by: caller.member.id });
      const template = await readBack(trx, id);
      await recordMemberEvent(trx, deps, caller, {
        action: 'template.draftSaved',
        resourceType: 'riskTemplate',
        resourceId: id,
        detail: {
          number: template.shown.number,
          name: { before: row.name, after: form.name },
          contentHash: { before: before?.content_hash ?? null, after: template.shown.contentHash },
        },
      });
      return template;
    }),
  );
}

/** POST /risk-templates/:id/draft/discard. A template that was never published keeps its draft and goes to the archive. */
export function discardDraftOf(
  deps: TemplatesDeps,
  caller: MemberCaller,
  id: string,
  form: { version: number },
): Promise<TemplateSummary> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const { row, draft, published } = await lockTemplate(trx, id, form.version);
      refuseArchived(row);
      if (draft === undefined) throw refused('There is no draft to discard.');
      const at = deps.now().toISOString();
      if (published !== undefined) await deleteDraft(trx, draft.id);
      await updateTemplate(trx, {
        id,
        version: row.version,
        ...(published === undefined ? { archived_at: at } : {}),
        at,
        by: caller.member.id,
      });
      const summary = await readSummary(trx, id);
      await recordMemberEvent(trx, deps, caller, {
        action: published === undefined ? 'template.archived' : 'template.draftDiscarded',
        resourceType: 'riskTemplate',
        resourceId: id,
        detail: { number: draft.number, contentHash: draft.content_hash },
      });
      return summary;
    }),
  );
}

/** GET /risk-templates/:id/impact. 404 where there is no draft. */
export function readImpactOf(
  deps: TemplatesDeps,
  { company }: MemberCaller,
  id: string,
): Promise<EndpointAnswer<typeof readTemplateImpact>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readTemplateRow(trx, id);
    const versions = row === null ? [] : await readVersionRows(trx, [id]);
    const draft = versions.find(({ status }) => status === 'draft');
    const published = versions.find(({ status }) => status === 'published');
    const content = draft && (await readContent(trx, draft.id));
    if (row === null || !draft || !content) {
      throw refuse('record.notFound', {
        detail: 'There is no draft here whose publishing could change anything.',
      });
    }
    const score = prepareTemplate(content, await readCountryLists(trx, company, deps.now()));
    return {
      ...(await impactOfDraft(trx, { id, resourceType: row.resource_type }, score)),
      contentHash: draft.content_hash,
      differences: differencesInWords(published ? await readContent(trx, published.id) : null, content),
    };
  });
}

/** Refuses a draft that may not be published, each sentence beside its field. */
function refuseUnpublishable(
  content: TemplateContent,
  row: TemplateRow,
  draft: VersionRow,
  form: z.output<typeof publishTemplate.body>,
): void {
  const problems = templateProblems(content, row.resource_type);
  const blockers = publishingBlockers({
    problems,
    changeNote: form.changeNote,
    contentHash: draft.content_hash,
    impactSeenOf: form.seenContentHash,
  });
  if (blockers.length === 0) return;
  const fields = byField(
    blockers.map(({ text, fix }) => ({ path: fix.id ?? 'seenContentHash', message: text })),
  );
  throw refuse('request.invalid', { detail: blockers[0]?.text ?? '', fields });
}

/** POST /risk-templates/:id/publish: the draft takes the place of the published version, which is retired, in one transaction. */
export function publishTemplateOf(
  deps: TemplatesDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof publishTemplate.body>,
): Promise<Template> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const known = await readTemplateRow(trx, id);
      if (known === null) throw refuse('record.notFound');
      await takeTurnOnDefault(trx, company.id, known.resource_type);
      const { row, draft, published } = await lockTemplate(trx, id, form.version);
      refuseArchived(row);
      const content = draft && (await readContent(trx, draft.id));
      if (!draft || !content) throw refused('There is no draft to publish. Change the template first.');
      refuseUnpublishable(content, row, draft, form);
      const at = deps.now().toISOString();
      const becomesDefault =
        row.is_default || form.makeDefault || !(await hasDefault(trx, row.resource_type));
      await publishDraft(trx, {
        id: draft.id,
        templateId: id,
        changeNote: form.changeNote,
        at,
        by: member.id,
      });
      if (becomesDefault && !row.is_default) await clearDefault(trx, row.resource_type);
      await updateTemplate(trx, { id, version: row.version, is_default: becomesDefault, at, by: member.id });
      const template = await readBack(trx, id);
      await recordMemberEvent(trx, deps, caller, {
        action: 'template.published',
        resourceType: 'riskTemplate',
        resourceId: id,
        reason: form.changeNote,
        detail: {
          number: draft.number,
          contentHash: { before: published?.content_hash ?? null, after: draft.content_hash },
          isDefault: { before: row.is_default, after: becomesDefault },
        },
      });
      return template;
    }),
  );
}

type Change = z.output<typeof changeTemplate.body>;

/** What keeps a change from being made, as a sentence. */
function problemWithChange({ row, published }: Locked, change: Change['change']): string | undefined {
  switch (change) {
    case 'makeDefault':
      if (row.archived_at !== null) return 'This template is archived. Bring it back first.';
      if (published === undefined)
        return 'Publish this template first: new assessments use what is published.';
      return row.is_default ? 'This template is the default already.' : undefined;
    case 'archive':
      if (row.archived_at !== null) return 'This template is archived already.';
      return row.is_default
        ? 'New assessments use this template by default. Make another one the default first, then archive this one.'
        : undefined;
    case 'restore':
      return row.archived_at === null ? 'This template is not archived.' : undefined;
  }
}

const changeEvents = {
  makeDefault: 'template.madeDefault',
  archive: 'template.archived',
  restore: 'template.restored',
} as const;

/** POST /risk-templates/:id/changes. */
export function changeTemplateOf(
  deps: TemplatesDeps,
  caller: MemberCaller,
  id: string,
  form: Change,
): Promise<TemplateSummary> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const known = await readTemplateRow(trx, id);
      if (known === null) throw refuse('record.notFound');
      await takeTurnOnDefault(trx, company.id, known.resource_type);
      const locked = await lockTemplate(trx, id, form.version);
      const problem = problemWithChange(locked, form.change);
      if (problem !== undefined) throw refused(problem);
      const { row } = locked;
      const at = deps.now().toISOString();
      if (form.change === 'makeDefault') await clearDefault(trx, row.resource_type);
      await updateTemplate(trx, {
        id,
        version: row.version,
        ...(form.change === 'makeDefault'
          ? { is_default: true }
          : { archived_at: form.change === 'archive' ? at : null }),
        at,
        by: member.id,
      });
      const summary = await readSummary(trx, id);
      await recordMemberEvent(trx, deps, caller, {
        action: changeEvents[form.change],
        resourceType: 'riskTemplate',
        resourceId: id,
        detail: { name: row.name },
      });
      return summary;
    }),
  );
}
