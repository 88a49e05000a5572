import { listMembers } from '#contract/company/accounts.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { type AlertFilters, listAlerts, readAlert } from '#contract/monitoring/alerts.ts';
import { alertOutcomeLabels, alertTypeLabels, getOutcomes, isSnoozable } from '#rules/alerts/alert-types.ts';
import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { isUndecidedMatch } from '#rules/screening-matches/match-labels.ts';
import { alertRecordHref } from '../../components/alerts/alert-lines.server.ts';
import { formatDay, formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { formatEvents } from '../../components/record-history.server.ts';
import { formatShownOfTotal } from '../../components/table.tsx';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';
import { alertCursorFromUrl, alertFiltersFromUrl, alertInQueueHref, alertsHref } from './alert-filters.ts';
import { type ReadAlert, visibleMatch } from './alert-matches.server.ts';
import { alertRow, alertsPerPage } from './alerts.server.ts';

/** History of alerts. @param timeZone of the company */
const historyIn = (timeZone: string) => ({
  actions: {
    'alert.opened': 'Opened',
    'alert.statusChanged': 'Changed',
    'alert.severityRaised': 'Severity raised',
    'alert.closed': 'Closed',
  },
  labels: {
    status: 'Status',
    severity: 'Severity',
    assignee: 'Assignee',
    outcome: 'Outcome',
    reason: 'Reason',
    snoozedUntil: 'Snoozed until',
  },
  // A missing assignee is named; a reason without an earlier one is shown alone. An alert is snoozed until a day.
  value: (field: string, value: string | null) => {
    if (value === null) return field === 'assignee' ? 'Unassigned' : '';
    return field === 'snoozedUntil' ? formatDay(value, timeZone) : value;
  },
});

/** Matches that a decision of several applies to, and the steps that the alert's state and its undecided matches allow. */
function alertSteps(alert: ReadAlert, canWork: boolean) {
  const undecided = alert.matches.filter(({ status }) => isUndecidedMatch(status));
  const transitions = canWork
    ? transitionsFrom(alertLifecycle, alert.status)
        .filter(({ by, to }) => by === 'person' && (to !== 'snoozed' || isSnoozable(alert.type)))
        .map(({ to }) => to)
    : [];
  const mustDecide = alert.type === 'screeningMatch' && undecided.length > 0;
  return {
    undecided: undecided.map(({ id, version }) => `${id} ${version}`),
    transitions: mustDecide ? transitions.filter((to) => to !== 'closed') : transitions,
  };
}

/** The page of the queue from which the alert was opened, with the neighbours of the open one. */
function getQueue(
  listed: EndpointResponse<typeof listAlerts> | null,
  {
    id,
    filters,
    after,
    timeZone,
    now,
  }: { id: string; filters: AlertFilters; after: string | undefined; timeZone: string; now: Date },
) {
  const items = listed?.items ?? [];
  const rows = items.map((alert) => ({
    ...alertRow(alert, timeZone, now),
    href: alertInQueueHref(alert.id, filters, after),
    isOpen: alert.id === id,
  }));
  const place = rows.findIndex(({ isOpen }) => isOpen);
  return {
    rows,
    total: listed ? formatShownOfTotal(rows.length, listed.total) : '',
    allHref: alertsHref(filters, after),
    previous: place > 0 ? (rows[place - 1]?.href ?? null) : null,
    // An alert that is not in the queue, such as a closed one, is followed by its first.
    next: rows[place + 1]?.href ?? null,
  };
}

/** Data of the alert in the path. */
export async function loadAlert({ api, me, params, url }: MemberArgs) {
  const id = params.id ?? '';
  const filters = alertFiltersFromUrl(url.searchParams);
  const after = alertCursorFromUrl(url.searchParams);
  const [{ member, company }, alert, { members }, listed] = await Promise.all([
    me(),
    api.call(readAlert, { params: { id } }),
    api.call(listMembers, {}),
    api.submit(listAlerts, { query: { ...filters, after, limit: alertsPerPage } }),
  ]);
  const { timeZone } = company;
  const now = new Date();
  const canWork = may({ member, company }, 'alerts.close');
  const isOpen = alert.status !== 'closed';
  const { screening } = alert;
  return {
    queue: getQueue(listed.ok ? listed.value : null, { id, filters, after, timeZone, now }),
    alert: {
      ...alertRow(alert, timeZone, now),
      version: alert.version,
      status: alert.status,
      type: alert.type,
      title: `${alertTypeLabels[alert.type]}: ${alert.resourceName}`,
      href: alertRecordHref(alert),
      opened: formatInstant(alert.openedAt, timeZone),
      assigneeId: alert.assignee?.id ?? '',
      snoozedUntil: alert.snoozedUntil && formatDay(alert.snoozedUntil, timeZone),
      outcome: alert.outcome && alertOutcomeLabels[alert.outcome],
      reason: alert.reason,
      escalationNote: alert.escalationNote,
    },
    query: alert.subject,
    belongsTo: alert.belongsTo.map(({ id: clientId, name, roles }) => ({
      href: `/clients/${clientId}`,
      name,
      roles: roles.map((role) => partyRoleLabels[role as keyof typeof partyRoleLabels] ?? role).join(', '),
    })),
    screening: screening && {
      at: formatInstant(screening.at, timeZone),
      lists: screening.lists.map(({ name, version }) => `${name}, version ${version}`),
      threshold: screening.threshold,
      algorithm: screening.algorithm,
    },
    matches: alert.matches.map((match) => visibleMatch(match, alert, company)),
    ...alertSteps(alert, canWork),
    canDecide: canWork && isOpen,
    mayConfirm: alert.mayConfirm && isOpen,
    outcomes: getOutcomes(alert.type).map((value) => ({ value, label: alertOutcomeLabels[value] })),
    members: members
      .filter(({ active }) => active)
      .map((member) => ({ value: member.id, label: member.name })),
    history: formatEvents(alert.history, historyIn(timeZone), timeZone),
    requestKey: newRequestKey(),
  };
}

export type LoadedAlert = Awaited<ReturnType<typeof loadAlert>>;
