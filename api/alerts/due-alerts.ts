import { type Kysely, sql, type Transaction } from 'kysely';
import { addDays, type CalendarDate, daysBetween, formatDate } from '#rules/calendar-dates.ts';
import { alertDaysBefore, dueDateAlertOn, overrideAlertDaysBefore } from '#rules/clocks.ts';
import { companyDay } from '#rules/company-day.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import { type AlertActor, closeAlerts, type NewAlert, openAlerts } from './open-alerts.ts';
import { openKeys } from './store.ts';

type Trx = Transaction<Schema>;

const jobName = 'open-due-alerts';

/** Records of one transaction: on the embedded database everyone waits for it. */
const recordsPerBatch = 100;

/** A day as the instant at its end in UTC, which is what an alert keeps; lists show the day. */
const endOf = (day: CalendarDate) => `${day}T23:59:59.000Z`;

/** Overrides that still decide a level and end soon: their alerts, after an assessment's id. */
async function endingOverrides(trx: Trx, today: CalendarDate, after: string | null) {
  let query = trx
    .selectFrom('risk_assessments')
    .select(['id', 'resource_type', 'resource_id', sql<string>`override ->> 'expiresOn'`.as('expires_on')])
    .where('status', '=', 'approved')
    .where('override', 'is not', null)
    .whereRef('final_level', '!=', 'computed_level')
    .where(
      sql<boolean>`override ->> 'expiresOn' BETWEEN ${today} AND ${addDays(today, overrideAlertDaysBefore)}`,
    );
  if (after !== null) query = query.where('id', '>', after);
  return query.orderBy('id').limit(recordsPerBatch).execute();
}

function overrideAlert(row: Awaited<ReturnType<typeof endingOverrides>>[number]): NewAlert {
  return {
    type: 'overrideExpiring',
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    severity: 'medium',
    summary: `The override of the risk level ends on ${formatDate(row.expires_on)}. After that the computed level applies: assess anew before then, if the override is still right.`,
    dueAt: endOf(row.expires_on),
    dedupeKey: `overrideExpiring:${row.id}:${row.expires_on}`,
  };
}

/**
 * Open activities whose due diligence was to come later and falls due within the first alert's days, or is overdue, and where somebody
 * still is not verified. `unverified`: how many.
 */
async function delayedActivities(trx: Trx, today: CalendarDate, after: string | null) {
  const { rows } = await sql<{ id: string; due_on: string; unverified: number }>`
    SELECT a.id, a.delayed_cdd_due_on AS due_on, waiting.unverified
      FROM activities a
     CROSS JOIN LATERAL (
       SELECT count(*) AS unverified
         FROM activity_parties p
         JOIN clients c ON c.company_id = p.company_id AND c.id = p.client_id
        WHERE p.company_id = a.company_id AND p.activity_id = a.id
          AND NOT (c.cdd_status = 'verified'
            OR (c.cdd_status = 'exceptionApproved' AND c.cdd_exception_ends_on >= ${today}))
     ) AS waiting
     WHERE a.delayed_cdd_due_on <= ${addDays(today, Math.max(...alertDaysBefore))}
       AND a.status NOT IN ('completed', 'cancelled')
       AND waiting.unverified > 0
       ${after === null ? sql`` : sql`AND a.id > ${after}`}
     ORDER BY a.id
     LIMIT ${recordsPerBatch}`.execute(trx);
  return rows;
}

type Delayed = Awaited<ReturnType<typeof delayedActivities>>[number];

/** One alert for each of the days 7, 3 and 1 before, and one for the day after the last: `stage` names it. */
function stageOf({ due_on }: Delayed, today: CalendarDate): string {
  const standing = dueDateAlertOn(due_on, today);
  return standing === undefined ? 'overdue' : String(standing.daysBefore);
}

const delayedKey = (id: string, dueOn: string, stage: string) => `delayedCdd:${id}:${dueOn}:${stage}`;

function delayedAlert(row: Delayed, today: CalendarDate): NewAlert {
  const stage = stageOf(row, today);
  const day = formatDate(row.due_on);
  const left = daysBetween(today, row.due_on);
  const parties = row.unverified === 1 ? 'One party is' : `${row.unverified} parties are`;
  return {
    type: 'delayedCdd',
    resourceType: 'activities',
    resourceId: row.id,
    severity: stage === '7' ? 'medium' : 'high',
    summary:
      left < 0
        ? `Due diligence that was to come later was due on ${day}. ${parties} not verified: do not go on with the activity before they are (AU Rules 6-15).`
        : `Due diligence that was to come later is due on ${day}. ${parties} not verified yet (AU Rules 6-15).`,
    dueAt: endOf(row.due_on),
    dedupeKey: delayedKey(row.id, row.due_on, stage),
  };
}

async function inBatches<Row extends { id: string }>(
  within: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
  read: (trx: Trx, after: string | null) => Promise<Row[]>,
  open: (trx: Trx, rows: readonly Row[]) => Promise<number>,
): Promise<{ opened: number; standing: Row[] }> {
  let opened = 0;
  const standing: Row[] = [];
  for (let after: string | null = null; ; ) {
    const last: string | null = after;
    const rows = await within(async (trx) => {
      const found = await read(trx, last);
      opened += await open(trx, found);
      return found;
    });
    standing.push(...rows);
    if (rows.length < recordsPerBatch) return { opened, standing };
    after = rows.at(-1)?.id ?? null;
  }
}

/** Reminders of one document that a later one has taken the place of: `idExpiring:document:day:stage`. */
function formerReminders(keys: readonly string[]): string[] {
  const latest = new Map<string, number>();
  const parts = keys.flatMap((key) => {
    const [kind, document, day, stage] = key.split(':');
    if (kind !== 'idExpiring' || stage === undefined) return [];
    const about = `${document}:${day}`;
    const left = Number(stage);
    latest.set(about, Math.min(latest.get(about) ?? left, left));
    return [{ key, about, left }];
  });
  return parts.filter(({ about, left }) => left > (latest.get(about) ?? left)).map(({ key }) => key);
}

/** Alerts whose snooze is over are open again. */
async function wakeSnoozed(trx: Trx, deps: { now: () => Date }, by: AlertActor): Promise<void> {
  const at = deps.now().toISOString();
  const woken = await trx
    .updateTable('alerts')
    .set({ status: 'open', snoozed_until: null, updated_at: at, version: sql`version + 1` })
    .where('status', '=', 'snoozed')
    .where('snoozed_until', '<=', at)
    .returning('id')
    .execute();
  for (const { id } of woken) {
    await recordEvent(trx, deps, {
      ...by,
      action: 'alert.moved',
      resourceType: 'alert',
      resourceId: id,
      detail: { changes: changesBetween({ status: 'Snoozed' }, { status: 'Open' }) },
    });
  }
}

async function alertCompany(
  db: Kysely<Schema>,
  deps: { now: () => Date },
  company: { id: string; time_zone: string },
): Promise<{ opened: number; closed: number }> {
  const today = companyDay(deps.now(), company.time_zone);
  const by: AlertActor = {
    companyId: company.id,
    actor: { type: 'system', id: jobName, role: 'job' },
    requestId: jobName,
  };
  const within = <T>(work: (trx: Trx) => Promise<T>) => asTenant(db, company.id, work);
  const overrides = await inBatches(
    within,
    (trx, after) => endingOverrides(trx, today, after),
    async (trx, rows) => {
      let opened = 0;
      for (const type of ['clients', 'activities'] as const) {
        const ofType = rows.filter(({ resource_type }) => resource_type === type);
        opened += await openAlerts(trx, deps, by, ofType.map(overrideAlert));
      }
      return opened;
    },
  );
  const delayed = await inBatches(
    within,
    (trx, after) => delayedActivities(trx, today, after),
    (trx, rows) =>
      openAlerts(
        trx,
        deps,
        by,
        rows.map((row) => delayedAlert(row, today)),
      ),
  );
  const stillOverrides = new Set(overrides.standing.map((row) => overrideAlert(row).dedupeKey));
  const stillDelayed = new Set(
    delayed.standing.map((row) => delayedKey(row.id, row.due_on, stageOf(row, today))),
  );
  await within((trx) => wakeSnoozed(trx, deps, by));
  const closed = await within(async (trx) => {
    const gone = async (type: 'overrideExpiring' | 'delayedCdd', still: ReadonlySet<string>) =>
      (await openKeys(trx, type)).filter((key) => !still.has(key));
    const overridesGone = await gone('overrideExpiring', stillOverrides);
    const delayedGone = await gone('delayedCdd', stillDelayed);
    const remindersGone = formerReminders(await openKeys(trx, 'idExpiring'));
    return (
      (await closeAlerts(trx, deps, by, {
        dedupeKeys: remindersGone,
        reason: 'A later reminder took this one’s place.',
      })) +
      (await closeAlerts(trx, deps, by, {
        dedupeKeys: overridesGone,
        reason: 'The override has ended, was lifted, or another assessment took its place.',
      })) +
      (await closeAlerts(trx, deps, by, {
        dedupeKeys: delayedGone,
        reason: 'Everybody is verified, the activity is over, or a later reminder took this one’s place.',
      }))
    );
  });
  return { opened: overrides.opened + delayed.opened, closed };
}

/**
 * Opens alerts for what falls due (overrides that end, due diligence that was to come later) in every company, by its own day, closes
 * those whose cause is gone, and opens again those that were put off until now. It may run twice: one cause has one alert.
 */
export async function openDueAlerts(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ opened: number; closed: number }> {
  const companies = await asJobs(db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone']).orderBy('id').execute(),
  );
  const sum = { opened: 0, closed: 0 };
  for (const company of companies) {
    const { opened, closed } = await alertCompany(db, deps, company);
    sum.opened += opened;
    sum.closed += closed;
  }
  return sum;
}
