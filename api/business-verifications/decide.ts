import type { BusinessVerification, decideBusinessVerification } from '#contract/business-verifications.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { companyDay } from '#rules/company-day.ts';
import { businessEvidenceExpiresOn } from '#rules/verification/business-evidence.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { type Change, type Command, refuseForm, runCommand } from './command.ts';
import { verifiedBlockers } from './moves.ts';
import type { BusinessVerificationDeps } from './present.ts';
import { moneyText } from './registers.ts';
import { numbersOfClient } from './tree.ts';
import { freeRegisterOf } from './watched-register.ts';

type Body = EndpointInput<typeof decideBusinessVerification>['body'];

const notAsked = { asking: null, next_ask_at: null, lease_until: null };

function decided({ deps, caller, opened }: Command, body: Exclude<Body, { decision: 'cancel' }>): Change {
  const { tree, row, client } = opened;
  const { decision, reason, unresolvedReason } = body;
  if (decision === 'verified') {
    const blockers = verifiedBlockers(opened);
    if (blockers.length > 0) {
      throw refuse('request.invalid', {
        detail: `${blockers.length === 1 ? 'One thing is' : `${blockers.length} things are`} still to be settled.`,
        fields: { '': blockers.map(({ text }) => text) },
      });
    }
    if (tree.ownership.unresolvedTotal.numerator > 0n && unresolvedReason === undefined) {
      throw refuseForm(
        `${tree.ownership.unresolvedPercent} % of the client is not traced. Say why this does not stop the decision.`,
        'unresolvedReason',
      );
    }
  }
  const isWatched = freeRegisterOf(numbersOfClient(client), opened.setUp) !== null;
  const verifiedOn = companyDay(deps.now(), caller.company.timeZone);
  const expiresOn = decision === 'verified' ? businessEvidenceExpiresOn({ verifiedOn, isWatched }) : null;
  return {
    columns: {
      status: decision === 'verified' ? 'verified' : 'failed',
      decision_outcome: decision,
      decision_reason: reason,
      unresolved_reason: unresolvedReason ?? null,
      decided_by: caller.member.id,
      decided_at: deps.now().toISOString(),
      evidence_expires_on: expiresOn,
      ...notAsked,
    },
    action: 'businessVerification.decided',
    changes: {
      decision: { before: null, after: decision },
      reason: { before: null, after: reason },
      ...(unresolvedReason ? { unresolvedReason: { before: null, after: unresolvedReason } } : {}),
      unresolvedPercent: { before: null, after: tree.ownership.unresolvedPercent },
      owners: {
        before: null,
        after: tree.ownership.people
          .filter(({ counts }) => counts.length > 0)
          .map(({ name, percent }) => `${name}, ${percent} %`),
      },
      ...(expiresOn ? { evidenceExpiresOn: { before: null, after: expiresOn } } : {}),
      cost: { before: null, after: moneyText(row.actual_cost, row.currency) },
    },
    detail: { graph: row.graph },
    reason,
  };
}

/** POST /business-verifications/:id/decisions. Refuses with everything that blocks it. */
export function decide(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  body: Body,
): Promise<BusinessVerification> {
  const act = body.decision === 'cancel' ? 'cancel' : 'decide';
  return runCommand(deps, caller, { id, version: body.version, act, body }, (command) => {
    if (body.decision !== 'cancel') return decided(command, body);
    return {
      columns: { status: 'cancelled', ...notAsked },
      action: 'businessVerification.cancelled',
      changes: { reason: { before: null, after: body.reason } },
      reason: body.reason,
    };
  });
}
