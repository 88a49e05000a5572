import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { getDetailDigest, hashEvent } from '#api/kernel/audit/chain.ts';
import { getHeadMac } from '#api/kernel/audit/signing-keys.ts';
import { firstPrevHash } from '#rules/audit/audit-proofs.mjs';
import { testSigningKeys } from '#tests/support/signing-keys.ts';
import type { TestDatabase } from './database.ts';

const perStatement = 1000;

/** Extends a company's chain to a number of events, each with a valid hash and its detail, a minute apart before today. */
export async function chainEvents(database: TestDatabase, companyId: string, length: number): Promise<void> {
  const { rows: heads } = await database.asSuperuser(
    'SELECT seq, hash FROM assay.audit_chain_heads WHERE chain = $1',
    [companyId],
  );
  let seq = Number(heads[0]?.seq ?? 0);
  let hash = String(heads[0]?.hash ?? firstPrevHash);
  while (seq < length) {
    const events: object[] = [];
    const details: object[] = [];
    for (; seq < length && events.length < perStatement; ) {
      seq += 1;
      const detail = { index: seq };
      const key = randomBytes(32).toString('base64');
      const unhashed = {
        chain: companyId,
        seq,
        at: new Date(Date.now() - (length - seq) * 60_000).toISOString(),
        actor_type: 'user' as const,
        actor_id: `member-${seq % 10}`,
        actor_role: 'member',
        action: 'client.updated',
        resource_type: 'client',
        resource_id: `client-${seq % 100}`,
        reason: null,
        detail_id: uuidv7(),
        detail_digest: getDetailDigest({ detail, reason: null, clientAddress: null }, key, 2),
        request_id: 'request',
        prev_hash: hash,
        format: 2 as const,
        session_id: null,
        client_address: null,
      };
      hash = hashEvent(unhashed);
      events.push({ ...unhashed, hash });
      details.push({ id: unhashed.detail_id, chain: companyId, detail, detail_key: key });
    }
    for (const [table, rows] of [
      ['audit_events', events],
      ['audit_details', details],
    ] as const) {
      await database.asSuperuser(
        `INSERT INTO assay.${table} SELECT * FROM json_populate_recordset(NULL::assay.${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
  }
  await database.asSuperuser(
    'UPDATE assay.audit_chain_heads SET seq = $2, hash = $3, mac = $4 WHERE chain = $1',
    [companyId, length, hash, getHeadMac({ chain: companyId, seq: length, hash }, testSigningKeys.current)],
  );
}
