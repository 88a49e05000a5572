import {
  type SubmittedDetails,
  submitRequestDetails,
} from '#contract/document-requests/public-document-request.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { ownBirthDateProblem } from '#rules/clients/plausible-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { detailFieldLabels } from '#rules/document-requests/items.ts';
import { detailColumns, openNumber } from '../../checks/document-request-evidence/item-numbers.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import type { ItemRow } from '../../kernel/database/tables/document-request-tables.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import {
  lockLive,
  presentNow,
  type RecipientBasics,
  requestEvent,
  requireItem,
  toRecipientDto,
  updateItemStatus,
} from './recipient.ts';
import { readCompany, readItemRows } from './store.ts';

const command = commandsFor<RecipientBasics>();

/** Rejects missing or impossible details of an item. */
function requireDetails(item: ItemRow, submitted: SubmittedDetails, today: string): void {
  const fields: Record<string, string[]> = {};
  for (const field of item.detail_fields) {
    if (submitted[field] !== undefined) continue;
    const name = field === 'address' ? 'address.addressLine1' : field;
    fields[name] = [`Enter the ${detailFieldLabels[field].toLowerCase()}`];
  }
  const { dateOfBirth } = submitted;
  const problem =
    item.detail_fields.includes('dateOfBirth') && dateOfBirth !== undefined
      ? ownBirthDateProblem(dateOfBirth, today)
      : null;
  if (problem !== null) fields.dateOfBirth = [problem];
  if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
}

/** Whether the submitted details equal the stored ones, whose full number is `number`. */
function isSame(
  stored: ItemRow['details'] | undefined,
  number: string | undefined,
  submitted: SubmittedDetails,
): boolean {
  if (!stored) return false;
  const comparable = Object.fromEntries(
    Object.keys(stored).map((field) => [field, submitted[field as keyof SubmittedDetails]]),
  );
  return (
    canonicalJson(JSON.parse(JSON.stringify(comparable))) ===
    canonicalJson(
      JSON.parse(JSON.stringify({ ...stored, ...(number === undefined ? {} : { documentNumber: number }) })),
    )
  );
}

/** POST /public-document-request/items/:itemId/details. Fields that the item does not request are not stored. */
export const saveRequestDetails = command(submitRequestDetails, {
  lock: lockLive,
  async change({ trx, time, at, deps, params, body }, row) {
    const items = await readItemRows(trx, row.id);
    // A repeated form: the first has submitted the same details.
    const before = items.find(({ id }) => id === params.itemId);
    const number = before && (await openNumber(trx, deps.verification, before));
    if (row.status === 'submitted' && isSame(before?.details, number, body)) {
      return unchanged(await toRecipientDto(trx, row));
    }
    const item = requireItem(row, items, params.itemId);
    if (item.kind !== 'details') throw invalid('This item requires files, not details.');
    const { timeZone } = await readCompany(trx);
    requireDetails(item, body, companyDay(time(), timeZone));
    const details = Object.fromEntries(item.detail_fields.map((field) => [field, body[field]]));
    const columns = await detailColumns(trx, deps.verification, item, details);
    await updateItemStatus({ trx, at }, row, items, { id: item.id, status: 'given', ...columns });
    return item;
  },
  read: presentNow,
  events: ({ caller }, { done: { label, detail_fields: fields } }) =>
    requestEvent(caller, 'documentRequest.detailsGiven', { item: label, fields }),
});
