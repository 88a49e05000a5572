import { v7 as uuidv7 } from 'uuid';
import {
  recordArrangement as recordEndpoint,
  withdrawArrangement as withdrawEndpoint,
} from '#contract/cdd/property-arrangements.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import {
  allowsArrangement,
  arrangementProblem,
  type PropertyArrangement,
} from '#rules/firm/property-arrangement.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import {
  type ArrangementRecord,
  endArrangement,
  insertArrangement,
  readArrangements,
} from './arrangements-store.ts';
import { type LockedActivity, lockActivity, staleActivity } from './commands.ts';
import { getApproval, noApproval, type PartyContext, rejectEnded, touch } from './party-records.ts';
import { type ActivitiesDeps, reloadRecord } from './queries.ts';
import type { StoredActivity } from './store.ts';

const command = commandsFor<ActivitiesDeps>();

/** Returns the party of an arrangement. Throws for a client on whom CDD cannot rest on an arrangement. */
function requireParty({ caller, body }: PartyContext, { details, parties }: StoredActivity) {
  const party = parties.find(({ clientId }) => clientId === body.clientId);
  const { designatedServiceAu } = details;
  const { regulatedIn: jurisdictions } = caller.company;
  if (
    party === undefined ||
    !allowsArrangement({ capacity: party.capacity, designatedServiceAu, jurisdictions })
  ) {
    throw invalid(
      'Only CDD on a party of a sale that you broker, or on your own customer in a sale, can rest on an arrangement between participants (AU Rules 6-33). Complete CDD instead.',
    );
  }
  return party;
}

/** Rejects days that are in the future or outside the law's limits, beside their field. */
function rejectDays(
  { time, caller, body }: PartyContext & { body: PropertyArrangement },
  { details }: StoredActivity,
): void {
  const today = companyDay(time(), caller.company.timeZone);
  for (const field of ['agreedOn', 'cddDoneOn', 'receivedOn'] as const) {
    if (body[field] > today) throw invalid('Enter today or an earlier date', field);
  }
  const problem = arrangementProblem(body, details);
  if (problem !== null) throw invalid(problem.text, problem.field === 'dates' ? '' : problem.field);
}

async function readOne(
  { trx, body }: PartyContext,
  activityId: string,
): Promise<ArrangementRecord | undefined> {
  const records = await readArrangements(trx, activityId);
  return records.find(({ clientId }) => clientId === body.clientId);
}

/**
 * POST /activities/:id/arrangements. Records a written arrangement with another participant of the sale, who did CDD on the party: owners, persons on
 * whose behalf it acts and PEP status then count as established. Identity, representatives and purpose stay required. AU Rules 6-33(1), 5-20.
 */
export const recordArrangement = command(recordEndpoint, {
  lock: (context) => lockActivity(context),
  stale: staleActivity,
  async change(context, { stored }: LockedActivity) {
    const { trx, time, at, caller, body } = context;
    const party = requireParty(context, stored);
    rejectEnded(context, stored);
    rejectDays(context, stored);
    const existing = await readOne(context, stored.details.id);
    if (existing !== undefined) {
      throw invalid(
        `${existing.by.name} has recorded an arrangement about ${party.name} already. Withdraw it first.`,
      );
    }
    await insertArrangement(trx, {
      company_id: caller.company.id,
      id: uuidv7({ msecs: time().getTime() }),
      activity_id: stored.details.id,
      client_id: party.clientId,
      participant: body.participant,
      responsibilities: body.responsibilities,
      agreed_on: body.agreedOn,
      cdd_done_on: body.cddDoneOn,
      received_on: body.receivedOn,
      recorded_at: at,
      recorded_by: caller.member.id,
    });
    await touch(context, stored);
    return party.name;
  },
  read: ({ trx, time, caller, params }) => reloadRecord(trx, { now: time }, caller, params.id),
  events: ({ params, body }, { before: { stored }, done: party }) => ({
    action: 'activity.arrangementRecorded',
    resourceType: 'activity',
    resourceId: params.id,
    detail: {
      changes: changesBetween(getApproval(stored), {
        party,
        participant: body.participant,
        responsibilities: body.responsibilities,
        agreedOn: body.agreedOn,
        cddDoneOn: body.cddDoneOn,
        receivedOn: body.receivedOn,
        ...noApproval(stored),
      }),
    },
  }),
});

/** POST /activities/:id/arrangements/withdrawal. The record stays in the history; all CDD on the party is required again. */
export const withdrawArrangement = command(withdrawEndpoint, {
  lock: (context) => lockActivity(context),
  stale: staleActivity,
  async change(context, { stored }: LockedActivity) {
    const { trx, at, caller, body } = context;
    const record = await readOne(context, stored.details.id);
    if (record === undefined) throw invalid('There is no such arrangement, or it was withdrawn already.');
    rejectEnded(context, stored);
    await endArrangement(trx, record.id, {
      withdrawn_at: at,
      withdrawn_by: caller.member.id,
      withdrawal_reason: body.reason,
    });
    await touch(context, stored);
    return record.name;
  },
  read: ({ trx, time, caller, params }) => reloadRecord(trx, { now: time }, caller, params.id),
  events: ({ params, body }, { before: { stored }, done: party }) => ({
    action: 'activity.arrangementWithdrawn',
    resourceType: 'activity',
    resourceId: params.id,
    detail: {
      changes: changesBetween(
        { party, ...getApproval(stored) },
        { party: null, reason: body.reason, ...noApproval(stored) },
      ),
    },
    reason: body.reason,
  }),
});
