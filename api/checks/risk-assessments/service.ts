import type { Kysely } from 'kysely';
import {
  type Assessment,
  listAssessments as listEndpoint,
  readAssessment as readEndpoint,
} from '#contract/risk/assessments.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getAssessment, getSummary } from './dto.ts';
import type { AssessedResource } from './resource-store.ts';
import { resourceStores } from './resources.ts';
import { type AssessmentRow, listAssessmentRows, readAssessmentRow } from './store.ts';

export interface AssessmentsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<AssessmentsDeps>();

type Resource = { resourceType: ResourceType; resourceId: string };

/** Throws a form-level validation error. */
export function throwFormError(...sentences: string[]) {
  return apiError('request.invalid', { detail: sentences[0] ?? '', fields: { '': sentences } });
}

/** The assessed record; 404 if it belongs to another company. */
export async function readResource(
  trx: Trx,
  { resourceType, resourceId }: Resource,
  lock = false,
): Promise<AssessedResource> {
  const resource = await resourceStores[resourceType].read(trx, resourceId, lock);
  if (resource === null) throw apiError('record.notFound');
  return resource;
}

/** An assessment as it is now; null if the company has none with this id. */
export async function readRecord(
  trx: Trx,
  deps: Pick<AssessmentsDeps, 'now'>,
  caller: MemberCaller,
  id: string,
): Promise<Assessment | null> {
  const row = await readAssessmentRow(trx, id);
  if (row === null) return null;
  const resource = await readResource(trx, { resourceType: row.resource_type, resourceId: row.resource_id });
  return getAssessment(trx, deps, caller, { row, resource });
}

/** The assessment after a command has locked it or written to it; 404 if the company has none with this id. */
export async function reloadRecord(...assessment: Parameters<typeof readRecord>): Promise<Assessment> {
  const found = await readRecord(...assessment);
  if (found === null) throw apiError('record.notFound');
  return found;
}

/** Error message for an assessment that changed in the meantime. */
export const staleMessage = ({ updated_by_name: name }: AssessmentRow) =>
  `${name} changed this assessment after you opened it. Compare both versions, then decide again.`;

/** GET /:resourceType/:resourceId/risk-assessments. */
export const listAssessments = query(
  listEndpoint,
  async ({ trx, deps, caller: { company }, params: resource, query: { before, limit } }) => {
    await readResource(trx, resource);
    const rows = await listAssessmentRows(trx, resource, { before, limit: limit + 1 });
    const { items: page, next } = toPage(rows, limit, ({ id }) => id);
    const today = companyDay(deps.now(), company.timeZone);
    return {
      assessments: page.map((row) => getSummary(row, today)),
      nextBefore: next,
    };
  },
);

/** GET /:resourceType/:resourceId/risk-assessments/:id. 404 under another resource. */
export const readAssessment = query(
  readEndpoint,
  async ({ trx, deps, caller, params: { resourceType, resourceId, id } }) => {
    const resource = await readResource(trx, { resourceType, resourceId });
    const row = await readAssessmentRow(trx, id);
    if (row?.resource_type !== resourceType || row.resource_id !== resourceId) return null;
    return getAssessment(trx, deps, caller, { row, resource });
  },
);
