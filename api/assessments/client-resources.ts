import { isExposed } from '#rules/politically-exposed.ts';
import type { AnswerValue } from '#rules/risk/answers.ts';
import type { PrefillFacts } from '#rules/risk/prefill.ts';
import type { ResourceStore } from './resource-store.ts';

const yesNo = (value: boolean | null | undefined) => (value == null ? null : value ? 'yes' : 'no');

const columns = [
  'id',
  'display_name',
  'status',
  'client_type',
  'individual',
  'business',
  'relationship_purpose',
  'pep_status',
  'sanctions_status',
  'risk_level',
  'current_risk_assessment_id',
  'next_review_due_on',
] as const;

/** Clients, as risk assessments see them. */
export const clientResources: ResourceStore = {
  async read(trx, id, lock = false) {
    const query = trx.selectFrom('clients').select(columns).where('id', '=', id);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    if (row === undefined) return null;
    const { individual, business } = row;
    const known: Record<string, AnswerValue | undefined> = {
      'client.clientType': row.client_type,
      'client.trustType': business?.trustType,
      'client.hasNomineeShareholders': yesNo(business?.hasNomineeShareholders),
      'client.hasBearerShares': yesNo(business?.hasBearerShares),
      'client.incorporatedOn': business?.incorporatedOn,
      'client.occupation': individual?.occupation,
      'client.relationshipPurpose': row.relationship_purpose,
      'client.residenceCountry': individual?.residenceCountry,
      'client.registrationCountry': business?.registrationCountry,
      'client.citizenships': individual?.citizenships,
      'client.pepStatus': row.pep_status,
      'client.sanctionsStatus': row.sanctions_status,
    } satisfies PrefillFacts & Record<string, unknown>;
    const facts: PrefillFacts = Object.fromEntries(
      Object.entries(known).filter(([, value]) => value !== null && value !== undefined),
    );
    return {
      id: row.id,
      name: row.display_name,
      politicallyExposed: isExposed(row.pep_status),
      facts,
      riskLevel: row.risk_level,
      currentAssessmentId: row.current_risk_assessment_id,
      nextReviewDueOn: row.next_review_due_on,
      closedReason:
        row.status === 'archived'
          ? 'This client is archived and kept as it was: nothing of it is assessed any more.'
          : null,
    };
  },
  async names(trx, ids) {
    if (ids.length === 0) return new Map();
    const rows = await trx
      .selectFrom('clients')
      .select(['id', 'display_name'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, display_name }) => [id, display_name]));
  },
  async writeRisk(trx, id, { currentAssessmentId, riskLevel, nextReviewDueOn }) {
    await trx
      .updateTable('clients')
      .set({
        current_risk_assessment_id: currentAssessmentId,
        risk_level: riskLevel,
        next_review_due_on: nextReviewDueOn,
      })
      .where('id', '=', id)
      .execute();
  },
};
