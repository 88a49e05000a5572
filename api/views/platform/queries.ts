import type { EndpointResponse } from '#contract/endpoint.ts';
import {
  listCompanies as companiesEndpoint,
  readCompany as companyEndpoint,
  type PlatformUser,
  readUser as userEndpoint,
  listUsers as usersEndpoint,
} from '#contract/platform/platform.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { toCappedCount, toPage } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { asPlatform } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { TeamDeps } from '../../records/team/invitations.ts';
import {
  adminActions,
  companyDetailRow,
  companyLine,
  companyPageQuery,
  companyUsage,
  countCompanies,
  getPlatformCompany,
  readSubscription,
} from './company-store.ts';
import {
  companyName,
  companyPeople,
  countUsers,
  getPlatformUser,
  readUserRow,
  userPageQuery,
} from './user-store.ts';

const handler = handlersFor<TeamDeps>();

/** Companies or users per page of a list. */
const rowsPerPage = 50;
const visiblePeople = 100;

/** GET /admin/companies. */
export const listCompanies = handler(companiesEndpoint, (deps, { query: { before, ...filters } }) =>
  asPlatform(deps.db, async (trx) => {
    const rows = await companyPageQuery(trx, filters, { before, limit: rowsPerPage + 1 }).execute();
    const { items, next } = toPage(rows.map(getPlatformCompany), rowsPerPage, ({ id }) => id);
    return { items, total: await countCompanies(trx, filters), nextBefore: next };
  }),
);

type Detail = EndpointResponse<typeof companyEndpoint>;

/** GET /admin/companies/:companyId. */
export const readCompany = handler(companyEndpoint, (deps, { params: { companyId } }) =>
  asPlatform(deps.db, async (trx) => {
    const [line, detail] = [await companyLine(trx, companyId), await companyDetailRow(trx, companyId)];
    if (line === undefined || detail === undefined) throw apiError('record.notFound');
    const usage = await companyUsage(trx, companyId);
    return {
      company: {
        ...getPlatformCompany(line),
        version: detail.version,
        nzbn: detail.nzbn,
        abn: detail.abn,
        acn: detail.acn,
        sector: detail.sector,
        regulatedIn: detail.regulated_in,
        timeZone: detail.time_zone,
        address: detail.address as Detail['company']['address'],
        accessRestrictedReason: detail.access_restricted_reason,
        accessRestrictedAt: detail.access_restricted_at,
        accessRestrictedBy: detail.restricted_by_name,
      },
      subscription: (await readSubscription(trx, companyId)) ?? null,
      people: await companyPeople(trx, companyId, visiblePeople),
      usage: usage.map(({ kind, counted }) => ({
        kind: kind as Detail['usage'][number]['kind'],
        total: toCappedCount(counted),
      })),
      actions: await adminActions(trx, companyId),
    };
  }),
);

/** GET /admin/users. 404 for an unknown company. */
export const listUsers = handler(usersEndpoint, (deps, { query: { before, ...filters } }) =>
  asPlatform(deps.db, async (trx) => {
    const company = filters.company === undefined ? null : await companyName(trx, filters.company);
    if (company === undefined) throw apiError('record.notFound');
    const rows = await userPageQuery(trx, filters, { before, limit: rowsPerPage + 1 }).execute();
    const { items, next } = toPage(rows.map(getPlatformUser), rowsPerPage, ({ id }) => id);
    return { items, total: await countUsers(trx, filters), nextBefore: next, company };
  }),
);

/** GET /admin/users/:userId. */
export const readUser = handler(userEndpoint, (deps, { params }) =>
  asPlatform(deps.db, (trx) => requireUser(trx, params.userId)),
);

/** A user of any company; 404 if unknown. */
export async function requireUser(trx: Trx, userId: string): Promise<PlatformUser> {
  const user = await readUserRow(trx, userId);
  if (user === undefined) throw apiError('record.notFound');
  return user;
}
