import { describeRecheck, inRecheckOrder, type RecheckCause } from '#rules/activities/activity-recheck.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { describeOutdated } from '#rules/decisions/describe-outdated.ts';
import { hasStarted } from '#rules/lifecycles/activities.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { rejectBlocked } from '../../kernel/http/refuse-blocked.ts';
import { readCurrentAssessment } from '../../records/clients/current-assessment-store.ts';
import { assessmentOutdatedBy } from './decision-facts.ts';
import { decideException } from './delay-approval.ts';
import { guidanceInput } from './queries.ts';
import { recheckBlockers } from './requirements.ts';
import { activities, addRecheckCause, type StoredActivity, writeRecheckCauses } from './store.ts';

const textOf = (causes: readonly RecheckCause[]) => (causes.length === 0 ? null : describeRecheck(causes));

/** The audit event that a recheck is due, or for fewer causes, or for none. */
export const recheckEvent = (
  id: string,
  {
    before,
    after,
    reason,
  }: { before: readonly RecheckCause[]; after: readonly RecheckCause[]; reason: string },
): WorkEvent => ({
  action: after.length > before.length ? 'activity.recheckDue' : 'activity.rechecked',
  resourceType: 'activity',
  resourceId: id,
  detail: { changes: changesBetween({ recheck: textOf(before) }, { recheck: textOf(after), reason }) },
  reason,
});

/**
 * Consequence of changed facts: work that has started is to be rechecked while its approved assessment relies on other facts than the present
 * ones. Setting them back ends that, as the assessment then counts again. NZ s31; AU s30.
 */
export async function followChangedFacts(
  { trx, at, record }: Work,
  { activityId, facts }: Emitted['activity.factsChanged'],
): Promise<void> {
  const stored = await activities.reread(trx, activityId);
  const assessment = await readCurrentAssessment(trx, 'activities', activityId);
  if (!hasStarted(stored.details) || assessment?.status !== 'approved') return;
  if (assessmentOutdatedBy(assessment.reliedOn, stored) === null) {
    await endCauses({ trx, record }, stored, {
      causes: ['factsChanged'],
      reason: 'The details were set back.',
    });
    return;
  }
  const before = stored.recheck?.causes ?? [];
  if (before.includes('factsChanged')) return;
  await addRecheckCause(trx, activityId, { cause: 'factsChanged', at });
  const after = inRecheckOrder([...before, 'factsChanged']);
  record(recheckEvent(activityId, { before, after, reason: describeOutdated(facts) }));
}

/** Ends causes that a decision about a locked activity has dealt with; no effect without them. */
export async function endCauses(
  { trx, record }: Pick<Work, 'trx' | 'record'>,
  { details: { id }, recheck }: Pick<StoredActivity, 'details' | 'recheck'>,
  { causes, reason }: { causes: readonly RecheckCause[]; reason: string },
): Promise<void> {
  const before = recheck?.causes ?? [];
  const after = before.filter((cause) => !causes.includes(cause));
  if (after.length === before.length) return;
  await writeRecheckCauses(trx, id, after);
  record(recheckEvent(id, { before, after, reason }));
}

/**
 * Records that someone looked at an activity again and decided that it stays as it is, with a reason. No status changes. Work in progress must be
 * such that it could start today, on an assessment that is not outdated: a record replaces no requirement.
 * @throws `role.forbidden` for a member who may not grant exceptions from CDD; `request.invalid` where no recheck is due, or with what is outstanding
 */
export async function recordRecheck(
  context: Work & { caller: MemberCaller },
  stored: StoredActivity,
  reason: string,
): Promise<string> {
  const { trx, time, at, caller } = context;
  const { id } = stored.details;
  const { singular } = toActivityNoun(caller.company.sector);
  const may = decideException(caller, at);
  if (!may.allowed) {
    throw apiError(may.code, {
      detail: `Only those who may grant CDD exceptions can record that this ${singular} was rechecked. Ask one.`,
    });
  }
  if (stored.recheck === null) throw invalid(`This ${singular} is not due for a recheck.`);
  const input = await guidanceInput(trx, { now: time }, caller, stored);
  rejectBlocked('Record the recheck', recheckBlockers(input));
  await activities.update(context, stored.details, {});
  await writeRecheckCauses(trx, id, []);
  context.record(recheckEvent(id, { before: stored.recheck.causes, after: [], reason }));
  return id;
}
