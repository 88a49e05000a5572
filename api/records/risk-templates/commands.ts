import { v7 as uuidv7 } from 'uuid';
import type { EndpointInput } from '#contract/endpoint.ts';
import {
  changeTemplate as changeEndpoint,
  createTemplate as createEndpoint,
  discardTemplateDraft as discardEndpoint,
  publishTemplate as publishEndpoint,
  saveTemplateDraft as saveDraftEndpoint,
  type Template,
} from '#contract/risk/risk-templates.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { draftProblems, templateProblems } from '#rules/risk/template-problems.ts';
import { publishingBlockers } from '#rules/transition-guards/template.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { emptyContent, library, storedContent } from './content.ts';
import { readSummary, readTemplateWhole } from './dto.ts';
import type { TemplatesDeps } from './queries.ts';
import {
  clearDefault,
  deleteDraft,
  hasDefault,
  insertVersion,
  lockDefaultTemplate,
  publishDraft,
  readContent,
  readTemplateRow,
  readVersionRows,
  type TemplateRow,
  templates,
  updateDraft,
  type VersionRow,
} from './store.ts';

const command = commandsFor<TemplatesDeps>();

type TemplateWork = Work & { params: { id: string } };

/** A template that the transaction has locked, with its versions. */
interface LockedTemplate {
  version: number;
  row: TemplateRow;
  versions: VersionRow[];
  draft: VersionRow | undefined;
  published: VersionRow | undefined;
}

async function lock({ trx, params: { id } }: TemplateWork): Promise<LockedTemplate | null> {
  const row = await templates.lock(trx, id);
  if (row === null) return null;
  const versions = await readVersionRows(trx, [id]);
  return {
    version: row.version,
    row,
    versions,
    draft: versions.find(({ status }) => status === 'draft'),
    published: versions.find(({ status }) => status === 'published'),
  };
}

/**
 * For commands that can change the default template of a type: acquires the lock of the default before the template's.
 */
async function lockWithDefault(
  context: TemplateWork & { caller: MemberCaller },
): Promise<LockedTemplate | null> {
  const { trx, params, caller } = context;
  const known = await readTemplateRow(trx, params.id);
  if (known === null) return null;
  await lockDefaultTemplate(trx, caller.company.id, known.resource_type);
  return lock(context);
}

/** The template after the write. */
async function reloadRecord(trx: Trx, id: string): Promise<Template> {
  const template = await readTemplateWhole(trx, id);
  if (template === null) throw new Error('The template just saved could not be read.');
  return template;
}

const stale = {
  message: ({ row }: LockedTemplate) =>
    `${row.updated_by_name} changed this template after you opened it. Compare both versions, then save yours again.`,
  current: ({ trx }: Work, { row }: LockedTemplate) => reloadRecord(trx, row.id),
};

function requireNotArchived({ row }: LockedTemplate): void {
  if (row.archived_at !== null) {
    throw invalid('This template is archived. Restore it first, then change it.');
  }
}

type NewTemplate = EndpointInput<typeof createEndpoint>['body'];

/** Initial content of a new template; a field error if the source is missing or of another resource type. */
async function startingContent(trx: Trx, { from, resourceType }: NewTemplate): Promise<TemplateContent> {
  if (from.source === 'empty') return emptyContent;
  if (from.source === 'library') {
    const starter = library.find(({ key }) => key === from.key);
    if (starter?.resourceType !== resourceType) {
      throw invalid('Select a template from the library', 'from.key');
    }
    return starter.content;
  }
  const template = await readTemplateWhole(trx, from.id);
  if (template?.resourceType !== resourceType) {
    throw invalid('Select a template of your company to copy', 'from.id');
  }
  return template.shown.content;
}

async function insertDraft(
  { trx, time, at, caller: { company, member } }: Work & { caller: MemberCaller },
  draft: { templateId: string; number: number; content: TemplateContent },
): Promise<void> {
  await insertVersion(trx, {
    ...storedContent(draft.content),
    company_id: company.id,
    id: uuidv7({ msecs: time().getTime() }),
    template_id: draft.templateId,
    number: draft.number,
    status: 'draft',
    change_note: null,
    published_at: null,
    published_by: null,
    created_at: at,
    created_by: member.id,
  });
}

/** POST /risk-templates. A field error if the source is missing or of another resource type. */
export const createTemplate = command(createEndpoint, {
  async change(context) {
    const { trx, body } = context;
    const content = await startingContent(trx, body);
    const id = await templates.insert(context, {
      name: body.name,
      resource_type: body.resourceType,
      archived_at: null,
      starter_key: null,
    });
    await insertDraft(context, { templateId: id, number: 1, content });
    return id;
  },
  read: ({ trx }, _, id) => reloadRecord(trx, id),
  again: ({ trx }, { id }) => readTemplateWhole(trx, id),
  events: ({ body }, { done: id }) => ({
    action: 'template.created',
    resourceType: 'riskTemplate',
    resourceId: id,
    detail: { name: body.name, templateType: body.resourceType, from: body.from },
  }),
});

/** PUT /risk-templates/:id/draft. Saves unfinished drafts; rejects, by field, content that the editor could not display. */
export const saveDraft = command(saveDraftEndpoint, {
  lock,
  stale,
  check({ body, problems }, before) {
    requireNotArchived(before);
    const found = draftProblems(body.content as TemplateContent, before.row.resource_type);
    for (const { path, message } of found) problems.add(path, message);
  },
  async change(context, { row, versions, draft }) {
    const { trx, body } = context;
    const content = body.content as TemplateContent;
    if (draft === undefined) {
      const number = (versions[0]?.number ?? 0) + 1;
      await insertDraft(context, { templateId: row.id, number, content });
    } else {
      await updateDraft(trx, draft.id, storedContent(content));
    }
    await templates.update(context, row, { name: body.name });
  },
  read: ({ trx }, { row }) => reloadRecord(trx, row.id),
  again: ({ trx, params }) => readTemplateWhole(trx, params.id),
  events: ({ body }, { before: { row, versions, draft }, after: { shown } }) => ({
    action: 'template.draftSaved',
    resourceType: 'riskTemplate',
    resourceId: row.id,
    detail: {
      number: shown.number,
      name: { before: row.name, after: body.name },
      contentHash: {
        before: (draft ?? versions[0])?.content_hash ?? null,
        after: shown.contentHash,
      },
    },
  }),
});

/** POST /risk-templates/:id/draft/discard. A template that was never published is archived with its draft. */
export const discardDraft = command(discardEndpoint, {
  lock,
  stale,
  check: (_, before) => requireNotArchived(before),
  async change(context, { row, draft, published }) {
    if (draft === undefined) throw invalid('There is no draft to discard.');
    if (published !== undefined) await deleteDraft(context.trx, draft.id);
    await templates.update(context, row, published === undefined ? { archived_at: context.at } : {});
    return draft;
  },
  read: ({ trx }, { row }) => readSummary(trx, row.id),
  again: ({ trx, params }) => readSummary(trx, params.id),
  events: (_, { before: { row, published }, done: draft }) => ({
    action: published === undefined ? 'template.archived' : 'template.draftDiscarded',
    resourceType: 'riskTemplate',
    resourceId: row.id,
    detail: { number: draft.number, contentHash: draft.content_hash },
  }),
});

type Publication = EndpointInput<typeof publishEndpoint>['body'];

/** Rejects a draft that cannot be published, with messages by field. */
function rejectUnpublishable(
  content: TemplateContent,
  resourceType: ResourceType,
  { contentHash, body }: { contentHash: string; body: Publication },
): void {
  const blockers = publishingBlockers({
    problems: templateProblems(content, resourceType),
    changeNote: body.changeNote,
    contentHash,
    impactSeenOf: body.seenContentHash,
  });
  const [first] = blockers;
  if (first === undefined) return;
  const fields: Record<string, string[]> = {};
  for (const { text, fix } of blockers) {
    const field = fix.id ?? 'seenContentHash';
    fields[field] = [...(fields[field] ?? []), text];
  }
  throw apiError('request.invalid', { detail: first.text, fields, blockers });
}

/** POST /risk-templates/:id/publish: the draft replaces the published version, which is retired. */
export const publishTemplate = command(publishEndpoint, {
  lock: lockWithDefault,
  stale,
  check: (_, before) => requireNotArchived(before),
  async change(context, { row, draft }) {
    const { trx, at, caller, body } = context;
    const content = draft && (await readContent(trx, draft.id));
    if (!draft || !content) throw invalid('There is no draft to publish. Change the template first.');
    rejectUnpublishable(content, row.resource_type, { contentHash: draft.content_hash, body });
    const isDefault = row.is_default || body.makeDefault || !(await hasDefault(trx, row.resource_type));
    const publication = { changeNote: body.changeNote, at, by: caller.member.id };
    await publishDraft(trx, { id: draft.id, templateId: row.id, ...publication });
    if (isDefault && !row.is_default) await clearDefault(trx, row.resource_type);
    await templates.update(context, row, { is_default: isDefault });
    return { draft, isDefault };
  },
  read: ({ trx }, { row }) => reloadRecord(trx, row.id),
  again: ({ trx, params }) => readTemplateWhole(trx, params.id),
  events: ({ body }, { before: { row, published }, done: { draft, isDefault } }) => ({
    action: 'template.published',
    resourceType: 'riskTemplate',
    resourceId: row.id,
    reason: body.changeNote,
    detail: {
      number: draft.number,
      contentHash: { before: published?.content_hash ?? null, after: draft.content_hash },
      isDefault: { before: row.is_default, after: isDefault },
    },
  }),
});

type Change = EndpointInput<typeof changeEndpoint>['body']['change'];

/** Reason why a change is not permitted, as a message. */
function problemWithChange({ row, published }: LockedTemplate, change: Change): string | undefined {
  switch (change) {
    case 'makeDefault':
      if (row.archived_at !== null) return 'This template is archived. Restore it first.';
      if (published === undefined)
        return 'Publish this template first: new assessments use what is published.';
      return row.is_default ? 'This template is the default already.' : undefined;
    case 'archive':
      if (row.archived_at !== null) return 'This template is archived already.';
      return row.is_default
        ? 'This is the default template. Make another template the default first, then archive this one.'
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

/** POST /risk-templates/:id/changes: sets the default of a type, archives or restores a template. */
export const changeTemplate = command(changeEndpoint, {
  lock: lockWithDefault,
  stale,
  check({ body, problems }, before) {
    const problem = problemWithChange(before, body.change);
    if (problem !== undefined) problems.add('', problem);
  },
  async change(context, { row }) {
    const { trx, at, body } = context;
    if (body.change === 'makeDefault') {
      await clearDefault(trx, row.resource_type);
      await templates.update(context, row, { is_default: true });
    } else await templates.update(context, row, { archived_at: body.change === 'archive' ? at : null });
  },
  read: ({ trx }, { row }) => readSummary(trx, row.id),
  again: ({ trx, params }) => readSummary(trx, params.id),
  events: ({ body }, { before: { row } }) => ({
    action: changeEvents[body.change],
    resourceType: 'riskTemplate',
    resourceId: row.id,
    detail: { name: row.name },
  }),
});
