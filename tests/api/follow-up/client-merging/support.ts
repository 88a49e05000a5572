import type { Client } from '#contract/clients/client-record.ts';
import { createClient, readClient } from '#contract/clients/clients.ts';
import { mergeClients } from '#contract/clients/merging.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import type { Outcome, TestApi, TestPerson } from '#tests/support/api/api.ts';

export async function readRecord(api: TestApi, as: TestPerson, id: string) {
  return (await api.request(readClient, { params: { id } }, { as })).response;
}

/** A client with these details. */
async function addRecord(api: TestApi, as: TestPerson, details: Record<string, unknown>): Promise<Client> {
  const body = { confirmations: ['likelyDuplicates'], ...details } as unknown as EndpointRequest<
    typeof createClient
  >['body'];
  const made = await api.request(createClient, { body }, { as });
  if (made.status !== 201) throw new Error(made.text);
  return made.response;
}

/** An individual with these details. */
export const addPerson = (
  api: TestApi,
  as: TestPerson,
  individual: Record<string, unknown>,
  rest: Record<string, unknown> = {},
) =>
  addRecord(api, as, {
    clientType: 'individual',
    individual: { givenNames: 'Mereana', ...individual },
    ...rest,
  });

/** A company with this name. */
export const addCompany = (api: TestApi, as: TestPerson, legalName: string) =>
  addRecord(api, as, { clientType: 'company', business: { legalName, registrationCountry: 'NZL' } });

export interface MergeChoices {
  taken?: string[];
  as?: TestPerson;
  key?: string;
}

/** Merges the second client into the first one, at their current versions. */
export async function mergeRecords(
  api: TestApi,
  as: TestPerson,
  { id, mergedId }: { id: string; mergedId: string },
  { taken = [], key = crypto.randomUUID() }: Omit<MergeChoices, 'as'> = {},
): Promise<Outcome<typeof mergeClients>> {
  const [{ version }, { version: mergedVersion }] = [
    await readRecord(api, as, id),
    await readRecord(api, as, mergedId),
  ];
  const body = { version, mergedId, mergedVersion, taken, reason: 'Entered twice.' };
  return api.request(mergeClients, { params: { id }, body, requestKey: key }, { as });
}
