import type { ColumnType, Generated } from 'kysely';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { CountryCode } from '#rules/countries.ts';
import type { CountryListKey } from '#rules/country-lists/country-list-keys.ts';
import type { DecisionFacts } from '#rules/decisions/decision-facts.ts';
import type { AssessmentStatus, TemplateVersionStatus } from '#rules/lifecycles/risk.ts';
import type { ApprovedExposure } from '#rules/pep.ts';
import type { Answer } from '#rules/risk/answers.ts';
import type { Override } from '#rules/risk/override.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { ScoredAnswers } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import type { Instant } from './foundation-tables.ts';

/** Written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface RiskTemplatesTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  name: string;
  resource_type: ResourceType;
  is_default: Generated<boolean>;
  archived_at: Instant | null;
  starter_key: string | null;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

export interface RiskTemplateVersionsTable {
  company_id: string;
  id: string;
  template_id: string;
  number: number;
  status: TemplateVersionStatus;
  change_note: string | null;
  published_at: Instant | null;
  published_by: string | null;
  content: Json<TemplateContent>;
  content_hash: string;
  questions: number;
  created_at: Instant;
  created_by: string;
}

/** Result of the rules when an assessment was submitted, with its sentence. */
export type StoredScore = ScoredAnswers & { sentence: string };

/** An override as set; its author has a column. */
export type StoredOverride = Override & { at: Instant };

export interface RiskAssessmentsTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  resource_type: ResourceType;
  resource_id: string;
  template_id: string;
  template_version_id: string;
  status: AssessmentStatus;
  answers: Json<Answer[]>;
  /** Facts of the record as the answers were saved; null of clients, and where not known. */
  relied_on: NullableJson<DecisionFacts>;
  scored: NullableJson<StoredScore>;
  score_tenths: number | null;
  computed_level: RiskLevel | null;
  prohibited: Generated<boolean>;
  override: NullableJson<StoredOverride>;
  override_by: string | null;
  final_level: RiskLevel | null;
  assessed_by: string;
  submitted_at: Instant | null;
  approved_by: string | null;
  approved_at: Instant | null;
  /** Of a client: political exposures on record at an approval by a person who was a senior manager then; null otherwise. */
  senior_approved_for: NullableJson<readonly ApprovedExposure[]>;
  /** Approved by its own assessor, because no one else was eligible. */
  decided_by_one: Generated<boolean>;
  /** When its assessor last lowered its level alone, by an override or by removing one, because no one else was eligible. */
  lowered_by_one_at: Instant | null;
  return_reason: string | null;
  void_reason: string | null;
  review_reason: string | null;
  next_review_due_on: string | null;
  supersedes_id: string | null;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

export interface CountryListsTable {
  company_id: string;
  key: CountryListKey;
  version: number;
  as_at: string;
  /** The effective list on the day it was saved. */
  countries: CountryCode[];
  /** Those of them that the company added. The list of a later day is the shipped state of that day and these. */
  added: CountryCode[];
  source: Generated<string>;
  note: string;
  saved_at: Instant;
  saved_by: string;
}

export interface RiskTables {
  risk_templates: RiskTemplatesTable;
  risk_template_versions: RiskTemplateVersionsTable;
  risk_assessments: RiskAssessmentsTable;
  country_lists: CountryListsTable;
}
