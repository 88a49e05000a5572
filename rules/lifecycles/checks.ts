import { byMember, byRecipient, bySystem, isOneOf, type Lifecycle } from './lifecycle.ts';

export type VerificationStatus =
  | 'notStarted'
  | 'sent'
  | 'opened'
  | 'processing'
  | 'needsReview'
  | 'verified'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'error'
  | 'evidenceExpired';

/** The link has been sent to the client. */
export const linkedVerificationStatuses = ['sent', 'opened'] as const satisfies readonly VerificationStatus[];

/** The business verification accepts evidence and awaits an outcome. */
export const openBusinessVerificationStatuses = [
  'notStarted',
  'processing',
  'needsReview',
  'error',
] as const satisfies readonly VerificationStatus[];

/** The identity verification accepts evidence and awaits an outcome. */
export const openIdentityVerificationStatuses = [
  ...openBusinessVerificationStatuses,
  ...linkedVerificationStatuses,
] as const satisfies readonly VerificationStatus[];

/** A business verification was decided, or no longer needs a decision. */
const decidedBusinessVerificationStatuses = [
  'verified',
  'failed',
  'cancelled',
  'evidenceExpired',
] as const satisfies readonly VerificationStatus[];

/** An identity verification was decided, or no longer needs a decision. */
export const decidedIdentityVerificationStatuses = [
  ...decidedBusinessVerificationStatuses,
  'expired',
] as const satisfies readonly VerificationStatus[];

/** The identity verification no longer accepts documents. A failed one can be retried, an expired one renewed. */
const closedIdentityVerificationStatuses = [
  'verified',
  'expired',
  'cancelled',
] as const satisfies readonly VerificationStatus[];

/** The link can be sent: the client has not submitted anything. */
export const linkableVerificationStatuses = [
  'notStarted',
  ...linkedVerificationStatuses,
] as const satisfies readonly VerificationStatus[];

/** The checks did not give a positive result and can be run again. */
export const retryableVerificationStatuses = [
  'error',
  'failed',
] as const satisfies readonly VerificationStatus[];

/** The automated checks have run; the verification awaits a decision or another try. */
export const checkedVerificationStatuses = [
  'needsReview',
  ...retryableVerificationStatuses,
] as const satisfies readonly VerificationStatus[];

/** Consent and documents of the identity verification can be changed: no check is running and nothing is decided. */
export const editableIdentityVerificationStatuses = [
  ...linkableVerificationStatuses,
  ...checkedVerificationStatuses,
] as const satisfies readonly VerificationStatus[];

/** Members can run the checks themselves. */
export const runnableVerificationStatuses = [
  'notStarted',
  'needsReview',
] as const satisfies readonly VerificationStatus[];

/** The business verification knows of an ownership: a register or a person has stated it. */
export const knownOwnershipStatuses = [
  'needsReview',
  'processing',
  'verified',
  'evidenceExpired',
  'error',
] as const satisfies readonly VerificationStatus[];

export const isLinkableVerification = isOneOf<VerificationStatus>(linkableVerificationStatuses);
export const isLinkedVerification = isOneOf<VerificationStatus>(linkedVerificationStatuses);
export const isOpenBusinessVerification = isOneOf<VerificationStatus>(openBusinessVerificationStatuses);
export const isOpenIdentityVerification = isOneOf<VerificationStatus>(openIdentityVerificationStatuses);
export const isDecidedIdentityVerification = isOneOf<VerificationStatus>(decidedIdentityVerificationStatuses);
export const isDecidedBusinessVerification = isOneOf<VerificationStatus>(decidedBusinessVerificationStatuses);
export const isClosedIdentityVerification = isOneOf<VerificationStatus>(closedIdentityVerificationStatuses);

/**
 * Results that a provider accepts automatically also pass through needsReview, in the same command: there is no transition from
 * processing to verified.
 */
export const verificationLifecycle: Lifecycle<VerificationStatus> = {
  noun: 'verification',
  labels: {
    notStarted: 'Not started',
    sent: 'Sent',
    opened: 'Opened',
    processing: 'Processing',
    needsReview: 'Needs review',
    verified: 'Verified',
    failed: 'Not verified',
    expired: 'Expired',
    cancelled: 'Cancelled',
    error: 'Error',
    evidenceExpired: 'Evidence expired',
  },
  starts: ['notStarted'],
  transitions: {
    notStarted: {
      sent: byMember('Send the link'),
      processing: byMember('Run the check'),
      needsReview: byMember('Record sighted documents'),
      error: bySystem('The check could not start'),
    },
    sent: {
      opened: byRecipient('Opened by the client'),
      expired: bySystem('Link expired'),
      cancelled: byMember('Cancel'),
      error: bySystem('The link could not be delivered'),
    },
    opened: {
      processing: byRecipient('Submitted by the client'),
      expired: bySystem('Link expired'),
      cancelled: byMember('Cancel'),
      error: bySystem('The check failed to run'),
    },
    processing: {
      needsReview: bySystem('Results received'),
      error: bySystem('The check failed to run'),
    },
    needsReview: { verified: byMember('Mark as verified'), failed: byMember('Mark as not verified') },
    verified: { evidenceExpired: bySystem('Evidence expired') },
    failed: { processing: byMember('Try again') },
    expired: {},
    cancelled: {},
    error: { processing: byMember('Try again') },
    evidenceExpired: { notStarted: byMember('Verify again') },
  },
  advice: [
    { from: 'expired', text: 'Its link has expired. Start a new verification.' },
    { from: 'cancelled', text: 'It was cancelled. Start a new verification.' },
  ],
};

export type RequestStatus =
  | 'draft'
  | 'sent'
  | 'opened'
  | 'partlySubmitted'
  | 'submitted'
  | 'changesRequested'
  | 'completed'
  | 'expired'
  | 'cancelled';

/** Action by the recipient is needed. A fully submitted request awaits staff. */
export const waitingForRecipient = [
  'sent',
  'opened',
  'partlySubmitted',
  'changesRequested',
] as const satisfies readonly RequestStatus[];

/** The request awaits its recipient or staff: it is neither completed, cancelled nor expired. */
export const openRequestStatuses = [
  ...waitingForRecipient,
  'submitted',
] as const satisfies readonly RequestStatus[];

/** The recipient still owes something on the request, late or not. */
const owedRequestStatuses = [...waitingForRecipient, 'expired'] as const satisfies readonly RequestStatus[];

export const isOwedRequest = isOneOf<RequestStatus>(owedRequestStatuses);
export const waitsForRecipient = isOneOf<RequestStatus>(waitingForRecipient);
export const isOpenRequest = isOneOf<RequestStatus>(openRequestStatuses);

/**
 * A draft can be cancelled but does not expire: its term starts when it is sent. Resending an expired request gives it a new
 * transactionId.
 */
export const requestLifecycle: Lifecycle<RequestStatus> = {
  noun: 'request',
  labels: {
    draft: 'Draft',
    sent: 'Sent',
    opened: 'Opened',
    partlySubmitted: 'Partly submitted',
    submitted: 'Submitted',
    changesRequested: 'Changes requested',
    completed: 'Completed',
    expired: 'Expired',
    cancelled: 'Cancelled',
  },
  starts: ['draft'],
  transitions: {
    draft: { sent: byMember('Send request'), cancelled: byMember('Cancel the request') },
    sent: {
      opened: byRecipient('Started by the client'),
      expired: bySystem('Link expired'),
      cancelled: byMember('Cancel the request'),
    },
    opened: {
      partlySubmitted: byRecipient('Partly submitted'),
      submitted: byRecipient('Submitted by the client'),
      expired: bySystem('Link expired'),
      cancelled: byMember('Cancel the request'),
    },
    partlySubmitted: {
      submitted: byRecipient('Submitted by the client'),
      expired: bySystem('Link expired'),
      cancelled: byMember('Cancel the request'),
    },
    submitted: {
      completed: byMember('Accept and complete'),
      changesRequested: byMember('Request changes'),
      expired: bySystem('Link expired'),
      cancelled: byMember('Cancel the request'),
    },
    changesRequested: {
      partlySubmitted: byRecipient('Partly submitted'),
      submitted: byRecipient('Submitted by the client'),
      expired: bySystem('Link expired'),
      cancelled: byMember('Cancel the request'),
    },
    completed: {},
    expired: { sent: byMember('Resend with a new link') },
    cancelled: {},
  },
  advice: [
    { from: 'completed', text: 'A completed request is final. Send a new request for anything more.' },
    { from: 'cancelled', text: 'A cancelled request is final. Send a new request instead.' },
  ],
};

export type ScreeningStatus = 'queued' | 'noMatch' | 'needsReview' | 'resolved' | 'error';

export const screeningLifecycle: Lifecycle<ScreeningStatus> = {
  noun: 'screening',
  labels: {
    queued: 'Queued',
    noMatch: 'No match',
    needsReview: 'Needs review',
    resolved: 'Resolved',
    error: 'Failed',
  },
  starts: ['queued'],
  transitions: {
    queued: {
      noMatch: bySystem('No match found'),
      needsReview: bySystem('Matches found'),
      error: bySystem('The screening failed to run'),
    },
    noMatch: {},
    needsReview: { resolved: bySystem('Resolved') },
    resolved: {},
    error: { queued: byMember('Run again') },
  },
  advice: [
    { from: 'noMatch', text: 'Screening results cannot be changed. Run a new screening instead.' },
    { from: 'resolved', text: 'A resolved screening cannot be changed. Run a new screening instead.' },
    { from: 'needsReview', to: 'resolved', text: 'Decide each match first.' },
  ],
};
