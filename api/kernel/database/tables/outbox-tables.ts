import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { NotificationKind, NotificationMail } from '#rules/notifications/kinds.ts';
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

interface NotificationsTable {
  company_id: string;
  id: string;
  member_id: string;
  kind: NotificationKind;
  /** Path in the app. */
  path: string;
  created_at: Instant;
  read_at: Instant | null;
  /** Waits for the next summary by email. */
  awaits_digest: boolean;
}

interface NotificationChoicesTable {
  company_id: string;
  member_id: string;
  kind: NotificationKind;
  mail: NotificationMail;
}

interface CalendarFeedsTable {
  company_id: string;
  member_id: string;
  /** SHA-256 of the secret, in hex. */
  token_hash: string;
  created_at: Instant;
}

/** The outbox, and what its receiver of notifications stores. */
export interface OutboxTables {
  outbox: OutboxTable;
  notifications: NotificationsTable;
  notification_choices: NotificationChoicesTable;
  calendar_feeds: CalendarFeedsTable;
}
