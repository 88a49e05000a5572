import type { Transaction } from 'kysely';
import { type Client, clientInput } from '#contract/clients.ts';
import type { RequestDetails } from '#contract/document-requests.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { type ClientDetails, columnsOf, detailsOfClient } from '../clients/client-record.ts';
import { replaceClient } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { keepLevel } from '../diligence/level.ts';
import type { DiligenceDeps } from '../diligence/service.ts';
import type { MemberCaller } from '../http/bind.ts';

type Trx = Transaction<Schema>;

/** What of a person's details the record can take over. */
export type Recordable = Pick<RequestDetails, 'dateOfBirth' | 'address'>;

const told = ({ individual, addresses }: ClientDetails) => ({
  'individual.dateOfBirth': individual?.dateOfBirth ?? null,
  addresses,
});

/**
 * Writes details to a client that the transaction has locked, with what follows for its due diligence.
 *
 * @returns null where the record cannot be kept so, and nothing is written; else tells of it, to be called last.
 */
async function write(
  trx: Trx,
  deps: DiligenceDeps,
  caller: MemberCaller,
  { client, details }: { client: Client; details: ClientDetails },
): Promise<(() => Promise<void>) | null> {
  if (!clientInput.safeParse(details).success) return null;
  await replaceClient(trx, {
    companyId: caller.company.id,
    id: client.id,
    version: client.version,
    columns: columnsOf(details),
    at: deps.now().toISOString(),
    by: caller.member.id,
  });
  const isDraft = client.status === 'draft' && client.cddLevel === null;
  const diligence = isDraft ? null : await keepLevel(trx, deps, caller, client.id);
  return async () => {
    await recordMemberEvent(trx, deps, caller, {
      action: 'client.updated',
      resourceType: 'client',
      resourceId: client.id,
      detail: { changes: changesBetween(told(detailsOfClient(client)), told(details)) },
    });
    await diligence?.tell();
  };
}

/** Fills in what the record of an individual lacks with what was given and accepted. */
export async function fillRecord(
  trx: Trx,
  deps: DiligenceDeps,
  caller: MemberCaller,
  { client, given }: { client: Client; given: Recordable },
): Promise<(() => Promise<void>) | null> {
  const details = detailsOfClient(client);
  const { individual } = details;
  if (individual === undefined || client.status === 'archived') return null;
  const { dateOfBirth, address } = given;
  return write(trx, deps, caller, {
    client,
    details: {
      ...details,
      individual: dateOfBirth === undefined ? individual : { ...individual, dateOfBirth },
      addresses: address === undefined ? details.addresses : [address as ClientDetails['addresses'][number]],
    },
  });
}

/** Takes out what `fillRecord` filled in, as far as nobody has changed it since. */
export async function emptyRecord(
  trx: Trx,
  deps: DiligenceDeps,
  caller: MemberCaller,
  { client, given }: { client: Client; given: Recordable },
): Promise<(() => Promise<void>) | null> {
  const details = detailsOfClient(client);
  const { individual, addresses } = details;
  if (individual === undefined || client.status === 'archived') return null;
  const [first] = addresses;
  const isOurDay = given.dateOfBirth !== undefined && individual.dateOfBirth === given.dateOfBirth;
  const isOurAddress =
    given.address !== undefined &&
    addresses.length === 1 &&
    first?.addressLine1 === given.address.addressLine1 &&
    first.postcode === given.address.postcode;
  if (!isOurDay && !isOurAddress) return null;
  const { dateOfBirth: _day, ...withoutDay } = individual;
  return write(trx, deps, caller, {
    client,
    details: {
      ...details,
      individual: isOurDay ? (withoutDay as typeof individual) : individual,
      addresses: isOurAddress ? [] : addresses,
    },
  });
}
