import {
  exportCompanies as companiesEndpoint,
  type PlatformCompany,
  type PlatformUser,
  exportUsers as usersEndpoint,
} from '#contract/platform/platform.ts';
import { csvCell } from '#rules/csv-cells.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { memberLifecycle, subscriptionLifecycle } from '#rules/lifecycles/company.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { byteOrderMark, csvLines } from '../../kernel/csv.ts';
import { asPlatform } from '../../kernel/database/tenancy.ts';
import type { AdminCaller, StreamedResponse } from '../../kernel/http/bind-endpoint.ts';
import type { TeamDeps } from '../../records/team/invitations.ts';
import { companyPageQuery, getPlatformCompany } from './company-store.ts';
import { getPlatformUser, userPageQuery } from './user-store.ts';

const handler = handlersFor<TeamDeps>();

/** Rows read in one transaction. */
const rowsPerBatch = 500;
type Cell = string | number | boolean | null;
type Columns<Row> = readonly { heading: string; cell: (row: Row) => Cell }[];

const companyColumns: Columns<PlatformCompany> = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Legal name', cell: ({ legalName }) => legalName },
  { heading: 'Billing country', cell: ({ billingCountryCode }) => billingCountryCode },
  { heading: 'Access restricted', cell: ({ accessRestricted }) => yesNo(accessRestricted) },
  { heading: 'Restricted by platform admin', cell: ({ restrictedByAdmin }) => yesNo(restrictedByAdmin) },
  { heading: 'Set-up finished', cell: ({ onboardingStep }) => yesNo(onboardingStep === 'done') },
  { heading: 'Subscription active', cell: ({ subscriptionActive }) => yesNo(subscriptionActive) },
  {
    heading: 'Subscription',
    cell: ({ subscriptionStatus: status }) => status && subscriptionLifecycle.labels[status],
  },
  { heading: 'Plan', cell: ({ plan }) => plan },
  { heading: 'Active people', cell: ({ people }) => people },
  { heading: 'Signed up', cell: ({ createdAt }) => createdAt },
  { heading: 'Id', cell: ({ id }) => id },
];

const userColumns: Columns<PlatformUser> = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Email', cell: ({ loginId }) => loginId },
  { heading: 'Company', cell: ({ company }) => company.name },
  { heading: 'Role', cell: ({ role }) => role },
  { heading: 'Designations', cell: ({ designations }) => designations.join('; ') },
  { heading: 'Status', cell: ({ status }) => memberLifecycle.labels[status] },
  { heading: 'Last sign-in', cell: ({ lastSignInAt }) => lastSignInAt },
  { heading: 'Id', cell: ({ id }) => id },
];

interface Kind<Row> {
  columns: Columns<Row>;
  batch: (before: string | undefined) => Promise<Row[]>;
  name: 'companies' | 'users';
  filters: object;
}

/**
 * A list as CSV, read in short transactions as the caller consumes it; the platform's audit log records the caller and
 * the number of rows.
 */
function stream<Row extends { id: string }>(
  deps: TeamDeps,
  caller: AdminCaller,
  { columns, batch, name, filters }: Kind<Row>,
): StreamedResponse {
  async function* chunks() {
    let exported = 0;
    let complete = false;
    try {
      yield byteOrderMark + csvLines([columns.map(({ heading }) => heading)]);
      let before: string | undefined;
      for (;;) {
        const rows = await batch(before);
        exported += rows.length;
        if (rows.length > 0) yield csvLines(rows.map((row) => columns.map(({ cell }) => csvCell(cell(row)))));
        before = rows.at(-1)?.id;
        if (rows.length < rowsPerBatch) break;
      }
      complete = true;
    } finally {
      await inWork(deps, callerActor(caller), async ({ record }) =>
        record({
          action: `${name}.exported`,
          resourceType: name,
          resourceId: name,
          detail: { filter: filters, count: exported, complete },
        }),
      );
    }
  }
  return { fileName: `${name}-${deps.now().toISOString().slice(0, 10)}.csv`, chunks: chunks() };
}

/** GET /admin/companies/export. */
export const exportCompanies = handler(companiesEndpoint, async (deps, { query: filters }, caller) =>
  stream(deps, caller, {
    columns: companyColumns,
    name: 'companies',
    filters,
    batch: (before) =>
      asPlatform(deps.db, async (trx) =>
        (await companyPageQuery(trx, filters, { before, limit: rowsPerBatch }).execute()).map(
          getPlatformCompany,
        ),
      ),
  }),
);

/** GET /admin/users/export. */
export const exportUsers = handler(usersEndpoint, async (deps, { query: filters }, caller) =>
  stream(deps, caller, {
    columns: userColumns,
    name: 'users',
    filters,
    batch: (before) =>
      asPlatform(deps.db, async (trx) =>
        (await userPageQuery(trx, filters, { before, limit: rowsPerBatch }).execute()).map(getPlatformUser),
      ),
  }),
);
