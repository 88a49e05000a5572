import { asTyped, handleLookup, unansweredSearch } from '../../components/address/address-form.server.ts';
import { getItemTexts, isFilled, type PostedForm, type RequestItem } from './posted-form.server.ts';
import type { Tally } from './tally.server.ts';

/** Returns the form as typed. */
export function withTyped({ form, request }: PostedForm, tally: Tally, isFollowed = isFilled): void {
  for (const item of request.items) {
    const texts = getItemTexts(form, item);
    if (isFollowed(texts)) tally.of(item.id).reply = asTyped(texts);
  }
}

/** Also returns the selected country, which determines the fields. */
export const withTypedAndSelected = (posted: PostedForm, tally: Tally) =>
  withTyped(posted, tally, (texts) => isFilled(texts) || texts.has('address.countryCode'));

/** Looks up an address for the item whose button was pressed, or in whose search field Enter was pressed. */
export async function lookup(posted: PostedForm, tally: Tally, button: 'find' | 'use', itemId: string) {
  withTypedAndSelected(posted, tally);
  const item = posted.request.items.find(({ id }) => id === itemId);
  if (item !== undefined) {
    const { reply, found } = await handleLookup(getItemTexts(posted.form, item), button, 'address');
    const result = tally.of(item.id);
    result.reply = reply;
    if (found) result.found = { ...found, name: `${item.id}.address` };
  }
  return tally.again(200);
}

/** An item with an address query and no selected address: Enter there means "find". */
export function searchedItem({ form, request }: PostedForm, itemId: string | null): RequestItem | undefined {
  return request.items.find(
    (item) =>
      (itemId === null || item.id === itemId) && unansweredSearch(getItemTexts(form, item)) !== undefined,
  );
}
