import type { Transaction } from 'kysely';
import { type CalendarDate, formatDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { type AlertActor, openAlerts } from '../alerts/open-alerts.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import type { BusinessVerificationDeps } from './present.ts';
import { changeVerification } from './store.ts';

type ExpiryDeps = Pick<BusinessVerificationDeps, 'db' | 'now'>;

/** Records of one transaction: on the embedded database everyone waits for it. */
const perBatch = 100;
const jobName = 'expire-business-evidence';

/** Ends evidence whose last day is past, with an alert each: the client's identity counts as not verified from then on. */
async function endEvidence(
  trx: Transaction<Schema>,
  deps: ExpiryDeps,
  by: AlertActor,
  today: CalendarDate,
): Promise<number> {
  const at = deps.now().toISOString();
  const ended = await trx
    .selectFrom('business_verifications')
    .select(['id', 'version', 'client_id', 'evidence_expires_on'])
    .where('status', '=', 'verified')
    .where('evidence_expires_on', '<', today)
    .orderBy('id')
    .limit(perBatch)
    .forUpdate()
    .execute();
  for (const row of ended) await changeVerification(trx, row, { status: 'evidenceExpired', updated_at: at });
  for (const { id, client_id: clientId, evidence_expires_on: day } of ended) {
    await recordEvent(trx, deps, {
      ...by,
      action: 'businessVerification.evidenceExpired',
      resourceType: 'businessVerification',
      resourceId: id,
      detail: { clientId, changes: { evidenceExpiresOn: { before: null, after: day } } },
    });
  }
  await openAlerts(
    trx,
    deps,
    by,
    ended.map(({ id, client_id: resourceId, evidence_expires_on: day }) => ({
      type: 'other' as const,
      resourceType: 'clients' as const,
      resourceId,
      severity: 'high' as const,
      summary: `What this business was verified by counted until ${day === null ? 'then' : formatDate(day)}. Verify it again.`,
      dueAt: day === null ? null : `${day}T23:59:59.000Z`,
      dedupeKey: `businessEvidenceExpired:${id}`,
    })),
  );
  return ended.length;
}

/** Ends the evidence of businesses whose last day is past in every company, by its own day. It may run twice. */
export async function expireBusinessEvidence(deps: ExpiryDeps): Promise<{ ended: number }> {
  const companies = await asJobs(deps.db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone']).orderBy('id').execute(),
  );
  let ended = 0;
  for (const { id: companyId, time_zone: timeZone } of companies) {
    const by: AlertActor = {
      companyId,
      actor: { type: 'system', id: jobName, role: 'job' },
      requestId: jobName,
    };
    const today = companyDay(deps.now(), timeZone);
    for (;;) {
      const count = await asTenant(deps.db, companyId, (trx) => endEvidence(trx, deps, by, today));
      ended += count;
      if (count < perBatch) break;
    }
  }
  return { ended };
}
