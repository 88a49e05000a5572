import type { RequestStatus } from '#rules/lifecycles/checks.ts';
import { isAwaitedItem, type RequestItemStatus } from './items.ts';

/** Item fields that determine the request's status. */
export interface ItemStatus {
  status: RequestItemStatus;
  required: boolean;
}

/** Statuses in which the recipient can submit items, from "Start" until everything is submitted. */
export function canSubmit(status: RequestStatus): boolean {
  return status === 'opened' || status === 'partlySubmitted' || status === 'changesRequested';
}

/** Returns true if an item can be submitted or changed. Accepted items are final. */
export function canSubmitItem(request: RequestStatus, item: RequestItemStatus): boolean {
  return canSubmit(request) && item !== 'accepted';
}

/** Status after the recipient submitted or removed an item. */
export function statusAfterSubmission(
  before: RequestStatus,
  items: readonly Pick<ItemStatus, 'status'>[],
): RequestStatus {
  const hasGiven = items.some(({ status }) => status === 'given');
  return hasGiven && (before === 'opened' || before === 'changesRequested') ? 'partlySubmitted' : before;
}

/** Reason why the recipient cannot submit yet, or undefined. */
export function submissionProblem(items: readonly (ItemStatus & { label: string })[]): string | undefined {
  const missing = items.filter(
    ({ status, required }) => status === 'rejected' || (required && status === 'requested'),
  );
  if (missing.length > 0) {
    const labels = missing.map(({ label }) => `“${label}”`).join(', ');
    return `Still required: ${labels}.`;
  }
  if (!items.some(({ status }) => status === 'given')) return 'Add at least one item first.';
  return undefined;
}

/**
 * Status by staff decisions: `completed` once each required item is accepted and no submitted item is undecided;
 * `changesRequested` is available once every submitted item is decided and at least one was rejected; otherwise review
 * continues.
 */
export function decisionsComeTo(
  items: readonly ItemStatus[],
): 'completed' | 'changesRequested' | 'undecided' {
  if (items.some(({ status }) => status === 'given')) return 'undecided';
  if (items.some(({ status }) => status === 'rejected')) return 'changesRequested';
  return items.every(({ status, required }) => status === 'accepted' || !required)
    ? 'completed'
    : 'undecided';
}

/**
 * The item that a recipient is led to after another: the next one of the list that is not submitted yet, then required ones before it.
 * @param after id of the item just done, or null at the start
 * @returns undefined once all are done or skipped
 */
export function nextItem<Item extends ItemStatus & { id: string }>(
  items: readonly Item[],
  after: string | null,
): Item | undefined {
  const at = items.findIndex(({ id }) => id === after);
  const isOpen = ({ status }: Item) => isAwaitedItem(status);
  return (
    items.slice(at + 1).find(isOpen) ??
    items
      .slice(0, Math.max(at, 0))
      .find((item) => isOpen(item) && (item.required || item.status === 'rejected'))
  );
}
