import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './foundation-tables.ts';

interface OutboxTable {
  company_id: string;
  id: string;
  /** Subject of the email, such as `documentRequest:` with the request's id. */
  record: string;
  /** Orders the emails of one record. */
  sequence: GeneratedAlways<string>;
  kind: string;
  /** Identifies the reason: the same cause sends one email. */
  cause: string;
  /** The email's client. Destroying the client's record deletes the email. */
  client_id: string | null;
  payload: ColumnType<unknown, string, never>;
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'dropped';
  attempts: Generated<number>;
  due_at: Instant;
  last_error: string | null;
  created_at: Instant;
  sent_at: Instant | null;
}

export interface OutboxTables {
  outbox: OutboxTable;
}
