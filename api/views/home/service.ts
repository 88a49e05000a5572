import type { Kysely } from 'kysely';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { readHome as readEndpoint } from '#contract/views/home.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { can } from '#rules/permissions.ts';
import { countGaps, readGaps } from '../../checks/cdd/evidence-gaps-store.ts';
import { readRechecksPage } from '../../checks/evidence-gaps/rechecks.ts';
import { countWaiting } from '../../follow-up/document-requests/store.ts';
import { reviewPage } from '../../follow-up/reviews/store.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { maxCountedWork, toCappedCount } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { countDecidedByOne } from '../../records/clients/list/decisions-by-one-store.ts';
import { getListStates } from '../../records/screening-lists/required.ts';
import { readLists } from '../../records/screening-lists/store.ts';
import { readFigures } from './charts.ts';
import { countImportedDrafts, newestClients } from './store.ts';
import { readWorkPage } from './work.ts';

interface HomeDeps {
  db: Kysely<Schema>;
  now: () => Date;
  /** The external service that screens in place of the operator's lists, if configured. */
  screeningService?: { name: string; address: string } | undefined;
}

const handler = handlersFor<HomeDeps>();

type Home = EndpointResponse<typeof readEndpoint>;
type Query = EndpointInput<typeof readEndpoint>['query'];

/** Rows of each list of the company's work. */
const visibleRows = 5;

/** The riskiest of the clients to be approved. */
async function visibleEvidenceGaps(
  trx: Trx,
  company: MemberCaller['company'],
): Promise<Home['evidenceGaps']> {
  const rows = await readGaps(trx, company, { limit: visibleRows });
  return {
    items: rows.map(({ clientId, name, sanctions, riskLevel, why }) => ({
      clientId,
      clientName: name,
      sanctions,
      riskLevel,
      why,
    })),
    total:
      rows.length < visibleRows ? toCappedCount(rows.length) : await countGaps(trx, company, maxCountedWork),
  };
}

/** The longest overdue reviews of other members' clients, for those who oversee them. */
async function visibleOverdueReviews(
  trx: Trx,
  { member, company }: MemberCaller,
  now: Date,
): Promise<Home['overdueReviews']> {
  const right = can({ kind: 'member', ...member }, 'reviews.oversee', company, now.toISOString());
  if (!right.allowed) return { items: [], total: toCappedCount(0) };
  const { rows, total } = await reviewPage(trx, {
    filter: {
      status: 'open',
      dueBy: addDays(companyDay(now, company.timeZone), -1),
      ownerIsNot: member.id,
    },
    after: null,
    limit: visibleRows,
  });
  const items = rows
    .slice(0, visibleRows)
    .map(({ id, clientName, sanctions, riskLevel, dueOn, responsibleName }) => ({
      id,
      clientName,
      sanctions,
      riskLevel,
      dueOn,
      responsibleName,
    }));
  return { items, total };
}

/** The riskiest of the activities to recheck. */
async function visibleRechecks(trx: Trx): Promise<Home['rechecks']> {
  const { items, total } = await readRechecksPage(trx, { cursor: undefined, limit: visibleRows });
  return { items, total };
}

/** The member's pending work, and what else needs attention. */
async function getWork(
  trx: Trx,
  caller: MemberCaller,
  { now, hasService, query }: { now: Date; hasService: boolean; query: Query },
): Promise<
  Omit<Home, 'clientsByStatus' | 'unassignedTotal' | 'recentlyAdded' | 'importedDrafts' | 'figures'>
> {
  const lists = await readLists(trx);
  // A service replaces the operator's lists, and not the company's own.
  const used = hasService ? lists.filter(({ list }) => list.company_id !== null) : lists;
  const { required, others } = getListStates(used, caller.company, now);
  return {
    today: companyDay(now, caller.company.timeZone),
    listProblems: hasService ? [] : required.filter(({ state }) => state !== 'current'),
    otherListProblems: others,
    work: await readWorkPage(trx, caller, { now, query }),
    awaitingClientsTotal: await countWaiting(trx, maxCountedWork),
    evidenceGaps: await visibleEvidenceGaps(trx, caller.company),
    overdueReviews: await visibleOverdueReviews(trx, caller, now),
    rechecks: await visibleRechecks(trx),
    decidedByOneTotal: await countDecidedByOne(trx, maxCountedWork),
  };
}

/** GET /home: the member's pending work, and figures of the company's clients. Counts stop at 1,000. */
export const readHome = handler(readEndpoint, async (deps, { query }, caller) => {
  const now = deps.now();
  const today = companyDay(now, caller.company.timeZone);
  const within = <T>(work: Parameters<typeof asTenant<T>>[2]) => asTenant(deps.db, caller.company.id, work);
  const [work, figures] = await Promise.all([
    within((trx) => getWork(trx, caller, { now, hasService: deps.screeningService !== undefined, query })),
    within(async (trx) => ({
      ...(await readFigures(trx, today)),
      recentlyAdded: await newestClients(trx),
      importedDrafts: await countImportedDrafts(trx),
    })),
  ]);
  return { ...work, ...figures };
});
