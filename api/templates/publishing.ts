import type { z } from 'zod';
import type { changeTemplate, publishTemplate, Template, TemplateSummary } from '#contract/risk-templates.ts';
import { publishingBlockers } from '#rules/guards/template.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { templateProblems } from '#rules/risk/template-problems.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import {
  byField,
  type Locked,
  lockTemplate,
  readBack,
  refuseArchived,
  refused,
  type TemplatesDeps,
} from './locking.ts';
import { readSummary } from './record.ts';
import {
  clearDefault,
  hasDefault,
  publishDraft,
  readContent,
  readTemplateRow,
  type TemplateRow,
  takeTurnOnDefault,
  updateTemplate,
  type VersionRow,
} from './store.ts';

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
