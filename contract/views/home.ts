import { z } from 'zod';
import { activityStatuses } from '#contract/activities.ts';
import { cappedCount, clientListItem } from '#contract/clients/client-record.ts';
import { requestListItem } from '#contract/document-requests/document-requests.ts';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, cddStatus, instant, recordId, riskLevel } from '#contract/fields.ts';
import { alert } from '#contract/monitoring/alerts.ts';
import { requiredList } from '#contract/monitoring/screening-lists.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { clientStatuses, riskLevels } from '#rules/clients/client-types.ts';
import { reviewTriggers } from '#rules/reviews/review-labels.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';

/** Pending risk assessment with its client or activity. */
const waitingAssessment = z.object({
  id: recordId,
  resourceType: z.enum(resourceTypes),
  resourceId: recordId,
  /** The client's name, or the activity's reference and name. */
  resourceName: z.string(),
  sanctions: sanctionsTag,
  status: z.enum(['draft', 'returned', 'submitted']),
  level: riskLevel.nullable(),
  assessedBy: z.string(),
  /** Submission date, or creation date if not submitted. */
  since: instant,
});

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
  response: z.object({
    /** Today in the company's time zone. */
    today: calendarDate,
    /** Screening lists required of the company by law that are missing or out of date. */
    listProblems: z.array(requiredList),
    clientsByStatus: z.array(z.object({ status: z.enum(clientStatuses), total: cappedCount })),
    /** Clients of which this member is the relationship owner and that are not active yet, oldest first. */
    mine: z.array(clientListItem),
    mineTotal: cappedCount,
    /** Clients without a relationship owner. */
    unassignedTotal: cappedCount,
    recentlyAdded: z.array(clientListItem),
    /** Alerts assigned to this member or unassigned, by severity, then most overdue first. */
    alerts: z.array(alert),
    alertsTotal: cappedCount,
    /**
     * Reviews of this member's clients that are overdue or due within 30 days, earliest first: by the client's next date, and open triggered ones, each
     * with its id and trigger.
     */
    reviews: listWithTotal(
      z.object({
        clientId: recordId,
        clientName: z.string(),
        sanctions: sanctionsTag,
        dueOn: calendarDate,
        riskLevel: riskLevel.nullable(),
        reviewId: recordId.nullable(),
        trigger: z.enum(reviewTriggers).nullable(),
      }),
    ),
    /** Clients approved, or with an assessment or an exception approved, by one person. */
    decidedByOneTotal: cappedCount,
    /** Assessments that this member may approve, longest waiting first. */
    approvals: listWithTotal(waitingAssessment),
    /** Assessments started by or returned to this member, newest first. */
    drafts: listWithTotal(waitingAssessment),
    /** Verifications awaiting a reviewer decision, longest waiting first. */
    verifications: listWithTotal(
      z.object({
        id: recordId,
        kind: z.enum(['individual', 'business']),
        clientId: recordId,
        clientName: z.string(),
        sanctions: sanctionsTag,
        since: instant,
      }),
    ),
    /** Clients that were verified or activated before evidence was required, high risk first. */
    evidenceGaps: listWithTotal(
      z.object({
        clientId: recordId,
        clientName: z.string(),
        sanctions: sanctionsTag,
        riskLevel: riskLevel.nullable(),
      }),
    ),
    /** Fully submitted document requests, longest waiting first. */
    requests: listWithTotal(requestListItem.extend({ sanctions: sanctionsTag })),
    /** Open activities of this member, earliest due first. */
    activities: listWithTotal(
      z.object({
        id: recordId,
        reference: z.string(),
        name: z.string(),
        /** Highest risk level among its parties. */
        sanctions: sanctionsTag,
        status: z.enum(activityStatuses),
        dueOn: calendarDate.nullable(),
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
