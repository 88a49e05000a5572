import { type SqlBool, sql } from 'kysely';
import type { CompanyFilters, PlatformCompany } from '#contract/platform/platform.ts';
import { readCappedCount } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { foldedWords, likePattern } from './search-terms.ts';

/** As the index `companies_search` has it, to the letter. */
const searched = sql<string>`platform_folded(c.name || ' ' || coalesce(c.legal_name, '') || ' ' || coalesce(c.nzbn, '') || ' ' || coalesce(c.abn, '') || ' ' || coalesce(c.acn, ''))`;

const restrictedByAdmin = sql<boolean>`(c.access_restricted AND c.access_restricted_by IS NOT NULL)`;

/** Companies of a filter, as plain values: only facts of the company register, no client data. */
export function selectCompanies(
  trx: Trx,
  { q, country, restricted, subscription, onboarding }: CompanyFilters,
) {
  let query = trx.selectFrom('companies as c').leftJoin('subscriptions as s', 's.company_id', 'c.id');
  for (const word of foldedWords(q)) query = query.where(sql<SqlBool>`${searched} LIKE ${likePattern(word)}`);
  if (country !== undefined) query = query.where('c.billing_country_code', '=', country);
  if (restricted === 'byAdmin') query = query.where(restrictedByAdmin);
  else if (restricted !== undefined) query = query.where('c.access_restricted', '=', restricted === 'yes');
  if (subscription === 'pastDue') query = query.where('s.status', '=', 'pastDue');
  else if (subscription === 'active') query = query.where('c.subscription_active', '=', true);
  else if (subscription === 'inactive') query = query.where(sql<SqlBool>`NOT c.subscription_active`);
  if (onboarding === 'done') query = query.where('c.onboarding_step', '=', 'done');
  else if (onboarding === 'open') query = query.where('c.onboarding_step', '!=', 'done');
  return query;
}

/** Rows of a page, newest first, before a company's id: ids are in order of creation. */
export function companyPageQuery(
  trx: Trx,
  filters: CompanyFilters,
  { before, limit }: { before: string | undefined; limit: number },
) {
  const query = selectCompanies(trx, filters)
    .select([
      'c.id',
      'c.name',
      'c.legal_name',
      'c.billing_country_code',
      'c.access_restricted',
      restrictedByAdmin.as('restricted_by_admin'),
      'c.onboarding_step',
      'c.subscription_active',
      's.status as subscription_status',
      's.plan',
      'c.created_at',
    ])
    .select(
      sql<number>`(SELECT count(*) FROM members m WHERE m.company_id = c.id AND m.status = 'active')::integer`.as(
        'people',
      ),
    )
    .orderBy('c.id', 'desc')
    .limit(limit);
  return before === undefined ? query : query.where('c.id', '<', before);
}

type Row = Awaited<ReturnType<ReturnType<typeof companyPageQuery>['execute']>>[number];

export function getPlatformCompany(row: Row): PlatformCompany {
  return {
    id: row.id,
    name: row.name,
    legalName: row.legal_name,
    billingCountryCode: row.billing_country_code,
    accessRestricted: row.access_restricted,
    restrictedByAdmin: row.restricted_by_admin,
    onboardingStep: row.onboarding_step,
    subscriptionActive: row.subscription_active,
    subscriptionStatus: row.subscription_status,
    plan: row.plan,
    people: row.people,
    createdAt: row.created_at,
  };
}

/** Number of companies of a filter, up to 10,000. */
export async function countCompanies(trx: Trx, filters: CompanyFilters) {
  return readCappedCount(trx, selectCompanies(trx, filters).select('c.id'));
}

/** Details of one company's page beyond its line in the list. */
export function companyDetailRow(trx: Trx, id: string) {
  return trx
    .selectFrom('companies as c')
    .leftJoin('admins as a', (join) =>
      join.on((on) => on(on.cast<string>('a.id', 'text'), '=', on.ref('c.access_restricted_by'))),
    )
    .select([
      'c.version',
      'c.nzbn',
      'c.abn',
      'c.acn',
      'c.sector',
      'c.regulated_in',
      'c.time_zone',
      'c.address',
      'c.access_restricted_reason',
      'c.access_restricted_at',
      'a.name as restricted_by_name',
    ])
    .where('c.id', '=', id)
    .executeTakeFirst();
}

/** One company's line of the list. */
export function companyLine(trx: Trx, id: string): Promise<Row | undefined> {
  return companyPageQuery(trx, {} as CompanyFilters, { before: undefined, limit: 1 })
    .where('c.id', '=', id)
    .executeTakeFirst();
}

export function readSubscription(trx: Trx, companyId: string) {
  return trx
    .selectFrom('subscriptions')
    .select([
      'plan',
      'status',
      'currency',
      'current_period_end as currentPeriodEnd',
      'grace_until as graceUntil',
      'cancel_at_period_end as cancelAtPeriodEnd',
    ])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}

/** Number of a company's records by kind; counts only. */
export async function companyUsage(
  trx: Trx,
  companyId: string,
): Promise<{ kind: string; counted: number }[]> {
  const { rows } = await sql<{ kind: string; counted: number }>`
    SELECT kind, counted FROM platform_usage(${companyId}::uuid)`.execute(trx);
  return rows;
}

const maxVisibleEvents = 50;

/** Actions of admins on a company and its members, newest first. */
export async function adminActions(trx: Trx, companyId: string) {
  const rows = await trx
    .selectFrom('audit_events as e')
    .leftJoin('audit_details as d', 'd.id', 'e.detail_id')
    .leftJoin('admins as a', (join) =>
      join.on((on) => on(on.cast<string>('a.id', 'text'), '=', on.ref('e.actor_id'))),
    )
    .select([
      'e.seq',
      'e.at',
      'e.action',
      sql<string | null>`coalesce(e.reason, d.reason)`.as('reason'),
      'a.name',
      'd.detail',
    ])
    .where('e.chain', '=', 'platform')
    .where('e.resource_type', '=', 'company')
    .where('e.resource_id', '=', companyId)
    .orderBy('e.seq', 'desc')
    .limit(maxVisibleEvents)
    .execute();
  return rows.map(({ seq, at, action, reason, name, detail }) => ({
    seq,
    at,
    action,
    adminName: name ?? 'A platform admin',
    person: (detail as { person?: string } | null)?.person ?? null,
    reason,
  }));
}

const selectFlags = (trx: Trx, id: string) =>
  trx
    .selectFrom('companies')
    .select([
      'id',
      'version',
      'access_restricted',
      'access_restricted_reason',
      'access_restricted_by',
      'onboarding_step',
    ])
    .where('id', '=', id);

/** The flags of a company; undefined if not found. */
export const readCompanyFlags = (trx: Trx, id: string) => selectFlags(trx, id).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockCompanyFlags = (trx: Trx, id: string) =>
  selectFlags(trx, id).forNoKeyUpdate().executeTakeFirst();

export async function writeRestriction(
  trx: Trx,
  id: string,
  flags: {
    access_restricted: boolean;
    access_restricted_reason: string | null;
    access_restricted_at: string | null;
    access_restricted_by: string | null;
  },
  at: string,
): Promise<void> {
  await trx
    .updateTable('companies')
    .set((values) => ({ ...flags, updated_at: at, version: values('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
