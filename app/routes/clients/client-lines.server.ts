import type { ClientListItem } from '#contract/clients.ts';
import { type CalendarDate, compareDates, formatDate } from '#rules/calendar-dates.ts';
import {
  type CddLevel,
  type CddStatus,
  cddLevelLabels,
  cddStatusLabels,
  clientTypeLabels,
  type PepStatus,
} from '#rules/client-types.ts';
import { tickOf } from './assign.server.ts';
import type { ClientLine } from './client-row.tsx';

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

function lineOf(item: ClientListItem, today: CalendarDate, withTicks: boolean): ClientLine {
  const { nextReviewDueOn: due } = item;
  return {
    id: item.id,
    name: item.displayName,
    type: clientTypeLabels[item.clientType],
    status: item.status,
    risk: item.riskLevel,
    cdd: cddWords(item.cddStatus, item.cddLevel),
    pep: pepWords[item.pepStatus],
    review: due === null ? '' : formatDate(due),
    isOverdue: due !== null && compareDates(due, today) < 0,
    responsible: item.responsible?.name ?? '',
    ...(withTicks ? { tick: tickOf(item.id, item.responsible?.id) } : {}),
  };
}

/**
 * The rows of a page as one text of JSON. Remix's encoding of loader data looks at every value by itself,
 * which for fifty rows costs more than all else that a page sends.
 *
 * @param today in the company's time zone; a review before it is overdue
 * @param withTicks for a list from which clients are selected
 */
export function writeLines(
  items: readonly ClientListItem[],
  today: CalendarDate,
  withTicks: boolean,
): string {
  return JSON.stringify(items.map((item) => lineOf(item, today, withTicks)));
}
