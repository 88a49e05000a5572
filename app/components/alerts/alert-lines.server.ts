import { type Alert, listAlerts } from '#contract/monitoring/alerts.ts';
import { formatRaised } from '#rules/alerts/alert-order.ts';
import { alertSeverityLabels, alertTypeLabels } from '#rules/alerts/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import { formatDay } from '../format-instant.server.ts';

/** URL of the record that an alert is about. */
export function alertRecordHref({
  resourceType,
  resourceId,
}: Pick<Alert, 'resourceType' | 'resourceId'>): string {
  if (resourceType === 'privacyBreaches') return `/settings?view=privacy&breach=${resourceId}`;
  if (resourceType === 'supportGrants') return '/settings?view=support';
  return `/${resourceType}/${resourceId}`;
}

/** An alert formatted for display. @param timeZone of the company */
export function alertLine(alert: Alert, timeZone: string, now: Date) {
  const { id, type, resourceName, severity, status, summary, openedAt } = alert;
  return {
    id,
    type: alertTypeLabels[type],
    href: alertRecordHref(alert),
    alertHref: `/monitoring?alert=${id}`,
    name: resourceName,
    sanctions: alert.sanctions,
    severity,
    severityLabel: alertSeverityLabels[severity],
    raised: formatRaised(alert, now.toISOString()),
    status: alertLifecycle.labels[status],
    summary,
    opened: formatDay(openedAt, timeZone),
    assignee: alert.assignee?.name ?? null,
  };
}

export type AlertLine = ReturnType<typeof alertLine>;

/** Maximum alerts on a record's page. */
const visibleAlerts = 5;

/** The first open alerts of a record. */
export async function readAlertLines(
  api: MainApi,
  { resourceType, resourceId }: { resourceType: 'clients' | 'activities'; resourceId: string },
): Promise<(timeZone: string) => AlertLine[]> {
  const { items } = await api.call(listAlerts, { query: { resourceType, resourceId, limit: visibleAlerts } });
  return (timeZone) => toAlertLines(items, timeZone);
}

/** Alerts formatted for display. @param timeZone of the company */
export const toAlertLines = (alerts: readonly Alert[], timeZone: string): AlertLine[] =>
  alerts.map((alert) => alertLine(alert, timeZone, new Date()));
