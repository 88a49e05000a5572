import type { PartyRole } from './client-parties.ts';
import { type ClientType, clientTypeLabels } from './client-types.ts';

/**
 * Why the CDD of an approved client is due again: what changed of the client after the approval, or `outstanding`, requirements that the record
 * no longer meets. NZ s31; AU s30.
 */
export const refreshCauses = [
  'typeChanged',
  'partyAdded',
  'partyChanged',
  'identityChanged',
  'exceptionEnded',
  'loweredAlone',
  'correctedAgain',
  'outstanding',
] as const;

/**
 * Why a client is on the list of those to be approved: verified or activated before evidence was required, or approved and due again.
 */
export const approvalListReasons = ['approvedBefore', 'refreshDue'] as const;

export const approvalListReasonLabels: Record<(typeof approvalListReasons)[number], string> = {
  approvedBefore: 'Approved before evidence was required',
  refreshDue: 'Refresh due',
};

export type RefreshCause = (typeof refreshCauses)[number];

export const refreshCauseLabels: Record<RefreshCause, string> = {
  typeChanged: 'The client’s type changed',
  partyAdded: 'A related party was added',
  partyChanged: 'A related party’s roles or holding changed',
  identityChanged: 'The name, date of birth or number changed',
  exceptionEnded: 'The exception ended',
  loweredAlone: 'The risk level was lowered by the member who assessed it, without a second person',
  correctedAgain: 'The name was corrected several times after the identity was verified',
  outstanding: 'Requirements became outstanding',
};

/** What an approval relied on of a related party. */
type PartyStanding = {
  roles: readonly PartyRole[];
  directPercent: string | null;
  joint: boolean;
  beneficiallyHeld: boolean | null;
  controlBasis: string | null;
};

/**
 * Whether a changed party makes the approval due again: by its roles, its holding or how it controls. Its first day and the wording of its
 * authority do not; requirements that they leave outstanding do by themselves. NZ s31(2); AU s30.
 */
export function changesApproval(before: PartyStanding, after: PartyStanding): boolean {
  const { directPercent, joint, beneficiallyHeld, controlBasis } = before;
  return (
    before.roles.length !== after.roles.length ||
    before.roles.some((role) => !after.roles.includes(role)) ||
    directPercent !== after.directPercent ||
    joint !== after.joint ||
    beneficiallyHeld !== after.beneficiallyHeld ||
    controlBasis !== after.controlBasis
  );
}

/** A changed type, in a sentence. */
export const changedTypeText = (before: ClientType, after: ClientType): string =>
  `Type changed from ${clientTypeLabels[before].toLowerCase()} to ${clientTypeLabels[after].toLowerCase()}.`;
