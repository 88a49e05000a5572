import { sql } from 'kysely';
import type { PlatformAttention } from '#contract/platform/platform.ts';
import { readCappedCount, toCappedCount } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { selectCompanies } from './company-store.ts';
import { selectUsers } from './user-store.ts';

/** Total numbers of companies, active members and open alerts. */
export async function readTotals(trx: Trx) {
  const companies = await readCappedCount(trx, trx.selectFrom('companies').select('id'));
  const people = await readCappedCount(
    trx,
    trx.selectFrom('members').select('id').where('status', '=', 'active'),
  );
  const { rows } = await sql<{ open: number }>`SELECT platform_open_alerts() AS open`.execute(trx);
  return { companies, people, openAlerts: toCappedCount(rows[0]?.open ?? 0) };
}

/** Records added since an instant, by month and kind; months without any are omitted. */
export async function readMonths(trx: Trx, since: string) {
  const { rows } = await sql<{
    month: string;
    kind: 'companies' | 'people' | 'checks' | 'alerts';
    added: number;
  }>`
    SELECT month, kind, added FROM platform_months(${since}::timestamptz)`.execute(trx);
  return rows;
}

const visibleExamples = 5;

/** Days after which an incomplete set-up counts as stalled. */
const stalledAfterDays = 7;

const filterColumns = {
  restricted: { restricted: 'byAdmin' },
  pastDue: { subscription: 'pastDue' },
  noSubscription: { subscription: 'inactive', onboarding: 'done' },
  onboardingStalled: { onboarding: 'open' },
} as const;

type Kind = keyof typeof filterColumns;

async function companiesIn(trx: Trx, kind: Kind, now: Date): Promise<PlatformAttention> {
  const stalledSince = new Date(now.getTime() - stalledAfterDays * 86_400_000).toISOString();
  const selected = () => {
    const query = selectCompanies(trx, filterColumns[kind] as Parameters<typeof selectCompanies>[1]);
    return kind === 'onboardingStalled' ? query.where('c.created_at', '<', stalledSince) : query;
  };
  const rows = await selected()
    .select(['c.id', 'c.name', 'c.access_restricted_reason'])
    .orderBy('c.id', 'desc')
    .limit(visibleExamples)
    .execute();
  return {
    kind,
    total: await readCappedCount(trx, selected().select('c.id')),
    examples: rows.map(({ id, name, access_restricted_reason }) => ({
      id,
      name,
      note: kind === 'restricted' ? access_restricted_reason : null,
    })),
  };
}

async function lapsedInvitations(trx: Trx, now: Date): Promise<PlatformAttention> {
  const lapsed = () =>
    selectUsers(trx, { status: 'invited' } as Parameters<typeof selectUsers>[1]).where(
      'm.invite_expires_at',
      '<',
      now.toISOString(),
    );
  const rows = await lapsed()
    .select(['c.id', 'c.name', 'm.login_id'])
    .orderBy('m.id', 'desc')
    .limit(visibleExamples)
    .execute();
  return {
    kind: 'invitationsLapsed',
    total: await readCappedCount(trx, lapsed().select('m.id')),
    examples: rows.map(({ id, name, login_id }) => ({ id, name, note: login_id })),
  };
}

/** Items that require an admin's attention, each with its count and the newest few. */
export async function readAttention(trx: Trx, now: Date): Promise<PlatformAttention[]> {
  return [
    await companiesIn(trx, 'restricted', now),
    await companiesIn(trx, 'pastDue', now),
    await companiesIn(trx, 'noSubscription', now),
    await companiesIn(trx, 'onboardingStalled', now),
    await lapsedInvitations(trx, now),
  ];
}
