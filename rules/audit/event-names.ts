/** Names under which events were recorded earlier, with the current one. Recorded names are hashed into the chain and never change. */
export const formerEventNames: Readonly<Record<string, string>> = {
  'activity.outcomeChosen': 'activity.outcomeSet',
  'activity.seniorApproved': 'activity.seniorManagerApproved',
  'alert.moved': 'alert.statusChanged',
  'billing.checkoutSettled': 'billing.checkoutCompleted',
  'billing.planAsked': 'billing.planRequested',
  'businessVerification.entityChosen': 'businessVerification.entitySelected',
  'businessVerification.evidenceTaken': 'businessVerification.evidenceAccepted',
  'businessVerification.evidenceTakenBack': 'businessVerification.evidenceWithdrawn',
  'businessVerification.expansionAgreed': 'businessVerification.expansionApproved',
  'businessVerification.mismatchSettled': 'businessVerification.mismatchResolved',
  'client.enrolmentMoved': 'client.enrolmentStatusChanged',
  'legalHold.lifted': 'legalHold.released',
  'member.invitedAgain': 'member.invitationResent',
  'worklist.madeDefault': 'worklist.defaultSet',
};

/** Event of a client’s destruction, whose detail is its certificate. */
export const retentionDestroyedEvent = 'retention.destroyed';

/** The current name of an event, by which labels are looked up. */
export const currentEventName = (action: string): string => formerEventNames[action] ?? action;

/** All names under which an event is or was recorded: the current one first. */
export function recordedEventNames(action: string): string[] {
  const current = currentEventName(action);
  return [current, ...Object.keys(formerEventNames).filter((former) => formerEventNames[former] === current)];
}
