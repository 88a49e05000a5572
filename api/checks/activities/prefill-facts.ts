import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { type PepStatus, pepStatuses, riskLevels } from '#rules/clients/client-types.ts';
import { isExposed } from '#rules/pep.ts';
import { fieldFacts, type PrefillFacts } from '#rules/risk/prefill.ts';
import type { StoredActivity } from './store.ts';

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

/** Facts of an activity and of its customers with which answers are prefilled. */
export function activityPrefillFacts(stored: StoredActivity): PrefillFacts {
  const { details } = stored;
  const customers = getCustomers(stored);
  const levels = customers.map(({ riskLevel }) => riskLevel);
  const highest = riskLevels.findLast((level) => levels.includes(level));
  const exposure = pepOrder.find((status) => customers.some((party) => getPepStatus(party) === status));
  return {
    ...fieldFacts(activityFields, details),
    ...(details.maxTransactionValue === null
      ? {}
      : { 'activity.maxTransactionValue': details.maxTransactionValue }),
    ...(highest === undefined ? {} : { 'activity.customerRiskLevel': highest }),
    ...(exposure === undefined ? {} : { 'activity.customerPepStatus': exposure }),
  };
}

/** Whether a customer is a PEP, or a relative or close associate of one. */
export const isCustomerExposed = (stored: StoredActivity): boolean =>
  getCustomers(stored).some((party) => isExposed(getPepStatus(party)));
