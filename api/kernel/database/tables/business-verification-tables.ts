import type { ColumnType, Generated } from 'kysely';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import type { MismatchField, MismatchResolution } from '#rules/registers/register-mismatches.ts';
import type { RegistryId } from '#rules/registers/registry-extract.ts';
import type { Instant } from './foundation-tables.ts';
import type { StoredExtract, StoredGraph } from './stored-ownership.ts';

type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Resolution of a discrepancy between the record and the register, with both values at that time. */
export interface ResolvedMismatch {
  field: MismatchField;
  recorded: string | null;
  registry: string | null;
  resolution: MismatchResolution;
  reason: string | null;
  by: { id: string; name: string };
  at: string;
}

/** Member who approved the order, and the request. */
interface Asker {
  memberId: string;
  requestId: string;
  /** Failed attempts to reach the register. */
  attempts: number;
}

/** Pending register queries, as approved by a member. */
export type PendingExtractOrder =
  | (Asker & { kind: 'entity'; registry: RegistryId; number: string })
  | (Asker & {
      kind: 'expand';
      layers: number;
      /** Restricts the order to this entity. */
      nodeId: string | null;
      /** Minor units. */
      agreedCost: number;
      spent: number;
      asked: number;
    });

export interface BusinessVerificationsTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  client_id: string;
  activity_id: string | null;
  status: BusinessVerification['status'];
  graph: Json<StoredGraph>;
  settled: Json<ResolvedMismatch[]>;
  asking: NullableJson<PendingExtractOrder>;
  /** Time of the next query; null if none is pending. */
  next_ask_at: Instant | null;
  /** Until then one process has the exclusive right to query. */
  lease_until: Instant | null;
  estimated_cost: number | null;
  actual_cost: Generated<number>;
  currency: 'NZD' | 'AUD';
  extracts_used: Generated<number>;
  last_failure: NullableJson<BusinessVerification['lastFailure'] & object>;
  extracted_at: Instant | null;
  unresolved_percent: string | null;
  owner_count: Generated<number>;
  /** Decided as verified with its ownership traced by evidence, or the rest accepted as an exception. */
  ownership_traced: Generated<boolean>;
  /** Ownership of the client through all layers by each linked client; exact text by client id. */
  shares: Json<Record<string, string>>;
  /** Clients linked to entities of the tree: CDD applies to the people behind them instead. */
  entity_client_ids: Generated<string[]>;
  /** Clients who are beneficial owners of the tree, by share or control, under a law of the company. */
  owner_client_ids: Generated<string[]>;
  has_nominees: Generated<boolean>;
  decision_outcome: 'verified' | 'notVerified' | null;
  decision_reason: string | null;
  unresolved_reason: string | null;
  decided_by: string | null;
  decided_at: Instant | null;
  evidence_expires_on: string | null;
  /** Last day of the exception by which unresolved ownership was accepted; null where none was needed. */
  exception_ends_on: string | null;
  /** That exception was accepted by the member who started the verification, without a second eligible person. */
  decided_by_one: Generated<boolean>;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

export interface RegistryExtractsTable {
  company_id: string;
  id: string;
  verification_id: string;
  node_id: string;
  registry: RegistryId;
  number: string;
  extract: Json<StoredExtract>;
  sha256: string;
  document_id: string;
  fetched_at: Instant;
}

export interface BusinessVerificationTables {
  business_verifications: BusinessVerificationsTable;
  registry_extracts: RegistryExtractsTable;
}
