import type { z } from 'zod';
import type { decideAssessment } from '#contract/risk/assessments.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';
import { type AssessmentStatus, assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { approvalPermission } from '#rules/maker-checker.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { NewAlert } from '../../records/alerts/inbox.ts';
import { closedBlockers } from './available-actions.ts';
import { getOverride, levelUnder, readLevelInForce, type SetOverride } from './level.ts';
import { permissionFor, requirePermission } from './permissions.ts';
import type { AssessedResource } from './resource-store.ts';
import { resourceStores } from './resources.ts';
import { readResource, throwFormError } from './service.ts';
import {
  type AssessmentRow,
  readAssessmentRow,
  readCurrentRow,
  readPolicy,
  readUsedVersion,
} from './store.ts';

export type Form = z.output<typeof decideAssessment.body>;
export type FormFor<D extends Form['decision']> = Extract<Form, { decision: D }>;

/** All input of a decision, with the assessment and its resource locked. */
export interface Case {
  trx: Work['trx'];
  version: number;
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
  /** The level in force, or of the last assessment if that is void. */
  inForce: RiskLevel | null;
  now: Date;
  today: CalendarDate;
}

export type Event = {
  action: string;
  assessmentId?: string;
  reason?: string | null;
  detail: Record<string, unknown>;
  /** An alert that it opens. */
  alert?: NewAlert;
};

/** Loads the input of a decision; null if the assessment belongs to another company. */
export async function openCase({
  trx,
  time,
  caller,
  params: { id },
}: Work & { caller: MemberCaller; params: { id: string } }): Promise<Case | null> {
  const known = await readAssessmentRow(trx, id);
  if (known === null) return null;
  const target = { resourceType: known.resource_type, resourceId: known.resource_id };
  // The resource is locked first, which serialises approvals of one client: the later one supersedes the earlier.
  const resource = await readResource(trx, target, true);
  const row = await readAssessmentRow(trx, id, true);
  if (row === null) return null;
  const current = await readCurrentRow(trx, row.resource_type, row.resource_id);
  const used = await readUsedVersion(trx, row.template_version_id);
  if (used === null) throw new Error('The version of the template that an assessment used is gone.');
  const now = time();
  const today = companyDay(now, caller.company.timeZone);
  const override = getOverride(row, current, today);
  return {
    trx,
    version: row.version,
    caller,
    row,
    resource,
    current,
    content: used.content,
    policy: await readPolicy(trx, caller.company.id),
    override,
    level: levelUnder(override?.override, row.computed_level, today),
    inForce: await readLevelInForce(trx, row, { current, riskLevel: resource.riskLevel }, today),
    now,
    today,
  };
}

export function requireTransition({ row }: Case, to: AssessmentStatus): void {
  const move = canTransition(assessmentLifecycle, row.status, to);
  if (!move.allowed) throw throwFormError(move.reason);
}

export function requireOpen({ resource }: Case): void {
  const [closed] = closedBlockers(resource);
  if (closed === undefined) return;
  throw apiError('request.invalid', {
    detail: closed.text,
    fields: { '': [closed.text] },
    blockers: [closed],
  });
}

/** Rejects callers who may not approve at a level. */
export function requireApprover({ caller, resource, policy, now }: Case, level: RiskLevel | null): void {
  requirePermission(
    permissionFor(caller, approvalPermission(level, resource.politicallyExposed), policy, now),
  );
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
