import type { Kysely } from 'kysely';
import { formatOverdue, severityWhenLate } from '#rules/alerts/alert-order.ts';
import { alertSeverityLabels } from '#rules/alerts/alert-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { listCompanies } from '../company-settings/list-companies.ts';
import { lateAlerts, openKeys, raiseAlert } from './change-store.ts';
import { delayedAlert, delayedGoneReason } from './delayed-cdd-alerts.ts';
import { delayedActivities, endingOverrides, recordsPerBatch, reopenSnoozed } from './due-alerts-store.ts';
import { closeAlerts, type NewAlert, openAlerts } from './inbox.ts';

const jobName = 'open-due-alerts';

/** Runs a function in a separate transaction for one company. */
type Within = <T>(run: (work: Work) => Promise<T>) => Promise<T>;

type Ending = Awaited<ReturnType<typeof endingOverrides>>[number];

const overrideKey = ({ id, expires_on }: Ending) => `overrideExpiring:${id}:${expires_on}`;

function overrideAlert(row: Ending, timeZone: string): NewAlert {
  return {
    type: 'overrideExpiring',
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    severity: 'medium',
    summary: `The risk override expires on ${formatDate(row.expires_on)}, then the calculated level applies. Reassess before then if needed.`,
    dueAt: endOfDay(row.expires_on, timeZone).toISOString(),
    dedupeKey: overrideKey(row),
  };
}

async function inBatches<Row extends { id: string }>(
  within: Within,
  read: (trx: Work['trx'], after: string | null) => Promise<Row[]>,
  open: (work: Work, rows: readonly Row[]) => Promise<number>,
): Promise<{ opened: number; standing: Row[] }> {
  let opened = 0;
  const currentRows: Row[] = [];
  for (let after: string | null = null; ; ) {
    const last: string | null = after;
    const rows = await within(async (work) => {
      const found = await read(work.trx, last);
      opened += await open(work, found);
      return found;
    });
    currentRows.push(...rows);
    if (rows.length < recordsPerBatch) return { opened, standing: currentRows };
    after = rows.at(-1)?.id ?? null;
  }
}

/** Keys of reminders superseded by a later one for the same document: `idExpiring:document:day:stage`. */
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

/** Reopens alerts whose snooze has ended. */
async function endSnoozes({ trx, at, record }: Work): Promise<void> {
  for (const id of await reopenSnoozed(trx, at)) {
    record({
      action: 'alert.statusChanged',
      resourceType: 'alert',
      resourceId: id,
      detail: { changes: changesBetween({ status: 'Snoozed' }, { status: 'Open' }) },
    });
  }
}

/** Raises the severity of overdue alerts by rules/alerts/alert-order.ts, and records the reason. */
async function raiseLate(within: Within): Promise<void> {
  for (let after: { dueAt: string; id: string } | null = null; ; ) {
    const last: { dueAt: string; id: string } | null = after;
    const late = await within(async ({ trx, at, record }) => {
      const found = await lateAlerts(trx, { now: at, after: last, limit: recordsPerBatch });
      for (const { id, severity, openedAs, dueAt } of found) {
        const to = severityWhenLate(openedAs, dueAt, at);
        if (to === severity) continue;
        await raiseAlert(trx, { id, severity: to, openedAs, at });
        const reason = formatOverdue(dueAt, at);
        record({
          action: 'alert.severityRaised',
          resourceType: 'alert',
          resourceId: id,
          reason,
          detail: {
            changes: changesBetween(
              { severity: alertSeverityLabels[severity] },
              { severity: alertSeverityLabels[to], reason },
            ),
          },
        });
      }
      return found;
    });
    const end = late.at(-1);
    if (end === undefined || late.length < recordsPerBatch) return;
    after = { dueAt: end.dueAt, id: end.id };
  }
}

async function alertCompany(
  db: Kysely<Schema>,
  deps: { now: () => Date },
  { id, timeZone }: { id: string; timeZone: string },
): Promise<{ opened: number; closed: number }> {
  const today = companyDay(deps.now(), timeZone);
  const within: Within = (run) => inWork({ db, ...deps }, jobActor(id, jobName), run);
  const overrides = await inBatches(
    within,
    (trx, after) => endingOverrides(trx, today, after),
    async (work, rows) => {
      let opened = 0;
      for (const type of ['clients', 'activities'] as const) {
        const ofType = rows.filter(({ resource_type }) => resource_type === type);
        opened += (
          await openAlerts(
            work,
            ofType.map((row) => overrideAlert(row, timeZone)),
          )
        ).size;
      }
      return opened;
    },
  );
  const delayed = await inBatches(
    within,
    (trx, after) => delayedActivities(trx, today, { after }),
    async (work, rows) =>
      (
        await openAlerts(
          work,
          rows.map((row) => delayedAlert(row, today, timeZone)),
        )
      ).size,
  );
  const stillOverrides = new Set(overrides.standing.map(overrideKey));
  const stillDelayed = new Set(delayed.standing.map((row) => delayedAlert(row, today, timeZone).dedupeKey));
  await within(endSnoozes);
  await raiseLate(within);
  const closed = await within(async (work) => {
    const keysWithoutCause = async (type: 'overrideExpiring' | 'delayedCdd', still: ReadonlySet<string>) =>
      (await openKeys(work.trx, type)).filter((key) => !still.has(key));
    const overridesGone = await keysWithoutCause('overrideExpiring', stillOverrides);
    const delayedGone = await keysWithoutCause('delayedCdd', stillDelayed);
    const remindersGone = formerReminders(await openKeys(work.trx, 'idExpiring'));
    return (
      (await closeAlerts(work, { dedupeKeys: remindersGone, reason: 'Replaced by a newer alert.' })) +
      (await closeAlerts(work, {
        dedupeKeys: overridesGone,
        reason: 'The override has ended, was lifted, or another assessment took its place.',
      })) +
      (await closeAlerts(work, {
        dedupeKeys: delayedGone,
        reason: delayedGoneReason,
      }))
    );
  });
  return { opened: overrides.opened + delayed.opened, closed };
}

/**
 * For every company, on its own calendar day: opens alerts for expiring overrides and delayed CDD, closes those whose cause no longer
 * applies, reopens snoozed alerts that are due, and raises the severity of overdue ones. Idempotent: one cause has one alert.
 */
export async function openDueAlerts(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ opened: number; closed: number }> {
  const sum = { opened: 0, closed: 0 };
  for (const company of await listCompanies(db)) {
    const { opened, closed } = await alertCompany(db, deps, company);
    sum.opened += opened;
    sum.closed += closed;
  }
  return sum;
}
