import {
  type CddStatus,
  type ClientStatus,
  cddStatusLabels,
  clientStatusLabels,
} from '#rules/client-types.ts';
import { byPerson, bySystem, type Lifecycle } from './lifecycle.ts';

/** Source: domain 3, ClientStatus. A relationship ends from active as well as from dormant (decided: docs/decisions). */
export const clientLifecycle: Lifecycle<ClientStatus> = {
  noun: 'client',
  labels: clientStatusLabels,
  starts: ['draft'],
  moves: {
    draft: { onboarding: byPerson('Start onboarding'), archived: byPerson('Archive') },
    onboarding: { active: byPerson('Make active'), declined: byPerson('Decline') },
    active: { dormant: byPerson('Mark as dormant'), exited: byPerson('End the relationship') },
    dormant: { active: byPerson('Make active again'), exited: byPerson('End the relationship') },
    exited: { archived: byPerson('Archive'), onboarding: byPerson('Take back on') },
    declined: { archived: byPerson('Archive') },
    archived: {},
  },
  advice: [
    {
      from: 'draft',
      to: 'active',
      text: 'Start onboarding first; the client can be made active once due diligence is finished.',
    },
    {
      from: 'exited',
      to: 'active',
      text: 'Take the client back on: onboarding starts again, with what is on record.',
    },
    { from: 'archived', text: 'An archived client stays archived. Create a new client if they come back.' },
  ],
};

/**
 * Source: domain 3, CddStatus. `unableToComplete` can be reached from every state but verified (and itself), because due
 * diligence can fail at any time before it is finished (NZ s37).
 */
export const cddLifecycle: Lifecycle<CddStatus> = {
  noun: 'client’s due diligence',
  labels: cddStatusLabels,
  starts: ['notStarted'],
  moves: {
    notStarted: {
      inProgress: byPerson('Start due diligence'),
      unableToComplete: byPerson('Record that it cannot be completed'),
    },
    inProgress: {
      readyForReview: byPerson('Send for review'),
      unableToComplete: byPerson('Record that it cannot be completed'),
    },
    readyForReview: {
      returned: byPerson('Return for more work'),
      verified: byPerson('Confirm as verified'),
      exceptionApproved: byPerson('Approve an exception'),
      unableToComplete: byPerson('Record that it cannot be completed'),
    },
    returned: {
      inProgress: byPerson('Take up again'),
      unableToComplete: byPerson('Record that it cannot be completed'),
    },
    verified: { refreshDue: byPerson('Ask for a refresh') },
    exceptionApproved: {
      refreshDue: bySystem('Exception ended'),
      unableToComplete: byPerson('Record that it cannot be completed'),
    },
    refreshDue: {
      inProgress: byPerson('Start the refresh'),
      unableToComplete: byPerson('Record that it cannot be completed'),
    },
    unableToComplete: { inProgress: byPerson('Try again') },
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
      text: 'It was completed. If you have come to doubt it, ask for a refresh first.',
    },
  ],
};
