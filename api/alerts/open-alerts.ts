import type { Transaction } from 'kysely';
import type { AlertSeverity, AlertType } from '#rules/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { changesBetween } from '../audit/detail.ts';
import { type AuditEventInput, recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { askForReviews } from '../reviews/ask.ts';
import { closeByKeys, insertAlerts, responsibleFor } from './store.ts';

type Trx = Transaction<Schema>;

export interface NewAlert {
  type: AlertType;
  resourceType: ResourceType;
  resourceId: string;
  severity: AlertSeverity;
  /** What happened, in a sentence for people. */
  summary: string;
  /** ISO instant by which somebody has to have looked. */
  dueAt?: string | null;
  /** The screening whose matches it asks about. */
  screeningId?: string | null;
  /** Names the cause, such as `riskRose:` and the assessment's id: one cause opens one alert, ever. */
  dedupeKey: string;
}

/** Who does it: the command's caller, or a job. */
export interface AlertActor {
  companyId: string;
  actor: AuditEventInput['actor'];
  requestId: string;
}

/** Alerts that were written, by their keys, and what tells the audit trail of them: called last, like `recordEvent`. */
export interface OpenedAlerts {
  ids: ReadonlyMap<string, string>;
  tell: () => Promise<void>;
}

/**
 * Writes alerts of records of one type in the transaction of the command that found the cause, assigned to whoever looks after the
 * record. An alert whose cause has one already, even a closed one, is not opened again. For commands that write more after it; others
 * use `openAlerts`.
 */
export async function writeAlerts(
  trx: Trx,
  deps: { now: () => Date },
  by: AlertActor,
  alerts: readonly NewAlert[],
): Promise<OpenedAlerts> {
  const [first] = alerts;
  if (first === undefined) return { ids: new Map(), tell: async () => {} };
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
    companyId: by.companyId,
    at: deps.now(),
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
  await askForReviews(
    trx,
    deps,
    by,
    alerts.filter(({ dedupeKey }) => ids.has(dedupeKey)),
  );
  const tell = async () => {
    for (const { type, severity, summary, resourceId, dedupeKey } of alerts) {
      const id = ids.get(dedupeKey);
      if (id === undefined) continue;
      await recordEvent(trx, deps, {
        ...by,
        action: 'alert.opened',
        resourceType: 'alert',
        resourceId: id,
        detail: { type, severity, summary, resourceType, resourceId },
      });
    }
  };
  return { ids, tell };
}

/** Opens alerts, see `writeAlerts`, and tells of them. Call it last, like `recordEvent`. @returns how many were opened. */
export async function openAlerts(
  trx: Trx,
  deps: { now: () => Date },
  by: AlertActor,
  alerts: readonly NewAlert[],
): Promise<number> {
  const { ids, tell } = await writeAlerts(trx, deps, by, alerts);
  await tell();
  return ids.size;
}

/** Opens one alert; see `openAlerts`. */
export function openAlert(
  trx: Trx,
  deps: { now: () => Date },
  by: AlertActor,
  alert: NewAlert,
): Promise<number> {
  return openAlerts(trx, deps, by, [alert]);
}

/**
 * Closes alerts whose cause is gone, by the system: nobody has to look any more. Keys without an open alert are left alone. Call it
 * last, like `recordEvent`.
 */
export async function closeAlerts(
  trx: Trx,
  deps: { now: () => Date },
  by: AlertActor,
  { dedupeKeys, reason }: { dedupeKeys: readonly string[]; reason: string },
): Promise<number> {
  const closed = await closeByKeys(trx, { keys: dedupeKeys, reason, at: deps.now().toISOString() });
  for (const { id, status } of closed) {
    await recordEvent(trx, deps, {
      ...by,
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
    });
  }
  return closed.length;
}
