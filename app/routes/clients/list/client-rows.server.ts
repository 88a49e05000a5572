import type { ClientListItem } from '#contract/client-record.ts';
import {
  type CddLevel,
  type CddStatus,
  cddLevelLabels,
  cddStatusLabels,
  clientTypeLabels,
  type PepStatus,
} from '#rules/clients/client-types.ts';
import { type CalendarDate, compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import { shownPepStatus } from '#rules/pep.ts';
import { getTick } from './assign.server.ts';
import { type ClientLine, lineFields } from './client-row.tsx';

/** Short, for a column headed PEP. */
const pepWords: Record<PepStatus, string> = {
  notChecked: 'Not checked',
  none: 'No',
  foreign: 'Foreign',
  domestic: 'Domestic',
  internationalOrganisation: 'International',
  relativeOrAssociate: 'Relative or associate',
};

/** "Enhanced, in progress"; the status alone while no level is known. */
function cddWords(status: CddStatus, level: CddLevel | null): string {
  const words = cddStatusLabels[status];
  return level === null ? words : `${cddLevelLabels[level]}, ${words.toLowerCase()}`;
}

function getLine(item: ClientListItem, today: CalendarDate, withTicks: boolean): ClientLine {
  const { nextReviewDueOn: due } = item;
  return {
    id: item.id,
    name: item.displayName,
    sanctions: item.sanctions ?? '',
    type: clientTypeLabels[item.clientType],
    status: item.status,
    risk: item.riskLevel ?? '',
    cdd: cddWords(item.cddStatus, item.cddLevel),
    // An entity is asked about its people alone.
    pep: shownPepStatus(item.clientType, item.pepStatus) === null ? '' : pepWords[item.pepStatus],
    review: due === null ? '' : formatDate(due),
    overdue: due !== null && compareDates(due, today) < 0 ? 'overdue' : '',
    responsible: item.responsible?.name ?? '',
    tick: withTicks ? getTick(item.id, item.responsible?.id) : '',
  };
}

/** Names hold neither tabs nor ends of lines; were one to, its row must not become two. */
const asOneWord = (value: string) => (/[\t\n]/.test(value) ? value.replace(/[\t\n]/g, ' ') : value);

/**
 * The rows of a page as one text, a line a client with tabs between its words. Remix's encoding of loader data looks at every value
 * by itself, which for fifty rows costs more than all else that a page sends; and in a document it escapes every quote of JSON
 * three times over.
 *
 * @param today in the company's time zone; a review before it is overdue
 * @param withTicks for a list from which clients are selected
 */
export function writeLines(
  items: readonly ClientListItem[],
  today: CalendarDate,
  withTicks: boolean,
): string {
  return items
    .map((item) => {
      const line = getLine(item, today, withTicks);
      return lineFields.map((field) => asOneWord(line[field])).join('\t');
    })
    .join('\n');
}
