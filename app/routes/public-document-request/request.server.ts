import { readPublicRequest } from '#contract/document-requests/public-document-request.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatFileSize } from '#rules/format/numbers.ts';
import { formatDay, formatInstant } from '../../components/format-instant.server.ts';
import type { RecipientArgs } from './recipient.server.ts';
import { knownText } from './tally.server.ts';

/** What the recipient of a document request sees. */
export async function loadRequest({ recipient, transactionId, url }: RecipientArgs) {
  const request = await recipient.call(readPublicRequest, {});
  const { items, dueOn, expiresAt, timeZone, ...rest } = request;
  const has = (name: string, id: string) => url.searchParams.getAll(name).includes(id);
  const getNotice = (id: string) => {
    if (has('saved', id)) return 'Saved.';
    if (has('known', id)) return knownText;
    return has('removed', id) ? 'File removed.' : null;
  };
  return {
    ...rest,
    here: `/document_request/${transactionId}`,
    dueLabel: formatDate(dueOn),
    endLabel: formatInstant(expiresAt, timeZone),
    items: items.map(({ files, ...item }) => ({
      ...item,
      notice: getNotice(item.id),
      files: files.map(({ id, kindText, size, givenAt }, index) => ({
        id,
        label: `File ${index + 1}`,
        text: `${kindText}, ${formatFileSize(size)}, ${formatDay(givenAt, timeZone)}`,
      })),
    })),
  };
}

export type RecipientRequestView = Awaited<ReturnType<typeof loadRequest>>;

/** One requested item. */
export type Item = RecipientRequestView['items'][number];
