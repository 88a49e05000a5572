import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { decideAssessment } from '#contract/assessments.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { RiskLevel } from '#rules/client-types.ts';
import { companyDay } from '#rules/company-day.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { type AssessmentStatus, assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import type { NewAlert } from '../alerts/open-alerts.ts';
import type { CompanyPolicy } from '../database/foundation-tables.ts';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { levelUnder, overrideOf, type SetOverride } from './level.ts';
import { closedBlockers } from './moves.ts';
import type { AssessedResource } from './resource-store.ts';
import { resourceStores } from './resources.ts';
import { approvalAct, requireRight, rightTo } from './rights.ts';
import { type AssessmentsDeps, lockAssessment, readResource, refusedWhole } from './service.ts';
import {
  type AssessmentRow,
  readAssessmentRow,
  readCurrentRow,
  readPolicy,
  readUsedVersion,
} from './store.ts';

export type Form = z.output<typeof decideAssessment.body>;
export type FormOf<D extends Form['decision']> = Extract<Form, { decision: D }>;

/** Everything that a decision looks at, with the assessment and what it is about locked. */
export interface Case {
  trx: Transaction<Schema>;
  caller: MemberCaller;
  row: AssessmentRow;
  resource: AssessedResource;
  /** The assessment in force of the same resource, this one included. */
  current: AssessmentRow | null;
  content: TemplateContent;
  policy: CompanyPolicy;
  override: SetOverride | null;
  /** The final level as it is today. */
  level: RiskLevel | null;
  now: Date;
  today: CalendarDate;
}

export type Event = {
  action: string;
  assessmentId?: string;
  reason?: string | null;
  detail: Record<string, unknown>;
  /** What somebody has to look at because of it. */
  alert?: NewAlert;
};

export async function openCase(
  trx: Transaction<Schema>,
  deps: AssessmentsDeps,
  caller: MemberCaller,
  id: string,
  version: number,
): Promise<Case> {
  const known = await readAssessmentRow(trx, id);
  if (known === null) throw refuse('record.notFound');
  const target = { resourceType: known.resource_type, resourceId: known.resource_id };
  // First what it is about: two approvals of one client take turns, and the later one supersedes the earlier.
  const resource = await readResource(trx, target, true);
  const row = await lockAssessment(trx, deps, caller, { id, version });
  const current = await readCurrentRow(trx, row.resource_type, row.resource_id);
  const used = await readUsedVersion(trx, row.template_version_id);
  if (used === null) throw new Error('The version of the template that an assessment used is gone.');
  const now = deps.now();
  const today = companyDay(now, caller.company.timeZone);
  const override = overrideOf(row, current, today);
  return {
    trx,
    caller,
    row,
    resource,
    current,
    content: used.content,
    policy: await readPolicy(trx, caller.company.id),
    override,
    level: levelUnder(override?.override, row.computed_level, today),
    now,
    today,
  };
}

export function requireMove({ row }: Case, to: AssessmentStatus): void {
  const move = mayMove(assessmentLifecycle, row.status, to);
  if (!move.allowed) throw refusedWhole(move.reason);
}

export function requireOpen({ resource }: Case): void {
  const [closed] = closedBlockers(resource);
  if (closed !== undefined) throw refusedWhole(closed.text);
}

export function requireApprover({ caller, resource, policy, level, now }: Case): void {
  requireRight(rightTo(caller, approvalAct(level, resource.politicallyExposed), policy, now));
}

export function stamp({ caller, now }: Case) {
  return { updated_at: now.toISOString(), updated_by: caller.member.id };
}

export function writeRisk(
  { trx, row }: Case,
  risk: { currentAssessmentId: string | null; riskLevel: RiskLevel | null; nextReviewDueOn: string | null },
): Promise<void> {
  return resourceStores[row.resource_type].writeRisk(trx, row.resource_id, risk);
}
