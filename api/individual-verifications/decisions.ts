import type { EndpointInput } from '#contract/endpoint.ts';
import type {
  approveVerificationException as approveEndpoint,
  cancelVerification as cancelEndpoint,
  decideVerification as decideEndpoint,
} from '#contract/individual-verifications.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { decisionBlockers, opposesFindings } from '#rules/guards/verification.ts';
import { defaultEvidencePolicy, evidenceExpiresOn } from '#rules/verification/evidence-expiry.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { type CommandContext, onVerification } from './command.ts';
import type { VerificationsDeps } from './deps.ts';
import { withoutLink } from './links.ts';
import { hasEvidence, needsSecondPerson } from './moves.ts';
import { changeVerification, forgetNumbers } from './store.ts';

type Decision = EndpointInput<typeof decideEndpoint>['body'];

const reasonCodes = ['verification.reasonMissing', 'verification.reasonTooShort'];

function requireDecidable({ judged, findings, policy, caller }: CommandContext, body: Decision): void {
  const { row } = judged.stored;
  const blockers = decisionBlockers({
    decision: body.decision,
    reason: body.reason,
    machineResult: findings.machineResult,
    rulePassed: findings.rulePassed,
    sharesDocument: findings.sharesDocument,
    hasEvidence: hasEvidence(judged),
    needsSecondPerson: needsSecondPerson(judged, policy),
    startedBy: row.created_by,
    decidedBy: caller.member.id,
  });
  if (blockers.length === 0) return;
  const sentences = (wanted: boolean) =>
    blockers.filter(({ code }) => reasonCodes.includes(code) === wanted).map(({ text }) => text);
  const [ofReason, whole] = [sentences(true), sentences(false)];
  throw refuse('request.invalid', {
    fields: {
      ...(ofReason.length > 0 ? { reason: ofReason } : {}),
      ...(whole.length > 0 ? { '': whole } : {}),
    },
  });
}

/** The last day on which the evidence counts, for somebody verified today. */
function expiryOf({ judged }: CommandContext): string | null {
  const { row, documents } = judged.stored;
  return evidenceExpiresOn({
    method: row.method,
    verifiedOn: judged.on,
    documentExpiries: documents.map(({ expires_on }) => expires_on),
    exceptionEndsOn: row.exception?.endsOn ?? null,
    policy: defaultEvidencePolicy,
  });
}

/** Records a person's decision. What was found stands beside it as it was then; the full numbers are forgotten. */
export function decide(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: Decision,
): Promise<IndividualVerification> {
  const act = body.decision === 'verified' ? 'decideVerified' : 'decideNotVerified';
  return onVerification(deps, caller, { id, body, act }, async (context) => {
    const { trx, findings, at } = context;
    requireDecidable(context, body);
    const isVerified = body.decision === 'verified';
    const now = at.toISOString();
    const opposes = opposesFindings({ decision: body.decision, ...findings });
    const expiresOn = isVerified ? expiryOf(context) : null;
    await changeVerification(
      trx,
      id,
      {
        status: isVerified ? 'verified' : 'failed',
        decision: body.decision,
        decision_reason: body.reason,
        decided_by: caller.member.id,
        decided_at: now,
        opposes_findings: opposes,
        machine_result: findings.machineResult,
        rules: JSON.stringify(findings.rules),
        verified_at: isVerified ? now : null,
        evidence_expires_on: expiresOn,
        pending: JSON.stringify([]),
        ...withoutLink,
      },
      { at, by: caller.member.id },
    );
    await forgetNumbers(trx, id);
    const words = isVerified ? 'verified' : 'not verified';
    const until = expiresOn === null ? '' : ` The evidence counts until ${formatDate(expiresOn)}.`;
    return {
      action: 'decided',
      events: [
        {
          kind: 'decided',
          text: `Decided: ${words}${opposes ? ', against what was found' : ''}. ${body.reason}${until}`,
          by: { type: 'member', id: caller.member.id },
        },
      ],
      reason: body.reason,
      detail: {
        decision: body.decision,
        machineResult: findings.machineResult,
        rulePassed: findings.rulePassed,
        opposesFindings: opposes,
        rules: findings.rules.map(({ version, passed }) => ({ version, passed })),
      },
    };
  });
}

/** Approves that somebody is verified by other evidence; whether they are is decided after it. */
export function approveException(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: EndpointInput<typeof approveEndpoint>['body'],
): Promise<IndividualVerification> {
  return onVerification(deps, caller, { id, body, act: 'approveException' }, async ({ trx, at }) => {
    await changeVerification(
      trx,
      id,
      { exception_approved_by: caller.member.id, exception_approved_at: at.toISOString() },
      { at, by: caller.member.id },
    );
    return {
      action: 'exceptionApproved',
      events: [
        {
          kind: 'decided',
          text: `The exception was approved: ${body.reason}`,
          by: { type: 'member', id: caller.member.id },
        },
      ],
      reason: body.reason,
    };
  });
}

/** Stops a verification whose link is out. */
export async function cancel(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: EndpointInput<typeof cancelEndpoint>['body'],
): Promise<IndividualVerification> {
  const links: string[] = [];
  const answer = await onVerification(
    deps,
    caller,
    { id, body, act: 'cancel' },
    async ({ trx, judged, at }) => {
      const { capture_reference: link } = judged.stored.row;
      if (link !== null) links.push(link);
      await changeVerification(
        trx,
        id,
        { status: 'cancelled', ...withoutLink },
        { at, by: caller.member.id },
      );
      await forgetNumbers(trx, id);
      return {
        action: 'cancelled',
        events: [
          {
            kind: 'cancelled',
            text: `Cancelled: ${body.reason}`,
            by: { type: 'member', id: caller.member.id },
          },
        ],
        reason: body.reason,
      };
    },
  );
  // What still comes in by that link is not taken, whether or not the provider hears this.
  await Promise.all(links.map((link) => deps.verification.provider.cancelCapture(link)));
  return answer;
}
