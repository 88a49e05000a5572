import { type AuditStream, readAuditStream as readEndpoint } from '#contract/platform/audit-stream.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { countAfter, readStream, type StreamRow } from './store.ts';

const query = queriesFor<CommandDeps>();

const maxCounted = 10_000;

/** A stream as response, without its URL and secret. */
export async function toStreamDto(trx: Trx, companyId: string, row: StreamRow): Promise<AuditStream> {
  return {
    host: row.host,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    failedAt: row.failed_at,
    lastError: row.last_error,
    attempts: row.attempts,
    nextAttemptAt: row.due_at,
    waiting: await countAfter(trx, companyId, row.last_seq, maxCounted),
    formerSecretUntil: row.former_until,
  };
}

/** GET /audit-stream. */
export const readAuditStream = query(readEndpoint, async ({ trx, caller: { company } }) => {
  const row = await readStream(trx);
  return { stream: row === undefined ? null : await toStreamDto(trx, company.id, row), secret: null };
});
