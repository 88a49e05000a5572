import type { Kysely } from 'kysely';
import { type CalendarDate, daysBetween, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { identityDocumentTypes } from '#rules/identity-verification/documents/identity-document-types.ts';
import { dueExpiryAlert } from '#rules/identity-verification/evidence-expiry.ts';
import { abandonedVerificationDays } from '#rules/retention/retention.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { type NewAlert, openAlerts } from '../../records/alerts/inbox.ts';
import { lockExpiredEvidence } from '../../records/clients/identity-evidence-store.ts';
import { listCompanies } from '../../records/company-settings/list-companies.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { type ExpiringDocument, expiringDocuments, untouchedWithNumbers } from './expiry-store.ts';
import { listDueDeletions } from './image-deletion.ts';
import { forgetNumbers } from './record/documents-store.ts';
import { changeVerification } from './record/store.ts';
import { insertEvents } from './record/timeline-store.ts';

interface ExpiryDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Company = { id: string; timeZone: string };

/** Records of one transaction: on the embedded database everyone waits for it. */
const perBatch = 100;

const jobName = 'expire-verification-evidence';

/** Expires evidence after its last day, each with an alert. */
async function endEvidence(
  work: Work,
  { id: companyId, timeZone }: Company,
  today: CalendarDate,
): Promise<number> {
  const { trx, record } = work;
  const at = work.time();
  const ended = await lockExpiredEvidence(trx, 'individual_verifications', { today, limit: perBatch });
  const alerts: NewAlert[] = [];
  for (const { id, client_id: clientId, evidence_expires_on: day } of ended) {
    await changeVerification(trx, id, { status: 'evidenceExpired' }, { at, by: null });
    const text = `The evidence counted until ${day === null ? 'then' : formatDate(day)}. Verify the person again.`;
    await insertEvents(trx, { companyId, verificationId: id, at }, [
      { kind: 'evidenceExpired', text, by: { type: 'system' } },
    ]);
    record({
      action: 'individualVerification.evidenceExpired',
      resourceType: 'individualVerification',
      resourceId: id,
      detail: { clientId },
    });
    alerts.push({
      type: 'idExpiring',
      resourceType: 'clients',
      resourceId: clientId,
      severity: 'high',
      summary: `The evidence of this client’s identity is out of date. ${text}`,
      dueAt: day === null ? null : endOfDay(day, timeZone).toISOString(),
      dedupeKey: `evidenceExpired:${id}:${day}`,
    });
  }
  await openAlerts(work, alerts);
  return ended.length;
}

function expiryAlert(
  row: ExpiringDocument,
  { timeZone }: Company,
  today: CalendarDate,
  days: readonly number[],
): NewAlert[] {
  const { expires_on: day } = row;
  const stage = day === null ? null : dueExpiryAlert(daysBetween(today, day), days);
  if (day === null || stage === null) return [];
  const name = [identityDocumentTypes[row.type].label, row.number_masked].filter(Boolean).join(' ');
  return [
    {
      type: 'idExpiring',
      resourceType: 'clients',
      resourceId: row.client_id,
      severity: stage <= Math.min(...days) ? 'medium' : 'low',
      summary: `${name} expires on ${formatDate(day)}. Request the new one if you still rely on it.`,
      dueAt: endOfDay(day, timeZone).toISOString(),
      dedupeKey: `idExpiring:${row.id}:${day}:${stage}`,
    },
  ];
}

/** Deletes the full numbers of abandoned and of finished verifications; they must be entered again to continue. */
async function forgetOldNumbers({ trx, time }: Work): Promise<void> {
  const before = new Date(time().getTime() - abandonedVerificationDays * 86_400_000).toISOString();
  for (const id of await untouchedWithNumbers(trx, { before, limit: perBatch })) await forgetNumbers(trx, id);
}

async function expireCompanyEvidence(
  deps: ExpiryDeps,
  company: Company,
): Promise<{ ended: number; warned: number }> {
  const { id: companyId } = company;
  const today = companyDay(deps.now(), company.timeZone);
  const within = <T>(run: (work: Work) => Promise<T>) => inWork(deps, jobActor(companyId, jobName), run);
  let ended = 0;
  for (;;) {
    const count = await within((work) => endEvidence(work, company, today));
    ended += count;
    if (count < perBatch) break;
  }
  const listAfter = (after: string | null) =>
    within((work) => listDueDeletions(work, { timeZone: company.timeZone, today, after, limit: perBatch }));
  for (let last = await listAfter(null); last !== null; ) last = await listAfter(last);
  const policy: CompanyPolicy = await within(async (work) => {
    await forgetOldNumbers(work);
    return (await readCompanyFacts(work.trx, companyId)).policy;
  });
  const days = policy.idExpiryAlertDays;
  let warned = 0;
  for (let after: string | null = null; days.length > 0; ) {
    const page = { today, withinDays: Math.max(...days), after, limit: perBatch };
    const rows = await within(async (work) => {
      const found = await expiringDocuments(work.trx, page);
      const opened = await openAlerts(
        work,
        found.flatMap((row) => expiryAlert(row, company, today, days)),
      );
      warned += opened.size;
      return found;
    });
    if (rows.length < perBatch) break;
    after = rows.at(-1)?.id ?? null;
  }
  return { ended, warned };
}

/**
 * Expires evidence in every company, on its own calendar day, and warns of documents that expire, on the days set by the company,
 * if the client's worklist has that check. Lists photos whose retention has ended, for `follow-verifications`. Idempotent: one cause has one
 * alert.
 */
export async function expireEvidence(deps: ExpiryDeps): Promise<{ ended: number; warned: number }> {
  const companies = await listCompanies(deps.db);
  const sum = { ended: 0, warned: 0 };
  for (const company of companies) {
    const { ended, warned } = await expireCompanyEvidence(deps, company);
    sum.ended += ended;
    sum.warned += warned;
  }
  return sum;
}
