import { readMonitoringLists } from '#contract/screenings.ts';
import { formatDate, isCalendarDate } from '#rules/calendar-dates.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { dayText } from '../clients/instant-text.server.ts';

const figures = new Intl.NumberFormat('en-NZ');

/** Lists in use with their dates, and which worklists have compared everybody with them. */
export async function loadListsInUse({ api, me }: MemberArgs) {
  const [{ company }, { lists }] = await Promise.all([me(), api.call(readMonitoringLists, {})]);
  return {
    view: 'lists' as const,
    lists: lists.map(({ id, name, version, publishedOn, importedAt, entities, worklists }) => {
      const behind = worklists.filter(({ coveredVersion }) => coveredVersion !== version);
      return {
        id,
        name,
        version,
        published: publishedOn && isCalendarDate(publishedOn) ? formatDate(publishedOn) : publishedOn,
        imported: importedAt && dayText(importedAt, company.timeZone),
        entities: entities === null ? null : figures.format(entities),
        isCovered: behind.length === 0,
        behind: behind.map((worklist) => worklist.name).join(', '),
      };
    }),
  };
}
