import type { ClientUpdate } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { ConfirmationQuestion } from '#contract/errors.ts';
import { getClientKind } from '#rules/clients/client-types.ts';
import { effectMessages, identityEffects } from '#rules/clients/identity-changes.ts';
import { approvalPermission } from '#rules/maker-checker.ts';
import { isExposed } from '#rules/pep.ts';
import { type AccessDecision, can } from '#rules/permissions.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { ClientDetails } from './record/client-record.ts';
import type { IdentityReading } from './save-details.ts';

interface Context extends Pick<Work, 'time'> {
  caller: MemberCaller;
  body: ClientUpdate;
}

/** Who may approve the client as verified may say that it is the same under a corrected spelling. */
function correctionPermission(
  { caller: { member, company }, time }: Context,
  client: Client,
  { fourEyes }: IdentityReading,
): AccessDecision {
  return can(
    { kind: 'member', ...member },
    approvalPermission(client.riskLevel, isExposed(client.pepStatus)),
    { ...company, fourEyes },
    time().toISOString(),
  );
}

/** Why a changed name is no corrected spelling. NZ s16; AU s28(3). */
const tooFarText = ({ nameToCompare, established }: IdentityReading): string =>
  `more than a corrected spelling of ${established.isVerified ? 'the verified name ' : ''}${nameToCompare} (NZ s16; AU s28(3))`;

/**
 * Refuses to make a business of an individual, or the reverse, once anything was checked of it; and a spelling correction that is more than
 * one, or by a member who may not approve the client.
 */
export function checkIdentity(
  context: Context,
  { before, details, reading }: { before: Client; details: ClientDetails; reading: IdentityReading },
): void {
  const kind = getClientKind(details.clientType);
  if (kind !== before.kind && reading.wasChecked) {
    throw invalid(
      before.kind === 'individual'
        ? 'This client was verified, screened or assessed as an individual. Select an individual type, and create a separate client for the business'
        : 'This client was verified, screened or assessed as a business. Select a business type, and create a separate client for the individual',
      'clientType',
    );
  }
  if (!context.body.spellingCorrection) return;
  if (!reading.changes.includes('name') || !reading.canBeSpelling) {
    throw invalid(
      reading.changes.includes('name')
        ? `This is ${tooFarText(reading)}. Clear this, and verify the identity again`
        : 'No spelling of the name was corrected. Clear this',
      'spellingCorrection',
    );
  }
  const decision = correctionPermission(context, before, reading);
  if (!decision.allowed) {
    throw apiError(decision.code, {
      detail: 'Only members who can approve this client can save a spelling correction.',
    });
  }
}

/** Asks before a change by which evidence no longer counts. */
export function identityQuestions(
  context: Context,
  before: Client,
  reading: IdentityReading,
): ConfirmationQuestion[] {
  const { changes, established, canBeSpelling, what } = reading;
  if (context.body.spellingCorrection) return [];
  const effects = identityEffects(changes, established, { isSpelling: false });
  const follows = effectMessages(effects, established);
  if (follows.length === 0) return [];
  const tooFar =
    established.isVerified && changes.length === 1 && changes.includes('name') && !canBeSpelling
      ? ` It is ${tooFarText(reading)}.`
      : '';
  const mayBeSpelling = canBeSpelling && correctionPermission(context, before, reading).allowed;
  return [
    {
      code: 'identityChanged',
      text: `Change the ${what} of ${before.displayName}? ${follows.join(' ')}${tooFar}`,
      ...(mayBeSpelling ? { mayBeSpelling } : {}),
    },
  ];
}
