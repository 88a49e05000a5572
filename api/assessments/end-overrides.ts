import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { nextReview } from '#rules/risk/review-date.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import { levelUnder } from './level.ts';
import { resourceStores } from './resources.ts';
import { readAssessmentRow, readPolicy, readUsedVersion, updateAssessment } from './store.ts';

/** Assessments in force whose override's last day has passed and whose level still is the override's. */
async function endedOverrides(trx: Transaction<Schema>, today: CalendarDate): Promise<string[]> {
  const rows = await trx
    .selectFrom('risk_assessments')
    .select('id')
    .where('status', '=', 'approved')
    .where('override', 'is not', null)
    .where(sql<boolean>`override ->> 'expiresOn' < ${today}`)
    .whereRef('final_level', '!=', 'computed_level')
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives an assessment, and what it is about, the computed level back. The override stays on record. */
async function endOne(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  { companyId, id, today }: { companyId: string; id: string; today: CalendarDate },
): Promise<boolean> {
  const known = await readAssessmentRow(trx, id);
  const store = known && resourceStores[known.resource_type];
  const resource = known && (await store?.read(trx, known.resource_id, true));
  const row = await readAssessmentRow(trx, id, true);
  if (!store || !resource || row?.status !== 'approved' || resource.closedReason !== null) return false;
  const level = levelUnder(row.override, row.computed_level, today);
  const version = await readUsedVersion(trx, row.template_version_id);
  if (level === null || level === row.final_level || version === null) return false;
  const policy = await readPolicy(trx, companyId);
  const { dueOn } = nextReview({
    approvedOn: today,
    finalLevel: level,
    templateMonths: version.content.reviewMonths ?? null,
    policyMonths: policy.reviewMonths,
    setBefore: row.next_review_due_on,
  });
  const at = deps.now().toISOString();
  await updateAssessment(trx, row, { final_level: level, next_review_due_on: dueOn, updated_at: at });
  await store.writeRisk(trx, row.resource_id, {
    currentAssessmentId: row.id,
    riskLevel: level,
    nextReviewDueOn: dueOn,
  });
  await recordEvent(trx, deps, {
    companyId,
    actor: { type: 'system', id: 'end-overrides', role: 'job' },
    action: 'riskAssessment.overrideEnded',
    resourceType: 'riskAssessment',
    resourceId: id,
    detail: {
      riskLevel: { before: row.final_level, after: level },
      expiresOn: row.override?.expiresOn ?? null,
      resourceType: row.resource_type,
      resourceId: row.resource_id,
    },
    requestId: randomUUID(),
  });
  return true;
}

/**
 * Ends the overrides whose last day has passed for their company, each in a transaction of its own, so that no list goes on showing
 * a level that nobody stands for any more. What is closed stays as it was. It may run twice.
 */
export async function endOverrides(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ ended: number }> {
  const companies = await asJobs(db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone']).orderBy('id').execute(),
  );
  let ended = 0;
  for (const { id: companyId, time_zone } of companies) {
    const today = companyDay(deps.now(), time_zone);
    const ids = await asTenant(db, companyId, (trx) => endedOverrides(trx, today));
    for (const id of ids) {
      if (await asTenant(db, companyId, (trx) => endOne(trx, deps, { companyId, id, today }))) ended += 1;
    }
  }
  return { ended };
}
