import type { Alert } from '#contract/monitoring/alerts.ts';
import { formatRaised } from '#rules/alerts/alert-order.ts';
import { alertSeverityLabels, alertTypeLabels } from '#rules/alerts/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { alertUrl } from '#rules/pages/monitoring-pages.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatDay } from '../format-instant.server.ts';

/** URL of the record that an alert is about. */
export function alertRecordHref({
  resourceType,
  resourceId,
}: Pick<Alert, 'resourceType' | 'resourceId'>): string {
  if (resourceType === 'privacyBreaches') return settingsUrl('privacy', { breach: resourceId });
  if (resourceType === 'supportGrants') return settingsUrl('support');
  if (resourceType === 'screeningLists') return settingsUrl('lists');
  return `/${resourceType}/${resourceId}`;
}

/** An alert formatted for display. @param timeZone of the company */
function alertLine(alert: Alert, timeZone: string, now: Date) {
  const { id, type, resourceName, severity, status, summary, openedAt } = alert;
  return {
    id,
    type: alertTypeLabels[type],
    href: alertRecordHref(alert),
    alertHref: alertUrl(id),
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

/** Alerts formatted for display. @param timeZone of the company */
export const toAlertLines = (alerts: readonly Alert[], timeZone: string): AlertLine[] =>
  alerts.map((alert) => alertLine(alert, timeZone, new Date()));
