import {
  readSupportClient as clientEndpoint,
  searchSupportClients as clientsEndpoint,
  listSupportGrants as grantsEndpoint,
  listCompanySupportGrants as ownGrantsEndpoint,
} from '#contract/platform/support.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asPlatform, asTenant, readAsTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { AdminCaller } from '../../kernel/http/bind-endpoint.ts';
import { pageQuery, toPage } from '../../records/clients/list/list-store.ts';
import { getSearchQueries } from '../../records/clients/list/search-query.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { companyName } from '../platform/user-store.ts';
import { getState, toGrantDto } from './dto.ts';
import { readGrants } from './store.ts';

const query = queriesFor<CommandDeps>();
const handler = handlersFor<CommandDeps>();

/** GET /support-grants. */
export const listSupportGrants = query(grantsEndpoint, async ({ trx, deps, caller: { company } }) => ({
  grants: (await readGrants(trx, { companyId: company.id })).map((row) => toGrantDto(row, deps.now())),
}));

/** GET /admin/companies/:companyId/support-grants: the admin’s own. */
export const listCompanySupportGrants = handler(ownGrantsEndpoint, (deps, { params }, { admin }) =>
  asPlatform(deps.db, async (trx) => {
    const { companyId } = params;
    if ((await companyName(trx, companyId)) === undefined) throw apiError('record.notFound');
    const rows = await readGrants(trx, { companyId, adminId: admin.id });
    return { grants: rows.map((row) => toGrantDto(row, deps.now())) };
  }),
);

/**
 * Requires an active grant of the admin, and records in the company’s audit log what is read under it, before it is returned.
 * @throws 404 for an unknown company, 403 without a grant
 */
async function underGrant(
  deps: CommandDeps,
  caller: AdminCaller,
  companyId: string,
  read: { action: string; resourceType: string; resourceId: string; detail: Record<string, unknown> },
): Promise<void> {
  await inWork(deps, callerActor(caller), async ({ trx, time, record }) => {
    if ((await companyName(trx, companyId)) === undefined) throw apiError('record.notFound');
    const rows = await readGrants(trx, { companyId, adminId: caller.admin.id });
    const grant = rows.find((row) => getState(row, time()) === 'active');
    if (grant === undefined) {
      throw apiError('role.forbidden', {
        detail: 'You have no access to this company’s client records. Request it, and an owner must consent.',
      });
    }
    const { detail, ...event } = read;
    record({ companyId, ...event, reason: grant.reason, detail: { ...detail, grant: grant.id } });
  });
}

const clientsPerSearch = 20;

/** GET /admin/companies/:companyId/support/clients. */
export const searchSupportClients = handler(clientsEndpoint, async (deps, { params, query }, caller) => {
  const { companyId } = params;
  const { q } = query;
  await underGrant(deps, caller, companyId, {
    action: 'support.clientsSearched',
    resourceType: 'company',
    resourceId: companyId,
    detail: { search: q },
  });
  const [search] = await asTenant(deps.db, companyId, (trx) => getSearchQueries(trx, [q]));
  const wanted = { filters: {}, sort: 'best' as const, search, place: undefined, limit: clientsPerSearch };
  const [listed] = await readAsTenant(deps.db, companyId, [pageQuery(deps.db, wanted)]);
  const { rows } = toPage(listed, wanted);
  return { items: rows.map(({ sortName: _sortName, score: _score, ...item }) => item) };
});

/** GET /admin/companies/:companyId/support/clients/:id. An unknown client is 404 and leaves no event. */
export const readSupportClient = handler(clientEndpoint, async (deps, { params }, caller) => {
  const { companyId, id } = params;
  const client = await asTenant(deps.db, companyId, (trx) => readClientById(trx, id));
  if (client === null) throw apiError('record.notFound');
  await underGrant(deps, caller, companyId, {
    action: 'support.clientOpened',
    resourceType: 'client',
    resourceId: id,
    detail: {},
  });
  return client;
});
