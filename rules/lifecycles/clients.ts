import {
  type CddStatus,
  type ClientStatus,
  cddStatusLabels,
  clientStatusLabels,
} from '#rules/clients/client-types.ts';
import { byMember, bySystem, isOneOf, type Lifecycle } from './lifecycle.ts';

/** The business relationship has not started. */
export const prospectiveClientStatuses = ['draft', 'onboarding'] as const satisfies readonly ClientStatus[];

/** The business relationship exists and is reviewed periodically. */
export const currentClientStatuses = ['active', 'dormant'] as const satisfies readonly ClientStatus[];

/** The client is monitored: from the start of onboarding until the relationship ends. */
export const monitoredClientStatuses = [
  'onboarding',
  ...currentClientStatuses,
] as const satisfies readonly ClientStatus[];

/** No transition leads on, and nothing is added to the record any more. */
const closedClientStatuses = ['archived', 'merged'] as const satisfies readonly ClientStatus[];

/** The business relationship has ended or was never established, or is that of the client into which this one was merged. */
export const endedClientStatuses = [
  'exited',
  'declined',
  ...closedClientStatuses,
] as const satisfies readonly ClientStatus[];

/** Without dates of a relationship, the client was never taken on. */
export const unengagedClientStatuses = ['draft', 'archived'] as const satisfies readonly ClientStatus[];

/** On entering the status, the client is enrolled in monitoring. */
const enrolledClientStatuses = ['onboarding', 'active'] as const satisfies readonly ClientStatus[];

/** The client can become active. */
const activatableClientStatuses = [
  ...prospectiveClientStatuses,
  'dormant',
] as const satisfies readonly ClientStatus[];

export const isEnrolledClient = isOneOf<ClientStatus>(enrolledClientStatuses);
export const isActivatableClient = isOneOf<ClientStatus>(activatableClientStatuses);
export const isProspectiveClient = isOneOf<ClientStatus>(prospectiveClientStatuses);
export const isCurrentClient = isOneOf<ClientStatus>(currentClientStatuses);
export const isEndedClient = isOneOf<ClientStatus>(endedClientStatuses);
export const isClosedClient = isOneOf<ClientStatus>(closedClientStatuses);

/** First sentence of a rejection for a closed client. */
export const closedClientText = (status: ClientStatus) =>
  `This client is ${clientStatusLabels[status].toLowerCase()}.`;

/** From every status, by merging two records of one client; see `mergeProblems` of rules/client-merging/merging.ts. */
const merged = bySystem('Merged with another client');

/** A relationship can end from active as well as from dormant. */
export const clientLifecycle: Lifecycle<ClientStatus> = {
  noun: 'client',
  labels: clientStatusLabels,
  starts: ['draft'],
  transitions: {
    draft: { onboarding: byMember('Start onboarding'), archived: byMember('Archive'), merged },
    onboarding: { active: byMember('Activate'), declined: byMember('Decline'), merged },
    active: { dormant: byMember('Mark as dormant'), exited: byMember('End relationship'), merged },
    dormant: { active: byMember('Reactivate'), exited: byMember('End relationship'), merged },
    exited: { archived: byMember('Archive'), onboarding: byMember('Re-onboard'), merged },
    declined: { archived: byMember('Archive'), merged },
    archived: { merged },
    merged: {},
  },
  advice: [
    {
      from: 'draft',
      to: 'active',
      text: 'Start onboarding first; the client can be activated once CDD is complete.',
    },
    {
      from: 'exited',
      to: 'active',
      text: 'Re-onboard the client: onboarding starts again with the recorded details.',
    },
    {
      from: 'merged',
      text: 'A merged client stays merged. Open the client into which it was merged.',
    },
    { from: 'archived', text: 'An archived client stays archived. Create a new client if they return.' },
  ],
};

/**
 * `unableToComplete` can be reached from every status except verified (and itself), because CDD can fail at any time before it is
 * completed (NZ s 37). An exception can be approved at any stage of the work, because review requires evidence; once the evidence
 * is there, CDD goes to review, also before the exception's last day.
 */
export const cddLifecycle: Lifecycle<CddStatus> = {
  noun: 'client’s CDD',
  labels: cddStatusLabels,
  starts: ['notStarted'],
  transitions: {
    notStarted: {
      inProgress: byMember('Start CDD'),
      unableToComplete: byMember('Mark as unable to complete'),
    },
    inProgress: {
      readyForReview: byMember('Submit for review'),
      exceptionApproved: byMember('Approve an exception'),
      unableToComplete: byMember('Mark as unable to complete'),
    },
    readyForReview: {
      returned: byMember('Return for more work'),
      verified: byMember('Approve client'),
      exceptionApproved: byMember('Approve an exception'),
      unableToComplete: byMember('Mark as unable to complete'),
    },
    returned: {
      inProgress: byMember('Resume'),
      exceptionApproved: byMember('Approve an exception'),
      unableToComplete: byMember('Mark as unable to complete'),
    },
    verified: { refreshDue: byMember('Request refresh') },
    exceptionApproved: {
      readyForReview: byMember('Submit for review'),
      refreshDue: bySystem('Exception ended'),
      unableToComplete: byMember('Mark as unable to complete'),
    },
    refreshDue: {
      inProgress: byMember('Start the refresh'),
      unableToComplete: byMember('Mark as unable to complete'),
    },
    unableToComplete: { inProgress: byMember('Try again') },
  },
  advice: [
    {
      from: 'inProgress',
      to: 'verified',
      text: 'Send it for review first; it is confirmed as verified from there.',
    },
    {
      from: 'verified',
      to: 'unableToComplete',
      text: 'CDD is verified. Request a refresh first.',
    },
  ],
};

/** Where a CDD status leads on the way to an approval. */
const towardsApproval: Readonly<Partial<Record<CddStatus, CddStatus>>> = {
  notStarted: 'inProgress',
  returned: 'inProgress',
  refreshDue: 'inProgress',
  unableToComplete: 'inProgress',
  inProgress: 'readyForReview',
  exceptionApproved: 'readyForReview',
  readyForReview: 'verified',
};

/** A transition of one of the two lifecycles of a client. */
export type ClientMove = { lifecycle: 'client'; to: ClientStatus } | { lifecycle: 'cdd'; to: CddStatus };

/** The transitions, in order, by which an approval takes a client to a CDD status: onboarding starts, then CDD up to that status. */
export function movesToApproval(
  { status, cddStatus }: { status: ClientStatus; cddStatus: CddStatus },
  reaches: 'readyForReview' | 'verified',
): ClientMove[] {
  const moves: ClientMove[] = status === 'draft' ? [{ lifecycle: 'client', to: 'onboarding' }] : [];
  let from = cddStatus;
  while (from !== reaches) {
    const to = towardsApproval[from];
    if (to === undefined) break;
    moves.push({ lifecycle: 'cdd', to });
    from = to;
  }
  return moves;
}
