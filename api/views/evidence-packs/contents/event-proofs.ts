import type { Selectable } from 'kysely';
import { leafHash, merkleLevels, merklePath } from '#rules/audit/merkle-tree.ts';
import type { AuditProof, ProvenPart } from '#rules/evidence-pack/audit-proof.ts';
import { auditProofFormat } from '#rules/evidence-pack/audit-proof.ts';
import { sha256, toPart, toPublished } from '../../../kernel/audit/batch.ts';
import { readBatches, readHashes, readPartsAfter } from '../../../kernel/audit/batch-store.ts';
import type { SigningKeys } from '../../../kernel/audit/signing-keys.ts';
import type { AuditBatchHeadsTable } from '../../../kernel/database/tables/foundation-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

interface OpenPart {
  part: Selectable<AuditBatchHeadsTable>;
  /** Merkle tree over the part's events. */
  levels: string[][];
}

/** Parts whose hashes are read by one statement. */
const partsPerRead = 20;

/** Collects the proofs of a chain's events, which are passed in order. */
export function openProofs(chain: string) {
  const used = new Map<number, ProvenPart & { batch: number }>();

  /** The signed parts that these events belong to, with their trees. */
  async function readParts(trx: Trx, seqs: readonly number[]): Promise<OpenPart[]> {
    const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
    const parts = (await readPartsAfter(trx, chain, first - 1)).filter(
      ({ first_seq, last_seq }) =>
        first_seq <= last && seqs.some((seq) => seq >= first_seq && seq <= last_seq),
    );
    const opened: OpenPart[] = [];
    for (let from = 0; from < parts.length; from += partsPerRead) {
      const some = parts.slice(from, from + partsPerRead);
      const hashes = await readHashes(
        trx,
        some.map(({ first_seq, last_seq }) => ({ chain, firstSeq: first_seq, lastSeq: last_seq })),
      );
      for (const part of some) {
        const leaves = hashes
          .filter(({ seq }) => seq >= part.first_seq && seq <= part.last_seq)
          .map(({ hash }) => leafHash(sha256, hash));
        opened.push({ part, levels: merkleLevels(sha256, leaves) });
      }
    }
    return opened;
  }

  return {
    /** Paths of events to the roots of their parts, in their order; null for an event that is in no signed part. */
    async prove(trx: Trx, seqs: readonly number[]): Promise<(string[] | null)[]> {
      if (seqs.length === 0) return [];
      const parts = await readParts(trx, seqs);
      return seqs.map((seq) => {
        const found = parts.find(({ part }) => seq >= part.first_seq && seq <= part.last_seq);
        if (found === undefined) return null;
        const { part, levels } = found;
        used.set(part.last_seq, { ...toPart(part), batch: part.batch, path: part.path });
        return merklePath(levels, seq - part.first_seq);
      });
    },
    /** The parts of all events proven so far, with their signed batches. */
    async finish(trx: Trx, { publicKeys }: Pick<SigningKeys, 'publicKeys'>): Promise<AuditProof> {
      const parts = [...used.values()].toSorted((a, b) => a.firstSeq - b.firstSeq);
      const rows = await readBatches(trx, [...new Set(parts.map(({ batch }) => batch))]);
      const ids = new Set(rows.map(({ key_id }) => key_id));
      return {
        format: auditProofFormat,
        publicKeys: [...publicKeys.values()]
          .filter(({ id }) => ids.has(id))
          .map(({ id, publicKey }) => ({
            id,
            publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
          })),
        batches: rows.map(toPublished),
        parts,
      };
    },
  };
}

/** Collector of the proofs of a chain's events. */
export type Proofs = ReturnType<typeof openProofs>;
