import { domainToUnicode } from 'node:url';
import type { Client } from '#contract/clients/client-record.ts';
import type { ConfirmationQuestion } from '#contract/errors.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { clientStatusLabels, clientTypeLabels, getClientKind } from '#rules/clients/client-types.ts';
import { type ComparableClient, likelyDuplicates } from '#rules/clients/duplicates.ts';
import { type ClientDates, unlikelyDates } from '#rules/clients/plausible-dates.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { toAsciiAddress } from '#rules/identifiers/email-addresses.ts';
import { type ClientIdentifierType, clientIdentifierTypes } from '#rules/identifiers/identifiers.ts';
import { findTaxFileNumber } from '#rules/identifiers/tax-file-numbers.ts';
import { entriesOf } from '#rules/records/fields.ts';
import { identifierColumns } from '../../kernel/database/tables/client-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { getLocality } from './list/list-store.ts';
import { clientsNamedLike } from './list/similar-names.ts';
import { type ClientDetails, getNames } from './record/client-record.ts';
import { type Lookup, lookupClients, readClientsById } from './record/store.ts';

/** Texts in a person's own words, by their path in the form. */
const freeTexts = (details: ClientDetails): [path: string, text: string][] =>
  entriesOf(clientFields, details).flatMap(({ path, field, value }) =>
    field.kind === 'text' && typeof value === 'string' ? [[path, value]] : [],
  );

/** Questions about nine digits that could be a tax file number. The contract already rejects texts that name one. */
function taxFileNumberQuestions(details: ClientDetails): ConfirmationQuestion[] {
  return freeTexts(details).flatMap(([field, text]) => {
    const finding = findTaxFileNumber(text);
    return finding.verdict === 'ask' ? [{ code: 'notTaxFileNumber', text: finding.message, field }] : [];
  });
}

/** The dates of a client's details, by their path in the form. */
export const getDates = (details: ClientDetails): ClientDates =>
  Object.fromEntries(
    entriesOf(clientFields, details)
      .filter(({ field }) => field.kind === 'date')
      .map(({ path, value }) => [path, value]),
  );

function dateQuestions(
  details: ClientDetails,
  before: ClientDetails | null,
  today: CalendarDate,
): ConfirmationQuestion[] {
  const saved = before && getDates(before);
  return unlikelyDates(getDates(details), today)
    .filter(({ field }) => getDates(details)[field] !== saved?.[field])
    .map((question) => ({ code: 'unlikelyDate', ...question }));
}

/**
 * Questions about possible tax file numbers, and dates that are likely mistyped. `before`: the client as it is, whose dates are not
 * confirmed again.
 */
export function detailQuestions(
  details: ClientDetails,
  before: ClientDetails | null,
  today: CalendarDate,
): ConfirmationQuestion[] {
  return [...taxFileNumberQuestions(details), ...dateQuestions(details, before, today)];
}

/** Register numbers of a business or a sole trader. */
function getIdentifiers(
  part: { [K in ClientIdentifierType]?: string | null } | null | undefined,
): { type: ClientIdentifierType; value: string }[] {
  return clientIdentifierTypes.flatMap((type) => {
    const value = part?.[type] ?? null;
    return value === null ? [] : [{ type, value }];
  });
}

/** A client's details for duplicate checks. */
export function comparable(details: ClientDetails): ComparableClient {
  const { individual, business } = details;
  return {
    kind: getClientKind(details.clientType),
    names: getNames(details),
    tradingNames: individual?.tradingNames,
    dateOfBirth: individual?.dateOfBirth,
    identifiers: getIdentifiers(business ?? individual),
    email: details.email,
    phone: details.phone,
  };
}

/** The same for a stored client. */
export function comparableRecord(client: Client): ComparableClient & { client: Client } {
  const { individual, business } = client;
  return {
    client,
    kind: client.kind,
    names: [client.displayName, ...(individual?.otherNames ?? business?.tradingNames ?? [])],
    tradingNames: individual?.tradingNames,
    dateOfBirth: individual?.dateOfBirth,
    identifiers: getIdentifiers(business ?? individual),
    email: client.email,
    phone: client.phone,
  };
}

/** An email address as it may be stored: its domain in its own script, and in ASCII. */
function getSpellings(email: string | undefined): string[] {
  if (email === undefined) return [];
  const ascii = toAsciiAddress(email);
  return [...new Set([email, ascii, ascii.replace(/[^@]+$/, domainToUnicode)])];
}

/** Look-ups of clients with the same number, email or phone. */
export function sharedValues(details: ClientDetails): Lookup[] {
  const lookUps: Lookup[] = [];
  for (const { type, value } of getIdentifiers(details.business ?? details.individual)) {
    lookUps.push({ column: identifierColumns[type], value });
  }
  for (const value of getSpellings(details.email)) lookUps.push({ column: 'email', value });
  if (details.phone !== undefined) lookUps.push({ column: 'phone', value: details.phone });
  return lookUps;
}

/** Clients compared at most: a shared mailbox, or a common name, may have hundreds. */
const candidatesPerLookup = 20;

/** Duplicates shown at most, the likeliest. */
const visibleDuplicates = 5;

function shortly(client: Client): string {
  return [
    clientTypeLabels[client.clientType],
    clientStatusLabels[client.status],
    getLocality(client.addresses[0] ?? null),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

type LikelyDuplicate = NonNullable<ConfirmationQuestion['records']>[number];

/**
 * Existing clients that are likely duplicates, found through the indexes and compared by rules/clients/duplicates.ts. `except`: the
 * client itself.
 */
export async function findDuplicates(
  trx: Trx,
  details: ClientDetails,
  except?: string,
): Promise<LikelyDuplicate[]> {
  const ids = new Set([
    ...(await lookupClients(trx, sharedValues(details), candidatesPerLookup)),
    ...(await clientsNamedLike(
      trx,
      [...getNames(details), ...(details.individual?.tradingNames ?? [])],
      getClientKind(details.clientType),
      candidatesPerLookup,
    )),
  ]);
  if (except !== undefined) ids.delete(except);
  const existing = (await readClientsById(trx, [...ids])).map(comparableRecord);
  const duplicates = likelyDuplicates(comparable(details), existing).slice(0, visibleDuplicates);
  return duplicates.map(({ client: { client }, finding }) => ({
    id: client.id,
    name: client.displayName,
    detail: shortly(client),
    reasons: finding.reasons.map(({ text }) => text),
  }));
}

/** Questions about likely duplicates of a new client. */
export async function duplicateQuestions(trx: Trx, details: ClientDetails): Promise<ConfirmationQuestion[]> {
  const records = await findDuplicates(trx, details);
  if (records.length === 0) return [];
  const text =
    records.length === 1
      ? 'A possible duplicate already exists. Create this client anyway?'
      : 'Possible duplicates already exist. Create this client anyway?';
  return [{ code: 'likelyDuplicates', text, records }];
}
