import { holdProhibitedWork } from './checks/activities/hold-prohibited.ts';
import { followChangedFacts } from './checks/activities/recheck.ts';
import {
  acceptBusinessEvidence,
  withdrawBusinessEvidence,
} from './checks/business-verifications/request-evidence.ts';
import { withdrawForIdentity } from './checks/cdd/identity-change.ts';
import { saveSeniorApproval } from './checks/cdd/pep-persons.ts';
import { evaluateClientsOfParty, makeRefreshDue } from './checks/cdd/refresh/refresh-due.ts';
import { saveCddLevel } from './checks/cdd/sync-cdd-level.ts';
import {
  acceptIdentityEvidence,
  withdrawIdentityEvidence,
} from './checks/individual-verifications/request-evidence.ts';
import { checkCompanyChange } from './checks/law-changes/company-changes.ts';
import { recordOutdatedAssessments } from './checks/risk-assessments/outdated-assessments.ts';
import { rescreenClient } from './follow-up/monitoring-runs/rescreen-client.ts';
import { followClient } from './follow-up/monitoring-runs/sync-client-enrolment.ts';
import {
  notifyApprovers,
  notifyOfAlerts,
  notifyOfReturn,
  notifyOfReturnedClient,
} from './follow-up/notifications/notify.ts';
import {
  triggerAlertReviews,
  triggerBasisReview,
  triggerIdentityReviews,
  triggerMatchReview,
  triggerPepReviews,
  triggerReviewOfParty,
} from './follow-up/reviews/trigger.ts';
import type { Consequences } from './kernel/command/work.ts';

/**
 * Reactions of higher areas to events of lower ones, in this order, in the same transaction, each with its own audit
 * events. Calls to lower areas are made by an area's own commands.
 */
export const consequences: Consequences = {
  // Some alerts report a change of a client: the relationship is reviewed.
  'alert.opened': [{ run: triggerAlertReviews }],
  // Members are notified of their new work.
  'alert.assigned': [{ run: notifyOfAlerts }],
  'assessment.returned': [{ run: notifyOfReturn }],
  'client.sentForApproval': [{ run: notifyApprovers }],
  'client.returned': [{ run: notifyOfReturnedClient }],
  // With it a senior manager approves the political exposures on record.
  'assessment.approved': [{ run: saveSeniorApproval }],
  // What changes after a decision makes it outdated: an outcome is withdrawn by the change itself, an assessment is made again, and work that has started is rechecked.
  'activity.factsChanged': [{ run: recordOutdatedAssessments }, { run: followChangedFacts }],
  // The CDD level depends on all records, so it is recalculated after everything else is written.
  'client.changed': [{ run: saveCddLevel, isLast: true }],
  // An approval does not cover another type or other parties: it is due again, and the relationship is reviewed.
  'client.basisChanged': [{ run: makeRefreshDue }, { run: triggerBasisReview }],
  // All clients' levels follow what their company changes; those affected are listed for sign-off.
  'company.rulesChanged': [{ run: checkCompanyChange, isLast: true }],
  // A client whose identity changed is approved, screened and reviewed again.
  'client.identityChanged': [
    { run: withdrawForIdentity },
    { run: evaluateClientsOfParty },
    { run: rescreenClient },
    { run: triggerIdentityReviews },
  ],
  // The clients of which it is a related party rely on its evidence.
  'verification.decided': [{ run: evaluateClientsOfParty }],
  // A confirmed match triggers a review of the client.
  'match.confirmed': [{ run: triggerMatchReview }],
  // A confirmed PEP triggers a review of the client, and of the clients it owns, controls or is represented by.
  'pep.confirmed': [{ run: triggerPepReviews }],
  // So does a related party who is one already, or has a confirmed sanctions match.
  'party.exposed': [{ run: triggerReviewOfParty }],
  // Work that a sanctions match prohibits goes on hold.
  'client.prohibited': [{ run: holdProhibitedWork }],
  // A verification follows the evidence that document requests bring it, or take from it.
  'evidence.accepted': [{ run: acceptIdentityEvidence }, { run: acceptBusinessEvidence }],
  'evidence.withdrawn': [{ run: withdrawIdentityEvidence }, { run: withdrawBusinessEvidence }],
  // Enrols onboarded clients in monitoring, and ends the enrolments of clients whose relationship ends.
  'client.transitioned': [{ run: followClient }],
};
