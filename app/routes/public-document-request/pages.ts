import { canSubmit } from '#rules/document-requests/progress.ts';
import type { Item, RecipientRequestView } from './request.server.ts';
import type { RequestResult } from './tally.server.ts';

/** The recipient's pages. `items` is one item, or all with errors after a form that held several. */
export type RecipientPage =
  | { kind: 'start' | 'tasks' | 'check' | 'done' }
  | { kind: 'items'; items: readonly Item[] };

/** The page of the URL's query, or the one on which the result of a post is shown. */
export function getPage(request: RecipientRequestView, result: RequestResult | undefined): RecipientPage {
  const { status, items, asked } = request;
  if (status === 'sent') return { kind: 'start' };
  if (!canSubmit(status)) return { kind: 'done' };
  const answered = items.filter(({ id, isOpen }) => isOpen && result?.items[id] !== undefined);
  if (answered.length > 0) return { kind: 'items', items: answered };
  if (result?.isSubmission) return { kind: 'check' };
  const wanted = result?.pressed ?? asked.itemId;
  const item = items.find(({ id, isOpen }) => isOpen && id === wanted);
  if (item !== undefined) return { kind: 'items', items: [item] };
  return { kind: asked.isCheck ? 'check' : 'tasks' };
}

/** URL of an item's page. */
export const itemHref = (here: string, { id }: Pick<Item, 'id'>): string => `${here}?item=${id}`;

/** URL of the page that lists all answers before they are submitted. */
export const checkHref = (here: string): string => `${here}?page=check`;

/** Whether an item still has to be submitted before the request can be. */
export const isMissing = ({ required, status }: Pick<Item, 'required' | 'status'>): boolean =>
  status === 'rejected' || (required && status === 'requested');
