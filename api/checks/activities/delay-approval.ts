import type { Updateable } from 'kysely';
import type { Activity, ActivityInput } from '#contract/activities.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { type DelayTerms, isWithinTerms } from '#rules/firm/cdd-delay.ts';
import { can } from '#rules/permissions.ts';
import type { ActivitiesTable } from '../../kernel/database/tables/activity-tables.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getBasis } from './activity-record.ts';

/** Whether a member may grant exceptions from CDD at an instant (ISO), of which a delay is one. */
export const decideException = ({ member, company }: MemberCaller, at: string) =>
  can({ kind: 'member', ...member }, 'cdd.grantException', company, at);

/** Who approved a delay of CDD, and who recorded its present terms. */
export type DelayState = Pick<
  Updateable<ActivitiesTable>,
  'delayed_cdd_recorded_by' | 'delayed_cdd_approved_by' | 'delayed_cdd_approved_at'
>;

interface DelayWork {
  caller: MemberCaller;
  at: string;
}

const noDelay: DelayState = {
  delayed_cdd_recorded_by: null,
  delayed_cdd_approved_by: null,
  delayed_cdd_approved_at: null,
};

/** What a form states of a delay; null without one. */
function getTerms(input: ActivityInput): DelayTerms | null {
  if (input.delayedCddGround === undefined) return null;
  return {
    basis: getBasis(input),
    ground: input.delayedCddGround,
    riskLimits: input.delayedCddRiskLimits ?? null,
    ownDay: input.delayedCddDueOn ?? null,
    activityType: input.activityType,
    designatedServiceAu: input.designatedServiceAu ?? null,
    capturedActivityNz: input.capturedActivityNz ?? null,
    parties: input.parties,
  };
}

/** Whether a form leaves a delay within the terms that it had. */
export function hasSameDelay(input: ActivityInput, before: ActivityInput): boolean {
  const [terms, earlier] = [getTerms(input), getTerms(before)];
  return terms !== null && earlier !== null && isWithinTerms(terms, earlier);
}

/**
 * State of a delay that a form records: approved at once where its recorder may grant exceptions, otherwise waiting. Unchanged terms leave it as it
 * is; changed ones need approval again. `before`: the record before the form, null of a new one.
 */
export function toDelayState(
  work: DelayWork,
  input: ActivityInput,
  before: ActivityInput | null,
): DelayState {
  if (input.delayedCddGround === undefined) return noDelay;
  if (before !== null && hasSameDelay(input, before)) return {};
  const { id } = work.caller.member;
  return decideException(work.caller, work.at).allowed
    ? { delayed_cdd_recorded_by: id, delayed_cdd_approved_by: id, delayed_cdd_approved_at: work.at }
    : { ...noDelay, delayed_cdd_recorded_by: id };
}

/** State of the delay of a reopened copy: the same terms, awaiting an approval of its own. */
export function toCopiedDelayState({ caller }: DelayWork, input: ActivityInput): DelayState {
  return input.delayedCddGround === undefined
    ? noDelay
    : { ...noDelay, delayed_cdd_recorded_by: caller.member.id };
}

/** The approval of a delay for an event, before a form and after it. */
export function describeDelayApproval(
  { caller }: DelayWork,
  state: DelayState,
  before: Activity['delayedCdd'],
): { before: { delayedCddApproval: string | null }; after: { delayedCddApproval: string | null } } {
  const earlier = before?.approval?.by.name ?? null;
  const by = state.delayed_cdd_approved_by;
  const later = by === undefined ? earlier : by === null ? null : caller.member.name;
  return { before: { delayedCddApproval: earlier }, after: { delayedCddApproval: later } };
}

/** Refuses a member who may not grant exceptions from CDD, and a delay that cannot be approved. */
export function checkDelayApproval(
  work: DelayWork,
  delayedCdd: Activity['delayedCdd'],
): asserts delayedCdd is NonNullable<Activity['delayedCdd']> {
  const { singular } = toActivityNoun(work.caller.company.sector);
  const may = decideException(work.caller, work.at);
  if (!may.allowed) {
    throw apiError(may.code, {
      detail:
        may.code === 'role.forbidden'
          ? 'Only someone who may grant exceptions from CDD can approve a delay: an owner, a compliance officer or a senior manager.'
          : may.reason,
    });
  }
  if (delayedCdd === null) throw invalid(`This ${singular} has no delayed CDD.`);
  if (delayedCdd.approval !== null) {
    throw invalid(`${delayedCdd.approval.by.name} has already approved the delay.`);
  }
  if (delayedCdd.riskLimits === null) {
    throw invalid('Enter why the additional risk is low and what limits it first, then approve the delay.');
  }
}
