import type { Kysely } from 'kysely';
import {
  listTemplates as listEndpoint,
  readTemplate as readEndpoint,
} from '#contract/risk/risk-templates.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { library, storedContent } from './content.ts';
import { getSummary, readTemplateWhole } from './dto.ts';
import { listTemplateRows, readVersionRows } from './store.ts';

export interface TemplatesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<TemplatesDeps>();

/** GET /risk-templates. */
export const listTemplates = query(listEndpoint, async ({ trx, query: filters }) => {
  const rows = await listTemplateRows(trx, filters);
  const versions = await readVersionRows(
    trx,
    rows.map(({ id }) => id),
  );
  return {
    templates: rows.map((row) => getSummary(row, versions)),
    library: library
      .filter(
        ({ resourceType }) => filters.resourceType === undefined || resourceType === filters.resourceType,
      )
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

/** GET /risk-templates/:id. */
export const readTemplate = query(readEndpoint, ({ trx, params, query: { versionId } }) =>
  readTemplateWhole(trx, params.id, versionId),
);
