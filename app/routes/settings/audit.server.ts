import {
  type AuditEvent,
  auditFilters,
  exportAuditLog,
  listAuditLog,
  verifyAuditLog,
} from '#contract/audit.ts';
import { actionInWords, fieldInWords, recordKindInWords } from '#rules/audit-words.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { readForm } from '../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { may } from '../../rights.server.ts';
import { instantText } from '../clients/instant-text.server.ts';
import { auditCsvHref, auditFilterNames, auditHref, type ShownFilters } from './audit-filters.ts';

const otherPeople = [
  { value: 'client', label: 'Clients, by a link' },
  { value: 'system', label: 'Assay itself' },
  { value: 'admin', label: 'Platform admins' },
];

/** The filters of a URL; one that cannot be read is left out and named. */
function filtersOf(search: URLSearchParams): { filters: ShownFilters; unread: string[] } {
  const filters: ShownFilters = {};
  const unread: string[] = [];
  for (const name of auditFilterNames) {
    const text = search.get(name)?.trim();
    if (!text) continue;
    if (auditFilters.shape[name].safeParse(text).success) filters[name] = text;
    else unread.push(name);
  }
  return { filters, unread };
}

/** Where a record of the log stands, as far as it has a page that this person may open. */
function hrefOf({ type, id, name, parent }: AuditEvent['resource'], managesTeam: boolean): string | null {
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
      return managesTeam ? '/settings?view=team' : null;
    default:
      return under;
  }
}

const roleWords: Record<string, string> = { owner: 'owner', member: 'member', auditor: 'auditor' };

function shownEvent(
  event: AuditEvent,
  { timeZone, managesTeam }: { timeZone: string; managesTeam: boolean },
) {
  const { actor, resource, detail } = event;
  return {
    seq: event.seq,
    at: instantText(event.at, timeZone),
    who: actor.name,
    as:
      actor.kind === 'user'
        ? (roleWords[actor.role] ?? actor.role)
        : actor.kind === 'system'
          ? actor.role
          : '',
    what: actionInWords(event.action),
    record: resource.name ?? recordKindInWords(resource.type),
    recordKind: recordKindInWords(resource.type),
    recordHref: hrefOf(resource, managesTeam),
    sameRecordHref: /^[0-9a-f-]{36}$/.test(resource.id) ? auditHref({ record: resource.id }) : null,
    why: event.reason,
    isDestroyed: detail === null,
    detail: (detail ?? []).map(({ field, before, after }) => ({
      label: fieldInWords(field),
      before: before ?? '',
      after: after ?? '',
    })),
  };
}

/** What stands in the audit view. */
export async function loadAudit({ api, me, url }: MemberArgs) {
  const { filters, unread } = filtersOf(url.searchParams);
  const before = Number(url.searchParams.get('before') ?? '') || undefined;
  const [{ member, company }, log] = await Promise.all([
    me(),
    api.call(listAuditLog, {
      query: { ...filters, ...(before ? { before: Math.max(1, Math.floor(before)) } : {}) },
    }),
  ]);
  const managesTeam = may({ member, company }, 'team.manage');
  const kinds = log.kinds.map((kind) => ({ value: kind, label: recordKindInWords(kind) }));
  const people = [...log.people.map(({ id, name }) => ({ value: id, label: name })), ...otherPeople];
  const words: Record<string, (value: string) => string> = {
    who: (value) => `By ${people.find((one) => one.value === value)?.label ?? value}`,
    kind: (value) => recordKindInWords(value),
    action: (value) => `“${value}”`,
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
    events: log.events.map((event) => shownEvent(event, { timeZone: company.timeZone, managesTeam })),
    people,
    kinds: kinds.sort((a, b) => (a.label < b.label ? -1 : 1)),
    newestHref: before === undefined ? null : auditHref(filters),
    earlierHref: log.nextBefore === null ? null : auditHref(filters, log.nextBefore),
    csvHref: auditCsvHref(filters),
  };
}

/** GET /settings/audit-log.csv: every event of the filter, passed on piece by piece. */
export function streamAuditLog({ api, url }: { api: MainApi; url: URL }): Promise<Response> {
  return api.stream(exportAuditLog, { query: filtersOf(url.searchParams).filters });
}

/** A post verifies for so long; a longer chain is gone on with by a press. */
const verifyingMs = 6000;

const faults = {
  hash: 'its contents do not give the hash that was kept of it',
  link: 'it does not follow the event before it',
  gap: 'it is missing',
  detail: 'its detail is not the one that it was written with',
  cutTail: 'it and what followed are missing',
  head: 'it is not what the chain ends with',
  signature: 'the signature over it is not Assay’s',
  signedHead: 'it is not the event that was signed',
} as const;

const counted = new Intl.NumberFormat('en-NZ');

/** Verifies the chain, or the next part of a long one. `after` comes back with the form. */
export async function answerAudit({ api, me, request }: MemberArgs) {
  const form = await readForm(request);
  const startedAt = performance.now();
  const { company } = await me();
  let after = Math.max(0, Math.floor(Number(form.get('after'))) || 0);
  let destroyed = Math.max(0, Math.floor(Number(form.get('destroyed'))) || 0);
  let signed: { at: string; seq: number } | null = null;
  for (;;) {
    const part = await api.call(verifyAuditLog, { query: { after } });
    destroyed += part.detailsDestroyed;
    signed = part.lastSigned ?? signed;
    const { broken } = part;
    const common = {
      events: counted.format(part.verifiedTo),
      destroyed: destroyed === 0 ? null : counted.format(destroyed),
    };
    if (broken) {
      return {
        ...common,
        outcome: 'broken' as const,
        at: counted.format(broken.seq),
        why: faults[broken.fault],
      };
    }
    if (part.done) {
      return {
        ...common,
        outcome: 'whole' as const,
        signed: signed
          ? { at: instantText(signed.at, company.timeZone), event: counted.format(signed.seq) }
          : null,
      };
    }
    after = part.verifiedTo;
    if (performance.now() - startedAt > verifyingMs) {
      return { ...common, outcome: 'more' as const, after, destroyedSoFar: destroyed };
    }
  }
}
