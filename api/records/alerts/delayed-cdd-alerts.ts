import { type CalendarDate, daysBetween, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { dueDateAlertOn } from '#rules/dates/due-date-alerts.ts';
import { delayProvisions } from '#rules/firm/cdd-delay.ts';
import type { Work } from '../../kernel/command/work.ts';
import { openKeys } from './change-store.ts';
import { delayedActivities } from './due-alerts-store.ts';
import { closeAlerts, type NewAlert, openAlerts } from './inbox.ts';

type Delayed = Awaited<ReturnType<typeof delayedActivities>>[number];

/** Why an alert about delayed CDD is closed automatically. */
export const delayedGoneReason =
  'Everyone is verified, a record takes the place of CDD, the work is complete, or a later reminder replaced this one.';

/** Stage of the alert: 7, 3 and 1 days before, and overdue from the day after; one alert per stage. */
function getStage({ due_on }: Delayed, today: CalendarDate): string {
  const reminder = dueDateAlertOn(due_on, today);
  return reminder === undefined ? 'overdue' : String(reminder.daysBefore);
}

const keysOf = (activityId: string) => `delayedCdd:${activityId}:`;

/** After a record that took the place of CDD is withdrawn, the stage it closed opens again under a key of its own. */
function getKey(row: Delayed, stage: string): string {
  const again = row.withdrawn > 0 ? `:${row.withdrawn}` : '';
  return `${keysOf(row.id)}${row.due_on}:${stage}${again}`;
}

/** The alert on an activity whose delayed CDD is due soon, or overdue. */
export function delayedAlert(row: Delayed, today: CalendarDate, timeZone: string): NewAlert {
  const stage = getStage(row, today);
  const day = formatDate(row.due_on);
  const left = daysBetween(today, row.due_on);
  const parties = row.unverified === 1 ? 'One party is' : `${row.unverified} parties are`;
  const provision = delayProvisions[row.basis];
  const then = row.is_done ? 'verify them now' : 'do not proceed until they are';
  return {
    type: 'delayedCdd',
    resourceType: 'activities',
    resourceId: row.id,
    severity: stage === '7' ? 'medium' : 'high',
    summary:
      left < 0
        ? `Delayed CDD was due on ${day}. ${parties} not verified: ${then} (${provision}).`
        : `Delayed CDD is due on ${day}. ${parties} not verified yet (${provision}).`,
    dueAt: endOfDay(row.due_on, timeZone).toISOString(),
    dedupeKey: getKey(row, stage),
  };
}

/** Opens and closes the alerts about one activity's delayed CDD, as the job would, after a command that decides whether it is done. */
export async function followDelayedCdd(work: Work, activityId: string, timeZone: string): Promise<void> {
  const { trx, time } = work;
  const today = companyDay(time(), timeZone);
  const rows = await delayedActivities(trx, today, { activityId });
  const alerts = rows.map((row) => delayedAlert(row, today, timeZone));
  const open = await openKeys(trx, 'delayedCdd');
  const gone = open.filter(
    (key) => key.startsWith(keysOf(activityId)) && alerts.every(({ dedupeKey }) => dedupeKey !== key),
  );
  await openAlerts(work, alerts);
  await closeAlerts(work, { dedupeKeys: gone, reason: delayedGoneReason });
}
