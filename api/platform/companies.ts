import type { z } from 'zod';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type {
  CompanyFilters,
  listCompanies,
  readCompany,
  restrictCompany,
  restrictionInput,
} from '#contract/platform.ts';
import { changesBetween } from '../audit/detail.ts';
import { asPlatform } from '../database/tenancy.ts';
import type { AdminCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import type { TeamDeps } from '../members/invitations.ts';
import { recordAdminAct } from './admin-event.ts';
import {
  adminActs,
  companyDetailRow,
  companyLine,
  companyPageQuery,
  companyUsage,
  countCompanies,
  lockCompanyFlags,
  platformCompanyOf,
  readSubscription,
  writeRestriction,
} from './company-store.ts';
import { adminOnce } from './once.ts';
import { capped } from './search-words.ts';
import { companyPeople } from './user-store.ts';

/** Companies and people on one page of a list. */
export const rowsPerPage = 50;
const shownPeople = 100;

/** GET /admin/companies. */
export function showCompanies(
  deps: TeamDeps,
  { before, ...filters }: CompanyFilters & { before?: string | undefined },
): Promise<EndpointAnswer<typeof listCompanies>> {
  return asPlatform(deps.db, async (trx) => {
    const rows = await companyPageQuery(trx, filters, { before, limit: rowsPerPage + 1 }).execute();
    const items = rows.slice(0, rowsPerPage).map(platformCompanyOf);
    const total = await countCompanies(trx, filters);
    return { items, total, nextBefore: rows.length > rowsPerPage ? (items.at(-1)?.id ?? null) : null };
  });
}

type Detail = EndpointAnswer<typeof readCompany>;

/** GET /admin/companies/:companyId. */
export function showCompany(deps: TeamDeps, companyId: string): Promise<Detail> {
  return asPlatform(deps.db, async (trx) => {
    const [line, detail] = [await companyLine(trx, companyId), await companyDetailRow(trx, companyId)];
    if (line === undefined || detail === undefined) throw refuse('record.notFound');
    const usage = await companyUsage(trx, companyId);
    return {
      company: {
        ...platformCompanyOf(line),
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
      people: await companyPeople(trx, companyId, shownPeople),
      usage: usage.map(({ kind, counted }) => ({
        kind: kind as Detail['usage'][number]['kind'],
        total: capped(counted),
      })),
      acts: await adminActs(trx, companyId),
    };
  });
}

const invalid = (sentence: string) =>
  refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });

/**
 * POST /admin/companies/:companyId/restriction. Lifted, a company is open again, unless its set-up is not finished: that restriction is its
 * own to end. Refuses with `record.stale` what was decided on flags that are no more.
 */
export function restrict(
  deps: TeamDeps,
  caller: AdminCaller,
  companyId: string,
  input: z.output<typeof restrictionInput>,
): Promise<EndpointAnswer<typeof restrictCompany>> {
  return asPlatform(deps.db, (trx) =>
    adminOnce(trx, deps, caller, { record: companyId, body: input }, async () => {
      const row = await lockCompanyFlags(trx, companyId);
      if (row === undefined) throw refuse('record.notFound');
      if (row.version !== input.version) {
        throw refuse('record.stale', {
          detail: 'This company was changed after you opened the page. Look at it as it is now, then decide.',
        });
      }
      const restricts = input.to === 'restricted';
      const byAdmin = row.access_restricted && row.access_restricted_by !== null;
      if (!restricts && !byAdmin) {
        throw invalid(
          row.access_restricted
            ? 'This company has not finished its set-up. Finishing it opens the records; there is nothing to lift here.'
            : 'This company is not restricted.',
        );
      }
      const at = deps.now().toISOString();
      const flags = {
        access_restricted: restricts || row.onboarding_step !== 'done',
        access_restricted_reason: restricts ? input.reason : null,
        access_restricted_at: restricts ? at : null,
        access_restricted_by: restricts ? caller.admin.id : null,
      };
      await writeRestriction(trx, companyId, flags, at);
      await recordAdminAct(trx, deps, caller, {
        companyId,
        action: restricts ? 'company.restricted' : 'company.restrictionLifted',
        reason: input.reason,
        detail: {
          changes: changesBetween(
            { accessRestricted: row.access_restricted, reasonShown: row.access_restricted_reason },
            { accessRestricted: flags.access_restricted, reasonShown: flags.access_restricted_reason },
          ),
        },
      });
      return { version: row.version + 1, accessRestricted: flags.access_restricted };
    }),
  );
}
