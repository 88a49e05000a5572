import { z } from 'zod';
import { activityStatuses } from '#contract/activities.ts';
import { activityRecheck } from '#contract/cdd/evidence-gaps.ts';
import { cappedCount, clientListItem } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, cddStatus, instant, recordId, riskLevel } from '#contract/fields.ts';
import { requiredList } from '#contract/monitoring/screening-lists.ts';
import { review } from '#contract/risk/reviews.ts';
import { sanctionsTag, screeningGap } from '#contract/sanctions.ts';
import { alertResourceTypes, alertTypes } from '#rules/alerts/alert-types.ts';
import { approvalListReasons } from '#rules/clients/client-refresh.ts';
import { displayStatuses, riskLevels } from '#rules/clients/client-types.ts';
import { reviewTriggers } from '#rules/reviews/review-labels.ts';
import { workDues, workKinds } from '#rules/work-queue.ts';

/** Something that waits for the member. */
const workItem = z.object({
  kind: z.enum(workKinds),
  /** Of the alert, review, assessment, request, verification, activity or client. A periodic review has the client's. */
  id: recordId,
  resourceType: z.enum(alertResourceTypes),
  resourceId: recordId,
  /** The client's name, the activity's reference and name, the breach's summary, the admin's name, or the list's. */
  resourceName: z.string(),
  sanctions: sanctionsTag,
  /** Severity of an alert; otherwise the risk level, null if not assessed. */
  level: riskLevel.nullable(),
  alertType: z.enum(alertTypes).nullable(),
  /** With a review that something triggered. */
  trigger: z.enum(reviewTriggers).nullable(),
  activityStatus: z.enum(activityStatuses).nullable(),
  /** With an approval or a draft. */
  assessmentStatus: z.enum(['draft', 'returned', 'submitted']).nullable(),
  verificationKind: z.enum(['individual', 'business']).nullable(),
  /** With a client in onboarding: what its status is shown as. */
  clientStatus: z.enum(displayStatuses).nullable(),
  /** Cause of an alert in one sentence, or recipient of a document request. */
  about: z.string().nullable(),
  /** Who assessed, or sent the client for approval. */
  person: z.string().nullable(),
  dueOn: calendarDate.nullable(),
  /** With an alert, instead of a day. */
  dueAt: instant.nullable(),
  since: instant,
});
export type WorkItem = z.infer<typeof workItem>;

/** First pending records and their total. */
const listWithTotal = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: cappedCount });

const clientCounts = <Key extends z.ZodType>(key: Key) =>
  z.array(z.object({ key, clients: z.number().int() }));

export const readHome = endpoint({
  id: 'home.read',
  method: 'GET',
  path: '/home',
  summary: 'Show the signed-in member’s tasks for today, and the status of the company’s clients',
  caller: 'member',
  permission: 'records.read',
  query: z.object({
    /** Where the page of work starts. */
    cursor: z.string().max(1000).optional(),
    /** Only work that is overdue or due within seven days. */
    due: z.enum(workDues).optional(),
  }),
  response: z.object({
    /** Today in the company's time zone. */
    today: calendarDate,
    /** Screening lists required of the company by law that are missing or out of date. */
    listProblems: z.array(requiredList),
    /** Other lists in use that were misread or not fetched in time, so that screenings are incomplete. */
    otherListProblems: z.array(screeningGap),
    clientsByStatus: z.array(z.object({ status: z.enum(displayStatuses), total: cappedCount })),
    /** Everything that waits for this member, worst first: by consequence (rules/work-queue.ts), then by due date. */
    work: z.object({
      items: z.array(workItem),
      nextCursor: z.string().nullable(),
      /** Of all of it, also if only a part by due date is listed. */
      total: cappedCount,
      overdueTotal: cappedCount,
      /** Due from now on, within seven days. */
      weekTotal: cappedCount,
    }),
    /** The company's document requests that wait for their recipients. */
    awaitingClientsTotal: cappedCount,
    /** Clients without a relationship owner. */
    unassignedTotal: cappedCount,
    /** Drafts from an imported file whose onboarding has not started; the next two are parts of them. */
    importedDrafts: z.object({
      total: cappedCount,
      withoutOwner: cappedCount,
      /** In no worklist. */
      unmonitored: cappedCount,
      /** All imported clients, started or not. */
      imported: cappedCount,
    }),
    /** Overdue reviews of clients of which the member is not the relationship owner; empty for members who do not oversee reviews. */
    overdueReviews: listWithTotal(
      review.pick({
        id: true,
        clientName: true,
        sanctions: true,
        riskLevel: true,
        dueOn: true,
        responsibleName: true,
      }),
    ),
    /** Activities to recheck, high risk first. */
    rechecks: listWithTotal(activityRecheck),
    recentlyAdded: z.array(clientListItem),
    /** Clients approved, or with an assessment or an exception approved, by one person. */
    decidedByOneTotal: cappedCount,
    /** Clients to be approved, because they were before evidence was required or are due again, high risk first. */
    evidenceGaps: listWithTotal(
      z.object({
        clientId: recordId,
        clientName: z.string(),
        sanctions: sanctionsTag,
        riskLevel: riskLevel.nullable(),
        why: z.enum(approvalListReasons),
      }),
    ),
    /** Number of clients in onboarding, active or dormant. */
    figures: z.object({
      byRisk: clientCounts(z.enum([...riskLevels, 'none'])),
      byCdd: clientCounts(cddStatus),
      /** Months as `2026-03`: before this month, the twelve months from this one, and later. */
      reviews: z.object({
        earlier: z.number().int(),
        months: z.array(z.object({ month: z.string(), clients: z.number().int() })),
        later: z.number().int(),
      }),
    }),
  }),
  status: 200,
});
