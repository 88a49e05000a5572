import type { Kysely } from 'kysely';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { zonedInstantFormatter } from '#rules/format/dates.ts';
import { breachLaws, isBreachClockRunning } from '#rules/privacy/breaches.ts';
import { type PrivacyClockEnd, privacyClockStage } from '#rules/privacy/clock-stage.ts';
import { privacyRequestKindLabels } from '#rules/privacy/requests.ts';
import { enqueueEmail } from '../../integrations/email/enqueue-email.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { openKeys } from '../../records/alerts/change-store.ts';
import { closeAlerts, type NewAlert, openAlerts } from '../../records/alerts/inbox.ts';
import { listCompanies } from '../../records/company-settings/list-companies.ts';
import { listToNotify } from '../../records/team/notify-store.ts';
import { readOpenBreachClocks, readOpenRequestClocks } from './clocks-store.ts';
import { getProgress } from './dto.ts';

/** The queue of the job, and its name in the audit log. */
export const privacyClocksJob = 'announce-privacy-clocks';

/** A running clock. */
interface Clock {
  key: string;
  resourceType: 'clients' | 'privacyBreaches';
  resourceId: string;
  end: PrivacyClockEnd;
  /** What is due, as the start of a sentence. */
  what: string;
}

/** The company’s running clocks. Recipients’ and clients’ names are left out: the texts are emailed too. */
async function readClocks({ trx }: Work): Promise<Clock[]> {
  const breaches = await readOpenBreachClocks(trx);
  const requests = await readOpenRequestClocks(trx);
  return [
    ...breaches.flatMap((row): Clock[] => {
      if (!isBreachClockRunning(row.country, getProgress(row))) return [];
      const end: PrivacyClockEnd | undefined =
        row.due_at !== null
          ? { dueAt: row.due_at, dueOn: null }
          : row.due_on !== null
            ? { dueAt: null, dueOn: row.due_on }
            : undefined;
      if (end === undefined) return [];
      const { notify, assess } = breachLaws[row.country];
      const what =
        row.country === 'NZL'
          ? `Notification of a privacy breach (${notify})`
          : `Assessment of a privacy breach (${assess})`;
      const resource = { resourceType: 'privacyBreaches', resourceId: row.breach_id } as const;
      return [{ key: `breach:${row.breach_id}:${row.country}`, ...resource, end, what }];
    }),
    ...requests.map((row): Clock => {
      const dueOn = row.extended_until ?? row.due_on;
      return {
        key: `request:${row.id}:${dueOn}`,
        resourceType: 'clients',
        resourceId: row.client_id,
        end: { dueAt: null, dueOn },
        what: `Answer to a request for ${privacyRequestKindLabels[row.kind].toLowerCase()}`,
      };
    }),
  ];
}

/** The alert of a clock that is nearly due or overdue; undefined for others. */
function toAlert(
  { key, resourceType, resourceId, end, what }: Clock,
  timeZone: string,
  now: Date,
): NewAlert | undefined {
  const stage = privacyClockStage(end, { now, today: companyDay(now, timeZone) });
  if (stage === undefined) return undefined;
  const due = end.dueAt === null ? formatDate(end.dueOn) : zonedInstantFormatter(timeZone)(end.dueAt);
  return {
    type: 'privacyClock',
    resourceType,
    resourceId,
    severity: stage === 'overdue' ? 'high' : 'medium',
    summary: stage === 'overdue' ? `${what} was due ${due}.` : `${what} is due ${due}.`,
    dueAt: end.dueAt ?? endOfDay(end.dueOn, timeZone).toISOString(),
    dedupeKey: `privacyClock:${key}:${stage}`,
  };
}

/** Emails an alert to those who assess breaches and answer requests. */
async function emailAlert(
  work: Work,
  { resourceType, resourceId, summary, dedupeKey }: NewAlert,
): Promise<void> {
  for (const memberId of await listToNotify(work.trx, { officers: true })) {
    await enqueueEmail(
      work,
      {},
      {
        kind: 'privacyClock',
        record: `privacyClock:${memberId}`,
        cause: dedupeKey,
        ...(resourceType === 'clients' ? { clientId: resourceId } : {}),
        payload: {
          memberId,
          dedupeKey,
          summary,
          breachId: resourceType === 'privacyBreaches' ? resourceId : null,
        },
      },
    );
  }
}

async function announce(work: Work, timeZone: string): Promise<{ opened: number; closed: number }> {
  const now = work.time();
  const alerts = (await readClocks(work)).flatMap((clock) => toAlert(clock, timeZone, now) ?? []);
  const opened = new Set<string>();
  for (const type of ['clients', 'privacyBreaches'] as const) {
    const ofType = alerts.filter(({ resourceType }) => resourceType === type);
    for (const key of (await openAlerts(work, ofType)).keys()) opened.add(key);
  }
  for (const alert of alerts) if (opened.has(alert.dedupeKey)) await emailAlert(work, alert);
  const current = new Set(alerts.map(({ dedupeKey }) => dedupeKey));
  const gone = (await openKeys(work.trx, 'privacyClock')).filter((key) => !current.has(key));
  const reason = 'Done, extended, or replaced by a newer alert.';
  return { opened: opened.size, closed: await closeAlerts(work, { dedupeKeys: gone, reason }) };
}

/**
 * For every company: alerts and emails about privacy breaches and requests for access or correction that are nearly due or overdue, once
 * for each stage; closes alerts whose clock no longer runs. Idempotent.
 */
export async function announcePrivacyClocks(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ opened: number; closed: number }> {
  const sum = { opened: 0, closed: 0 };
  for (const { id, timeZone } of await listCompanies(db)) {
    const by = jobActor(id, privacyClocksJob);
    const { opened, closed } = await inWork({ db, ...deps }, by, (work) => announce(work, timeZone));
    sum.opened += opened;
    sum.closed += closed;
  }
  return sum;
}
