import { holdProhibitedWork } from './checks/activities/hold-prohibited.ts';
import {
  acceptBusinessEvidence,
  withdrawBusinessEvidence,
} from './checks/business-verifications/request-evidence.ts';
import { keepCddLevel } from './checks/cdd/sync-cdd-level.ts';
import {
  acceptIdentityEvidence,
  withdrawIdentityEvidence,
} from './checks/individual-verifications/request-evidence.ts';
import { followClient } from './follow-up/monitoring-runs/sync-client-enrolment.ts';
import { triggerReviewOfMatch, triggerReviewsOfAlerts } from './follow-up/reviews/trigger.ts';
import type { Consequences } from './kernel/command/consequences.ts';

/**
 * Reactions of higher areas to events of lower ones, in this order, in the same transaction, each with its own audit
 * events. Calls to lower areas are made by an area's own commands.
 */
export const consequences: Consequences = {
  // Some alerts say that something about a client has changed: the relationship is reviewed.
  'alert.opened': [{ run: triggerReviewsOfAlerts }],
  // The level of CDD follows from all that is on record, so it is worked out when everything else is written.
  'client.changed': [{ run: keepCddLevel, isLast: true }],
  // A confirmed match triggers a review of the client.
  'match.confirmed': [{ run: triggerReviewOfMatch }],
  // Work that a sanctions match prohibits goes on hold.
  'client.prohibited': [{ run: holdProhibitedWork }],
  // A verification follows the evidence that document requests bring it, or take from it.
  'evidence.accepted': [{ run: acceptIdentityEvidence }, { run: acceptBusinessEvidence }],
  'evidence.withdrawn': [{ run: withdrawIdentityEvidence }, { run: withdrawBusinessEvidence }],
  // Clients that are taken on are enrolled in monitoring, and those whose relationship ends are enrolled no more.
  'client.transitioned': [{ run: followClient }],
};
