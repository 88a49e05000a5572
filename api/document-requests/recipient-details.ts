import type { GivenDetails, PublicRequest } from '#contract/public-document-requests.ts';
import { compareDates } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { detailFieldLabels } from '#rules/document-requests/items.ts';
import { asTenant } from '../database/tenancy.ts';
import type { RecipientCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { invalid } from './commands.ts';
import {
  presentToRecipient,
  type RecipientBasics,
  record,
  requireItem,
  requireLive,
  settleItem,
} from './recipient.ts';
import { type ItemRow, readCompany, readItemRows } from './store.ts';

/** What an item asks for and the form lacks, or says in a way that cannot be. */
function requireDetails(item: ItemRow, given: GivenDetails, today: string): void {
  const fields: Record<string, string[]> = {};
  for (const field of item.detail_fields) {
    if (given[field] !== undefined) continue;
    const name = field === 'address' ? 'address.addressLine1' : field;
    fields[name] = [`Enter the ${detailFieldLabels[field].toLowerCase()}`];
  }
  const { dateOfBirth } = given;
  const asksBirth = item.detail_fields.includes('dateOfBirth') && dateOfBirth !== undefined;
  if (asksBirth && (compareDates(dateOfBirth, today) >= 0 || dateOfBirth < '1900-01-01')) {
    fields.dateOfBirth = ['Enter the day on which you were born, such as 1984-02-29'];
  }
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields });
}

/** POST /public-document-request/items/:itemId/details. What the item does not ask for is not kept. */
export function giveDetailsFor(
  deps: RecipientBasics,
  caller: RecipientCaller,
  itemId: string,
  given: GivenDetails,
): Promise<PublicRequest> {
  return asTenant(deps.db, caller.companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, true);
    const items = await readItemRows(trx, row.id);
    const item = requireItem(row, items, itemId);
    if (item.kind !== 'details') throw invalid('This item asks for files, not for details.');
    const { timeZone } = await readCompany(trx);
    requireDetails(item, given, companyDay(deps.now(), timeZone));
    const kept = Object.fromEntries(item.detail_fields.map((field) => [field, given[field]]));
    const details = JSON.stringify(kept);
    const settled = await settleItem(trx, deps, row, items, { id: itemId, status: 'given', details });
    const answer = await presentToRecipient(trx, settled);
    await record(trx, deps, caller, 'documentRequest.detailsGiven', {
      item: item.label,
      fields: item.detail_fields,
    });
    return answer;
  });
}
