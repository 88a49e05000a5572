import type { AlertSeverity, AlertType } from '#rules/alerts/alert-types.ts';

const dayMs = 86_400_000;

/** Days overdue after which an alert opened as low becomes high; the first step is taken when it becomes overdue. */
const daysToHigh = 7;

/**
 * The severity of an alert by lateness: an overdue alert rises by one step, and one opened as low is high once it is more than seven
 * days overdue. It never falls, and never exceeds high. Alerts without a due date keep their initial severity.
 * @param opened initial severity.
 * @param dueAt ISO instant by which the alert must be actioned.
 * @param now ISO instant.
 */
export function severityWhenLate(opened: AlertSeverity, dueAt: string | null, now: string): AlertSeverity {
  if (dueAt === null) return opened;
  const lateMs = Date.parse(now) - Date.parse(dueAt);
  if (lateMs <= 0) return opened;
  if (opened !== 'low') return 'high';
  return lateMs > daysToHigh * dayMs ? 'high' : 'medium';
}

/** Whole days that an alert is overdue, rounded up: 1 on the first day; 0 if not overdue. ISO instants. */
export function daysOverdue(dueAt: string | null, now: string): number {
  if (dueAt === null) return 0;
  return Math.max(0, Math.ceil((Date.parse(now) - Date.parse(dueAt)) / dayMs));
}

/** Lateness of an alert as text: `5 days overdue`. ISO instants. */
export function formatOverdue(dueAt: string | null, now: string): string {
  const days = daysOverdue(dueAt, now);
  return `${days} ${days === 1 ? 'day' : 'days'} overdue`;
}

/**
 * Reason why an alert is more severe than initially: `Raised: 5 days overdue`; null if it is not. For a closed alert, as at its
 * closing.
 */
export function formatRaised(
  alert: { raisedFrom: AlertSeverity | null; dueAt: string | null; closedAt: string | null },
  now: string,
): string | null {
  return alert.raisedFrom === null ? null : `Raised: ${formatOverdue(alert.dueAt, alert.closedAt ?? now)}`;
}

/**
 * Priority of an alert in the queue by its kind; lower comes first. An undecided sanctions match (a screening match of high
 * severity) comes first, because acting for the person may be an offence. The database computes the same number (migration
 * 0021).
 */
export function alertUrgency({ severity, type }: { severity: AlertSeverity; type: AlertType }): number {
  if (severity === 'high') return type === 'screeningMatch' ? 0 : 1;
  return severity === 'medium' ? 2 : 3;
}

export interface QueuedAlert {
  id: string;
  severity: AlertSeverity;
  type: AlertType;
  /** ISO instant. */
  dueAt: string | null;
}

/**
 * Comparator of the queue, for `sort`: by urgency; then longest overdue, then earliest due, then without due date; oldest first among
 * equals, by ids, which are in order of opening.
 */
export function compareAlerts(a: QueuedAlert, b: QueuedAlert): number {
  const dueMs = ({ dueAt }: QueuedAlert) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt));
  const byUrgency = alertUrgency(a) - alertUrgency(b);
  if (byUrgency !== 0) return byUrgency;
  if (dueMs(a) !== dueMs(b)) return dueMs(a) < dueMs(b) ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
