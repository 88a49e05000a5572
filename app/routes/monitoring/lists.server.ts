import { readMonitoringLists } from '#contract/monitoring/screenings.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';

/** Screening lists in use with their dates, and the worklists fully screened against them. */
export async function loadListsInUse({ api, me }: MemberArgs) {
  const [{ company }, { lists }] = await Promise.all([me(), api.call(readMonitoringLists, {})]);
  return {
    lists: lists.map(({ id, name, version, publishedOn, importedAt, entities, worklists }) => {
      const behind = worklists.filter(({ coveredVersion }) => coveredVersion !== version);
      return {
        id,
        name,
        version,
        published: publishedOn && isCalendarDate(publishedOn) ? formatDate(publishedOn) : publishedOn,
        imported: importedAt && formatDay(importedAt, company.timeZone),
        entities: entities === null ? null : formatNumber(entities),
        isCovered: behind.length === 0,
        behind: behind.map((worklist) => worklist.name).join(', '),
      };
    }),
  };
}
