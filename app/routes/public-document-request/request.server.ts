import { readPublicRequest } from '#contract/document-requests/public-document-request.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatFileSize } from '#rules/format/numbers.ts';
import { formatDay, formatInstant } from '../../components/format-instant.server.ts';
import type { RecipientArgs } from './recipient.server.ts';
import { en as texts } from './texts/en.ts';

/** What the recipient of a document request sees. */
export async function loadRequest({ recipient, transactionId, url }: RecipientArgs) {
  const request = await recipient.call(readPublicRequest, {});
  const { items, dueOn, expiresAt, timeZone, ...rest } = request;
  const has = (name: string, id: string) => url.searchParams.getAll(name).includes(id);
  const getNotice = (id: string) => {
    if (has('saved', id)) return texts.item.saved;
    if (has('known', id)) return texts.item.known;
    return has('removed', id) ? texts.item.removed : null;
  };
  const itemId = url.searchParams.get('item');
  return {
    ...rest,
    here: `/document_request/${transactionId}`,
    /** The page that the URL names. */
    asked: { itemId, isCheck: url.searchParams.get('page') === 'check' },
    /** Saved by the last form, which led on to another page. */
    savedLabels: items.filter(({ id }) => id !== itemId && has('saved', id)).map(({ label }) => label),
    dueLabel: formatDate(dueOn),
    endLabel: formatInstant(expiresAt, timeZone),
    items: items.map(({ files, ...item }) => ({
      ...item,
      notice: getNotice(item.id),
      files: files.map(({ id, kindText, size, givenAt }, index) => ({
        id,
        label: texts.item.file(index + 1),
        text: `${kindText}, ${formatFileSize(size)}, ${formatDay(givenAt, timeZone)}`,
      })),
    })),
  };
}

export type RecipientRequestView = Awaited<ReturnType<typeof loadRequest>>;

/** One requested item. */
export type Item = RecipientRequestView['items'][number];
