import type { EndpointInput } from '#contract/endpoint.ts';
import {
  approveVerificationException as approveEndpoint,
  cancelVerification as cancelEndpoint,
  decideVerification as decideEndpoint,
} from '#contract/individual-verifications/individual-verifications.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { defaultEvidencePolicy, evidenceExpiresOn } from '#rules/identity-verification/evidence-expiry.ts';
import { unmetFindings } from '#rules/identity-verification/exceptions.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { exceptionEndProblem } from '#rules/transition-guards/cdd-exception.ts';
import { decisionBlockers, opposesFindings } from '#rules/transition-guards/verification.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { withoutLink } from './links.ts';
import { decisionFacts } from './record/available-actions.ts';
import { endCapture } from './record/capture-store.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { forgetNumbers } from './record/documents-store.ts';
import { hashIdentity } from './record/facts.ts';
import {
  addToTimeline,
  type LockedVerification,
  requireTransition,
  verificationEvent,
  verificationSteps,
  writeVerification,
} from './record/locked-verification.ts';

const command = commandsFor<VerificationsDeps>();

type Decision = EndpointInput<typeof decideEndpoint>['body'];
type Approval = EndpointInput<typeof approveEndpoint>['body'];

const reasonCodes = ['verification.reasonMissing', 'verification.reasonTooShort'];

function requireDecidable(
  { judged, findings, policy }: LockedVerification,
  body: Decision,
  { member }: MemberCaller,
): void {
  const blockers = decisionBlockers({
    decision: body.decision,
    reason: body.reason,
    ...decisionFacts(judged, findings, { policy, memberId: member.id }),
  });
  if (blockers.length === 0) return;
  const messages = (wanted: boolean) =>
    blockers.filter(({ code }) => reasonCodes.includes(code) === wanted).map(({ text }) => text);
  const [ofReason, whole] = [messages(true), messages(false)];
  throw apiError('request.invalid', {
    fields: {
      ...(ofReason.length > 0 ? { reason: ofReason } : {}),
      ...(whole.length > 0 ? { '': whole } : {}),
    },
    blockers,
  });
}

/** Last day on which the evidence is valid, for a person verified today. `opposes`: the decision relies on the approved exception. */
function getExpiry({ judged }: LockedVerification, opposes: boolean): string | null {
  const { row, documents } = judged.stored;
  return evidenceExpiresOn({
    method: row.method,
    verifiedOn: judged.on,
    documentExpiries: documents.map(({ expires_on }) => expires_on),
    exceptionEndsOn: opposes || row.method === 'exception' ? row.exception_ends_on : null,
    policy: defaultEvidencePolicy,
  });
}

/**
 * POST /individual-verifications/:id/decision. Freezes the findings with the decision, and deletes the full document
 * numbers.
 */
export const decide = command(decideEndpoint, {
  ...verificationSteps,
  check({ caller, body }, before) {
    requireTransition(
      { caller },
      before,
      body.decision === 'verified' ? 'decideVerified' : 'decideNotVerified',
    );
    requireDecidable(before, body, caller);
  },
  async change(context, before) {
    const { trx, at, caller, body, params } = context;
    const { findings, judged } = before;
    const { client } = judged;
    const isVerified = body.decision === 'verified';
    const opposes = opposesFindings({ decision: body.decision, ...findings });
    const expiresOn = isVerified ? getExpiry(before, opposes) : null;
    await writeVerification(context, before, {
      status: isVerified ? 'verified' : 'failed',
      decision: body.decision,
      decision_reason: body.reason,
      decided_by: caller.member.id,
      decided_at: at,
      opposes_findings: opposes,
      machine_result: findings.machineResult,
      rules: JSON.stringify(findings.rules.map((rule) => ({ ...rule, riskLevel: client.riskLevel }))),
      verified_at: isVerified ? at : null,
      evidence_expires_on: expiresOn,
      pending: JSON.stringify([]),
      ...withoutLink,
    });
    context.emit('verification.decided', { clientId: client.id });
    await forgetNumbers(trx, params.id);
    const words = isVerified ? 'verified' : 'not verified';
    const until = expiresOn === null ? '' : ` Evidence valid until ${formatDate(expiresOn)}.`;
    await addToTimeline(context, before, {
      kind: 'decided',
      text: `Decided: ${words}${opposes ? ', contrary to the automated result' : ''}. ${body.reason}${until}`,
    });
    return opposes;
  },
  events: ({ body }, { before, after, done: opposes }) =>
    verificationEvent(
      'decided',
      { before, after },
      {
        reason: body.reason,
        detail: {
          decision: body.decision,
          machineResult: before.findings.machineResult,
          rulePassed: before.findings.rulePassed,
          opposesFindings: opposes,
          rules: before.findings.rules.map(({ version, passed }) => ({ version, passed })),
        },
      },
    ),
});

/** The last day of an exception: recorded with it under its own method, under every other with its approval. */
const exceptionEnd = ({ judged }: LockedVerification, { endsOn }: Approval): string | undefined =>
  judged.stored.row.exception?.endsOn ?? endsOn;

/**
 * POST /individual-verifications/:id/exception-approval. Evidence that does not meet the rule may be relied on until a day; whether the person is
 * verified is decided after it. Field errors of the last day.
 */
export const approveException = command(approveEndpoint, {
  ...verificationSteps,
  check(context, before) {
    requireTransition(context, before, 'approveException');
    const { body, problems } = context;
    const recorded = before.judged.stored.row.exception?.endsOn;
    if (recorded !== undefined) {
      if (body.endsOn !== undefined && body.endsOn !== recorded)
        problems.add('endsOn', `This exception ends on ${formatDate(recorded)}, as recorded`);
    } else if (body.endsOn === undefined) problems.add('endsOn', 'Enter the exception expiry date');
    else {
      const problem = exceptionEndProblem(body.endsOn, before.judged.on);
      if (problem !== undefined) problems.add('endsOn', problem.text);
    }
  },
  async change(context, before) {
    const { at, caller, body } = context;
    const { row } = before.judged.stored;
    const endsOn = exceptionEnd(before, body);
    if (endsOn === undefined) throw new Error('An exception without a last day passed its check.');
    await writeVerification(context, before, {
      exception_approved_by: caller.member.id,
      exception_approved_at: at,
      exception_approval_reason: body.reason,
      exception_ends_on: endsOn,
      exception_approved_for: unmetFindings(before.findings.rules, before.findings.sharesDocument),
      exception_identity_hash: hashIdentity(before.judged),
    });
    // The guard lets the person who started it approve only where no second person could.
    const isByOne = row.creator_present_id === caller.member.id;
    await addToTimeline(context, before, {
      kind: 'decided',
      text: `The exception was approved until ${formatDate(endsOn)}: ${body.reason}${isByOne ? ` (${decidedByOneLabel})` : ''}`,
    });
    return isByOne;
  },
  events: ({ body: { reason } }, { before, after, done: isByOne }) =>
    verificationEvent(
      'exceptionApproved',
      { before, after },
      {
        reason,
        detail: {
          endsOn: after.exceptionApproval?.endsOn ?? null,
          ...(isByOne ? { makerChecker: decidedByOneLabel } : {}),
        },
      },
    ),
});

/** POST /individual-verifications/:id/cancel. Cancels a verification with an active link. */
export const cancel = command(cancelEndpoint, {
  ...verificationSteps,
  check: (context, before) => requireTransition(context, before, 'cancel'),
  async change(context, before) {
    const { trx, at, deps, body, params, emit, afterCommit } = context;
    const { capture_reference: link } = before.judged.stored.row;
    await writeVerification(context, before, { status: 'cancelled', ...withoutLink });
    emit('verification.decided', { clientId: before.judged.stored.row.client_id });
    await forgetNumbers(trx, params.id);
    await addToTimeline(context, before, { kind: 'cancelled', text: `Cancelled: ${body.reason}` });
    // Results from the link are no longer accepted, even if the provider cannot be notified.
    if (link !== null) {
      await endCapture(trx, link, at);
      afterCommit(async () => void (await deps.verification.provider.cancelCapture(link)));
    }
  },
  events: ({ body: { reason } }, result) => verificationEvent('cancelled', result, { reason }),
});
