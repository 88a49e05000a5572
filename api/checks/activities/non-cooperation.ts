import { v7 as uuidv7 } from 'uuid';
import {
  recordNonCooperation as recordEndpoint,
  withdrawNonCooperation as withdrawEndpoint,
} from '#contract/cdd/non-cooperation.ts';
import { allowsNonCooperation } from '#rules/firm/non-cooperation.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { type LockedActivity, lockActivity, staleActivity } from './commands.ts';
import {
  endNonCooperation,
  insertNonCooperation,
  type NonCooperationRecord,
  readNonCooperation,
} from './non-cooperation-store.ts';
import { getApproval, noApproval, type PartyContext, rejectEnded, touch } from './party-records.ts';
import { type ActivitiesDeps, reloadRecord } from './queries.ts';
import type { StoredActivity } from './store.ts';

const command = commandsFor<ActivitiesDeps>();

/**
 * Returns the party of a record. Throws for a client who is not a party, or whose party role does not permit a record to replace
 * CDD.
 */
function requireParty({ caller, body }: PartyContext, { details, parties }: StoredActivity) {
  const party = parties.find(({ clientId }) => clientId === body.clientId);
  const { company } = caller;
  const { designatedServiceAu } = details;
  const isAllowed =
    party !== undefined &&
    allowsNonCooperation({
      capacity: party.capacity,
      designatedServiceAu,
      jurisdictions: company.regulatedIn,
    });
  if (!isAllowed) {
    throw invalid(
      'Only CDD on the other party of a sale that you broker can be replaced by this record (AU Rules 6-33). Complete CDD instead.',
    );
  }
  return party;
}

async function readOne(
  { trx, body }: PartyContext,
  activityId: string,
): Promise<NonCooperationRecord | null> {
  const records = await readNonCooperation(trx, activityId);
  return records.find(({ clientId }) => clientId === body.clientId) ?? null;
}

/**
 * POST /activities/:id/non-cooperation. Records the steps taken, the difficulties and that a report was considered: CDD on the other party
 * of a brokered sale then counts as complete. Excludes the outcome of the consideration. AU Rules 6-33(2), (3), 9-4A.
 */
export const recordNonCooperation = command(recordEndpoint, {
  lock: (context) => lockActivity(context),
  stale: staleActivity,
  async change(context, { stored }: LockedActivity) {
    const { trx, time, at, caller, body } = context;
    const party = requireParty(context, stored);
    rejectEnded(context, stored);
    const existing = await readOne(context, stored.details.id);
    if (existing !== null) {
      throw invalid(
        `${existing.by.name} has recorded this of ${party.name} already. Withdraw that record first.`,
      );
    }
    await insertNonCooperation(trx, {
      company_id: caller.company.id,
      id: uuidv7({ msecs: time().getTime() }),
      activity_id: stored.details.id,
      client_id: party.clientId,
      steps: body.steps,
      difficulties: body.difficulties,
      report_considered: body.reportConsidered,
      recorded_at: at,
      recorded_by: caller.member.id,
    });
    await touch(context, stored);
    return party.name;
  },
  read: ({ trx, time, caller, params }) => reloadRecord(trx, { now: time }, caller, params.id),
  events: ({ params, body }, { before: { stored }, done: party }) => ({
    action: 'activity.nonCooperationRecorded',
    resourceType: 'activity',
    resourceId: params.id,
    detail: {
      changes: changesBetween(getApproval(stored), {
        otherParty: party,
        stepsTaken: body.steps,
        difficulties: body.difficulties,
        reportConsidered: body.reportConsidered,
        ...noApproval(stored),
      }),
    },
  }),
});

/** POST /activities/:id/non-cooperation/withdrawal. The record stays in the history; CDD on the party is required again. */
export const withdrawNonCooperation = command(withdrawEndpoint, {
  lock: (context) => lockActivity(context),
  stale: staleActivity,
  async change(context, { stored }: LockedActivity) {
    const { trx, at, caller, body } = context;
    const record = await readOne(context, stored.details.id);
    if (record === null) throw invalid('There is no such record, or it was withdrawn already.');
    rejectEnded(context, stored);
    await endNonCooperation(trx, record.id, {
      withdrawn_at: at,
      withdrawn_by: caller.member.id,
      withdrawal_reason: body.reason,
    });
    await touch(context, stored);
    return record.name;
  },
  read: ({ trx, time, caller, params }) => reloadRecord(trx, { now: time }, caller, params.id),
  events: ({ params, body }, { before: { stored }, done: party }) => ({
    action: 'activity.nonCooperationWithdrawn',
    resourceType: 'activity',
    resourceId: params.id,
    detail: {
      changes: changesBetween(
        { otherParty: party, ...getApproval(stored) },
        { otherParty: null, reason: body.reason, ...noApproval(stored) },
      ),
    },
    reason: body.reason,
  }),
});
