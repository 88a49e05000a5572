import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { idOfAuditKey, signatureOfHead } from './chain.ts';
import { insertSignedHeads, readHead, readHeadsAfter } from './chain-store.ts';

const chainsPerBatch = 500;

/**
 * Signs the last event of every chain that has grown since this key last signed it. Truncated or rewritten chains are
 * then detectable, even if the author can write to the whole database but lacks the key.
 *
 * @returns the number of heads signed.
 */
export async function signHeads(
  db: Kysely<Schema>,
  deps: { auditKey: string; now: () => Date },
): Promise<{ signed: number }> {
  const keyId = idOfAuditKey(deps.auditKey);
  const signedAt = deps.now().toISOString();
  let signed = 0;
  for (let after = ''; ; ) {
    const batch = await asJobs(db, async (trx) => {
      const heads = await readHeadsAfter(trx, after, chainsPerBatch);
      if (heads.length === 0) return heads;
      signed += await insertSignedHeads(
        trx,
        heads.map(({ chain, seq, hash }) => ({
          chain,
          seq,
          hash,
          signed_at: signedAt,
          key_id: keyId,
          signature: signatureOfHead({ chain, seq, hash, signedAt }, deps.auditKey),
        })),
      );
      return heads;
    });
    const last = batch.at(-1);
    if (!last || batch.length < chainsPerBatch) return { signed };
    after = last.chain;
  }
}

/**
 * Signs the last event of a company's chain in its own transaction, unless this key has signed it: call it before data
 * is sent out that must not be rewritten unnoticed.
 */
export async function signHeadFor(
  trx: Transaction<Schema>,
  deps: { auditKey: string; now: () => Date },
  chain: string,
): Promise<void> {
  const head = await readHead(trx, chain);
  if (head === undefined || head.seq === 0) return;
  const signedAt = deps.now().toISOString();
  await insertSignedHeads(trx, [
    {
      chain,
      ...head,
      signed_at: signedAt,
      key_id: idOfAuditKey(deps.auditKey),
      signature: signatureOfHead({ chain, ...head, signedAt }, deps.auditKey),
    },
  ]);
}
