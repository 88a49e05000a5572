import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { idOfAuditKey, signatureOfHead } from './chain.ts';

const chainsPerBatch = 500;

/**
 * Signs the last event of every chain that has grown since this key signed it last. Afterwards a cut tail or a chain
 * rewritten from the start shows, even to someone who may write everything in the database but does not have the key.
 *
 * @returns how many heads were signed.
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
      const heads = await trx
        .selectFrom('audit_chain_heads')
        .selectAll()
        .where('chain', '>', after)
        .where('seq', '>', 0)
        .orderBy('chain')
        .limit(chainsPerBatch)
        .execute();
      if (heads.length === 0) return heads;
      const rows = await trx
        .insertInto('audit_signed_heads')
        .values(
          heads.map(({ chain, seq, hash }) => ({
            chain,
            seq,
            hash,
            signed_at: signedAt,
            key_id: keyId,
            signature: signatureOfHead({ chain, seq, hash, signedAt }, deps.auditKey),
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('chain')
        .execute();
      signed += rows.length;
      return heads;
    });
    const last = batch.at(-1);
    if (!last || batch.length < chainsPerBatch) return { signed };
    after = last.chain;
  }
}

/**
 * Signs the last event of a company's chain in its own transaction, where this key has not signed it yet: before something leaves that
 * must not be rewritten afterwards unseen.
 */
export async function signHeadOf(
  trx: Transaction<Schema>,
  deps: { auditKey: string; now: () => Date },
  chain: string,
): Promise<void> {
  const head = await trx
    .selectFrom('audit_chain_heads')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .where('seq', '>', 0)
    .executeTakeFirst();
  if (head === undefined) return;
  const signedAt = deps.now().toISOString();
  await trx
    .insertInto('audit_signed_heads')
    .values({
      chain,
      ...head,
      signed_at: signedAt,
      key_id: idOfAuditKey(deps.auditKey),
      signature: signatureOfHead({ chain, ...head, signedAt }, deps.auditKey),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
