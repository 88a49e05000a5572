import { listMembers } from '#contract/company/accounts.ts';
import { type Alert, listAlerts } from '#contract/monitoring/alerts.ts';
import { formatRaised } from '#rules/alerts/alert-order.ts';
import { alertSeverityLabels, alertTypeLabels } from '#rules/alerts/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';
import {
  alertCursorFromUrl,
  alertFiltersFromUrl,
  alertInQueueHref,
  alertsHref,
  isSameQueue,
  queues,
} from './alert-filters.ts';

/** Alerts on a page of the queue; an open one has the same page beside it. */
export const alertsPerPage = 50;

/** A row of the alert queue. */
export function alertRow(alert: Alert, timeZone: string, now: Date) {
  const { id, severity, summary, resourceName, status, type, dueAt, openedAt } = alert;
  return {
    id,
    name: resourceName,
    summary,
    severity,
    sanctions: alert.sanctions,
    severityLabel: alertSeverityLabels[severity],
    raised: formatRaised(alert, now.toISOString()),
    typeLabel: alertTypeLabels[type],
    statusText: alertLifecycle.labels[status],
    assignee: alert.assignee?.name ?? null,
    due: dueAt && formatDay(dueAt, timeZone),
    isOverdue: dueAt !== null && status !== 'closed' && Date.parse(dueAt) < now.getTime(),
    opened: formatDay(openedAt, timeZone),
  };
}

/** The alert queue, filtered by the URL. */
export async function loadAlerts({ api, me, url }: MemberArgs) {
  const filters = alertFiltersFromUrl(url.searchParams);
  const after = alertCursorFromUrl(url.searchParams);
  const [{ member, company }, listed, { members }] = await Promise.all([
    me(),
    api.submit(listAlerts, { query: { ...filters, after, limit: alertsPerPage } }),
    api.call(listMembers, {}),
  ]);
  const now = new Date();
  const page = listed.ok ? listed.value : { items: [], nextAfter: null, total: { count: 0, capped: false } };
  return {
    filters,
    problem: listed.ok ? null : 'The link contains an unknown filter, so it was ignored.',
    queues: queues.map(({ label, filters: of }) => ({
      to: alertsHref(of),
      label,
      isCurrent: isSameQueue(of, filters),
    })),
    rows: page.items.map((alert) => ({
      ...alertRow(alert, company.timeZone, now),
      href: alertInQueueHref(alert.id, filters, after),
    })),
    total: page.total,
    nextHref: page.nextAfter && alertsHref(filters, page.nextAfter),
    firstHref: after === undefined ? null : alertsHref(filters),
    members: members.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
    canWork: may({ member, company }, 'alerts.close'),
    requestKey: newRequestKey(),
  };
}
