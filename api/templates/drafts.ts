import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  createTemplate,
  saveTemplateDraft,
  Template,
  TemplateSummary,
} from '#contract/risk-templates.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { draftProblems } from '#rules/risk/template-problems.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { emptyContent, library, storedContent } from './content.ts';
import { byField, lockTemplate, readBack, refuseArchived, refused, type TemplatesDeps } from './locking.ts';
import { readSummary, readTemplateWhole } from './record.ts';
import { deleteDraft, insertTemplate, insertVersion, updateDraft, updateTemplate } from './store.ts';

type Trx = Transaction<Schema>;

function refuseUnkeepable(content: TemplateContent, resourceType: ResourceType): void {
  const problems = draftProblems(content, resourceType);
  if (problems.length > 0) throw refuse('request.invalid', { fields: byField(problems) });
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
