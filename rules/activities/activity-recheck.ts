/**
 * Why an activity is to be rechecked: on what it rests that decisions are no longer made on, or what changed after its assessment was approved.
 * Those about delays are of New Zealand's and Australia's delayed CDD. NZ ss16(3), 20(3), 24(3), 31; AU ss28, 29, 30.
 */
export const recheckCauses = [
  'startedBeforeCdd',
  'delayNotApproved',
  'delayBeyondLimit',
  'delayMoved',
  'checksMissing',
  'factsChanged',
] as const;

export type RecheckCause = (typeof recheckCauses)[number];

const recheckCauseLabels: Record<RecheckCause, string> = {
  startedBeforeCdd: 'Work started before CDD on a customer was complete, without a delay',
  delayNotApproved: 'It relies on a delay of CDD that was never approved',
  delayBeyondLimit: 'The day of its delayed CDD is later than your policy allows',
  delayMoved: 'A day of its delayed CDD was moved to a later one',
  checksMissing: 'It was completed before a party was screened, rated or checked for political exposure',
  factsChanged: 'Details were changed after the risk assessment was approved',
};

/** Causes in their order, without duplicates. */
export const inRecheckOrder = (causes: readonly RecheckCause[]): RecheckCause[] =>
  recheckCauses.filter((cause) => causes.includes(cause));

/** Causes as one text of sentences. */
export const describeRecheck = (causes: readonly RecheckCause[]): string =>
  inRecheckOrder(causes)
    .map((cause) => `${recheckCauseLabels[cause]}.`)
    .join(' ');

/** Acts besides a recorded recheck that end a cause while the activity is open. */
const recheckEndings: Partial<Record<RecheckCause, string>> = {
  delayNotApproved: 'Approving the delay settles this.',
  factsChanged: 'Approving a new risk assessment settles this, or setting the details back.',
};

/** Causes in their order, each as a sentence, with what else settles it in an open activity. */
export const toRecheckLines = (causes: readonly RecheckCause[], { isOpen }: { isOpen: boolean }) =>
  inRecheckOrder(causes).map((cause) => ({
    cause: `${recheckCauseLabels[cause]}.`,
    ending: isOpen ? (recheckEndings[cause] ?? null) : null,
  }));
