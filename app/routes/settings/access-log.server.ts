import { accessFilters, listAccessLog } from '#contract/access-log.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { openedTypes } from '#contract/opened-types.ts';
import { isRecordId } from '#contract/record-id.ts';
import { type ActivityNoun, toActivityNoun } from '#rules/activity-noun.ts';
import { recordTypeLabel } from '#rules/audit/audit-labels.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { type AccessFilterView, accessFilterNames, accessHref } from './access-filters.ts';

type Opening = EndpointResponse<typeof listAccessLog>['events'][number];

/** Parses the filters of a URL; invalid ones are omitted and reported. */
function readFilters(search: URLSearchParams): { filters: AccessFilterView; hasUnread: boolean } {
  const filters: AccessFilterView = {};
  let hasUnread = false;
  for (const name of accessFilterNames) {
    const text = search.get(name)?.trim();
    if (!text) continue;
    if (accessFilters.shape[name].safeParse(text).success) filters[name] = text;
    else hasUnread = true;
  }
  return { filters, hasUnread };
}

function getHref({ type, recordId, name }: Opening): string | null {
  if (name === null) return null;
  if (type === 'client') return `/clients/${recordId}`;
  return type === 'activity' ? `/activities/${recordId}` : null;
}

function toEntry(event: Opening, timeZone: string, noun: ActivityNoun) {
  const kind = recordTypeLabel(event.type, noun);
  return {
    id: event.id,
    at: formatInstant(event.at, timeZone),
    who: event.member.name,
    role: event.role,
    kind,
    record: event.name ?? kind,
    href: getHref(event),
    sameRecordHref: accessHref({ record: event.recordId }),
    address: event.address,
    session: event.session,
  };
}

/** Data of the access log view. */
export async function loadAccessLog({ api, me, url }: MemberArgs) {
  const { filters, hasUnread } = readFilters(url.searchParams);
  const before = url.searchParams.get('before') ?? '';
  const [{ company }, log] = await Promise.all([
    me(),
    api.call(listAccessLog, {
      query: { ...accessFilters.parse(filters), ...(isRecordId(before) ? { before } : {}) },
    }),
  ]);
  const noun = toActivityNoun(company.sector);
  const people = log.people.map(({ id, name }) => ({ value: id, label: name }));
  const words: Record<string, (value: string) => string> = {
    who: (value) => `By ${people.find((person) => person.value === value)?.label ?? value}`,
    kind: (value) => recordTypeLabel(value, noun),
    from: (value) => `From ${formatDate(value)}`,
    to: (value) => `Until ${formatDate(value)}`,
    record: () => 'One record',
  };
  return {
    filters,
    hasUnread,
    chips: accessFilterNames.flatMap((name) => {
      const value = filters[name];
      return value === undefined
        ? []
        : [
            {
              name,
              text: words[name]?.(value) ?? value,
              href: accessHref({ ...filters, [name]: undefined }),
            },
          ];
    }),
    entries: log.events.map((event) => toEntry(event, company.timeZone, noun)),
    people,
    kinds: openedTypes.map((type) => ({ value: type, label: recordTypeLabel(type, noun) })),
    newestHref: isRecordId(before) ? accessHref(filters) : null,
    earlierHref: log.nextBefore === null ? null : accessHref(filters, log.nextBefore),
  };
}
