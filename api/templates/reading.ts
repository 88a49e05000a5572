import type { z } from 'zod';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { listTemplates, readTemplateImpact, Template } from '#contract/risk-templates.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import { readCountryLists } from '../country-lists/service.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { library, storedContent } from './content.ts';
import { differencesInWords } from './differences.ts';
import { impactOfDraft } from './impact.ts';
import type { TemplatesDeps } from './locking.ts';
import { readTemplateWhole, summaryOf } from './record.ts';
import { listTemplateRows, readContent, readTemplateRow, readVersionRows } from './store.ts';

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
