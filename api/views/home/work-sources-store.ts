import { type RawBuilder, sql } from 'kysely';
import { pepStatuses, riskLevels } from '#rules/clients/client-types.ts';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { openActivityStatuses } from '#rules/lifecycles/activities.ts';
import {
  endedClientStatuses,
  monitoredClientStatuses,
  prospectiveClientStatuses,
} from '#rules/lifecycles/clients.ts';
import { finalReviewStatuses } from '#rules/lifecycles/monitoring.ts';
import { editableAssessmentStatuses } from '#rules/lifecycles/risk.ts';
import { isExposed } from '#rules/pep.ts';
import type { Policies } from '#rules/policies.ts';
import {
  alertWorkRanks,
  daysOfWeek,
  reviewDaysAhead,
  type WorkDue,
  type WorkRank,
  workRanks,
} from '#rules/work-queue.ts';
import { literals } from '../../kernel/database/literals.ts';
import { applicableOrder, canApply } from '../../records/clients/current-assessment-store.ts';

type Sql = RawBuilder<unknown>;

/** The member's permission to approve assessments and clients, as far as a list can tell; the page of each decides. */
export interface ApprovalRight {
  memberId: string;
  /** Those of high risk, those that lower it, and those of PEPs as well. */
  high: boolean;
  fourEyes: Policies['fourEyes'];
  /** Whether fewer than two people may approve these, so that the assessor may. */
  isAlone: { high: boolean; others: boolean };
}

/** Whose work, on which day, and of it only the part that is overdue or due this week. */
export interface WorkScope {
  memberId: string;
  right: ApprovalRight | null;
  today: CalendarDate;
  /** ISO instant. */
  now: string;
  due?: WorkDue | undefined;
}

/** Type of a rank's due column, the same in all its sources so that rows can be compared; null for a rank sorted by id. */
export const rankKeys: Readonly<Record<WorkRank, 'date' | 'timestamptz' | null>> = {
  [workRanks.sanctionsAlert]: 'timestamptz',
  [workRanks.highAlert]: 'timestamptz',
  [workRanks.overdue]: 'date',
  [workRanks.mediumAlert]: 'timestamptz',
  [workRanks.awaited]: 'timestamptz',
  [workRanks.verification]: null,
  [workRanks.dated]: 'date',
  [workRanks.lowAlert]: 'timestamptz',
  [workRanks.draft]: null,
  [workRanks.undatedActivity]: null,
  [workRanks.onboarding]: null,
};

/** One kind of work of one rank. Each source is read in the order of an index, from a place on. */
export interface WorkSource {
  rank: WorkRank;
  from: Sql;
  met: Sql;
  /** Null if its rank has the order of ids. */
  due: Sql | null;
  id: Sql;
  columns: {
    kind: Sql;
    resourceType: Sql;
    resourceId: Sql;
    /** Severity of an alert, or risk level. */
    level: Sql;
    about: Sql;
    status: Sql;
    person: Sql;
    dueOn: Sql;
    dueAt: Sql;
    since: Sql;
  };
}

/** Absent columns, by type. */
export const none = { text: sql`NULL::text`, date: sql`NULL::date`, instant: sql`NULL::timestamptz` };
const blank = {
  level: none.text,
  about: none.text,
  status: none.text,
  person: sql`NULL::uuid`,
  dueOn: none.date,
  dueAt: none.instant,
};

const isInstantDue = (column: Sql, { due, now, today }: WorkScope): Sql => {
  if (due === undefined) return sql`true`;
  if (due === 'overdue') return sql`${column} < ${now}::timestamptz`;
  return sql`${column} >= ${now}::timestamptz AND ${column} < ${addDays(today, daysOfWeek)}::date`;
};

/** Alerts assigned to the member or unassigned, and not snoozed: one source for each urgency, since each has its own rank. */
function alertSources(scope: WorkScope): WorkSource[] {
  const whose = [sql`t.assignee_member_id = ${scope.memberId}`, sql`t.assignee_member_id IS NULL`];
  return alertWorkRanks.flatMap((rank, urgency) =>
    whose.map(
      (isWhose): WorkSource => ({
        rank,
        from: sql`alerts t`,
        met: sql`t.status <> 'closed' AND ${isWhose} AND t.urgency = ${sql.lit(urgency)}
          AND (t.snoozed_until IS NULL OR t.snoozed_until <= ${scope.now}::timestamptz) AND ${isInstantDue(sql`t.due_order`, scope)}`,
        due: sql`t.due_order`,
        id: sql`t.id`,
        columns: {
          ...blank,
          kind: sql`'alert'`,
          resourceType: sql`t.resource_type`,
          resourceId: sql`t.resource_id`,
          level: sql`t.severity`,
          about: sql`t.summary`,
          status: sql`t.type`,
          dueAt: sql`t.due_at`,
          since: sql`t.created_at`,
        },
      }),
    ),
  );
}

/** Days of due dates by rank: what is overdue, and what is due from today to a last day. */
function getDays({ due, today }: WorkScope, last: CalendarDate) {
  const week = addDays(today, daysOfWeek - 1);
  const end = due === 'week' && week < last ? week : last;
  return [
    ...(due === 'week'
      ? []
      : [{ rank: workRanks.overdue, isOn: (column: Sql) => sql`${column} < ${today}::date` }]),
    ...(due === 'overdue'
      ? []
      : [
          {
            rank: workRanks.dated,
            isOn: (column: Sql) => sql`${column} >= ${today}::date AND ${column} <= ${end}::date`,
          },
        ]),
  ];
}

/** Reviews of the member's clients: by the client's next date, and open triggered ones, which set no such date. */
function reviewSources(scope: WorkScope): WorkSource[] {
  const isOwn = sql`c.responsible_member_id = ${scope.memberId} AND c.status IN ${literals(monitoredClientStatuses)}`;
  const shared = { ...blank, kind: sql`'review'`, resourceType: sql`'clients'`, resourceId: sql`c.id` };
  return getDays(scope, addDays(scope.today, reviewDaysAhead)).flatMap(({ rank, isOn }): WorkSource[] => [
    {
      rank,
      from: sql`clients c`,
      met: sql`${isOwn} AND c.next_review_due_on IS NOT NULL AND ${isOn(sql`c.next_review_due_on`)}`,
      due: sql`c.next_review_due_on`,
      id: sql`c.id`,
      columns: {
        ...shared,
        level: sql`c.risk_level`,
        dueOn: sql`c.next_review_due_on`,
        since: sql`c.created_at`,
      },
    },
    {
      rank,
      from: sql`reviews r JOIN clients c ON c.company_id = r.company_id AND c.id = r.client_id`,
      met: sql`r.kind = 'triggered' AND r.status NOT IN ${literals(finalReviewStatuses)} AND ${isOwn} AND ${isOn(sql`r.due_on`)}`,
      due: sql`r.due_on`,
      id: sql`r.id`,
      columns: {
        ...shared,
        level: sql`c.risk_level`,
        status: sql`r.trigger`,
        dueOn: sql`r.due_on`,
        since: sql`r.created_at`,
      },
    },
  ]);
}

/** The member's open activities. */
function activitySources(scope: WorkScope): WorkSource[] {
  const isOwn = sql`a.assignee_member_id = ${scope.memberId} AND a.status IN ${literals(openActivityStatuses)}`;
  const shared = {
    ...blank,
    kind: sql`'activity'`,
    resourceType: sql`'activities'`,
    resourceId: sql`a.id`,
    level: sql`a.risk_level`,
    status: sql`a.status`,
    since: sql`a.created_at`,
  };
  const source = { from: sql`activities a`, id: sql`a.id` };
  const dated = getDays(scope, '9999-12-31').map(
    ({ rank, isOn }): WorkSource => ({
      ...source,
      rank,
      met: sql`${isOwn} AND ${isOn(sql`a.due_on`)}`,
      due: sql`a.due_on`,
      columns: { ...shared, dueOn: sql`a.due_on` },
    }),
  );
  const undated: WorkSource = {
    ...source,
    rank: workRanks.undatedActivity,
    met: sql`${isOwn} AND a.due_on = 'infinity'`,
    due: null,
    columns: shared,
  };
  return scope.due === undefined ? [...dated, undated] : dated;
}

const levels = sql`${[...riskLevels]}::text[]`;
const exposed = literals(pepStatuses.filter(isExposed));

/**
 * Facts of submitted assessments `a` on which their approval depends (rules/maker-checker.ts). Levels are their places in the order: the one to
 * approve, and the one in force, of the record or of its last assessment if that is void.
 */
const approvalFacts = sql`CROSS JOIN LATERAL (SELECT
    array_position(${levels}, coalesce(a.final_level, a.computed_level)) AS level,
    greatest(
      CASE a.resource_type
        WHEN 'clients' THEN (SELECT array_position(${levels}, c.risk_level) FROM clients c
          WHERE c.company_id = a.company_id AND c.id = a.resource_id)
        ELSE (SELECT array_position(${levels}, v.risk_level) FROM activities v
          WHERE v.company_id = a.company_id AND v.id = a.resource_id)
      END,
      (SELECT CASE WHEN l.status = 'void' THEN array_position(${levels}, l.final_level) END FROM risk_assessments l
        WHERE l.company_id = a.company_id AND l.resource_type = a.resource_type AND l.resource_id = a.resource_id
          AND l.approved_at IS NOT NULL
        ORDER BY l.approved_at DESC, l.id DESC LIMIT 1)) AS in_force,
    CASE a.resource_type
      WHEN 'clients' THEN EXISTS (SELECT FROM clients c
        WHERE c.company_id = a.company_id AND c.id = a.resource_id AND c.pep_status IN ${exposed})
      ELSE EXISTS (SELECT FROM activity_parties p JOIN clients c ON c.company_id = p.company_id AND c.id = p.client_id
        WHERE p.company_id = a.company_id AND p.activity_id = a.resource_id AND p.capacity <> 'otherParty' AND c.pep_status IN ${exposed})
    END AS is_exposed) AS f`;

/** What an approval depends on (rules/maker-checker.ts), as columns and as conditions that are never null. */
interface ApprovalFacts {
  /** Who assessed, or sent the client for review. */
  preparedBy: Sql;
  isExposed: Sql;
  /** Whether the higher of the levels that it sets and that it replaces is high. */
  isForHigh: Sql;
  /** Whether its level is high, also before an override, or below the one in force. */
  isHighOrLower: Sql;
}

/** Whether the member can give an approval: not of the member's own work where a second person must. */
function canApprove(
  { memberId, high, fourEyes, isAlone }: ApprovalRight,
  { preparedBy, isExposed, isForHigh, isHighOrLower }: ApprovalFacts,
): Sql {
  const isForHighRight = sql`(${isExposed} OR ${isForHigh})`;
  const needsSecond = sql`(${fourEyes === 'always'}::boolean OR (${fourEyes === 'highOnly'}::boolean AND ${isExposed}) OR ${isHighOrLower})`;
  return sql`(${high}::boolean OR NOT ${isForHighRight})
    AND (present_member(${preparedBy}) IS DISTINCT FROM ${memberId} OR NOT ${needsSecond}
      OR CASE WHEN ${isForHighRight} THEN ${isAlone.high}::boolean ELSE ${isAlone.others}::boolean END)`;
}

/** Assessments awaiting an approval that the member can give. */
function approvalSources({ right }: WorkScope): WorkSource[] {
  if (right === null) return [];
  const highest = sql.lit(riskLevels.length);
  const isApprovable = canApprove(right, {
    preparedBy: sql`a.assessed_by`,
    isExposed: sql`f.is_exposed`,
    isForHigh: sql`(f.level IS NOT NULL AND greatest(f.level, f.in_force) = ${highest})`,
    isHighOrLower: sql`('high' IN (coalesce(a.final_level, ''), coalesce(a.computed_level, ''))
      OR coalesce(f.in_force > f.level, false))`,
  });
  return [
    {
      rank: workRanks.awaited,
      from: sql`risk_assessments a ${approvalFacts}`,
      met: sql`a.status = 'submitted' AND ${isApprovable}`,
      due: sql`a.submitted_at`,
      id: sql`a.id`,
      columns: { ...assessmentColumns, kind: sql`'approval'`, since: sql`a.submitted_at` },
    },
  ];
}

/** Level from the answers of the assessment that applies to a client `c`. */
const computedLevel = sql`(SELECT r.computed_level FROM risk_assessments r
   WHERE r.company_id = c.company_id AND r.resource_type = 'clients' AND r.resource_id = c.id AND ${canApply}
   ORDER BY ${applicableOrder}, r.id DESC LIMIT 1)`;

/** Clients in review that the member can approve. */
function clientApprovalSources({ right }: WorkScope): WorkSource[] {
  if (right === null) return [];
  const isHigh = sql`coalesce(c.risk_level = 'high', false)`;
  const isApprovable = canApprove(right, {
    preparedBy: sql`c.cdd_submitted_by`,
    isExposed: sql`c.pep_status IN ${exposed}`,
    isForHigh: isHigh,
    isHighOrLower: sql`(${isHigh} OR coalesce(${computedLevel} = 'high', false))`,
  });
  return [
    {
      rank: workRanks.awaited,
      from: sql`client_periods p JOIN clients c ON c.company_id = p.company_id AND c.id = p.client_id`,
      met: sql`p.kind = 'cddStatus' AND p.value = 'readyForReview' AND p.to_at = 'infinity' AND c.status NOT IN ${literals(endedClientStatuses)}
        AND ${isApprovable}`,
      due: sql`p.from_at`,
      id: sql`p.client_id`,
      columns: {
        ...blank,
        kind: sql`'clientApproval'`,
        resourceType: sql`'clients'`,
        resourceId: sql`c.id`,
        level: sql`c.risk_level`,
        person: sql`c.cdd_submitted_by`,
        since: sql`p.from_at`,
      },
    },
  ];
}

const assessmentColumns = {
  ...blank,
  resourceType: sql`a.resource_type`,
  resourceId: sql`a.resource_id`,
  level: sql`coalesce(a.final_level, a.computed_level)`,
  status: sql`a.status`,
  person: sql`a.assessed_by`,
};

/** Document requests that were submitted in full. */
const requestSource: WorkSource = {
  rank: workRanks.awaited,
  from: sql`document_requests r`,
  met: sql`r.status = 'submitted'`,
  due: sql`r.submitted_at`,
  id: sql`r.id`,
  columns: {
    ...blank,
    kind: sql`'request'`,
    resourceType: sql`'clients'`,
    resourceId: sql`r.client_id`,
    about: sql`r.recipient_name`,
    since: sql`r.submitted_at`,
  },
};

/** Verifications with results but no decision. */
const verificationSources = (['individual', 'business'] as const).map(
  (kind): WorkSource => ({
    rank: workRanks.verification,
    from: sql`${sql.ref(`${kind}_verifications`)} v`,
    met: sql`v.status = 'needsReview'`,
    due: null,
    id: sql`v.id`,
    columns: {
      ...blank,
      kind: sql`'verification'`,
      resourceType: sql`'clients'`,
      resourceId: sql`v.client_id`,
      status: sql.lit(kind),
      since: sql`v.updated_at`,
    },
  }),
);

/** The member's draft and returned assessments. */
const draftSource = ({ memberId }: WorkScope): WorkSource => ({
  rank: workRanks.draft,
  from: sql`risk_assessments a`,
  met: sql`a.status IN ${literals(editableAssessmentStatuses)} AND a.assessed_by = ${memberId}`,
  due: null,
  id: sql`a.id`,
  columns: { ...assessmentColumns, kind: sql`'draft'`, since: sql`a.created_at` },
});

/** Clients with the member as relationship owner that are not active yet, except those that await an approval: they wait for someone else. */
const onboardingSources = ({ memberId }: WorkScope): WorkSource[] =>
  prospectiveClientStatuses.map((status) => ({
    rank: workRanks.onboarding,
    from: sql`clients c`,
    met: sql`c.responsible_member_id = ${memberId} AND c.status = ${sql.lit(status)} AND c.cdd_status <> 'readyForReview'`,
    due: null,
    id: sql`c.id`,
    columns: {
      ...blank,
      kind: sql`'onboarding'`,
      resourceType: sql`'clients'`,
      resourceId: sql`c.id`,
      level: sql`c.risk_level`,
      status: sql`c.display_status`,
      since: sql`c.created_at`,
    },
  }));

/** Sources in the order of their ranks. Those without due dates are left out where the scope is a part by due date. */
export function workSources(scope: WorkScope): WorkSource[] {
  const dated = [...alertSources(scope), ...reviewSources(scope), ...activitySources(scope)];
  const undated =
    scope.due === undefined
      ? [
          ...approvalSources(scope),
          ...clientApprovalSources(scope),
          requestSource,
          ...verificationSources,
          draftSource(scope),
          ...onboardingSources(scope),
        ]
      : [];
  return [...dated, ...undated].sort((one, other) => one.rank - other.rank);
}
