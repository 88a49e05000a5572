import { type AuditEvent, auditFilters, exportAuditLog, listAuditLog } from '#contract/platform/audit.ts';
import { type ActivityNoun, toActivityNoun } from '#rules/activity-noun.ts';
import { actionLabel, auditFieldLabel, recordTypeLabel } from '#rules/audit/audit-labels.ts';
import { formatAuditValue } from '#rules/audit/audit-values.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';
import { type AuditFilterView, auditCsvHref, auditFilterNames, auditHref } from './audit-filters.ts';

const otherPeople = [
  { value: 'client', label: 'Clients (document request link)' },
  { value: 'system', label: 'System' },
  { value: 'admin', label: 'Platform admins' },
];

/** Parses the filters of a URL; invalid ones are omitted and reported. */
function readFilters(search: URLSearchParams): { filters: AuditFilterView; unread: string[] } {
  const filters: AuditFilterView = {};
  const unread: string[] = [];
  for (const name of auditFilterNames) {
    const text = search.get(name)?.trim();
    if (!text) continue;
    if (auditFilters.shape[name].safeParse(text).success) filters[name] = text;
    else unread.push(name);
  }
  return { filters, unread };
}

/** The page of a record in the log, if the member can open it. */
function getHref({ type, id, name, parent }: AuditEvent['resource'], managesTeam: boolean): string | null {
  const under = parent && `/${parent.type === 'client' ? 'clients' : 'activities'}/${parent.id}`;
  switch (type) {
    case 'client':
      return name === null ? null : `/clients/${id}`;
    case 'activity':
      return name === null ? null : `/activities/${id}`;
    case 'individualVerification':
      return under && `${under}/individual_verifications/${id}`;
    case 'businessVerification':
      return under && `${under}/kyb_verifications/${id}`;
    case 'riskAssessment':
      return under && `${under}/risk_assessments/${id}`;
    case 'riskTemplate':
      return '/templates';
    case 'countryList':
      return '/templates?view=countries';
    case 'member':
      return managesTeam ? settingsUrl('team') : null;
    default:
      return under;
  }
}

const roleLabels: Record<string, string> = { owner: 'owner', member: 'member', auditor: 'auditor' };

/** A value of a detail as people read it, instants in the company’s time zone. */
function visibleValue(type: string, field: string, value: string, timeZone: string): string {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value);
  return isInstant ? formatInstant(value, timeZone) : formatAuditValue(type, field, value);
}

function visibleEvent(
  event: AuditEvent,
  { timeZone, managesTeam, noun }: { timeZone: string; managesTeam: boolean; noun: ActivityNoun },
) {
  const { actor, resource, detail } = event;
  return {
    seq: event.seq,
    at: formatInstant(event.at, timeZone),
    who: actor.name,
    as:
      actor.kind === 'user'
        ? (roleLabels[actor.role] ?? actor.role)
        : actor.kind === 'system'
          ? actor.role
          : '',
    what: actionLabel(event.action, noun),
    record:
      resource.name === null
        ? recordTypeLabel(resource.type, noun)
        : `${recordTypeLabel(resource.type, noun)}: ${resource.name}`,
    recordKind: recordTypeLabel(resource.type, noun),
    recordHref: getHref(resource, managesTeam),
    sameRecordHref: /^[0-9a-f-]{36}$/.test(resource.id) ? auditHref({ record: resource.id }) : null,
    why: event.reason,
    origin: [
      ...(event.address === null ? [] : [`IP address ${event.address}`]),
      ...(event.session === null ? [] : [`session ${event.session}`]),
    ].join(' · '),
    isDestroyed: detail === null,
    detail: (detail ?? []).map(({ field, before, after }) => ({
      label: auditFieldLabel(field),
      before: before === null ? '' : visibleValue(resource.type, field, before, timeZone),
      after: after === null ? '' : visibleValue(resource.type, field, after, timeZone),
    })),
  };
}

/** Data of the audit view. */
export async function loadAudit({ api, me, url }: MemberArgs) {
  const { filters, unread } = readFilters(url.searchParams);
  const before = Number(url.searchParams.get('before') ?? '') || undefined;
  const [{ member, company }, log] = await Promise.all([
    me(),
    api.call(listAuditLog, {
      query: { ...filters, ...(before ? { before: Math.max(1, Math.floor(before)) } : {}) },
    }),
  ]);
  const managesTeam = may({ member, company }, 'team.manage');
  const noun = toActivityNoun(company.sector);
  const kinds = log.kinds.map((kind) => ({ value: kind, label: recordTypeLabel(kind, noun) }));
  const people = [...log.people.map(({ id, name }) => ({ value: id, label: name })), ...otherPeople];
  const words: Record<string, (value: string) => string> = {
    who: (value) => `By ${people.find((person) => person.value === value)?.label ?? value}`,
    kind: (value) => recordTypeLabel(value, noun),
    search: (value) => `“${value}”`,
    action: (value) => `Action “${value}”`,
    from: (value) => `From ${formatDate(value)}`,
    to: (value) => `Until ${formatDate(value)}`,
    record: () => 'One record',
  };
  return {
    filters,
    hasUnread: unread.length > 0,
    chips: auditFilterNames.flatMap((name) => {
      const value = filters[name];
      if (value === undefined) return [];
      return [
        { name, text: words[name]?.(value) ?? value, href: auditHref({ ...filters, [name]: undefined }) },
      ];
    }),
    cutWords: log.cutWords,
    events: log.events.map((event) => visibleEvent(event, { timeZone: company.timeZone, managesTeam, noun })),
    people,
    kinds: kinds.sort((a, b) => (a.label < b.label ? -1 : 1)),
    newestHref: before === undefined ? null : auditHref(filters),
    earlierHref: log.nextBefore === null ? null : auditHref(filters, log.nextBefore),
    csvHref: auditCsvHref(filters),
  };
}

/** GET /settings/audit-log.csv: streams all filtered events. */
export function streamAuditLog({ api, url }: { api: MainApi; url: URL }): Promise<Response> {
  return api.stream(exportAuditLog, { query: readFilters(url.searchParams).filters });
}
