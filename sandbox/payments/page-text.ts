import type { Catalogue, Subscription } from './records.ts';

/** Labels of subscription statuses. */
export const stateLabels: Record<Subscription['status'], string> = {
  incomplete: 'Waiting for the bank',
  incomplete_expired: 'Never paid',
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment overdue',
  canceled: 'Cancelled',
  unpaid: 'Unpaid',
  paused: 'Paused',
};

/** `NZD 12.00`. @param amount in minor units */
export const money = (amount: number, currency: string) =>
  `${currency.toUpperCase()} ${(amount / 100).toFixed(2)}`;

/** `2026-11-23`, in UTC. @param seconds Unix time */
export const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);

/** The name of a price in the catalogue, or else its ID. */
export const getPriceName = ({ prices }: Catalogue, priceId: string) =>
  prices.find(({ id }) => id === priceId)?.nickname ?? priceId;
