import { clientInput } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { RequestDetails } from '#contract/document-requests/document-requests.ts';
import { isClosedClient } from '#rules/lifecycles/clients.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Work } from '../../kernel/command/work.ts';
import { type ClientDetails, getClientDetails } from '../../records/clients/record/client-record.ts';
import { saveDetails } from '../../records/clients/save-details.ts';

/** The submitted details that the client's record can adopt. */
export type Recordable = Pick<RequestDetails, 'dateOfBirth' | 'address'>;

const recorded = ({ individual, addresses }: ClientDetails) => ({
  'individual.dateOfBirth': individual?.dateOfBirth ?? null,
  addresses,
});

/**
 * Saves details of a locked client.
 * @returns false if the record cannot hold them; then nothing is written.
 */
async function saveRecord(
  work: Work,
  { client, details }: { client: Client; details: ClientDetails },
): Promise<boolean> {
  const { record, emit } = work;
  if (!clientInput.safeParse(details).success) return false;
  await saveDetails(work, client, details);
  record({
    action: 'client.updated',
    resourceType: 'client',
    resourceId: client.id,
    detail: { changes: changesBetween(recorded(getClientDetails(client)), recorded(details)) },
  });
  const isDraft = client.status === 'draft' && client.cddLevel === null;
  if (!isDraft) emit('client.changed', { clientId: client.id });
  return true;
}

/**
 * Fills in what an individual's record lacks from the accepted details.
 *
 * @returns whether the record now has it.
 */
export async function fillRecord(
  work: Work,
  { client, given }: { client: Client; given: Recordable },
): Promise<boolean> {
  const details = getClientDetails(client);
  const { individual } = details;
  if (individual === undefined || isClosedClient(client.status)) return false;
  const { dateOfBirth, address } = given;
  return saveRecord(work, {
    client,
    details: {
      ...details,
      individual: dateOfBirth === undefined ? individual : { ...individual, dateOfBirth },
      addresses: address === undefined ? details.addresses : [address as ClientDetails['addresses'][number]],
    },
  });
}

/** Reverts the values that `fillRecord` saved, unless they have changed since. */
export async function emptyRecord(
  work: Work,
  { client, given }: { client: Client; given: Recordable },
): Promise<void> {
  const details = getClientDetails(client);
  const { individual, addresses } = details;
  if (individual === undefined || isClosedClient(client.status)) return;
  const [first] = addresses;
  const isOurDay = given.dateOfBirth !== undefined && individual.dateOfBirth === given.dateOfBirth;
  const isOurAddress =
    given.address !== undefined &&
    addresses.length === 1 &&
    first?.addressLine1 === given.address.addressLine1 &&
    first.postcode === given.address.postcode;
  if (!isOurDay && !isOurAddress) return;
  const { dateOfBirth: _day, ...withoutDay } = individual;
  await saveRecord(work, {
    client,
    details: {
      ...details,
      individual: isOurDay ? (withoutDay as typeof individual) : individual,
      addresses: isOurAddress ? [] : addresses,
    },
  });
}
