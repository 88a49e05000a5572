import type { Alert } from '#contract/monitoring/alerts.ts';
import type { AlertResourceType, AlertSeverity, AlertType } from '#rules/alerts/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Work } from '../../kernel/command/work.ts';
import { responsibleFor } from './assignee-store.ts';
import { type Closing, insertAlerts, lockByKeys, writeClosed } from './change-store.ts';

export interface NewAlert {
  type: AlertType;
  resourceType: AlertResourceType;
  resourceId: string;
  severity: AlertSeverity;
  /** Cause of the alert, as a sentence for display. */
  summary: string;
  /** ISO instant by which the alert is to be actioned. */
  dueAt?: string | null;
  /** The screening with the matches to decide. */
  screeningId?: string | null;
  /** Identifies the cause, such as `riskRose:` with the assessment's id: each cause opens at most one alert. */
  dedupeKey: string;
}

/**
 * Opens alerts on records of one type, assigned to each record's responsible member. A cause that already has an alert,
 * open or closed, gets no second one.
 *
 * @returns ids of the opened alerts by key.
 */
export async function openAlerts(
  { trx, by, time, record, emit }: Work,
  alerts: readonly NewAlert[],
): Promise<ReadonlyMap<string, string>> {
  const [first] = alerts;
  if (first === undefined) return new Map();
  const { companyId } = by;
  if (companyId === null) throw new Error('An alert must belong to a company.');
  const { resourceType } = first;
  if (alerts.some((alert) => alert.resourceType !== resourceType)) {
    throw new Error('Alerts are opened for records of one type at a time.');
  }
  const responsible = await responsibleFor(
    trx,
    resourceType,
    alerts.map(({ resourceId }) => resourceId),
  );
  const ids = await insertAlerts(trx, {
    companyId,
    at: time(),
    rows: alerts.map((alert) => ({
      type: alert.type,
      resource_type: alert.resourceType,
      resource_id: alert.resourceId,
      severity: alert.severity,
      summary: alert.summary,
      due_at: alert.dueAt ?? null,
      dedupe_key: alert.dedupeKey,
      screening_id: alert.screeningId ?? null,
      assignee_member_id: responsible.get(alert.resourceId) ?? null,
    })),
  });
  const opened = alerts.filter(({ dedupeKey }) => ids.has(dedupeKey));
  if (opened.length === 0) return ids;
  emit(
    'alert.opened',
    opened.map(({ type, resourceId, summary, dedupeKey }) => ({
      type,
      resourceType,
      resourceId,
      summary,
      dedupeKey,
    })),
  );
  emit(
    'alert.assigned',
    opened.flatMap(({ type, resourceId, dedupeKey }) => {
      const memberId = responsible.get(resourceId);
      const alertId = ids.get(dedupeKey);
      return memberId === undefined || alertId === undefined
        ? []
        : [{ alertId, memberId, type, isEscalated: false }];
    }),
  );
  record(
    ...opened.map(({ type, severity, summary, resourceId, dedupeKey }) => ({
      action: 'alert.opened',
      resourceType: 'alert',
      resourceId: ids.get(dedupeKey) as string,
      detail: { type, severity, summary, resourceType, resourceId },
    })),
  );
  return ids;
}

/** Closes alerts that the transaction has locked, and records it. */
export async function closeLocked(
  { trx, record }: Work,
  alerts: readonly Pick<Alert, 'id' | 'status'>[],
  closing: Closing,
): Promise<void> {
  const { reason } = closing;
  const ids = alerts.map(({ id }) => id);
  await writeClosed(trx, ids, closing);
  record(
    ...alerts.map(({ id, status }) => ({
      action: 'alert.closed',
      resourceType: 'alert',
      resourceId: id,
      reason,
      detail: {
        changes: changesBetween(
          { status: alertLifecycle.labels[status] },
          { status: alertLifecycle.labels.closed, reason },
        ),
      },
    })),
  );
}

/**
 * Closes alerts automatically once their cause no longer applies. Keys without an open alert are ignored.
 *
 * @returns the number closed.
 */
export async function closeAlerts(
  work: Work,
  { dedupeKeys, reason }: { dedupeKeys: readonly string[]; reason: string },
): Promise<number> {
  const at = work.time().toISOString();
  const open = await lockByKeys(work.trx, dedupeKeys);
  await closeLocked(work, open, { outcome: 'noAction', reason, at, by: null });
  return open.length;
}
