import { z } from 'zod';
import { activitySteps } from '#rules/activities/activity-progress.ts';
import { recheckCauses } from '#rules/activities/activity-recheck.ts';
import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { activityOutcomes, activityTypes, capacities } from '#rules/activity-types.ts';
import { clientTypes } from '#rules/clients/client-types.ts';
import { capturedActivities, designatedServices } from '#rules/firm/captured-services.ts';
import { delayBases } from '#rules/firm/cdd-delay.ts';
import { outsideScopeAu, outsideScopeNz } from '#rules/firm/scope-grounds.ts';
import { address, addressInput } from './addresses.ts';
import { blocker, move } from './blockers.ts';
import { cappedCount, clientEvent, pageOf } from './clients/client-record.ts';
import { endpoint } from './endpoint.ts';
import {
  calendarDate,
  countryCode,
  instant,
  namedRecord,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  riskLevel,
} from './fields.ts';
import { getProgress } from './progress.ts';
import { inputShape, outputShape } from './records/field-schemas.ts';
import { confirmedSanction, sanctionsTag } from './sanctions.ts';

export const activityStatuses = [
  'toDo',
  'inProgress',
  'inReview',
  'onHold',
  'completed',
  'cancelled',
] as const;
const status = z.enum(activityStatuses);
export const currencies = ['NZD', 'AUD'] as const;

/** Largest amount, in minor units: 12 digits before the decimal point. */
const maxAmount = 99_999_999_999_999;

/** Amount in minor units, from an integer or from typed text: "12,500.50" is 1250050. */
export const moneyAmount = z
  .union([
    z
      .number()
      .int()
      .min(0, { error: 'Enter an amount of 0 or more' })
      .max(maxAmount, { error: 'Enter a smaller amount' }),
    z.string(),
  ])
  .transform((filters, context) => {
    if (typeof filters === 'number') return filters;
    const text = filters.replace(/[\s,$]/g, '');
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) {
      context.addIssue({ code: 'custom', message: 'Enter an amount such as 12,500 or 12,500.50' });
      return z.NEVER;
    }
    const [whole = '0', cents = ''] = text.split('.');
    return Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  });

const party = z.object({
  clientId: recordId,
  capacity: z.enum(capacities, { error: 'Select a capacity' }),
});

export const activityInput = z.object({
  ...inputShape(activityFields, 'none'),
  activityType: z.enum(activityTypes, { error: 'Select a type' }),
  capturedActivityNz: z.enum(capturedActivities, { error: 'Select an activity from the list' }).optional(),
  designatedServiceAu: z.enum(designatedServices, { error: 'Select a service from the list' }).optional(),
  /** Why the work is outside the scope of a law (NZ s6(4); AU s6), with the reason; recorded by those who may grant exceptions. */
  outsideScopeNz: z.enum(outsideScopeNz, { error: 'Select a ground from the list' }).optional(),
  outsideScopeAu: z.enum(outsideScopeAu, { error: 'Select a ground from the list' }).optional(),
  parties: z.array(party).max(30, { error: 'At most 30 parties' }).default([]),
  maxTransactionValue: moneyAmount.optional(),
  currency: z.enum(currencies).default('NZD'),
  /** A blank one is refused, not dropped. */
  fundsCountries: z.array(countryCode).max(activityFields.fundsCountries.items).default([]),
  address: addressInput,
  /** Basis of delayed CDD (AU Rules 6-12 to 6-15, 6-32; NZ ss16(3), 20(3), 24(3)). With a ground but no basis, delayed settlement of a property sale. */
  delayedCddBasis: z.enum(delayBases, { error: 'Select the basis of the delay' }).optional(),
  /** Why delaying CDD is essential so as not to interrupt business; the due date is calculated, or the company’s own. */
  delayedCddGround: optionalText({ max: 500, multiline: true }),
  /** Why the additional risk is low: what limits it until CDD is complete. */
  delayedCddRiskLimits: optionalText({ max: 500, multiline: true }),
  /** The company's own day by which it is due, where the law fixes none (AU Rules 6-13, 6-15; NZ); otherwise the day is computed. */
  delayedCddDueOn: calendarDate.optional(),
  assigneeMemberId: recordId.optional(),
  reviewerMemberId: recordId.optional(),
});
export type ActivityInput = z.output<typeof activityInput>;

export const activityParty = z.object({
  clientId: recordId,
  name: z.string(),
  capacity: z.enum(capacities),
  clientType: z.enum(clientTypes),
  clientStatus: z.string(),
  cddStatus: z.string(),
  riskLevel: riskLevel.nullable(),
  pepStatus: z.string(),
  sanctions: sanctionsTag,
});

/**
 * Record that another party does not cooperate with CDD (AU Rules 6-33, 9-4A). A report was always considered; the
 * outcome is never shown.
 */
const nonCooperation = z.object({
  clientId: recordId,
  name: z.string(),
  steps: z.string(),
  difficulties: z.string(),
  reportConsidered: z.literal(true),
  at: instant,
  by: namedRecord,
  /** Whether the record completes CDD on the party. It does not if the party's capacity or the service has since changed. */
  counts: z.boolean(),
});

/** Arrangement with another participant of a sale on whose CDD the company relies (AU Rules 6-33). */
const arrangement = z.object({
  clientId: recordId,
  name: z.string(),
  participant: z.string(),
  responsibilities: z.string(),
  agreedOn: z.string(),
  cddDoneOn: z.string(),
  receivedOn: z.string(),
  at: instant,
  by: namedRecord,
  /** Whether it applies to the party, and if not why, such as a date of the sale that was changed. */
  counts: z.boolean(),
  problem: z.string().nullable(),
});

export const activity = z.object({
  id: recordId,
  version: z.number().int(),
  reference: z.string(),
  ...outputShape(activityFields, 'none'),
  activityType: z.enum(activityTypes),
  capturedActivityNz: z.enum(capturedActivities).nullable(),
  designatedServiceAu: z.enum(designatedServices).nullable(),
  outsideScopeNz: z.enum(outsideScopeNz).nullable(),
  outsideScopeAu: z.enum(outsideScopeAu).nullable(),
  status,
  heldFrom: status.nullable(),
  /** Why it is on hold, where a reason is on record. */
  holdReason: z.string().nullable(),
  outcome: z.enum(activityOutcomes).nullable(),
  parties: z.array(activityParty),
  maxTransactionValue: z.number().int().nullable(),
  currency: z.enum(currencies),
  address: address.nullable(),
  /** The first recorded settlement day, from which delayed CDD is counted. Stays when settlement is rescheduled. */
  settlementFirstAgreedOn: z.string().nullable(),
  delayedCdd: z
    .object({
      basis: z.enum(delayBases),
      ground: z.string(),
      /** Null of delays recorded before both conditions were. */
      riskLimits: z.string().nullable(),
      dueOn: z.string(),
      recordedBy: namedRecord.nullable(),
      /** Without it the delay has no effect. */
      approval: z.object({ by: namedRecord, at: instant }).nullable(),
    })
    .nullable(),
  /** Customers under Australian law by the service provided, in addition to the parties entered as customers. */
  customersByLaw: z.array(
    z.object({ clientId: recordId, name: z.string(), reason: z.string(), provision: z.string() }),
  ),
  nonCooperation: z.array(nonCooperation),
  arrangements: z.array(arrangement),
  riskLevel: riskLevel.nullable(),
  currentAssessmentId: recordId.nullable(),
  assignee: namedRecord.nullable(),
  reviewer: namedRecord.nullable(),
  seniorApproval: z.object({ by: namedRecord, at: instant }).nullable(),
  copyOfId: recordId.nullable(),
  completedAt: instant.nullable(),
  snapshotHash: z.string().nullable(),
  /** Snapshot taken at completion, compared with the clients' current records. */
  changedSince: z.array(
    z.object({
      clientId: recordId,
      name: z.string(),
      field: z.string(),
      atCompletion: z.string().nullable(),
      today: z.string().nullable(),
    }),
  ),
  /** Confirmed sanctions matches of its parties and their related parties, prohibitions first. */
  sanctions: z.array(confirmedSanction),
  /** Why it is to be rechecked and since when, whether the caller may record that it was, and what keeps them from it; null if none is due. */
  recheck: z
    .object({
      causes: z.array(z.enum(recheckCauses)),
      dueAt: instant,
      mayRecord: z.boolean(),
      blockers: z.array(blocker),
    })
    .nullable(),
  /** Completion checklist: every requirement, and whether it is met. */
  checklist: z.array(blocker),
  transitions: z.array(move),
  /** Steps to completion, derived from the record. */
  progress: getProgress(activitySteps),
  createdAt: instant,
  createdBy: namedRecord,
  updatedAt: instant,
  updatedBy: namedRecord,
});
export type Activity = z.infer<typeof activity>;

export const activityListItem = z.object({
  id: recordId,
  reference: z.string(),
  name: z.string(),
  activityType: z.enum(activityTypes),
  status,
  customers: z.array(namedRecord),
  /** Highest risk level among its parties. */
  sanctions: sanctionsTag,
  riskLevel: riskLevel.nullable(),
  /** Since when it is to be rechecked; null if no recheck is due. */
  recheckDueAt: instant.nullable(),
  value: z.number().int().nullable(),
  currency: z.enum(currencies),
  assignee: namedRecord.nullable(),
  dueOn: z.string().nullable(),
  createdAt: instant,
});
export type ActivityListItem = z.infer<typeof activityListItem>;

export const activityFilters = z.object({
  q: z.string().max(200).optional(),
  status: status.optional(),
  type: z.enum(activityTypes).optional(),
  risk: riskLevel.optional(),
  assignee: z.union([recordId, z.enum(['me', 'none'])]).optional(),
  clientId: recordId.optional(),
  /** `due`: those to be rechecked. */
  recheck: z.enum(['due']).optional(),
  sort: z.enum(['newest', 'oldest', 'due']).optional(),
});

const byId = z.object({ id: recordId });

export const listActivities = endpoint({
  id: 'activities.list',
  method: 'GET',
  path: '/activities',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'List activities with filters, search and sorting',
  query: activityFilters.extend({
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: pageOf(activityListItem).extend({
    /** For the board: count by status with the other filters applied. */
    byStatus: z.array(z.object({ status, total: cappedCount })),
  }),
});

export const exportActivities = endpoint({
  id: 'activities.export',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/activities/export',
  caller: 'member',
  permission: 'exports.read',
  status: 200,
  summary: 'Export filtered activities as CSV',
  query: activityFilters,
  response: { contentType: 'text/csv; charset=utf-8' },
});

export const createActivity = endpoint({
  id: 'activities.create',
  method: 'POST',
  path: '/activities',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 201,
  summary: 'Create an activity',
  body: activityInput,
  response: activity,
});

export const readActivity = endpoint({
  id: 'activities.read',
  reads: { type: 'activity', param: 'id' },
  method: 'GET',
  path: '/activities/:id',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Get an activity with its checklist and available actions',
  params: byId,
  response: activity,
});

export const updateActivity = endpoint({
  id: 'activities.update',
  method: 'PUT',
  path: '/activities/:id',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary:
    'Replace the details of an activity. Rejects completed and cancelled activities, and stale versions',
  params: byId,
  body: activityInput.extend({
    version: recordVersion,
    /** Why a party leaves or is a customer no longer after the work started. */
    partyReason: optionalText({ max: 500, multiline: true }),
  }),
  response: activity,
});

export const transitionActivity = endpoint({
  id: 'activities.transition',
  method: 'POST',
  path: '/activities/:id/transitions',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary:
    'Transition an activity: change status, set outcome, approve, record a recheck or reopen. Returns blockers if not allowed',
  params: byId,
  body: z.discriminatedUnion('move', [
    z.object({
      move: z.literal('to'),
      version: recordVersion,
      to: status,
      reason: optionalText({ max: 500, multiline: true }),
    }),
    z.object({
      move: z.literal('outcome'),
      version: recordVersion,
      outcome: z.enum(activityOutcomes, { error: 'Select an outcome' }),
    }),
    z.object({ move: z.literal('seniorApproval'), version: recordVersion }),
    z.object({ move: z.literal('delayApproval'), version: recordVersion }),
    z.object({
      move: z.literal('recheck'),
      version: recordVersion,
      reason: requiredText('Enter what you checked and why it stays as it is', { max: 500, multiline: true }),
    }),
    z.object({ move: z.literal('reopen'), version: recordVersion }),
  ]),
  response: activity,
});

export const readActivityHistory = endpoint({
  id: 'activities.history',
  method: 'GET',
  path: '/activities/:id/history',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'List the changes to an activity, newest first',
  params: byId,
  query: z.object({ before: z.coerce.number().int().min(1).optional() }),
  response: z.object({ events: z.array(clientEvent), nextBefore: z.number().int().nullable() }),
});
