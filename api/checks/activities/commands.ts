import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import {
  type Activity,
  type ActivityInput,
  createActivity as createEndpoint,
  updateActivity as updateEndpoint,
} from '#contract/activities.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { activityOutcomeLabels, type Capacity } from '#rules/activity-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { outdatedBy } from '#rules/decisions/decision-facts.ts';
import { hasStarted } from '#rules/lifecycles/activities.ts';
import { can } from '#rules/permissions.ts';
import { sanctionsBlockers } from '#rules/transition-guards/sanctions.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { isActiveMember, readClientNames } from '../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { confirmedSanctions } from '../../records/sanctions/store.ts';
import { auditable, type FirstDays, getColumns, getInput, noFirstDays } from './activity-record.ts';
import { activityFacts } from './decision-facts.ts';
import {
  type DelayState,
  describeDelayApproval,
  toCopiedDelayState,
  toDelayState,
} from './delay-approval.ts';
import { checkDelay, checkServices } from './field-checks.ts';
import { type ActivitiesDeps, reloadRecord, toActivityDto } from './queries.ts';
import { isOpen } from './requirements.ts';
import { rejectUnstartable } from './start-guard.ts';
import {
  changeActivity,
  clearOutcome,
  insertActivity,
  lockActivityById,
  lockPartyClients,
  nextReference,
  readActivityById,
  replaceParties,
  type StoredActivity,
} from './store.ts';

const command = commandsFor<ActivitiesDeps>();

type Trx = Work['trx'];

/** Reasons why clients cannot be added to an activity: a message with its provision, by client. */
async function prohibitedParties(
  trx: Trx,
  { company }: MemberCaller,
  on: CalendarDate,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  const sanctions = await confirmedSanctions(trx, clientIds);
  return new Map(
    [...sanctions].flatMap(([clientId, confirmed]) => {
      const [blocker] = sanctionsBlockers(confirmed, company.regulatedIn, undefined, {
        act: 'startWork',
        on,
      });
      return blocker === undefined ? [] : [[clientId, `${blocker.text} (${blocker.provision})`] as const];
    }),
  );
}

/**
 * Rejects parties that are not clients of the company, duplicates, and added parties with a prohibiting sanctions match.
 *
 * @returns the parties' names by client id, and error messages by field path.
 */
async function checkParties(
  trx: Trx,
  caller: MemberCaller,
  { parties }: ActivityInput,
  { before, on }: { before: ActivityInput | null; on: CalendarDate },
): Promise<{ names: Map<string, string>; fields: Record<string, string[]> }> {
  const names = await readClientNames(
    trx,
    parties.map(({ clientId }) => clientId),
  );
  const added = parties
    .map(({ clientId }) => clientId)
    .filter((id) => !before?.parties.some(({ clientId }) => clientId === id));
  const prohibited = await prohibitedParties(trx, caller, on, added);
  const fields: Record<string, string[]> = {};
  parties.forEach(({ clientId }, index) => {
    if (!names.has(clientId)) fields[`parties.${index}.clientId`] = ['Select a client of your company'];
    else if (parties.findIndex((party) => party.clientId === clientId) < index) {
      fields[`parties.${index}.clientId`] = [
        `${names.get(clientId)} is a party already. Change the capacity there, or choose another client`,
      ];
    } else {
      const message = prohibited.get(clientId);
      if (message !== undefined) fields[`parties.${index}.clientId`] = [message];
    }
  });
  return { names, fields };
}

/** Rejects inactive members, except one already assigned: a former member stays recorded until replaced. */
async function checkPeople(
  trx: Trx,
  input: ActivityInput,
  before: ActivityInput | null,
): Promise<Record<string, string[]>> {
  const fields: Record<string, string[]> = {};
  for (const field of ['assigneeMemberId', 'reviewerMemberId'] as const) {
    const id = input[field];
    if (id !== undefined && id !== before?.[field] && !(await isActiveMember(trx, id))) {
      fields[field] = ['Select an active member of your company'];
    }
  }
  return fields;
}

/** Capacities by what the law asks of a party: a customer and whom it acts for are treated alike. */
const customerCapacities: readonly Capacity[] = ['customer', 'onBehalfOf'];

/** Parties that the work loses after its start: who is removed, or has another capacity than that of a customer. */
function leavingParties(before: ActivityInput['parties'], after: ActivityInput['parties']): string[] {
  const capacities = new Map(after.map(({ clientId, capacity }) => [clientId, capacity]));
  return before.flatMap(({ clientId, capacity }) => {
    const now = capacities.get(clientId);
    return now === capacity || (now !== undefined && customerCapacities.includes(now)) ? [] : [clientId];
  });
}

/**
 * A customer leaves work that has started, or becomes another party, by a recorded reason of someone who may grant exceptions from CDD: its CDD
 * is then no longer required. NZ s37; AU s28.
 */
function rejectLeaving(
  caller: MemberCaller,
  now: Date,
  {
    leaving,
    parties,
    reason,
    stored,
  }: {
    leaving: readonly string[];
    parties: ActivityInput['parties'];
    reason: string | undefined;
    stored: StoredActivity;
  },
): void {
  if (leaving.length === 0) return;
  const fieldOf = (clientId: string) => {
    const index = parties.findIndex((party) => party.clientId === clientId);
    return index < 0 ? 'parties' : `parties.${index}.capacity`;
  };
  const nameOf = (clientId: string) =>
    stored.parties.find((party) => party.clientId === clientId)?.name ?? clientId;
  if (!mayGrantException(caller, now)) {
    const { singular } = toActivityNoun(caller.company.sector);
    const fields: Record<string, string[]> = {};
    for (const clientId of leaving) {
      const message = `${nameOf(clientId)} has been a party since before the ${singular} started. Ask someone who may grant CDD exceptions to change this.`;
      const field = fieldOf(clientId);
      fields[field] = [...(fields[field] ?? []), message];
    }
    throw apiError('request.invalid', { fields });
  }
  if (reason === undefined) {
    const names = leaving.map(nameOf).join(', ');
    throw invalid(`Enter why ${names} leaves or is no longer a customer.`, 'partyReason');
  }
}

const mayGrantException = ({ member, company }: MemberCaller, now: Date): boolean =>
  can({ kind: 'member', ...member }, 'cdd.grantException', company, now.toISOString()).allowed;

/** That work is no designated service exempts it from Australia's start guard: a reason for it is recorded by those who may grant exceptions. AU s6, s28(1). */
function checkNoService(
  caller: MemberCaller,
  input: ActivityInput,
  { before, now }: { before: ActivityInput | null; now: Date },
): Record<string, string[]> {
  const { noServiceReason: reason, capturedActivityNz, designatedServiceAu } = input;
  if (reason === undefined) return {};
  if (!caller.company.regulatedIn.includes('AUS')) {
    return { noServiceReason: ['Australia’s law does not apply to your company. Leave this blank'] };
  }
  if (capturedActivityNz !== undefined || designatedServiceAu !== undefined) {
    return { noServiceReason: ['A service is selected. Leave this blank, or remove the service'] };
  }
  if (reason === before?.noServiceReason || mayGrantException(caller, now)) return {};
  return {
    noServiceReason: ['Only those who may grant CDD exceptions can record that there is no service. Ask one'],
  };
}

async function checkFields(
  trx: Trx,
  caller: MemberCaller,
  input: ActivityInput,
  { before, firstDays, now }: { before: ActivityInput | null; firstDays: FirstDays; now: Date },
): Promise<Map<string, string>> {
  const today = companyDay(now, caller.company.timeZone);
  const parties = await checkParties(trx, caller, input, { before, on: today });
  const { policy } = await readCompanyFacts(trx, caller.company.id);
  const fields = {
    ...checkServices(input, caller.company.regulatedIn),
    ...checkNoService(caller, input, { before, now }),
    ...checkDelay(input, {
      company: caller.company,
      firstDays,
      before,
      limits: { today, maxDays: policy.delayMaxDays },
    }),
    ...(await checkPeople(trx, input, before)),
    ...parties.fields,
  };
  if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
  return parties.names;
}

const getClientIds = ({ parties }: ActivityInput) => parties.map(({ clientId }) => clientId);

/** Inserts an activity, or a copy of another one, with the company's next reference; returns its id and reference. */
export async function addActivity(
  { trx, time, at, caller }: Work & { caller: MemberCaller },
  input: ActivityInput,
  copyOf: { id: string; firstDays: FirstDays } | null,
): Promise<{ id: string; reference: string; delay: DelayState }> {
  const reference = await nextReference(trx, caller.company.id);
  const work = { caller, at };
  const delay = copyOf === null ? toDelayState(work, input, null) : toCopiedDelayState(work, input);
  const id = uuidv7({ msecs: time().getTime() });
  const row = {
    ...getColumns(reference, input, copyOf?.firstDays ?? noFirstDays),
    ...delay,
    company_id: caller.company.id,
    id,
    reference,
    copy_of_id: copyOf?.id ?? null,
    created_at: at,
    created_by: caller.member.id,
  };
  await insertActivity(trx, row, input.parties);
  return { id, reference, delay };
}

/** POST /activities. Creates an activity in status to do. @throws `request.invalid` with field errors */
export const createActivity = command(createEndpoint, {
  async change(context) {
    const { trx, caller, body } = context;
    await lockPartyClients(trx, null, getClientIds(body));
    const names = await checkFields(trx, caller, body, {
      before: null,
      firstDays: noFirstDays,
      now: context.time(),
    });
    return { ...(await addActivity(context, body, null)), names };
  },
  read: ({ trx, time, caller }, _, { id }) => reloadRecord(trx, { now: time }, caller, id),
  events: ({ body, ...work }, { done: { id, reference, names, delay } }) => ({
    action: 'activity.created',
    resourceType: 'activity',
    resourceId: id,
    detail: {
      changes: changesBetween(
        {},
        {
          reference,
          ...auditable(body, (clientId) => names.get(clientId) ?? clientId),
          ...describeDelayApproval(work, delay, null).after,
        },
      ),
    },
  }),
});

/** A locked activity. */
export interface LockedActivity {
  stored: StoredActivity;
  version: number;
}

interface ActivityWork extends Work {
  params: { id: string };
  caller: MemberCaller;
}

/** Locks the activity of a command, after its parties' clients; null where it is not the company's. `further`: ids of clients to be added. */
export async function lockActivity(
  { trx, params }: ActivityWork,
  further: readonly string[] = [],
): Promise<LockedActivity | null> {
  await lockPartyClients(trx, params.id, further);
  const stored = await lockActivityById(trx, params.id);
  return stored === null ? null : { stored, version: stored.details.version };
}

/**
 * What follows from a written change of facts: an outcome that relied on them is withdrawn, and whoever relies on the activity learns of it. Returns the
 * outcome that remains.
 */
async function followFacts(
  { trx, emit }: Pick<Work, 'trx' | 'emit'>,
  before: StoredActivity,
): Promise<Activity['outcome']> {
  const { id, outcome } = before.details;
  const after = await readActivityById(trx, id);
  if (after === null) throw new Error('The activity just saved could not be read.');
  const facts = activityFacts(after);
  const changed = outdatedBy(activityFacts(before), facts);
  if (changed !== null) emit('activity.factsChanged', { activityId: id, facts: changed });
  if (outcome === null || outdatedBy(before.reliedOn.outcome, facts) === null) return outcome;
  await clearOutcome(trx, id);
  return null;
}

/** Error for an activity that changed in the meantime. */
export const staleActivity = {
  message: ({ stored }: LockedActivity) =>
    `${stored.details.updatedBy.name} changed this record after you opened it. Review both versions, then save again.`,
  current: ({ trx, time, caller }: ActivityWork, { stored }: LockedActivity) =>
    toActivityDto(trx, { now: time }, caller, stored),
};

/** Locks an open activity. Refuses a completed or cancelled one, regardless of the version. */
async function lockOpen(context: ActivityWork & { body: ActivityInput }): Promise<LockedActivity | null> {
  const locked = await lockActivity(context, getClientIds(context.body));
  if (locked === null || isOpen(locked.stored.details)) return locked;
  const { singular } = toActivityNoun(context.caller.company.sector);
  throw invalid(
    locked.stored.details.status === 'completed'
      ? `This ${singular} is completed. Reopen it to continue in a linked copy.`
      : `This ${singular} is cancelled. Create a new one if the work goes ahead.`,
  );
}

const approvedBy = (approval: Activity['seniorApproval']) => ({ seniorApproval: approval?.by.name ?? null });

const outcomeText = (outcome: Activity['outcome']) => ({
  outcome: outcome === null ? null : activityOutcomeLabels[outcome],
});

/**
 * PUT /activities/:id. Replaces the details of an open activity. A change withdraws a senior manager's approval, which covered the
 * former details; one of a fact on which the outcome relied withdraws the outcome. Work in progress takes no details with which it could not
 * have started. A form without changes writes nothing.
 */
export const updateActivity = command(updateEndpoint, {
  lock: lockOpen,
  stale: staleActivity,
  async change({ trx, time, at, caller, emit, params: { id }, body }, { stored }) {
    const { version, partyReason, ...input } = body;
    const partiesBefore = stored.parties.map(({ clientId, capacity }) => ({ clientId, capacity }));
    const before = getInput(stored.details, partiesBefore);
    const { reference } = stored.details;
    const { firstDays } = stored;
    const names = await checkFields(trx, caller, input, { before, firstDays, now: time() });
    const leaving = hasStarted(stored.details) ? leavingParties(partiesBefore, input.parties) : [];
    rejectLeaving(caller, time(), { leaving, parties: input.parties, reason: partyReason, stored });
    const columns = getColumns(reference, input, firstDays);
    const delay = toDelayState({ caller, at }, input, before);
    const approval = describeDelayApproval({ caller, at }, delay, stored.details.delayedCdd);
    const hasSameParties = isDeepStrictEqual(partiesBefore, input.parties);
    if (hasSameParties && isDeepStrictEqual(columns, getColumns(reference, before, firstDays))) {
      return unchanged(await toActivityDto(trx, { now: time }, caller, stored));
    }
    const companyId = caller.company.id;
    if (!hasSameParties) await replaceParties(trx, companyId, id, input.parties);
    await changeActivity(trx, {
      companyId,
      id,
      version,
      columns: {
        ...columns,
        ...delay,
        senior_approved_by: null,
        senior_approved_at: null,
        senior_relied_on: null,
      },
      at,
      by: caller.member.id,
    });
    const outcome = await followFacts({ trx, emit }, stored);
    await rejectUnstartable({ trx, time, caller }, stored, 'Save');
    for (const { clientId, name } of stored.parties) names.set(clientId, name);
    const inWords = (details: ActivityInput) =>
      auditable(details, (clientId) => names.get(clientId) ?? clientId);
    return changesBetween(
      {
        ...inWords(before),
        ...approval.before,
        ...approvedBy(stored.details.seniorApproval),
        ...outcomeText(stored.details.outcome),
      },
      {
        ...inWords(input),
        ...approval.after,
        ...approvedBy(null),
        ...outcomeText(outcome),
        ...(leaving.length > 0 ? { partyReason } : {}),
      },
    );
  },
  read: ({ trx, time, caller, params }) => reloadRecord(trx, { now: time }, caller, params.id),
  events: ({ params, body }, { done: changes }) => ({
    action: 'activity.updated',
    resourceType: 'activity',
    resourceId: params.id,
    detail: { changes },
    ...(changes.partyReason === undefined ? {} : { reason: body.partyReason }),
  }),
});
