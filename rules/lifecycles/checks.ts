import { byPerson, byRecipient, bySystem, type Lifecycle } from './lifecycle.ts';

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

/**
 * Source: domain 3, VerificationStatus. What a provider accepts by itself also passes through needsReview, in the same command:
 * the table has no move from processing to verified.
 */
export const verificationLifecycle: Lifecycle<VerificationStatus> = {
  noun: 'verification',
  labels: {
    notStarted: 'Not started',
    sent: 'Sent',
    opened: 'Opened',
    processing: 'Being checked',
    needsReview: 'Needs review',
    verified: 'Verified',
    failed: 'Not verified',
    expired: 'Expired',
    cancelled: 'Cancelled',
    error: 'Check did not run',
    evidenceExpired: 'Evidence out of date',
  },
  starts: ['notStarted'],
  moves: {
    notStarted: {
      sent: byPerson('Send the link'),
      processing: byPerson('Run the check'),
      needsReview: byPerson('Record what was sighted'),
      error: bySystem('The check could not start'),
    },
    sent: {
      opened: byRecipient('Opened by the client'),
      expired: bySystem('Link expired'),
      cancelled: byPerson('Cancel'),
      error: bySystem('The link could not be delivered'),
    },
    opened: {
      processing: byRecipient('Given by the client'),
      expired: bySystem('Link expired'),
      cancelled: byPerson('Cancel'),
      error: bySystem('The check failed to run'),
    },
    processing: {
      needsReview: bySystem('Results are in'),
      error: bySystem('The check failed to run'),
    },
    needsReview: { verified: byPerson('Accept as verified'), failed: byPerson('Decide: not verified') },
    verified: { evidenceExpired: bySystem('Evidence out of date') },
    failed: { processing: byPerson('Try again') },
    expired: {},
    cancelled: {},
    error: { processing: byPerson('Try again') },
    evidenceExpired: { notStarted: byPerson('Verify again') },
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

/**
 * Source: domain 3, RequestStatus. A draft can be cancelled but does not expire: its time starts when it is sent. Sending an
 * expired request again gives it a new transactionId.
 */
export const requestLifecycle: Lifecycle<RequestStatus> = {
  noun: 'request',
  labels: {
    draft: 'Draft',
    sent: 'Sent',
    opened: 'Opened',
    partlySubmitted: 'Partly given',
    submitted: 'Given, to be checked',
    changesRequested: 'Changes asked for',
    completed: 'Completed',
    expired: 'Expired',
    cancelled: 'Cancelled',
  },
  starts: ['draft'],
  moves: {
    draft: { sent: byPerson('Send request'), cancelled: byPerson('Cancel the request') },
    sent: {
      opened: byRecipient('Started by the client'),
      expired: bySystem('Link expired'),
      cancelled: byPerson('Cancel the request'),
    },
    opened: {
      partlySubmitted: byRecipient('Partly given'),
      submitted: byRecipient('Given by the client'),
      expired: bySystem('Link expired'),
      cancelled: byPerson('Cancel the request'),
    },
    partlySubmitted: {
      submitted: byRecipient('Given by the client'),
      expired: bySystem('Link expired'),
      cancelled: byPerson('Cancel the request'),
    },
    submitted: {
      completed: byPerson('Accept and complete'),
      changesRequested: byPerson('Ask for changes'),
      expired: bySystem('Link expired'),
      cancelled: byPerson('Cancel the request'),
    },
    changesRequested: {
      partlySubmitted: byRecipient('Partly given'),
      submitted: byRecipient('Given by the client'),
      expired: bySystem('Link expired'),
      cancelled: byPerson('Cancel the request'),
    },
    completed: {},
    expired: { sent: byPerson('Send again with a new link') },
    cancelled: {},
  },
  advice: [
    { from: 'completed', text: 'A completed request is final. Send a new request for anything more.' },
    { from: 'cancelled', text: 'A cancelled request is final. Send a new request instead.' },
  ],
};

export type ScreeningStatus = 'queued' | 'noMatch' | 'needsReview' | 'resolved' | 'error';

/** Source: domain 3, Screening. */
export const screeningLifecycle: Lifecycle<ScreeningStatus> = {
  noun: 'screening',
  labels: {
    queued: 'Waiting to run',
    noMatch: 'No match',
    needsReview: 'Matches to decide',
    resolved: 'All matches decided',
    error: 'Did not run',
  },
  starts: ['queued'],
  moves: {
    queued: {
      noMatch: bySystem('No match found'),
      needsReview: bySystem('Matches found'),
      error: bySystem('The screening failed to run'),
    },
    noMatch: {},
    needsReview: { resolved: bySystem('All matches decided') },
    resolved: {},
    error: { queued: byPerson('Run again') },
  },
  advice: [
    { from: 'noMatch', text: 'A screening is kept as it came out. Screen the client again instead.' },
    { from: 'resolved', text: 'A screening is kept as it was decided. Screen the client again instead.' },
    { from: 'needsReview', to: 'resolved', text: 'Decide each match first.' },
  ],
};
