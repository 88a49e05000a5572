import { clientFields } from '#rules/clients/client-fields.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { closedClientText, isClosedClient } from '#rules/lifecycles/clients.ts';
import { isExposed } from '#rules/pep.ts';
import { flooredLevel } from '#rules/risk/levels.ts';
import { fieldFacts, type PrefillFacts } from '#rules/risk/prefill.ts';
import { readClientNames } from '../../records/clients/record/store.ts';
import { sanctionsTags } from '../../records/sanctions/store.ts';
import { riskFloors, storedRiskFloors } from '../screening-results/risk-floor.ts';
import { readAssessedClient, writeClientRisk } from './assessed-records-store.ts';
import type { ResourceStore } from './resource-store.ts';

/** Clients as resources of risk assessments. */
export const clientResources: ResourceStore = {
  async read(trx, id, lock = false) {
    const row = await readAssessedClient(trx, id, { lock });
    if (row === undefined) return null;
    const { individual, business } = row;
    const floor = (await riskFloors(trx, [id])).get(id);
    const tag = (await sanctionsTags(trx, [id])).get(id);
    const facts: PrefillFacts = {
      ...fieldFacts(clientFields, { individual, business, relationshipPurpose: row.relationship_purpose }),
      [clientFields.clientType.prefill]: row.client_type,
      'client.pepStatus': row.pep_status,
      // The question concerns lists that are law here: a match on another list requires a member's judgement.
      ...(tag === 'finding' ? {} : { 'client.sanctionsStatus': row.sanctions_status }),
    };
    return {
      id: row.id,
      name: row.display_name,
      politicallyExposed: isExposed(row.pep_status),
      facts,
      decisionFacts: null,
      outdatedBy: () => null,
      riskLevel: row.risk_level,
      floors: floor === undefined ? [] : [floor],
      currentAssessmentId: row.current_risk_assessment_id,
      nextReviewDueOn: row.next_review_due_on,
      closedReason: isClosedClient(row.status)
        ? `${closedClientText(row.status)} No new risk assessments can be started.`
        : null,
    };
  },
  names: readClientNames,
  async writeRisk(trx, id, { currentAssessmentId, riskLevel, nextReviewDueOn }) {
    const write = (level: RiskLevel | null) =>
      writeClientRisk(trx, id, { currentAssessmentId, riskLevel: level, nextReviewDueOn });
    await write(riskLevel);
    // Afterwards: the new assessment ends what the risk of a merged record held.
    const floor = (await storedRiskFloors(trx, [id])).get(id)?.level;
    const floored = flooredLevel(riskLevel, floor);
    if (floored !== riskLevel) await write(floored);
  },
};
