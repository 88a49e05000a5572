import type { PartyRole } from '#rules/clients/client-parties.ts';
import type { OwnershipNodeKind, Share } from '#rules/ownership/graph.ts';
import type {
  RegistryExtract,
  RegistryId,
  RegistryNumbers,
  RegistryStatus,
} from '#rules/registers/registry-extract.ts';

/** Origin of a part of the tree: a register, a member's manual entry, or the parties on record. */
type OwnershipSource = 'registry' | 'manual' | 'record';

export interface StoredNode {
  id: string;
  name: string;
  kind: OwnershipNodeKind;
  numbers: RegistryNumbers;
  /** ISO 3166-1 alpha-3. */
  country: string | null;
  issuedShares?: string;
  /** The linked client. */
  clientId: string | null;
  /** The node's own extract. */
  extractId: string | null;
  /** Registers that responded about it. */
  asked: RegistryId[];
  status: RegistryStatus | null;
  /** Why a register did not state its holders. */
  problem: string | null;
  /** The parts of a person's name, as the register separates them. */
  given?: string;
  middle?: string;
  family?: string;
  source: OwnershipSource;
  /** Source of a manual entry. */
  sourceText?: string;
}

export interface StoredHolding {
  id: string;
  of: string;
  holders: string[];
  share: Share;
  beneficiallyHeld: boolean | null;
  heldFor: string[];
  source: OwnershipSource;
  sourceText?: string;
  /** The accepted evidence of the verification that shows it. */
  evidenceId?: string;
}

export interface StoredControl {
  id: string;
  by: string;
  of: string;
  role: PartyRole;
  note: string | null;
  source: OwnershipSource;
  /** As of a holding. */
  evidenceId?: string;
}

/** The tree of a verification. Its root is the client. */
export interface StoredGraph {
  rootId: string;
  /** Number of the next node; ids are never reused. */
  next: number;
  nodes: StoredNode[];
  holdings: StoredHolding[];
  controls: StoredControl[];
}

/** An extract without the register's original response, which is stored as a document. */
export type StoredExtract = Omit<RegistryExtract, 'raw'>;
