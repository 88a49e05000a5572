import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Activity, ActivityInput, updateActivity as updateEndpoint } from '#contract/activities.ts';
import { companyDay } from '#rules/company-day.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { readResourceHistory } from '../audit/resource-history.ts';
import { isActiveMember, readClientsById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { readCompanyFacts } from '../diligence/company-facts.ts';
import { readCurrentAssessment } from '../diligence/current-assessment.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { auditable, columnsOf, inputOf } from './activity-record.ts';
import { checkDelay } from './field-checks.ts';
import { checklistOf, type GuidanceInput, isOpen, movesOf } from './guidance.ts';
import { changedSince, clientIdsOf } from './snapshot.ts';
import {
  changeActivity,
  clientNames,
  insertActivity,
  lockActivityById,
  nextReference,
  readActivityById,
  readSnapshot,
  replaceParties,
  type StoredActivity,
} from './store.ts';

export interface ActivitiesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type Trx = Transaction<Schema>;
type ActivityUpdate = z.output<typeof updateEndpoint.body>;

/** All that the guards look at for an activity, read in the caller's transaction. */
export async function guidanceInput(
  trx: Trx,
  deps: ActivitiesDeps,
  { company }: MemberCaller,
  stored: StoredActivity,
): Promise<GuidanceInput> {
  return {
    stored,
    assessment: await readCurrentAssessment(trx, 'activities', stored.details.id),
    company: await readCompanyFacts(trx, company.id),
    regulatedIn: company.regulatedIn,
    on: companyDay(deps.now(), company.timeZone),
  };
}

async function changedSinceCompletion(
  trx: Trx,
  { details }: StoredActivity,
): Promise<Activity['changedSince']> {
  if (details.status !== 'completed') return [];
  const content = await readSnapshot(trx, details.id);
  return content === undefined ? [] : changedSince(content, await readClientsById(trx, clientIdsOf(content)));
}

/** The activity as the wire has it, with its checklist and moves as of now. */
export async function present(
  trx: Trx,
  deps: ActivitiesDeps,
  caller: MemberCaller,
  stored: StoredActivity,
): Promise<Activity> {
  const input = await guidanceInput(trx, deps, caller, stored);
  return {
    ...stored.details,
    parties: stored.parties.map(({ exceptionEndsOn: _ends, sanctionsStatus: _sanctions, ...party }) => party),
    changedSince: await changedSinceCompletion(trx, stored),
    checklist: checklistOf(input),
    moves: movesOf(input, caller, deps.now()),
  };
}

/** The activity after a command has written to it. */
export async function readBack(
  trx: Trx,
  deps: ActivitiesDeps,
  caller: MemberCaller,
  id: string,
): Promise<Activity> {
  const stored = await readActivityById(trx, id);
  if (stored === null) throw new Error('An activity that was just written cannot be read.');
  return present(trx, deps, caller, stored);
}

/** Refuses with the record as it is now when somebody has changed it since the version that a form was filled from. */
export async function refuseStale(
  trx: Trx,
  deps: ActivitiesDeps,
  caller: MemberCaller,
  stored: StoredActivity,
  version: number,
): Promise<void> {
  if (stored.details.version === version) return;
  throw refuse('record.stale', {
    detail: `${stored.details.updatedBy.name} changed this activity after you opened it. Compare both versions, then save yours again.`,
    current: await present(trx, deps, caller, stored),
  });
}

/** Writes an event of an activity to the audit trail. Call it last. */
export async function recordActivityEvent(
  trx: Trx,
  deps: ActivitiesDeps,
  caller: MemberCaller,
  event: { action: string; resourceId: string; detail: Record<string, unknown>; reason?: string },
): Promise<void> {
  await recordMemberEvent(trx, deps, caller, { resourceType: 'activity', ...event });
}

/** Refuses parties that are not the company's clients or come twice; answers their names. */
async function checkParties(
  trx: Trx,
  { parties }: ActivityInput,
): Promise<{ names: Map<string, string>; fields: Record<string, string[]> }> {
  const names = await clientNames(
    trx,
    parties.map(({ clientId }) => clientId),
  );
  const fields: Record<string, string[]> = {};
  parties.forEach(({ clientId }, index) => {
    if (!names.has(clientId)) fields[`parties.${index}.clientId`] = ['Choose one of your company’s clients'];
    else if (parties.findIndex((party) => party.clientId === clientId) < index) {
      fields[`parties.${index}.clientId`] = [
        `${names.get(clientId)} is a party already. Change the capacity there, or choose another client`,
      ];
    }
  });
  return { names, fields };
}

/** Whoever left the team stays on record until somebody chooses another person. */
async function checkPeople(
  trx: Trx,
  input: ActivityInput,
  before: ActivityInput | null,
): Promise<Record<string, string[]>> {
  const fields: Record<string, string[]> = {};
  for (const field of ['assigneeMemberId', 'reviewerMemberId'] as const) {
    const id = input[field];
    if (id !== undefined && id !== before?.[field] && !(await isActiveMember(trx, id))) {
      fields[field] = ['Choose an active member of your company'];
    }
  }
  return fields;
}

async function checkFields(
  trx: Trx,
  { company }: MemberCaller,
  input: ActivityInput,
  before: ActivityInput | null,
): Promise<Map<string, string>> {
  const parties = await checkParties(trx, input);
  const fields = {
    ...checkDelay(input, company.regulatedIn),
    ...(await checkPeople(trx, input, before)),
    ...parties.fields,
  };
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields });
  return parties.names;
}

/** Inserts an activity with the company's next reference; answers its id and reference. */
export async function addActivity(
  trx: Trx,
  deps: ActivitiesDeps,
  caller: MemberCaller,
  input: ActivityInput,
  copyOfId: string | null,
): Promise<{ id: string; reference: string }> {
  const reference = await nextReference(trx, caller.company.id);
  const now = deps.now();
  const id = uuidv7({ msecs: now.getTime() });
  const row = {
    ...columnsOf(reference, input),
    company_id: caller.company.id,
    id,
    reference,
    copy_of_id: copyOfId,
    created_at: now.toISOString(),
    created_by: caller.member.id,
  };
  await insertActivity(trx, row, input.parties);
  return { id, reference };
}

/** Creates an activity in status to do. Refuses with `request.invalid` what does not fit, field by field. */
export function createActivity(
  deps: ActivitiesDeps,
  caller: MemberCaller,
  input: ActivityInput,
): Promise<Activity> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: input, status: 201 }, async () => {
      const names = await checkFields(trx, caller, input, null);
      const { id, reference } = await addActivity(trx, deps, caller, input, null);
      const answer = await readBack(trx, deps, caller, id);
      const after = { reference, ...auditable(input, (clientId) => names.get(clientId) ?? clientId) };
      await recordActivityEvent(trx, deps, caller, {
        action: 'activity.created',
        resourceId: id,
        detail: { changes: changesBetween({}, after) },
      });
      return answer;
    }),
  );
}

/** Refuses with `record.notFound` an activity that is not the company's own. */
export function readActivity(deps: ActivitiesDeps, caller: MemberCaller, id: string): Promise<Activity> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const stored = await readActivityById(trx, id);
    if (stored === null) throw refuse('record.notFound');
    return present(trx, deps, caller, stored);
  });
}

function refuseFinal({ details }: StoredActivity): void {
  if (isOpen(details)) return;
  const sentence =
    details.status === 'completed'
      ? 'This activity is completed: its details stay as they were. “Reopen” makes a linked copy to go on with.'
      : 'This activity is cancelled and can no longer be changed. Create a new one if the work goes ahead.';
  throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
}

/**
 * Replaces the details of an open activity. A senior manager approved what stood there before, so that a change takes the approval
 * away. Refuses a completed or cancelled activity with `request.invalid`, a stale version with `record.stale`. A form that changes
 * nothing writes nothing.
 */
export function updateActivity(
  deps: ActivitiesDeps,
  caller: MemberCaller,
  id: string,
  { version, ...input }: ActivityUpdate,
): Promise<Activity> {
  const companyId = caller.company.id;
  return asTenant(deps.db, companyId, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: { version, ...input }, status: 200 }, async () => {
      const stored = await lockActivityById(trx, id);
      if (stored === null) throw refuse('record.notFound');
      refuseFinal(stored);
      await refuseStale(trx, deps, caller, stored, version);
      const partiesBefore = stored.parties.map(({ clientId, capacity }) => ({ clientId, capacity }));
      const before = inputOf(stored.details, partiesBefore);
      const names = await checkFields(trx, caller, input, before);
      const { reference } = stored.details;
      const columns = columnsOf(reference, input);
      const sameParties = isDeepStrictEqual(partiesBefore, input.parties);
      if (sameParties && isDeepStrictEqual(columns, columnsOf(reference, before))) {
        return present(trx, deps, caller, stored);
      }
      if (!sameParties) await replaceParties(trx, companyId, id, input.parties);
      await changeActivity(trx, {
        companyId,
        id,
        version,
        columns: { ...columns, senior_approved_by: null, senior_approved_at: null },
        at: deps.now().toISOString(),
        by: caller.member.id,
      });
      const answer = await readBack(trx, deps, caller, id);
      for (const { clientId, name } of stored.parties) names.set(clientId, name);
      const told = (details: ActivityInput) =>
        auditable(details, (clientId) => names.get(clientId) ?? clientId);
      const approval = (holder: Activity['seniorApproval']) => ({ seniorApproval: holder?.by.name ?? null });
      await recordActivityEvent(trx, deps, caller, {
        action: 'activity.updated',
        resourceId: id,
        detail: {
          changes: changesBetween(
            { ...told(before), ...approval(stored.details.seniorApproval) },
            { ...told(input), ...approval(null) },
          ),
        },
      });
      return answer;
    }),
  );
}

/** What was done to an activity, newest first, from before an event's number on. */
export function readActivityHistory(
  deps: ActivitiesDeps,
  { company }: MemberCaller,
  id: string,
  before: number | undefined,
): ReturnType<typeof readResourceHistory> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readActivityById(trx, id)) === null) throw refuse('record.notFound');
    return readResourceHistory(trx, {
      companyId: company.id,
      resourceType: 'activity',
      resourceId: id,
      before,
    });
  });
}
