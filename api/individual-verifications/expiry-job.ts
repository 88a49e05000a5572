import { sql } from 'kysely';
import { addDays, type CalendarDate, daysBetween, formatDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { documentTypes } from '#rules/verification/document-types.ts';
import { dueExpiryAlert } from '#rules/verification/evidence-expiry.ts';
import { type AlertActor, type NewAlert, openAlerts } from '../alerts/open-alerts.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { CompanyPolicy } from '../database/foundation-tables.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import { readCompanyFacts } from '../diligence/company-facts.ts';
import { concernedBy } from '../worklists/watched-for.ts';
import type { Trx } from './deps.ts';
import { changeVerification, forgetNumbers, insertEvents } from './store.ts';

type ExpiryDeps = { db: Parameters<typeof asTenant>[0]; now: () => Date };

/** Records of one transaction: on the embedded database everyone waits for it. */
const perBatch = 100;

/** Full numbers of a verification that nobody has touched for so long are forgotten: whoever goes on enters them again. */
const numbersKeptDays = 30;

const jobName = 'expire-verification-evidence';

const endOf = (day: CalendarDate) => `${day}T23:59:59.000Z`;

/** Ends evidence whose last day is past, with an alert each. */
async function endEvidence(trx: Trx, deps: ExpiryDeps, by: AlertActor, today: CalendarDate): Promise<number> {
  const at = deps.now();
  const ended = await trx
    .selectFrom('individual_verifications')
    .select(['id', 'client_id', 'evidence_expires_on'])
    .where('status', '=', 'verified')
    .where('evidence_expires_on', '<', today)
    .orderBy('id')
    .limit(perBatch)
    .forUpdate()
    .execute();
  const alerts: NewAlert[] = [];
  for (const { id, client_id, evidence_expires_on: day } of ended) {
    await changeVerification(trx, id, { status: 'evidenceExpired' }, { at, by: null });
    const text = `The evidence counted until ${day === null ? 'then' : formatDate(day)}. Verify the person again.`;
    await insertEvents(trx, { companyId: by.companyId, verificationId: id, at }, [
      { kind: 'evidenceExpired', text, by: { type: 'system' } },
    ]);
    alerts.push({
      type: 'idExpiring',
      resourceType: 'clients',
      resourceId: client_id,
      severity: 'high',
      summary: `The evidence of this client’s identity is out of date. ${text}`,
      dueAt: day === null ? null : endOf(day),
      dedupeKey: `evidenceExpired:${id}:${day}`,
    });
  }
  for (const { id, client_id } of ended) {
    await recordEvent(trx, deps, {
      ...by,
      action: 'individualVerification.evidenceExpired',
      resourceType: 'individualVerification',
      resourceId: id,
      detail: { clientId: client_id },
    });
  }
  await openAlerts(trx, deps, by, alerts);
  return ended.length;
}

/** Documents of verified clients that expire within the company's longest warning, after a document's id; not of whom a worklist leaves out. */
async function expiringDocuments(trx: Trx, today: CalendarDate, longest: number, after: string | null) {
  let query = trx
    .selectFrom('verification_documents as d')
    .innerJoin('individual_verifications as v', (join) =>
      join
        .onRef('v.company_id', '=', 'd.company_id')
        .onRef('v.id', '=', 'd.verification_id')
        .onRef('v.round', '=', 'd.round'),
    )
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'd.company_id').onRef('c.id', '=', 'd.client_id'),
    )
    .select(['d.id', 'd.client_id', 'd.type', 'd.number_masked', 'd.expires_on'])
    .where('v.status', '=', 'verified')
    .where('c.status', 'not in', ['exited', 'archived', 'declined'])
    .where('d.removed_at', 'is', null)
    .where(concernedBy('idExpiry', { companyId: sql.ref('c.company_id'), id: sql.ref('c.id') }))
    .where(sql<boolean>`d.expires_on BETWEEN ${today} AND ${addDays(today, longest)}`);
  if (after !== null) query = query.where('d.id', '>', after);
  return query.orderBy('d.id').limit(perBatch).execute();
}

type Expiring = Awaited<ReturnType<typeof expiringDocuments>>[number];

function expiryAlert(row: Expiring, today: CalendarDate, days: readonly number[]): NewAlert[] {
  const { expires_on: day } = row;
  const stage = day === null ? null : dueExpiryAlert(daysBetween(today, day), days);
  if (day === null || stage === null) return [];
  const name = [documentTypes[row.type].label, row.number_masked].filter(Boolean).join(' ');
  return [
    {
      type: 'idExpiring',
      resourceType: 'clients',
      resourceId: row.client_id,
      severity: stage <= Math.min(...days) ? 'medium' : 'low',
      summary: `${name} expires on ${formatDate(day)}. Ask for the new one if you still rely on it.`,
      dueAt: endOf(day),
      dedupeKey: `idExpiring:${row.id}:${day}:${stage}`,
    },
  ];
}

/** Says of photos that the provider held that they are gone, once their day is past. */
async function notePurgedImages(trx: Trx, deps: ExpiryDeps, companyId: string): Promise<void> {
  const at = deps.now();
  const gone = await trx
    .updateTable('individual_verifications')
    .set({ images_purged_at: at.toISOString() })
    .where('images_held_until', '<', at.toISOString())
    .where('images_purged_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of gone) {
    await insertEvents(trx, { companyId, verificationId: id, at }, [
      {
        kind: 'imagesPurged',
        text: 'The checking service has deleted the photos. Their result stays.',
        by: { type: 'provider' },
      },
    ]);
  }
}

/** Forgets full numbers of verifications that were left lying, and of those that are over. */
async function forgetOldNumbers(trx: Trx, deps: ExpiryDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - numbersKeptDays * 86_400_000).toISOString();
  const left = await trx
    .selectFrom('verification_documents as d')
    .innerJoin('individual_verifications as v', (join) =>
      join.onRef('v.company_id', '=', 'd.company_id').onRef('v.id', '=', 'd.verification_id'),
    )
    .select('d.verification_id')
    .distinct()
    .where('d.sealed', 'is not', null)
    .where('v.updated_at', '<', before)
    .limit(perBatch)
    .execute();
  for (const { verification_id: id } of left) await forgetNumbers(trx, id);
}

async function expireOfCompany(
  deps: ExpiryDeps,
  company: { id: string; time_zone: string },
): Promise<{ ended: number; warned: number }> {
  const today = companyDay(deps.now(), company.time_zone);
  const by: AlertActor = {
    companyId: company.id,
    actor: { type: 'system', id: jobName, role: 'job' },
    requestId: jobName,
  };
  const within = <T>(work: (trx: Trx) => Promise<T>) => asTenant(deps.db, company.id, work);
  let ended = 0;
  for (;;) {
    const count = await within((trx) => endEvidence(trx, deps, by, today));
    ended += count;
    if (count < perBatch) break;
  }
  const policy: CompanyPolicy = await within(async (trx) => {
    await notePurgedImages(trx, deps, company.id);
    await forgetOldNumbers(trx, deps);
    return (await readCompanyFacts(trx, company.id)).policy;
  });
  const days = policy.idExpiryAlertDays;
  let warned = 0;
  for (let after: string | null = null; days.length > 0; ) {
    const last: string | null = after;
    const rows = await within(async (trx) => {
      const found = await expiringDocuments(trx, today, Math.max(...days), last);
      warned += await openAlerts(
        trx,
        deps,
        by,
        found.flatMap((row) => expiryAlert(row, today, days)),
      );
      return found;
    });
    if (rows.length < perBatch) break;
    after = rows.at(-1)?.id ?? null;
  }
  return { ended, warned };
}

/**
 * Ends evidence whose last day is past in every company, by its own day, and warns of documents that expire, on the days that the
 * company chose, where the client's worklist has that check. It may run twice: one cause has one alert.
 */
export async function expireEvidence(deps: ExpiryDeps): Promise<{ ended: number; warned: number }> {
  const companies = await asJobs(deps.db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone']).orderBy('id').execute(),
  );
  const sum = { ended: 0, warned: 0 };
  for (const company of companies) {
    const { ended, warned } = await expireOfCompany(deps, company);
    sum.ended += ended;
    sum.warned += warned;
  }
  return sum;
}
