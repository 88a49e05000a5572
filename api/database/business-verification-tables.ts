import type { ColumnType, Generated } from 'kysely';
import type { BusinessVerification } from '#contract/business-verifications.ts';
import type { MismatchField, MismatchResolution } from '#rules/registry-mismatches.ts';
import type { RegistryId } from '../registries/extract.ts';
import type { Instant } from './foundation-tables.ts';
import type { StoredExtract, StoredGraph } from './stored-ownership.ts';

type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** How one difference between the record and the register was settled, with both values as they were then. */
export interface SettledMismatch {
  field: MismatchField;
  recorded: string | null;
  registry: string | null;
  resolution: MismatchResolution;
  reason: string | null;
  by: { id: string; name: string };
  at: string;
}

/** Who agreed to asking, and with which request. */
interface Asker {
  memberId: string;
  requestId: string;
  /** Times that a register could not be reached for this. */
  attempts: number;
}

/** What registers are still to be asked, as a member agreed to it. */
export type Asking =
  | (Asker & { kind: 'entity'; registry: RegistryId; number: string })
  | (Asker & {
      kind: 'expand';
      layers: number;
      /** Only this entity. */
      nodeId: string | null;
      /** Minor units. */
      agreedCost: number;
      spent: number;
      asked: number;
    });

export interface BusinessVerificationsTable {
  company_id: string;
  /** UUIDv7 made at `created_at`. */
  id: string;
  version: Generated<number>;
  client_id: string;
  activity_id: string | null;
  status: BusinessVerification['status'];
  graph: Json<StoredGraph>;
  settled: Json<SettledMismatch[]>;
  asking: NullableJson<Asking>;
  /** When a register is to be asked next; null while nothing is. */
  next_ask_at: Instant | null;
  /** Until then one process is asking, and no other does. */
  lease_until: Instant | null;
  estimated_cost: number | null;
  actual_cost: Generated<number>;
  currency: 'NZD' | 'AUD';
  extracts_used: Generated<number>;
  last_failure: NullableJson<BusinessVerification['lastFailure'] & object>;
  extracted_at: Instant | null;
  unresolved_percent: string | null;
  owner_count: Generated<number>;
  /** What each person with a client record owns of the client through all layers; exact text by client id. */
  shares: Json<Record<string, string>>;
  /** Client records that stand for entities of the tree: people behind them count, not they. */
  entity_client_ids: Generated<string[]>;
  has_nominees: Generated<boolean>;
  decision_outcome: 'verified' | 'notVerified' | null;
  decision_reason: string | null;
  unresolved_reason: string | null;
  decided_by: string | null;
  decided_at: Instant | null;
  evidence_expires_on: string | null;
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
