import type { Kysely, Transaction } from 'kysely';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome as endpoint } from '#contract/views/home.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { can, type Permission } from '#rules/permissions.ts';
import { eligibleFor, minSecondPeople } from '#rules/policies.ts';
import { countGaps, readGaps } from '../../checks/cdd/evidence-gaps-store.ts';
import { listSubmitted } from '../../follow-up/document-requests/store.ts';
import { maxCountedWork, toCappedCount } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { alertPage } from '../../records/alerts/store.ts';
import { countDecidedByOne } from '../../records/clients/list/decisions-by-one-store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { sanctionsTags } from '../../records/sanctions/store.ts';
import { requiredListStates } from '../../records/screening-lists/required.ts';
import { readLists } from '../../records/screening-lists/store.ts';
import { activeMembers } from '../../records/team/store.ts';
import { readFigures } from './charts.ts';
import {
  type ApprovalRight,
  clientsInWork,
  newestClients,
  openActivities,
  ownDrafts,
  reviewsComingUp,
  verificationsToDecide,
  waitingApprovals,
} from './store.ts';

export interface HomeDeps {
  db: Kysely<Schema>;
  now: () => Date;
  /** The external service that screens in place of the operator's lists, if configured. */
  screeningService?: { name: string; address: string } | undefined;
}

type Home = EndpointResponse<typeof endpoint>;

const visibleAlerts = 5;
const visibleRequests = 5;
const visibleGaps = 5;

const nothing = { items: [], total: { count: 0, capped: false } };

/** Approvals that a member can give, by role and by the company's separation of assessing and approving. */
async function approvalRight(
  trx: Transaction<Schema>,
  { member, company }: MemberCaller,
  now: Date,
): Promise<ApprovalRight | null> {
  const { policy } = await readCompanyFacts(trx, company.id);
  const { fourEyes } = policy;
  const may = (permission: Permission) =>
    can({ kind: 'member', ...member }, permission, { ...company, fourEyes }, now.toISOString()).allowed;
  const [others, high] = [may('assessments.approve'), may('assessments.approveHigh')];
  if (!others && !high) return null;
  const people = await activeMembers(trx);
  const isAlone = (permission: Permission) =>
    eligibleFor(people, permission, policy, now.toISOString()).length < minSecondPeople;
  return {
    memberId: member.id,
    high,
    ownHigh: isAlone('assessments.approveHigh'),
    ownOthers: fourEyes !== 'always' || isAlone('assessments.approve'),
  };
}

/** Document requests that were submitted in full, each with its client's sanctions tag. */
async function submittedRequests(trx: Transaction<Schema>): Promise<Home['requests']> {
  const { items, total } = await listSubmitted(trx, visibleRequests);
  const tags = await sanctionsTags(
    trx,
    items.map(({ clientId }) => clientId),
  );
  return { items: items.map((item) => ({ ...item, sanctions: tags.get(item.clientId) ?? null })), total };
}

/** The riskiest of the clients that were verified or activated before evidence was required. */
async function visibleEvidenceGaps(
  trx: Transaction<Schema>,
  company: MemberCaller['company'],
): Promise<Home['evidenceGaps']> {
  const rows = await readGaps(trx, company, { limit: visibleGaps });
  return {
    items: rows.map(({ clientId, name, sanctions, riskLevel }) => ({
      clientId,
      clientName: name,
      sanctions,
      riskLevel,
    })),
    total:
      rows.length < visibleGaps ? toCappedCount(rows.length) : await countGaps(trx, company, maxCountedWork),
  };
}

/** The member's pending work, as short lists with counts. */
async function getWork(
  trx: Transaction<Schema>,
  caller: MemberCaller,
  { now, hasService }: { now: Date; hasService: boolean },
): Promise<Omit<Home, 'clientsByStatus' | 'unassignedTotal' | 'recentlyAdded' | 'figures'>> {
  const memberId = caller.member.id;
  const today = companyDay(now, caller.company.timeZone);
  const alerts = await alertPage(trx, {
    filter: { waitingFor: memberId },
    limit: visibleAlerts,
    now: now.toISOString(),
  });
  const mine = await clientsInWork(trx, memberId);
  const right = await approvalRight(trx, caller, now);
  const required = hasService ? [] : requiredListStates(await readLists(trx), caller.company, now);
  return {
    today,
    listProblems: required.filter(({ state }) => state !== 'current'),
    alerts: alerts.rows.slice(0, visibleAlerts),
    alertsTotal: alerts.total,
    mine: mine.items,
    mineTotal: mine.total,
    reviews: await reviewsComingUp(trx, memberId, today),
    approvals: right === null ? nothing : await waitingApprovals(trx, right),
    drafts: await ownDrafts(trx, memberId),
    verifications: await verificationsToDecide(trx),
    requests: await submittedRequests(trx),
    activities: await openActivities(trx, memberId),
    evidenceGaps: await visibleEvidenceGaps(trx, caller.company),
    decidedByOneTotal: await countDecidedByOne(trx, maxCountedWork),
  };
}

/** The member's pending work, and figures of the company's clients. Counts stop at 1,000, lists after a few rows. */
export async function readHome(deps: HomeDeps, caller: MemberCaller): Promise<Home> {
  const now = deps.now();
  const today = companyDay(now, caller.company.timeZone);
  const within = <T>(work: Parameters<typeof asTenant<T>>[2]) => asTenant(deps.db, caller.company.id, work);
  const [work, figures] = await Promise.all([
    within((trx) => getWork(trx, caller, { now, hasService: deps.screeningService !== undefined })),
    within(async (trx) => ({
      ...(await readFigures(trx, today)),
      recentlyAdded: await newestClients(trx),
    })),
  ]);
  return { ...work, ...figures };
}
