import type { Transaction } from 'kysely';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { PrefillFacts } from '#rules/risk/prefill.ts';
import type { RecordFloor } from '#rules/risk/scoring.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';

type Trx = Transaction<Schema>;

/** What is assessed, as far as an assessment has to know it. */
export interface AssessedResource {
  id: string;
  name: string;
  /** Whether the client, or a customer of the activity, is a PEP, or a relative or close associate of one. */
  politicallyExposed: boolean;
  /** Known facts by prefill key; unknown ones are absent. */
  facts: PrefillFacts;
  riskLevel: RiskLevel | null;
  /** Minimum levels that the record sets regardless of the answers. */
  floors: readonly RecordFloor[];
  currentAssessmentId: string | null;
  nextReviewDueOn: string | null;
  /** Why nothing is assessed of it any more, as a sentence; null while it may be. */
  closedReason: string | null;
}

/** The risk as a resource carries it. */
interface ResourceRisk {
  currentAssessmentId: string | null;
  riskLevel: RiskLevel | null;
  nextReviewDueOn: string | null;
}

/** How assessments reach what they are about: one implementation for each resource type. */
export interface ResourceStore {
  /** A resource of the transaction's company, or null. `lock`: locks the row until the transaction ends. */
  read(trx: Trx, id: string, lock?: boolean): Promise<AssessedResource | null>;
  /** Names by id, of those that are the company's. */
  names(trx: Trx, ids: readonly string[]): Promise<Map<string, string>>;
  /** Writes the risk, raised to the record's floors, onto a resource that the transaction has locked. Its version stays: no form edits these fields. */
  writeRisk(trx: Trx, id: string, risk: ResourceRisk): Promise<void>;
}
