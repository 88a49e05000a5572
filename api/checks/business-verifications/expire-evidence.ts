import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import { openAlerts } from '../../records/alerts/inbox.ts';
import { lockExpiredEvidence } from '../../records/clients/identity-evidence-store.ts';
import { listCompanies } from '../../records/company-settings/list-companies.ts';
import type { BusinessVerificationDeps } from './record/dto.ts';
import { changeVerification } from './record/store.ts';

type ExpiryDeps = Pick<BusinessVerificationDeps, 'db' | 'now'>;

/** Records per transaction: the embedded database serves no one else meanwhile. */
const perBatch = 100;
const jobName = 'expire-business-evidence';

/** Expires outdated evidence, each with an alert: the client's identity is no longer verified. */
async function endEvidence(work: Work, timeZone: string): Promise<number> {
  const { trx, at, record } = work;
  const today = companyDay(work.time(), timeZone);
  const ended = await lockExpiredEvidence(trx, 'business_verifications', { today, limit: perBatch });
  for (const row of ended) {
    const { id, client_id: clientId, evidence_expires_on: day } = row;
    await changeVerification(trx, row, { status: 'evidenceExpired', updated_at: at });
    record({
      action: 'businessVerification.evidenceExpired',
      resourceType: 'businessVerification',
      resourceId: id,
      detail: { clientId, changes: { evidenceExpiresOn: { before: null, after: day } } },
    });
  }
  await openAlerts(
    work,
    ended.map(({ id, client_id: resourceId, evidence_expires_on: day }) => ({
      type: 'other' as const,
      resourceType: 'clients' as const,
      resourceId,
      severity: 'high' as const,
      summary: `Business verification evidence expired${day === null ? '' : ` on ${formatDate(day)}`}. Verify again.`,
      dueAt: day === null ? null : endOfDay(day, timeZone).toISOString(),
      dedupeKey: `businessEvidenceExpired:${id}`,
    })),
  );
  return ended.length;
}

/** Expires evidence of businesses in every company, by its own calendar day. Idempotent. */
export async function expireBusinessEvidence(deps: ExpiryDeps): Promise<{ ended: number }> {
  const companies = await listCompanies(deps.db);
  let ended = 0;
  for (const { id: companyId, timeZone } of companies) {
    for (;;) {
      const count = await inWork(deps, jobActor(companyId, jobName), (work) => endEvidence(work, timeZone));
      ended += count;
      if (count < perBatch) break;
    }
  }
  return { ended };
}
