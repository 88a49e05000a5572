import { toActivityNoun } from '#rules/activity-noun.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { followDelayedCdd } from '../../records/alerts/delayed-cdd-alerts.ts';
import { isOpen } from './requirements.ts';
import { changeActivity, type StoredActivity } from './store.ts';

/** A command about a record that replaces CDD, or a part of it, on one party of an activity. */
export interface PartyContext extends Work {
  caller: MemberCaller;
  body: { clientId: string };
}

/** Rejects a cancelled activity, and a completed one without outstanding CDD. */
export function rejectEnded({ caller }: PartyContext, { details }: StoredActivity): void {
  if (isOpen(details) || (details.status === 'completed' && details.delayedCdd !== null)) return;
  const { singular } = toActivityNoun(caller.company.sector);
  throw invalid(`This ${singular} has ended and requires no further CDD.`);
}

/**
 * Increments the activity's version. Withdraws a senior manager's approval, which covered the former record, and opens or closes the alerts about
 * delayed CDD.
 */
export async function touch(context: PartyContext, { details }: StoredActivity): Promise<void> {
  const { trx, at, caller } = context;
  await changeActivity(trx, {
    companyId: caller.company.id,
    id: details.id,
    version: details.version,
    columns: isOpen(details) ? { senior_approved_by: null, senior_approved_at: null } : {},
    at,
    by: caller.member.id,
  });
  await followDelayedCdd(context, details.id, caller.company.timeZone);
}

/** A senior manager's approval before a command, and without it afterwards, for its event. */
export const getApproval = ({ details }: StoredActivity) =>
  isOpen(details) ? { seniorApproval: details.seniorApproval?.by.name ?? null } : {};

export const noApproval = ({ details }: StoredActivity) => (isOpen(details) ? { seniorApproval: null } : {});
