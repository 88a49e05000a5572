import type { ActivityInput } from '#contract/activities.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import type { Capacity } from '#rules/activity-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { sanctionsBlockers } from '#rules/transition-guards/sanctions.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { isActiveMember, readClientNames } from '../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { confirmedSanctions } from '../../records/sanctions/store.ts';
import type { FirstDays } from './activity-record.ts';
import { decideException } from './delay-approval.ts';
import { checkDelay, checkServices } from './field-checks.ts';
import type { StoredActivity } from './store.ts';

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

/** Capacities of customers and of those for whom they act, who need the same CDD. NZ s11; AU s28. */
const customerCapacities: readonly Capacity[] = ['customer', 'onBehalfOf'];

/** Clients who were parties before a form and are removed by it, or take another capacity than that of a customer. */
export function leavingParties(before: ActivityInput['parties'], after: ActivityInput['parties']): string[] {
  const capacities = new Map(after.map(({ clientId, capacity }) => [clientId, capacity]));
  return before.flatMap(({ clientId, capacity }) => {
    const now = capacities.get(clientId);
    return now === capacity || (now !== undefined && customerCapacities.includes(now)) ? [] : [clientId];
  });
}

/**
 * Rejects parties who leave work that has started, or are customers no longer, without a reason from someone who may grant exceptions from CDD: the
 * work then requires no CDD on them. NZ s37; AU s28.
 */
export function rejectLeaving(
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
  if (!decideException(caller, now.toISOString()).allowed) {
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

const groundFields = { NZL: 'outsideScopeNz', AUS: 'outsideScopeAu' } as const;
const serviceFields = { NZL: 'capturedActivityNz', AUS: 'designatedServiceAu' } as const;
const lawNames = { NZL: 'New Zealand’s law', AUS: 'Australia’s law' } as const;
const laws = ['NZL', 'AUS'] as const;

/** Details by which work is judged to be outside the scope of a law. */
const judgedBy = ['activityType', 'capturedService', 'nature', 'purpose'] as const;

const hasScopeField = (input: ActivityInput) =>
  input.noServiceReason !== undefined || laws.some((law) => input[groundFields[law]] !== undefined);

/** Contradictions: a ground of a law that does not apply, beside a service or without its reason; a new reason without a ground. */
function scopeProblems(
  input: ActivityInput,
  before: ActivityInput | null,
  regulatedIn: readonly Jurisdiction[],
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const law of laws) {
    if (input[groundFields[law]] === undefined) continue;
    if (!regulatedIn.includes(law)) {
      fields[groundFields[law]] = [`${lawNames[law]} does not apply to your company. Leave this blank`];
    } else if (input[serviceFields[law]] !== undefined) {
      fields[groundFields[law]] = ['A service is selected. Leave this blank, or remove the service'];
    }
  }
  const hasGround = laws.some((law) => input[groundFields[law]] !== undefined);
  const reason = input.noServiceReason;
  if (hasGround && reason === undefined) {
    fields.noServiceReason = ['Describe why the work is outside the scope of the law'];
  } else if (!hasGround && reason !== undefined) {
    // Recorded without a ground formerly, in Australia alone.
    const isFormer = before !== null && reason === before.noServiceReason && hasNoGround(before);
    if (!isFormer)
      fields.noServiceReason = ['Select the law that the work is outside of, or leave this blank'];
    else if (laws.some((law) => input[serviceFields[law]] !== undefined)) {
      fields.noServiceReason = ['A service is selected. Leave this blank, or remove the service'];
    }
  }
  return fields;
}

const hasNoGround = (input: ActivityInput) => laws.every((law) => input[groundFields[law]] === undefined);

/** Whether a form has a customer, or one for whom they act, who was neither before. */
function addsCustomer(input: ActivityInput, before: ActivityInput | null): boolean {
  const ids = ({ parties }: ActivityInput) =>
    parties.filter(({ capacity }) => customerCapacities.includes(capacity)).map(({ clientId }) => clientId);
  const known = before === null ? [] : ids(before);
  return ids(input).some((id) => !known.includes(id));
}

/** The first field of the ground and the reason that a form adds or changes, else of what they were judged by; undefined where it changes none. */
function changedScopeField(
  input: ActivityInput,
  before: ActivityInput | null,
): keyof ActivityInput | undefined {
  const scopeFields = [...laws.map((law) => groundFields[law]), 'noServiceReason'] as const;
  return (
    scopeFields.find((field) => input[field] !== undefined && input[field] !== before?.[field]) ??
    judgedBy.find((field) => input[field] !== before?.[field]) ??
    (addsCustomer(input, before) ? 'parties' : undefined)
  );
}

/**
 * Work outside the scope of a law comes under none of its duties. The ground is recorded by those who may grant exceptions from CDD; while it is
 * recorded, others do not change the details by which they judged it, nor add a customer. NZ s5(1), s6(4); AU s6.
 */
function checkScope(
  caller: MemberCaller,
  input: ActivityInput,
  { before, now }: { before: ActivityInput | null; now: Date },
): Record<string, string[]> {
  if (!hasScopeField(input)) return {};
  const problems = scopeProblems(input, before, caller.company.regulatedIn);
  if (Object.keys(problems).length > 0) return problems;
  const changed = changedScopeField(input, before);
  if (changed === undefined || decideException(caller, now.toISOString()).allowed) return {};
  const isJudged = changed === 'parties' || judgedBy.some((field) => field === changed);
  return {
    [changed]: [
      isJudged
        ? 'By this detail the work is recorded as outside the scope of the law. Ask someone who may grant CDD exceptions to change it, or remove the ground'
        : 'Only those who may grant CDD exceptions can record that work is outside the scope of the law. Ask one of them',
    ],
  };
}

/** Rejects a form with problems, at their fields; returns the parties' names by client id. @throws `request.invalid` */
export async function checkFields(
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
    ...checkScope(caller, input, { before, now }),
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
