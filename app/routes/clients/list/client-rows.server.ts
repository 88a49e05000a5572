import type { ClientListItem } from '#contract/clients/client-record.ts';
import {
  type CddLevel,
  type CddStatus,
  cddLevelLabels,
  cddStatusLabels,
  clientTypeLabels,
  formatClientStatus,
  type PepStatus,
} from '#rules/clients/client-types.ts';
import { type CalendarDate, compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import { toVisiblePepStatus } from '#rules/pep.ts';
import { getTick } from './assign.server.ts';
import { type ClientLine, lineFields } from './client-row.tsx';

/** Short, for a column headed PEP. */
const pepLabels: Record<PepStatus, string> = {
  notChecked: 'Not checked',
  none: 'No',
  foreign: 'Foreign',
  domestic: 'Domestic',
  internationalOrganisation: 'International',
  relativeOrAssociate: 'Relative or associate',
};

/** "Enhanced, in progress"; only the status if no level is known. */
function formatCdd(status: CddStatus, level: CddLevel | null): string {
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
    status: formatClientStatus(item),
    risk: item.riskLevel ?? '',
    cdd: formatCdd(item.cddStatus, item.cddLevel),
    // PEP status does not apply to an entity itself, only to its people.
    pep: toVisiblePepStatus(item.clientType, item.pepStatus) === null ? '' : pepLabels[item.pepStatus],
    review: due === null ? '' : formatDate(due),
    overdue: due !== null && compareDates(due, today) < 0 ? 'overdue' : '',
    responsible: item.responsible?.name ?? '',
    tick: withTicks ? getTick(item.id, item.responsible?.id) : '',
  };
}

/** Names contain neither tabs nor line breaks; if one did, its row must not become two. */
const asOneWord = (value: string) => (/[\t\n]/.test(value) ? value.replace(/[\t\n]/g, ' ') : value);

/**
 * The rows of a page as one text, one line per client with tabs between fields. Remix's encoding of loader data processes each
 * value separately, which for fifty rows costs more than the rest of the page; and in a document it escapes every quote of JSON
 * three times.
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
