import { sql } from 'kysely';
import { pepStatuses, riskLevels } from '#rules/clients/client-types.ts';
import { endedClientStatuses } from '#rules/lifecycles/clients.ts';
import { isExposed } from '#rules/pep.ts';
import { workRanks } from '#rules/work-queue.ts';
import { literals } from '../../kernel/database/literals.ts';
import { applicableOrder, canApply } from '../../records/clients/current-assessment-store.ts';
import {
  type ApprovalRight,
  assessmentColumns,
  blank,
  type Sql,
  type WorkScope,
  type WorkSource,
} from './work-source-shape-store.ts';

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
export function approvalSources({ right }: WorkScope): WorkSource[] {
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
export function clientApprovalSources({ right }: WorkScope): WorkSource[] {
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
