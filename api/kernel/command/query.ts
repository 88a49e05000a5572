import type { Kysely } from 'kysely';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import type { Schema, Trx } from '../database/tables/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { apiError } from '../http/api-error.ts';
import type { MemberCaller } from '../http/bind-endpoint.ts';
import { type EndpointHandler, type ResponseFor, toEndpointInput, toHandler } from './handler.ts';

/** An endpoint of a member that only reads. */
type QueryEndpoint = Endpoint & { readonly caller: 'member' };

/** What a query reads by: the request's parameters, its caller, and the transaction. */
type QueryContext<Deps, E extends Endpoint> = Pick<EndpointInput<E>, 'params' | 'query' | 'body'> & {
  trx: Trx;
  deps: Deps;
  caller: MemberCaller;
};

/**
 * Declares queries of an area: a member's read in one transaction of the company. Null responds with 404.
 *
 * @example const query = queriesFor<ClientsDeps>();   export const readClient = query(endpoint, ({ trx, params }) =>
 * readClientById(trx, params.id));
 */
export function queriesFor<Deps extends { db: Kysely<Schema> }>() {
  return <const E extends QueryEndpoint>(
    endpoint: E,
    read: (context: QueryContext<Deps, E>) => Promise<ResponseFor<E> | null>,
  ): EndpointHandler<Deps, E> =>
    toHandler<Deps, E>(endpoint, async (deps, caller, input) => {
      const { params, query, body } = toEndpointInput<E>(input);
      // The endpoint's caller is a member, which the compiler does not follow for every E.
      const member = caller as MemberCaller;
      const response = await asTenant(deps.db, member.company.id, (trx) =>
        read({ trx, params, query, body, deps, caller: member }),
      );
      if (response === null) throw apiError('record.notFound');
      return response;
    });
}
