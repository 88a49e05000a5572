import { listMembers } from '#contract/accounts.ts';
import { type Alert, listAlerts } from '#contract/alerts.ts';
import { alertSeverityLabels, alertTypeLabels } from '#rules/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { dayText } from '../clients/instant-text.server.ts';
import { alertFiltersFromUrl, alertsHref, isSameQueue, queues } from './alert-filters.ts';

/** An alert as a row of the queue. */
export function alertRow(alert: Alert, timeZone: string, now: Date) {
  const { id, severity, summary, resourceName, status, type, dueAt, openedAt } = alert;
  return {
    id,
    name: resourceName,
    summary,
    severity,
    severityText: alertSeverityLabels[severity],
    typeText: alertTypeLabels[type],
    statusText: alertLifecycle.labels[status],
    assignee: alert.assignee?.name ?? null,
    due: dueAt && dayText(dueAt, timeZone),
    isOverdue: dueAt !== null && status !== 'closed' && Date.parse(dueAt) < now.getTime(),
    opened: dayText(openedAt, timeZone),
  };
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The queue of alerts by the filters of the URL. */
export async function loadAlerts({ api, me, url }: MemberArgs) {
  const filters = alertFiltersFromUrl(url.searchParams);
  const given = url.searchParams.get('after') ?? '';
  const after = isId.test(given) ? given : undefined;
  const [{ member, company }, listed, { members }] = await Promise.all([
    me(),
    api.submit(listAlerts, { query: { ...filters, after, limit: 50 } }),
    api.call(listMembers, {}),
  ]);
  const now = new Date();
  const page = listed.ok ? listed.value : { items: [], nextAfter: null, total: { count: 0, capped: false } };
  return {
    view: 'alerts' as const,
    filters,
    problem: listed.ok ? null : 'This link asks for a filter that does not exist.',
    queues: queues.map(({ label, filters: of }) => ({
      to: alertsHref(of),
      label,
      isCurrent: isSameQueue(of, filters),
    })),
    rows: page.items.map((alert) => alertRow(alert, company.timeZone, now)),
    total: page.total,
    nextHref: page.nextAfter && alertsHref(filters, { after: page.nextAfter }),
    firstHref: after === undefined ? null : alertsHref(filters),
    members: members.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
    mayWork: may({ member, company }, 'alerts.finish'),
    requestKey: newRequestKey(),
  };
}
