import { z } from 'zod';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import type { readHome as endpoint, WorkItem } from '#contract/views/home.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { can, type Permission } from '#rules/permissions.ts';
import { minSecondPeople } from '#rules/policies.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { keyText, listCursors } from '../../kernel/http/list-cursor.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { readEligiblePeople } from '../../records/team/eligible.ts';
import type { ApprovalRight, WorkScope } from './work-source-shape-store.ts';
import { countWork, isWorkPlace, readWork, type WorkRow } from './work-store.ts';

type Work = EndpointResponse<typeof endpoint>['work'];

const itemsPerPage = 20;

// The list is paged forward only.
const cursors = listCursors(
  { rank: z.number().int(), due: keyText, id: z.uuid() },
  (place) => !place.backward && isWorkPlace(place),
);

/** Approvals that a member can give, by role and by the company's separation of assessing and approving. */
async function getApprovalRight(
  trx: Trx,
  { member, company }: MemberCaller,
  now: Date,
): Promise<ApprovalRight | null> {
  const { policy } = await readCompanyFacts(trx, company.id);
  const { fourEyes } = policy;
  const may = (permission: Permission) =>
    can({ kind: 'member', ...member }, permission, { ...company, fourEyes }, now.toISOString()).allowed;
  const [others, high] = [may('assessments.approve'), may('assessments.approveHigh')];
  if (!others && !high) return null;
  const isAlone = async (permission: Permission) =>
    (await readEligiblePeople(trx, permission, policy, now)).size < minSecondPeople;
  return {
    memberId: member.id,
    high,
    fourEyes,
    isAlone: {
      high: await isAlone('assessments.approveHigh'),
      others: await isAlone('assessments.approve'),
    },
  };
}

function toItem({ rank, due, status, ...row }: WorkRow): WorkItem {
  const only = <Value>(...kinds: WorkRow['kind'][]) =>
    (kinds.includes(row.kind) ? status : null) as Value | null;
  return {
    ...row,
    alertType: only('alert'),
    trigger: only('review'),
    activityStatus: only('activity'),
    assessmentStatus: only('approval', 'draft'),
    verificationKind: only('verification'),
    clientStatus: only('onboarding'),
  };
}

/** A page of what waits for a member, worst first, and how much there is. */
export async function readWorkPage(
  trx: Trx,
  caller: MemberCaller,
  { now, query: { cursor, due } }: { now: Date; query: EndpointInput<typeof endpoint>['query'] },
): Promise<Work> {
  const list = { due, member: caller.member.id };
  const place = cursor === undefined ? undefined : cursors.read(list, cursor);
  const whole: WorkScope = {
    memberId: caller.member.id,
    right: await getApprovalRight(trx, caller, now),
    today: companyDay(now, caller.company.timeZone),
    now: now.toISOString(),
  };
  const found = await readWork(trx, { ...whole, due }, { place, limit: itemsPerPage + 1 });
  const { rows, nextCursor } = cursors.page(list, { found, limit: itemsPerPage, place }, (row) => row);
  return {
    items: rows.map(toItem),
    nextCursor,
    total: await countWork(trx, whole),
    overdueTotal: await countWork(trx, { ...whole, due: 'overdue' }),
    weekTotal: await countWork(trx, { ...whole, due: 'week' }),
  };
}
