import { z } from 'zod';
import { clientAddress } from '#contract/addresses.ts';
import { cddStatus, clientType, instant, namedRecord, recordId, riskLevel } from '#contract/fields.ts';
import { outputShape } from '#contract/records/field-schemas.ts';
import { sanctionsTag, screeningGap } from '#contract/sanctions.ts';
import { toListViews } from '#contract/saved-view.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { clientPeriodCauses, clientPeriodKinds } from '#rules/clients/client-periods.ts';
import {
  cddLevels,
  clientStatuses,
  displayStatuses,
  pepStatuses,
  sanctionsStatuses,
} from '#rules/clients/client-types.ts';

export const client = z.object({
  id: recordId,
  version: z.number().int(),
  kind: z.enum(['individual', 'business']),
  clientType,
  displayName: z.string(),
  status: z.enum(clientStatuses),
  responsible: namedRecord.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  addresses: z.array(clientAddress),
  /** `givenNames` is null for a mononym. */
  individual: z.object(outputShape(clientFields, 'individual')).nullable(),
  business: z.object(outputShape(clientFields, 'business')).nullable(),
  ...outputShape(clientFields, 'none'),
  cddStatus: cddStatus,
  cddLevel: z.enum(cddLevels).nullable(),
  riskLevel: riskLevel.nullable(),
  pepStatus: z.enum(pepStatuses),
  sanctionsStatus: z.enum(sanctionsStatuses),
  /** Required lists missing from the last screening. */
  screeningGaps: z.array(screeningGap),
  nextReviewDueOn: z.string().nullable(),
  createdAt: instant,
  createdBy: namedRecord,
  updatedAt: instant,
  updatedBy: namedRecord,
});

export type Client = z.infer<typeof client>;

/** Sort orders of the list. `best` sorts by similarity to the search text and requires one. */
export const clientSorts = ['name', '-name', 'newest', 'oldest', 'best'] as const;

export const clientReviews = ['overdue', 'due30'] as const;

export const clientDecisions = ['byOne'] as const;

export const clientOrigins = ['import'] as const;

export const clientMonitoring = ['none'] as const;

export const clientFilters = z.object({
  q: z.string().max(200).optional(),
  kind: z.enum(['individual', 'business']).optional(),
  type: clientType.optional(),
  status: z.enum(displayStatuses).optional(),
  /** A member's id, `me`, or `none` for clients without a relationship owner. */
  responsible: z.union([recordId, z.enum(['me', 'none'])]).optional(),
  risk: riskLevel.optional(),
  cdd: cddStatus.optional(),
  /** By next review date: overdue, or due within 30 days. */
  review: z.enum(clientReviews).optional(),
  /** `byOne`: with a decision on record that one person made because no second person was eligible. */
  decided: z.enum(clientDecisions).optional(),
  /** `import`: created from an imported file. */
  origin: z.enum(clientOrigins).optional(),
  /** `none`: in no worklist, so screened by no monitoring run. */
  monitoring: z.enum(clientMonitoring).optional(),
  sort: z.enum(clientSorts).optional(),
});

export type ClientFilters = z.infer<typeof clientFilters>;

export const clientListItem = z.object({
  id: recordId,
  displayName: z.string(),
  kind: z.enum(['individual', 'business']),
  clientType,
  status: z.enum(clientStatuses),
  externalId: z.string().nullable(),
  /** Short form of the first address, to distinguish search results with the same name, else null. */
  locality: z.string().nullable(),
  responsible: namedRecord.nullable(),
  riskLevel: riskLevel.nullable(),
  cddStatus: cddStatus,
  cddLevel: z.enum(cddLevels).nullable(),
  pepStatus: z.enum(pepStatuses),
  /** Confirmed sanctions matches of the client or a related party. */
  sanctions: sanctionsTag,
  nextReviewDueOn: z.string().nullable(),
  createdAt: instant,
});

export type ClientListItem = z.infer<typeof clientListItem>;

/** A count that stops at 10,000: `capped` means "more than". */
export const cappedCount = z.object({ count: z.number().int(), capped: z.boolean() });

export type CappedCount = z.infer<typeof cappedCount>;

/** A page of a list that is paged in both directions. */
export const pageOf = <Item extends z.ZodTypeAny>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
    total: cappedCount,
  });

export const clientPage = pageOf(clientListItem).extend({
  /** Members by name, as filter options. */
  people: z.array(namedRecord),
  /** Saved views of this list, as returned by `savedViews.list`. */
  savedViews: toListViews,
});

export type ClientPage = z.infer<typeof clientPage>;

export const clientEvent = z.object({
  seq: z.number().int(),
  at: instant,
  actorName: z.string(),
  action: z.string(),
  /** Changes by field, while the detail is retained. */
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});

export type ClientEvent = z.infer<typeof clientEvent>;

/** Period for which a client's value was recorded. `value` is null if none was; `to` is null for the current value. */
export const clientPeriod = z.object({
  kind: z.enum(clientPeriodKinds),
  value: z.string().nullable(),
  from: instant,
  to: instant.nullable(),
  /** Cause of the period's start. `migration`: the value is older, and `from` is when periods were first recorded. */
  cause: z.enum(clientPeriodCauses),
  /** Audit event that started the period. */
  event: z.object({ seq: z.number().int(), action: z.string() }).nullable(),
});

export type ClientPeriod = z.infer<typeof clientPeriod>;

/** Values on record at the end of a day. A kind is absent if its value on that day is unknown. */
export const clientAsAt = z.object({
  day: z.string(),
  values: z.array(clientPeriod.pick({ kind: true, value: true })),
});
