import type { Kysely, Transaction } from 'kysely';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { readHome as endpoint } from '#contract/home.ts';
import { type Act, mayAct } from '#rules/access.ts';
import { companyDay } from '#rules/company-day.ts';
import { alertPage } from '../alerts/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { readCompanyFacts } from '../diligence/company-facts.ts';
import { listSubmitted } from '../document-requests/store.ts';
import type { MemberCaller } from '../http/bind.ts';
import { readFigures } from './figures.ts';
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
}

type Home = EndpointAnswer<typeof endpoint>;

const shownAlerts = 5;
const shownRequests = 5;

const nothing = { items: [], total: { count: 0, capped: false } };

/** Which approvals a member may give, by role and by how the company divides assessing from approving. */
async function approvalRight(
  trx: Transaction<Schema>,
  { member, company }: MemberCaller,
  now: Date,
): Promise<ApprovalRight | null> {
  const { policy } = await readCompanyFacts(trx, company.id);
  const { fourEyes } = policy;
  const may = (act: Act) =>
    mayAct({ kind: 'member', ...member }, act, { ...company, fourEyes }, now.toISOString()).allowed;
  const [others, high] = [may('assessments.approve'), may('assessments.approveHigh')];
  if (!others && !high) return null;
  return { memberId: member.id, high, ownHigh: fourEyes === 'off', ownOthers: fourEyes !== 'always' };
}

/** What waits for this person, each a list of a few with its count. */
async function workOf(
  trx: Transaction<Schema>,
  caller: MemberCaller,
  now: Date,
): Promise<Omit<Home, 'clientsByStatus' | 'unassignedTotal' | 'recentlyAdded' | 'figures'>> {
  const memberId = caller.member.id;
  const today = companyDay(now, caller.company.timeZone);
  const alerts = await alertPage(trx, {
    filter: { waitingFor: memberId },
    limit: shownAlerts,
    now: now.toISOString(),
  });
  const mine = await clientsInWork(trx, memberId);
  const right = await approvalRight(trx, caller, now);
  return {
    today,
    alerts: alerts.rows.slice(0, shownAlerts),
    alertsTotal: alerts.total,
    mine: mine.items,
    mineTotal: mine.total,
    reviews: await reviewsComingUp(trx, memberId, today),
    approvals: right === null ? nothing : await waitingApprovals(trx, right),
    drafts: await ownDrafts(trx, memberId),
    verifications: await verificationsToDecide(trx),
    requests: await listSubmitted(trx, shownRequests),
    activities: await openActivities(trx, memberId),
  };
}

/** What waits for the member and how the company's clients stand. Counts of work stop at 1,000, lists at a few. */
export async function readHome(deps: HomeDeps, caller: MemberCaller): Promise<Home> {
  const now = deps.now();
  const today = companyDay(now, caller.company.timeZone);
  const within = <T>(work: Parameters<typeof asTenant<T>>[2]) => asTenant(deps.db, caller.company.id, work);
  const [work, standing] = await Promise.all([
    within((trx) => workOf(trx, caller, now)),
    within(async (trx) => ({
      ...(await readFigures(trx, today)),
      recentlyAdded: await newestClients(trx),
    })),
  ]);
  return { ...work, ...standing };
}
