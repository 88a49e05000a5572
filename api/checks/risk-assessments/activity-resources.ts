import { activityFacts, assessmentOutdatedBy } from '../activities/decision-facts.ts';
import { activityPrefillFacts, isCustomerExposed } from '../activities/prefill-facts.ts';
import { activities, readActivityById, type StoredActivity } from '../activities/store.ts';
import { readActivityNames, withdrawSeniorApproval, writeActivityRisk } from './assessed-records-store.ts';
import type { ResourceStore } from './resource-store.ts';

const closedReasons: Partial<Record<StoredActivity['details']['status'], string>> = {
  completed: 'Completed work cannot be reassessed. Reopen it as a copy.',
  cancelled: 'Cancelled work cannot be assessed.',
};

/** Activities as subjects of risk assessments. They have no reviews: an activity ends, a relationship continues. */
export const activityResources: ResourceStore = {
  async read(trx, id, lock = false) {
    const stored = await (lock ? activities.lock(trx, id) : readActivityById(trx, id));
    if (stored === null) return null;
    const { details } = stored;
    return {
      id,
      name: `${details.reference} ${details.name}`,
      politicallyExposed: isCustomerExposed(stored),
      facts: activityPrefillFacts(stored),
      decisionFacts: activityFacts(stored),
      outdatedBy: (reliedOn) => assessmentOutdatedBy(reliedOn, stored),
      riskLevel: details.riskLevel,
      floors: [],
      currentAssessmentId: details.currentAssessmentId,
      nextReviewDueOn: null,
      closedReason: closedReasons[details.status] ?? null,
    };
  },
  names: readActivityNames,
  async writeRisk(trx, id, risk) {
    await writeActivityRisk(trx, id, risk);
    // A senior manager approved the activity at another risk level. The version changes, so that open forms become
    // stale.
    await withdrawSeniorApproval(trx, id);
  },
};
