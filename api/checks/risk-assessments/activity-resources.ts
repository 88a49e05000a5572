import { type PepStatus, pepStatuses, riskLevels } from '#rules/clients/client-types.ts';
import { isExposed } from '#rules/pep.ts';
import type { PrefillFacts } from '#rules/risk/prefill.ts';
import { lockActivityById, readActivityById, type StoredActivity } from '../activities/store.ts';
import { readActivityNames, withdrawSeniorApproval, writeActivityRisk } from './assessed-records-store.ts';
import type { ResourceStore } from './resource-store.ts';

/** Parties that determine the activity's own risk: the customers, and persons on whose behalf they act. */
function getCustomers({ parties }: StoredActivity): StoredActivity['parties'] {
  return parties.filter(({ capacity }) => capacity !== 'otherParty');
}

/** PEP statuses by strictness of requirements; without any exposure, an unchecked party comes first. */
const pepOrder: readonly PepStatus[] = [
  'foreign',
  'relativeOrAssociate',
  'internationalOrganisation',
  'domestic',
  'notChecked',
  'none',
];

/** The columns only contain these values; the response type is wider. */
function getPepStatus({ pepStatus }: StoredActivity['parties'][number]): PepStatus {
  return pepStatuses.find((status) => status === pepStatus) ?? 'notChecked';
}

function getFacts(stored: StoredActivity): PrefillFacts {
  const { details } = stored;
  const customers = getCustomers(stored);
  const levels = customers.map(({ riskLevel }) => riskLevel);
  const highest = riskLevels.findLast((level) => levels.includes(level));
  const exposure = pepOrder.find((status) => customers.some((party) => getPepStatus(party) === status));
  return {
    ...(details.capturedService === null ? {} : { 'activity.capturedService': details.capturedService }),
    ...(details.maxTransactionValue === null
      ? {}
      : { 'activity.maxTransactionValue': details.maxTransactionValue }),
    'activity.cashExpected': details.cashExpected ? 'yes' : 'no',
    ...(details.fundsCountries.length === 0 ? {} : { 'activity.fundsCountries': details.fundsCountries }),
    ...(details.sourceOfFunds === null ? {} : { 'activity.sourceOfFunds': details.sourceOfFunds }),
    ...(details.settlementOn === null ? {} : { 'activity.settlementOn': details.settlementOn }),
    ...(highest === undefined ? {} : { 'activity.customerRiskLevel': highest }),
    ...(exposure === undefined ? {} : { 'activity.customerPepStatus': exposure }),
  };
}

const closedReasons: Partial<Record<StoredActivity['details']['status'], string>> = {
  completed: 'Completed work cannot be reassessed. Reopen it as a copy.',
  cancelled: 'Cancelled work cannot be assessed.',
};

/** Activities as subjects of risk assessments. They have no reviews: an activity ends, a relationship continues. */
export const activityResources: ResourceStore = {
  async read(trx, id, lock = false) {
    const stored = await (lock ? lockActivityById(trx, id) : readActivityById(trx, id));
    if (stored === null) return null;
    const { details } = stored;
    return {
      id,
      name: `${details.reference} ${details.name}`,
      politicallyExposed: getCustomers(stored).some((party) => isExposed(getPepStatus(party))),
      facts: getFacts(stored),
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
