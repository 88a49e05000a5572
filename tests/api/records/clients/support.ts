import type { Client } from '#contract/clients/client-record.ts';
import { createClient, listClients } from '#contract/clients/clients.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import type { TestApi, TestPerson } from '#tests/support/api/api.ts';

export type ClientForm = EndpointRequest<typeof createClient>['body'];

/** A person with nothing but a name; further fields as provided. */
export function personForm(
  givenNames: string,
  familyName: string,
  more: Omit<Partial<ClientForm>, 'individual'> & {
    individual?: Partial<NonNullable<ClientForm['individual']>>;
  } = {},
): ClientForm {
  return {
    clientType: 'individual',
    ...more,
    individual: { givenNames, familyName, ...more.individual },
  } as ClientForm;
}

export function businessForm(
  legalName: string,
  more: Omit<Partial<ClientForm>, 'business'> & {
    business?: Partial<NonNullable<ClientForm['business']>>;
  } = {},
): ClientForm {
  return {
    clientType: 'company',
    ...more,
    business: { legalName, registrationCountry: 'NZL', ...more.business },
  } as ClientForm;
}

/** Creates a client despite warnings. */
export async function create(api: TestApi, as: TestPerson, form: ClientForm): Promise<Client> {
  const body = { ...form, confirmations: ['likelyDuplicates' as const, 'notTaxFileNumber' as const] };
  return (await api.request(createClient, { body }, { as })).response;
}

/** The names in the results of a search, best first. */
export async function found(api: TestApi, as: TestPerson, q: string): Promise<string[]> {
  const { response } = await api.request(listClients, { query: { q, limit: 100 } }, { as });
  return response.items.map(({ displayName }) => displayName);
}
