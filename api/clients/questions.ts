import type { Transaction } from 'kysely';
import type { Client } from '#contract/clients.ts';
import type { ConfirmationQuestion } from '#contract/errors.ts';
import { clientKindOf, clientStatusLabels, clientTypeLabels } from '#rules/client-types.ts';
import { type ComparableClient, likelyDuplicates } from '#rules/duplicates.ts';
import { type ClientIdentifierType, clientIdentifierTypes } from '#rules/identifiers.ts';
import { findTaxFileNumber } from '#rules/tax-file-numbers.ts';
import type { Schema } from '../database/schema.ts';
import { type ClientDetails, namesOf } from './client-record.ts';
import { localityOf } from './list-store.ts';
import { clientsNamedLike } from './named-like.ts';
import { type LookUp, lookUpClients, readClientsById } from './store.ts';

/** Texts of a client that people write freely, by their path in the form. */
function freeTexts(details: ClientDetails): [string, string | undefined][] {
  return [
    ['externalId', details.externalId],
    ['individual.occupation', details.individual?.occupation],
    ['business.beneficiaryClassDescription', details.business?.beneficiaryClassDescription],
    ['relationshipPurpose', details.relationshipPurpose],
  ];
}

/** Asks about nine digits that could be a tax file number. What says that it is one, the contract refuses already. */
export function taxFileNumberQuestions(details: ClientDetails): ConfirmationQuestion[] {
  return freeTexts(details).flatMap(([field, text]) => {
    const finding = text === undefined ? undefined : findTaxFileNumber(text);
    return finding?.verdict === 'ask' ? [{ code: 'notTaxFileNumber', text: finding.message, field }] : [];
  });
}

/** The register numbers of a business, or of a person who trades. */
function identifiersOf(
  part: { [K in ClientIdentifierType]?: string | null } | null | undefined,
): { type: ClientIdentifierType; value: string }[] {
  return clientIdentifierTypes.flatMap((type) => {
    const value = part?.[type] ?? null;
    return value === null ? [] : [{ type, value }];
  });
}

/** A client's details as duplicates are told by. */
export function comparable(details: ClientDetails): ComparableClient {
  const { individual, business } = details;
  return {
    kind: clientKindOf(details.clientType),
    names: namesOf(details),
    tradingNames: individual?.tradingNames,
    dateOfBirth: individual?.dateOfBirth,
    identifiers: identifiersOf(business ?? individual),
    email: details.email,
    phone: details.phone,
  };
}

/** The same of a client that is kept. */
export function comparableRecord(client: Client): ComparableClient & { client: Client } {
  const { individual, business } = client;
  return {
    client,
    kind: client.kind,
    names: [client.displayName, ...(individual?.otherNames ?? business?.tradingNames ?? [])],
    tradingNames: individual?.tradingNames,
    dateOfBirth: individual?.dateOfBirth,
    identifiers: identifiersOf(business ?? individual),
    email: client.email,
    phone: client.phone,
  };
}

const identifierColumns = {
  nzbn: 'nzbn',
  nzCompanyNumber: 'nz_company_number',
  abn: 'abn',
  acn: 'acn',
  arbn: 'arbn',
} as const;

/** Look-ups of clients with the same number, email or phone. */
export function sharedValues(details: ClientDetails): LookUp[] {
  const lookUps: LookUp[] = [];
  for (const { type, value } of identifiersOf(details.business ?? details.individual)) {
    lookUps.push({ column: identifierColumns[type], value });
  }
  if (details.email !== undefined) lookUps.push({ column: 'email', value: details.email });
  if (details.phone !== undefined) lookUps.push({ column: 'phone', value: details.phone });
  return lookUps;
}

/** Clients compared at most: a shared mailbox, or a common name, may have hundreds. */
const candidatesPerLookUp = 20;

/** Duplicates shown at most, the likeliest. */
const shownDuplicates = 5;

function shortly(client: Client): string {
  return [
    clientTypeLabels[client.clientType],
    clientStatusLabels[client.status],
    localityOf(client.addresses[0] ?? null),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Asks about existing clients that are likely the same, found by the indexes and compared by rules/duplicates.ts. */
export async function duplicateQuestions(
  trx: Transaction<Schema>,
  details: ClientDetails,
): Promise<ConfirmationQuestion[]> {
  const ids = new Set([
    ...(await lookUpClients(trx, sharedValues(details), candidatesPerLookUp)),
    ...(await clientsNamedLike(
      trx,
      [...namesOf(details), ...(details.individual?.tradingNames ?? [])],
      clientKindOf(details.clientType),
      candidatesPerLookUp,
    )),
  ]);
  const existing = (await readClientsById(trx, [...ids])).map(comparableRecord);
  const duplicates = likelyDuplicates(comparable(details), existing).slice(0, shownDuplicates);
  if (duplicates.length === 0) return [];
  const records = duplicates.map(({ client: { client }, finding }) => ({
    id: client.id,
    name: client.displayName,
    detail: shortly(client),
    reasons: finding.reasons.map(({ text }) => text),
  }));
  const text =
    records.length === 1
      ? 'A client like this is kept already. Create another one?'
      : 'Clients like this are kept already. Create another one?';
  return [{ code: 'likelyDuplicates', text, records }];
}
