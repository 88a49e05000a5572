import type { ActivityListItem } from '#contract/activities.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatMoney } from '#rules/format/money.ts';

/** One activity of a list, formatted. */
export interface ActivityLine
  extends Pick<
    ActivityListItem,
    'id' | 'reference' | 'name' | 'activityType' | 'status' | 'riskLevel' | 'sanctions'
  > {
  isRecheckDue: boolean;
  customers: string;
  value: string | null;
  assignee: string | null;
  due: string | null;
}

/** Formats an activity of the list. */
export function getLine({
  createdAt: _createdAt,
  recheckDueAt,
  customers,
  value,
  currency,
  assignee,
  dueOn,
  ...item
}: ActivityListItem): ActivityLine {
  return {
    ...item,
    isRecheckDue: recheckDueAt !== null,
    customers: customers.map(({ name }) => name).join(', '),
    value: value === null ? null : formatMoney(value, currency, { cents: 'ifAny' }),
    assignee: assignee?.name ?? null,
    due: dueOn === null ? null : formatDate(dueOn),
  };
}
