import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { listTemplates, Template } from '#contract/risk/risk-templates.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { library, storedContent } from './content.ts';
import { getSummary, readTemplateWhole } from './dto.ts';
import { listTemplateRows, readVersionRows } from './store.ts';

export interface TemplatesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** GET /risk-templates. */
export function listTemplatesFor(
  deps: TemplatesDeps,
  { company }: MemberCaller,
  query: z.output<typeof listTemplates.query>,
): Promise<EndpointResponse<typeof listTemplates>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const rows = await listTemplateRows(trx, query);
    const versions = await readVersionRows(
      trx,
      rows.map(({ id }) => id),
    );
    return {
      templates: rows.map((row) => getSummary(row, versions)),
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
export async function readTemplateFor(
  deps: TemplatesDeps,
  { company }: MemberCaller,
  id: string,
  versionId: string | undefined,
): Promise<Template> {
  const template = await asTenant(deps.db, company.id, (trx) => readTemplateWhole(trx, id, versionId));
  if (template === null) throw apiError('record.notFound');
  return template;
}
