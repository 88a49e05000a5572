import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Policies } from '#rules/policies.ts';
import { type WorkDue, type WorkRank, workRanks } from '#rules/work-queue.ts';

/** A piece of a source: a table, a condition or a column. */
export type Sql = RawBuilder<unknown>;

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

/** Type of the column by which a rank is sorted, the same in all its sources so that their rows compare; null if it is sorted by id. */
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
/** Columns that most sources leave null. */
export const blank = {
  level: none.text,
  about: none.text,
  status: none.text,
  person: sql`NULL::uuid`,
  dueOn: none.date,
  dueAt: none.instant,
};

/** Columns of an assessment `a`. */
export const assessmentColumns = {
  ...blank,
  resourceType: sql`a.resource_type`,
  resourceId: sql`a.resource_id`,
  level: sql`coalesce(a.final_level, a.computed_level)`,
  status: sql`a.status`,
  person: sql`a.assessed_by`,
};
