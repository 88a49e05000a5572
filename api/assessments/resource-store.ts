import type { Transaction } from 'kysely';
import type { RiskLevel } from '#rules/client-types.ts';
import type { PrefillFacts } from '#rules/risk/prefill.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** What is assessed, as far as an assessment has to know it. */
export interface AssessedResource {
  id: string;
  name: string;
  /** The client, or a customer of the activity, is a politically exposed person or one's relative or associate. */
  politicallyExposed: boolean;
  /** What is known of it, by prefill key; what is not known is left out. */
  facts: PrefillFacts;
  riskLevel: RiskLevel | null;
  currentAssessmentId: string | null;
  nextReviewDueOn: string | null;
  /** Why nothing is assessed of it any more, as a sentence; null while it may be. */
  closedReason: string | null;
}

/** The risk as a resource carries it. */
export interface ResourceRisk {
  currentAssessmentId: string | null;
  riskLevel: RiskLevel | null;
  nextReviewDueOn: string | null;
}

/** How assessments reach what they are about: one implementation for each resource type. */
export interface ResourceStore {
  /** A resource of the transaction's company, or null. With `lock`, nobody else changes it until the transaction ends. */
  read(trx: Trx, id: string, lock?: boolean): Promise<AssessedResource | null>;
  /** Names by id, of those that are the company's. */
  names(trx: Trx, ids: readonly string[]): Promise<Map<string, string>>;
  /** Writes the risk onto a resource that the transaction has locked. Its version stays: no form edits these fields. */
  writeRisk(trx: Trx, id: string, risk: ResourceRisk): Promise<void>;
}
