import type { RequestStatus } from '#rules/lifecycles/checks.ts';
import type { RequestItemStatus } from './items.ts';

/** What of an item decides how its request stands. */
export interface ItemStanding {
  status: RequestItemStatus;
  required: boolean;
}

/** States in which a request waits for somebody: it is neither finished nor over. */
export const openRequestStatuses = [
  'sent',
  'opened',
  'partlySubmitted',
  'submitted',
  'changesRequested',
] as const satisfies readonly RequestStatus[];

/** States in which the person who was asked has something to do. A request that was given in full waits for staff. */
export const waitingForRecipient = [
  'sent',
  'opened',
  'partlySubmitted',
  'changesRequested',
] as const satisfies readonly RequestStatus[];

export const isOpenRequest = (status: RequestStatus): boolean =>
  openRequestStatuses.some((open) => open === status);

export const waitsForRecipient = (status: RequestStatus): boolean =>
  waitingForRecipient.some((waiting) => waiting === status);

/** States in which the person may give items: from "Start" until all is submitted. */
export function mayGive(status: RequestStatus): boolean {
  return status === 'opened' || status === 'partlySubmitted' || status === 'changesRequested';
}

/** Whether one item may still be given or changed. What is accepted stays. Source: domain 3, RequestStatus. */
export function mayGiveItem(request: RequestStatus, item: RequestItemStatus): boolean {
  return mayGive(request) && item !== 'accepted';
}

/** State of a request after an item was given or taken back by the person. */
export function statusAfterGiving(
  before: RequestStatus,
  items: readonly Pick<ItemStanding, 'status'>[],
): RequestStatus {
  const hasGiven = items.some(({ status }) => status === 'given');
  return hasGiven && (before === 'opened' || before === 'changesRequested') ? 'partlySubmitted' : before;
}

/** Why the person cannot submit yet, or undefined. */
export function submissionProblem(items: readonly (ItemStanding & { label: string })[]): string | undefined {
  const missing = items.filter(
    ({ status, required }) => status === 'rejected' || (required && status === 'requested'),
  );
  if (missing.length > 0) {
    const labels = missing.map(({ label }) => `“${label}”`).join(', ');
    return `Give what is still needed first: ${labels}.`;
  }
  if (!items.some(({ status }) => status === 'given')) return 'Give at least one of the items first.';
  return undefined;
}

/**
 * What staff's decisions come to: `completed` once each required item is accepted and nothing given waits; `changesRequested` can be
 * asked for once everything given is decided and something was not accepted; else staff goes on deciding. Source: domain 3.
 */
export function decisionsComeTo(
  items: readonly ItemStanding[],
): 'completed' | 'changesRequested' | 'undecided' {
  if (items.some(({ status }) => status === 'given')) return 'undecided';
  if (items.some(({ status }) => status === 'rejected')) return 'changesRequested';
  return items.every(({ status, required }) => status === 'accepted' || !required)
    ? 'completed'
    : 'undecided';
}
