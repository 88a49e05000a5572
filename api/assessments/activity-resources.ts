import { type PepStatus, pepStatuses, riskLevels } from '#rules/client-types.ts';
import { isExposed } from '#rules/politically-exposed.ts';
import type { PrefillFacts } from '#rules/risk/prefill.ts';
import { lockActivityById, readActivityById, type StoredActivity } from '../activities/store.ts';
import type { ResourceStore } from './resource-store.ts';

/** Whose standing counts for the activity's own risk: those for whom it is done. */
function customersOf({ parties }: StoredActivity): StoredActivity['parties'] {
  return parties.filter(({ capacity }) => capacity !== 'otherParty');
}

/** Kinds of exposure, the one that asks for most first; where nobody is exposed, whoever has not been checked comes first. */
const pepOrder: readonly PepStatus[] = [
  'foreign',
  'relativeOrAssociate',
  'internationalOrganisation',
  'domestic',
  'notChecked',
  'none',
];

/** The columns hold nothing but these; the wire's type is wider. */
function pepStatusOf({ pepStatus }: StoredActivity['parties'][number]): PepStatus {
  return pepStatuses.find((status) => status === pepStatus) ?? 'notChecked';
}

function factsOf(stored: StoredActivity): PrefillFacts {
  const { details } = stored;
  const customers = customersOf(stored);
  const levels = customers.map(({ riskLevel }) => riskLevel);
  const highest = riskLevels.findLast((level) => levels.includes(level));
  const exposure = pepOrder.find((status) => customers.some((party) => pepStatusOf(party) === status));
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
  completed: 'This activity is completed and kept as it was. Reopen it as a copy to assess it anew.',
  cancelled: 'This activity is cancelled: nothing of it is assessed any more.',
};

/** Activities, as risk assessments see them. They have no review of their own: an activity ends, a relationship goes on. */
export const activityResources: ResourceStore = {
  async read(trx, id, lock = false) {
    const stored = await (lock ? lockActivityById(trx, id) : readActivityById(trx, id));
    if (stored === null) return null;
    const { details } = stored;
    return {
      id,
      name: `${details.reference} ${details.name}`,
      politicallyExposed: customersOf(stored).some((party) => isExposed(pepStatusOf(party))),
      facts: factsOf(stored),
      riskLevel: details.riskLevel,
      currentAssessmentId: details.currentAssessmentId,
      nextReviewDueOn: null,
      closedReason: closedReasons[details.status] ?? null,
    };
  },
  async names(trx, ids) {
    if (ids.length === 0) return new Map();
    const rows = await trx
      .selectFrom('activities')
      .select(['id', 'reference', 'name'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, reference, name }) => [id, `${reference} ${name}`]));
  },
  async writeRisk(trx, id, { currentAssessmentId, riskLevel }) {
    await trx
      .updateTable('activities')
      .set({ current_risk_assessment_id: currentAssessmentId, risk_level: riskLevel })
      .where('id', '=', id)
      .execute();
    // A senior manager approved the activity at the risk that it had. Whoever has it open is told that it is another one now.
    await trx
      .updateTable('activities')
      .set((values) => ({
        senior_approved_by: null,
        senior_approved_at: null,
        version: values('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('senior_approved_by', 'is not', null)
      .execute();
  },
};
