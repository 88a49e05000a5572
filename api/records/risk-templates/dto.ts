import type { z } from 'zod';
import type { Template, TemplateSummary, templateVersion } from '#contract/risk/risk-templates.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { getProblems, toTemplateContentDto } from './content.ts';
import {
  readContent,
  readTemplateRow,
  readVersionRows,
  type TemplateRow,
  templates,
  type VersionRow,
} from './store.ts';

type Version = z.output<typeof templateVersion>;

export function getVersion(row: VersionRow): Version {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    changeNote: row.change_note,
    publishedAt: row.published_at,
    publishedBy:
      row.published_by === null ? null : { id: row.published_by, name: row.published_by_name ?? '' },
    contentHash: row.content_hash,
    questions: row.questions,
  };
}

/** A template for lists. `versions`: may include versions of other templates. */
export function getSummary(row: TemplateRow, versions: readonly VersionRow[]): TemplateSummary {
  const inState = (status: VersionRow['status']) => {
    const found = versions.find((version) => version.template_id === row.id && version.status === status);
    return found === undefined ? null : getVersion(found);
  };
  return {
    id: row.id,
    name: row.name,
    resourceType: row.resource_type,
    isDefault: row.is_default,
    archivedAt: row.archived_at,
    version: row.version,
    published: inState('published'),
    draft: inState('draft'),
    uses: row.uses,
  };
}

/**
 * A template with the full content of the requested version, else of its draft, else of the published version. Null if template or
 * version belongs to another company.
 */
export async function readTemplateWhole(trx: Trx, id: string, versionId?: string): Promise<Template | null> {
  const row = await readTemplateRow(trx, id);
  if (row === null) return null;
  const versions = await readVersionRows(trx, [id]);
  const shown =
    versionId === undefined
      ? (versions.find(({ status }) => status === 'draft') ??
        versions.find(({ status }) => status === 'published'))
      : versions.find((version) => version.id === versionId);
  const content = shown && (await readContent(trx, shown.id));
  if (!shown || !content) return null;
  return {
    ...getSummary(row, versions),
    versions: versions.map(getVersion),
    shown: { ...getVersion(shown), content: toTemplateContentDto(content) },
    problems: getProblems(content, row.resource_type),
  };
}

/** A template's summary as it is now. */
export async function readSummary(trx: Trx, id: string): Promise<TemplateSummary> {
  return getSummary(await templates.reread(trx, id), await readVersionRows(trx, [id]));
}
