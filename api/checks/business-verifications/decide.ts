import { decideBusinessVerification as decideEndpoint } from '#contract/business-verifications/business-verifications.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { formatMoney } from '#rules/format/money.ts';
import { businessEvidenceExpiresOn } from '#rules/identity-verification/business-evidence.ts';
import { exceptionEndProblem } from '#rules/transition-guards/cdd-exception.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { getClientNumbers } from './ownership/ownership-graph.ts';
import { unresolvedOwnership, verifiedBlockers } from './record/available-actions.ts';
import type { BusinessVerificationDeps } from './record/dto.ts';
import {
  type LockedVerification,
  newValues,
  requireOpen,
  type VerificationContext,
  verificationEvent,
  verificationSteps,
  writeVerification,
} from './record/locked-verification.ts';
import { getFreeRegister } from './registers/register-snapshot.ts';

type Body = EndpointInput<typeof decideEndpoint>['body'];
type Decision = Exclude<Body, { decision: 'cancel' }>;

const noPendingOrder = { asking: null, next_ask_at: null, lease_until: null };

/** Throws with all blockers if the business cannot be marked as verified. */
function requireVerifiable(
  before: LockedVerification,
  { unresolvedReason, exceptionEndsOn }: Decision,
  { caller, time }: VerificationContext,
): void {
  const blockers = verifiedBlockers(before);
  if (blockers.length > 0) {
    throw apiError('request.invalid', {
      detail: `${blockers.length === 1 ? '1 requirement' : `${blockers.length} requirements`} outstanding.`,
      fields: { '': blockers.map(({ text }) => text) },
      blockers,
    });
  }
  const unresolved = unresolvedOwnership(before, caller, time());
  if (unresolved?.refusal) {
    const { refusal } = unresolved;
    throw apiError('role.forbidden', { detail: refusal, fields: { unresolvedReason: [refusal] } });
  }
  if (unresolved && unresolvedReason === undefined) {
    throw invalid(
      `${unresolved.percent}% of ownership is unresolved. Explain why that is acceptable.`,
      'unresolvedReason',
    );
  }
  if (!unresolved?.needsException) return;
  if (exceptionEndsOn === undefined) throw invalid('Enter the exception expiry date', 'exceptionEndsOn');
  const problem = exceptionEndProblem(exceptionEndsOn, companyDay(time(), caller.company.timeZone));
  if (problem !== undefined) throw invalid(problem.text, 'exceptionEndsOn');
}

/** Expiry date of the evidence for a business verified today. `exceptionEndsOn`: of the exception by which ownership is accepted. */
function getExpiry(
  { client, setUp }: LockedVerification,
  { time, caller }: VerificationContext,
  exceptionEndsOn: string | null,
): string | null {
  const isMonitored = getFreeRegister(getClientNumbers(client), setUp) !== null;
  const verifiedOn = companyDay(time(), caller.company.timeZone);
  return businessEvidenceExpiresOn({ verifiedOn, isMonitored, exceptionEndsOn });
}

function decidedEvent(
  before: LockedVerification,
  { decision, reason, unresolvedReason, exceptionEndsOn }: Decision,
  expiresOn: string | null,
) {
  const { row, tree } = before;
  const owners = tree.ownership.people
    .filter(({ counts }) => counts.length > 0)
    .map(({ name, percent }) => `${name}, ${percent} %`);
  return verificationEvent(before, {
    action: 'decided',
    changes: newValues({
      decision,
      reason,
      ...(unresolvedReason ? { unresolvedReason } : {}),
      ...(exceptionEndsOn ? { exceptionEndsOn } : {}),
      unresolvedPercent: tree.ownership.unresolvedPercent,
      owners,
      ...(expiresOn ? { evidenceExpiresOn: expiresOn } : {}),
      cost: formatMoney(row.actual_cost, row.currency),
    }),
    detail: { graph: row.graph },
    reason,
  });
}

/** POST /business-verifications/:id/decisions. Throws with all blockers. */
export const decide = commandsFor<BusinessVerificationDeps>()(decideEndpoint, {
  ...verificationSteps,
  check(context, before) {
    const { body } = context;
    requireOpen(before, body.decision === 'cancel' ? 'cancel' : 'decide');
    if (body.decision === 'verified') requireVerifiable(before, body, context);
  },
  async change(context, before) {
    const { at, caller, body, emit } = context;
    emit('verification.decided', { clientId: before.row.client_id });
    if (body.decision === 'cancel') {
      await writeVerification(context, before, { status: 'cancelled', ...noPendingOrder });
      return { expiresOn: null };
    }
    const isVerified = body.decision === 'verified';
    const needsException = isVerified && before.tree.ownership.concealing.length > 0;
    const exceptionEndsOn = needsException ? (body.exceptionEndsOn ?? null) : null;
    const expiresOn = isVerified ? getExpiry(before, context, exceptionEndsOn) : null;
    await writeVerification(context, before, {
      status: body.decision === 'verified' ? 'verified' : 'failed',
      decision_outcome: body.decision,
      decision_reason: body.reason,
      unresolved_reason: body.unresolvedReason ?? null,
      decided_by: caller.member.id,
      decided_at: at,
      evidence_expires_on: expiresOn,
      exception_ends_on: exceptionEndsOn,
      // The guard lets the member who started it accept only where no second person could.
      decided_by_one: needsException && before.row.creator_present_id === caller.member.id,
      // Traced by evidence, or the rest accepted by a member with the permission: `requireVerifiable`.
      ownership_traced: isVerified,
      ...noPendingOrder,
    });
    return { expiresOn };
  },
  events({ body }, { before, done: { expiresOn } }) {
    if (body.decision !== 'cancel') return decidedEvent(before, body, expiresOn);
    const { reason } = body;
    return verificationEvent(before, { action: 'cancelled', changes: newValues({ reason }), reason });
  },
});
