import { type Alert, listAlerts } from '#contract/alerts.ts';
import { alertSeverityLabels, alertTypeLabels } from '#rules/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import type { MainApi } from '../main-api.server.ts';
import { dayText } from '../routes/clients/instant-text.server.ts';

/** An alert in words. @param timeZone of the company */
export function alertLine(alert: Alert, timeZone: string) {
  const { id, type, resourceType, resourceId, resourceName, severity, status, summary, openedAt } = alert;
  return {
    id,
    type: alertTypeLabels[type],
    href: `/${resourceType}/${resourceId}`,
    alertHref: `/monitoring?alert=${id}`,
    name: resourceName,
    severity,
    severityText: alertSeverityLabels[severity],
    status: alertLifecycle.labels[status],
    summary,
    opened: dayText(openedAt, timeZone),
    assignee: alert.assignee?.name ?? null,
  };
}

export type AlertLine = ReturnType<typeof alertLine>;

/** As many as a record's page has room for. */
const shownAlerts = 5;

/** The newest alerts of a record that are not closed. */
export async function readAlertLines(
  api: MainApi,
  { resourceType, resourceId }: { resourceType: 'clients' | 'activities'; resourceId: string },
): Promise<(timeZone: string) => AlertLine[]> {
  const { items } = await api.call(listAlerts, { query: { resourceType, resourceId, limit: shownAlerts } });
  return (timeZone) => items.map((alert) => alertLine(alert, timeZone));
}
