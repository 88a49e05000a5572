import type { Kysely, Transaction } from 'kysely';
import type { Assessment, listAssessments } from '#contract/assessments.ts';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import { companyDay } from '#rules/company-day.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { assessmentOf, summaryOf } from './record.ts';
import type { AssessedResource } from './resource-store.ts';
import { resourceStores } from './resources.ts';
import { type AssessmentRow, listAssessmentRows, readAssessmentRow } from './store.ts';

export interface AssessmentsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;
type Resource = { resourceType: ResourceType; resourceId: string };

/** A refusal about the form as a whole. */
export function refusedWhole(...sentences: string[]) {
  return refuse('request.invalid', { detail: sentences[0] ?? '', fields: { '': sentences } });
}

/** What is assessed; 404 where it is not the company's. */
export async function readResource(
  trx: Trx,
  { resourceType, resourceId }: Resource,
  lock = false,
): Promise<AssessedResource> {
  const resource = await resourceStores[resourceType].read(trx, resourceId, lock);
  if (resource === null) throw refuse('record.notFound');
  return resource;
}

/** The assessment as it is now, for an answer. */
export async function answerWith(
  trx: Trx,
  deps: AssessmentsDeps,
  caller: MemberCaller,
  id: string,
): Promise<Assessment> {
  const row = await readAssessmentRow(trx, id);
  if (row === null) throw refuse('record.notFound');
  const resource = await readResource(trx, { resourceType: row.resource_type, resourceId: row.resource_id });
  return assessmentOf(trx, deps, caller, { row, resource });
}

/** The assessment, locked, as the form knew it; 404 where it is not the company's, 409 with what is kept where it has changed since. */
export async function lockAssessment(
  trx: Trx,
  deps: AssessmentsDeps,
  caller: MemberCaller,
  { id, version }: { id: string; version: number },
): Promise<AssessmentRow> {
  const row = await readAssessmentRow(trx, id, true);
  if (row === null) throw refuse('record.notFound');
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: `${row.updated_by_name} changed this assessment after you opened it. Compare both versions, then decide again.`,
      current: await answerWith(trx, deps, caller, id),
    });
  }
  return row;
}

/** GET /:resourceType/:resourceId/risk-assessments. */
export function listAssessmentsOf(
  deps: AssessmentsDeps,
  { company }: MemberCaller,
  resource: Resource,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<EndpointAnswer<typeof listAssessments>> {
  return asTenant(deps.db, company.id, async (trx) => {
    await readResource(trx, resource);
    const rows = await listAssessmentRows(trx, resource, { before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const today = companyDay(deps.now(), company.timeZone);
    return {
      assessments: page.map((row) => summaryOf(row, today)),
      nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

/** GET /:resourceType/:resourceId/risk-assessments/:id. 404 under any resource but its own. */
export function readAssessmentOf(
  deps: AssessmentsDeps,
  caller: MemberCaller,
  { resourceType, resourceId, id }: Resource & { id: string },
): Promise<Assessment> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const resource = await readResource(trx, { resourceType, resourceId });
    const row = await readAssessmentRow(trx, id);
    if (row?.resource_type !== resourceType || row.resource_id !== resourceId)
      throw refuse('record.notFound');
    return assessmentOf(trx, deps, caller, { row, resource });
  });
}
