import type { Activity, ActivityListItem } from '#contract/activities.ts';
import { formatDate } from '#rules/calendar-dates.ts';

/** Made on the server alone: browsers differ in how they write a currency. @param amount in whole minor units */
export function moneyText(amount: number, currency: Activity['currency']): string {
  const figures = new Intl.NumberFormat('en-NZ', {
    minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(amount / 100);
  return `${currency} ${figures}`;
}

/** One activity of a list, in words. */
export interface ActivityLine
  extends Pick<ActivityListItem, 'id' | 'reference' | 'name' | 'activityType' | 'status' | 'riskLevel'> {
  customers: string;
  value: string | null;
  assignee: string | null;
  due: string | null;
}

/** An activity of the list in words. */
export function lineOf({
  createdAt: _createdAt,
  customers,
  value,
  currency,
  assignee,
  dueOn,
  ...item
}: ActivityListItem): ActivityLine {
  return {
    ...item,
    customers: customers.map(({ name }) => name).join(', '),
    value: value === null ? null : moneyText(value, currency),
    assignee: assignee?.name ?? null,
    due: dueOn === null ? null : formatDate(dueOn),
  };
}
