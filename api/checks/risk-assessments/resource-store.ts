import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { DecisionFacts, Outdated } from '#rules/decisions/decision-facts.ts';
import type { PrefillFacts } from '#rules/risk/prefill.ts';
import type { RecordFloor } from '#rules/risk/scoring.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** The assessed record, as far as assessments need it. */
export interface AssessedResource {
  id: string;
  name: string;
  /** Whether the client, or a customer of the activity, is a PEP, or a relative or close associate of one. */
  politicallyExposed: boolean;
  /** Known facts by prefill key; unknown ones are absent. */
  facts: PrefillFacts;
  /** Facts that any assessment of it relies on, whatever the template asks; null if none are recorded with it. */
  decisionFacts: DecisionFacts | null;
  /** What makes an assessment outdated, by the facts that it relied on; null if nothing does. */
  outdatedBy(reliedOn: DecisionFacts | null): Outdated | null;
  riskLevel: RiskLevel | null;
  /** Minimum levels that the record sets regardless of the answers. */
  floors: readonly RecordFloor[];
  currentAssessmentId: string | null;
  nextReviewDueOn: string | null;
  /** Reason why it is no longer assessed, as a message; null if it is. */
  closedReason: string | null;
}

/** The risk as a resource carries it. */
interface ResourceRisk {
  currentAssessmentId: string | null;
  riskLevel: RiskLevel | null;
  nextReviewDueOn: string | null;
}

/** Access of assessments to their resources: one implementation per resource type. */
export interface ResourceStore {
  /** A resource of the transaction's company, or null. `lock`: locks the row until the transaction ends. */
  read(trx: Trx, id: string, lock?: boolean): Promise<AssessedResource | null>;
  /** Names by id, of those that are the company's. */
  names(trx: Trx, ids: readonly string[]): Promise<Map<string, string>>;
  /** Writes the risk, raised to the record's floors, onto a resource that the transaction has locked. Its version stays: no form edits these fields. */
  writeRisk(trx: Trx, id: string, risk: ResourceRisk): Promise<void>;
}
