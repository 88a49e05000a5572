import type { PartyRole } from '#rules/client-parties.ts';
import type { OwnershipNodeKind, Share } from '#rules/ownership/graph.ts';
import type { RegistryExtract, RegistryId, RegistryNumbers, RegistryStatus } from '../registries/extract.ts';

/** Where a part of the tree comes from: a register, a person's own entry, or the parties on record. */
export type OwnershipSource = 'registry' | 'manual' | 'record';

export interface StoredNode {
  id: string;
  name: string;
  kind: OwnershipNodeKind;
  numbers: RegistryNumbers;
  /** ISO 3166-1 alpha-3. */
  country: string | null;
  issuedShares?: string;
  /** The client record that stands for it. */
  clientId: string | null;
  /** Its own extract. */
  extractId: string | null;
  /** Registers that have answered about it. */
  asked: RegistryId[];
  status: RegistryStatus | null;
  /** Why a register did not say who holds it. */
  problem: string | null;
  /** The parts of a person's name, as a register parts them. */
  given?: string;
  middle?: string;
  family?: string;
  source: OwnershipSource;
  /** Where a person's own entry is known from. */
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
}

export interface StoredControl {
  id: string;
  by: string;
  of: string;
  role: PartyRole;
  note: string | null;
  source: OwnershipSource;
}

/** The tree of a verification. Its root is the client. */
export interface StoredGraph {
  rootId: string;
  /** Number of the next entry, so that an id never comes back. */
  next: number;
  nodes: StoredNode[];
  holdings: StoredHolding[];
  controls: StoredControl[];
}

/** An extract without the answer as it came, which is a document. */
export type StoredExtract = Omit<RegistryExtract, 'raw'>;
