import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { nextReview } from '#rules/risk/review-date.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import { listTimeZones } from '../../records/company-settings/store.ts';
import { levelUnder } from './level.ts';
import { resourceStores } from './resources.ts';
import { endedOverrides, readAssessmentRow, readPolicy, readUsedVersion, updateAssessment } from './store.ts';

/** Restores the calculated level of an assessment and its resource. The override stays recorded. */
async function endOne(
  { trx, at, record }: Work,
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
  await updateAssessment(trx, row, { final_level: level, next_review_due_on: dueOn, updated_at: at });
  await store.writeRisk(trx, row.resource_id, {
    currentAssessmentId: row.id,
    riskLevel: level,
    nextReviewDueOn: dueOn,
  });
  record({
    action: 'riskAssessment.overrideEnded',
    resourceType: 'riskAssessment',
    resourceId: id,
    detail: {
      riskLevel: { before: row.final_level, after: level },
      expiresOn: row.override?.expiresOn ?? null,
      resourceType: row.resource_type,
      resourceId: row.resource_id,
    },
  });
  return true;
}

/**
 * Ends overrides past their last day in their company's time zone, each in its own transaction, so that no list shows
 * an outdated level. Closed records are unchanged. Idempotent.
 */
export async function endOverrides(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ ended: number }> {
  const companies = await asJobs(db, listTimeZones);
  let ended = 0;
  for (const { id: companyId, timeZone } of companies) {
    const today = companyDay(deps.now(), timeZone);
    const ids = await asTenant(db, companyId, (trx) => endedOverrides(trx, today));
    for (const id of ids) {
      const by = { ...jobActor(companyId, 'end-overrides'), requestId: randomUUID() };
      if (await inWork({ db, ...deps }, by, (work) => endOne(work, { companyId, id, today }))) ended += 1;
    }
  }
  return { ended };
}
