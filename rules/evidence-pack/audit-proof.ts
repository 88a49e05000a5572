/** Format identifier and version of the proof of a pack's audit log entries. */
export const auditProofFormat = 'assay-audit-proof/1';

/** A signed part of a company's audit log, with its path to the root of its batch. */
export interface ProvenPart {
  chain: string;
  firstSeq: number;
  lastSeq: number;
  /** Hash of its last entry. */
  hash: string;
  /** Merkle root over the hashes of its entries. */
  eventsRoot: string;
  path: string[];
}

/** Proves that entries were signed: each has a path to its part, each part one to its batch, and each batch a signature. */
export interface AuditProof {
  format: typeof auditProofFormat;
  /** Ed25519 public keys (SPKI, base64) of the batches, by their ids. */
  publicKeys: { id: string; publicKey: string }[];
  batches: {
    format: string;
    number: number;
    signedAt: string;
    keyId: string;
    prevHash: string;
    root: string;
    hash: string;
    signature: string;
  }[];
  /** In the order of their entries. */
  parts: (ProvenPart & { batch: number })[];
}
