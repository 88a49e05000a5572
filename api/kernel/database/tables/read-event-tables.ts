import type { Generated } from 'kysely';
import type { Instant } from './foundation-tables.ts';

/** A record that a member opened. */
interface ReadEventsTable {
  company_id: string;
  event_id: string;
  at: Instant;
  member_id: string;
  /** Role at the time. */
  member_role: string;
  resource_type: string;
  resource_id: string;
  /** The opened client, with which the row is destroyed. */
  client_id: string | null;
  session_id: string | null;
  client_address: string;
}

/** A platform admin’s access to a company’s client records. */
interface SupportGrantsTable {
  company_id: string;
  /** UUIDv7 generated at `requested_at`. */
  id: string;
  version: Generated<number>;
  admin_id: string;
  admin_name: string;
  reason: string;
  hours: number;
  requested_at: Instant;
  decision: Generated<'approved' | 'declined' | null>;
  decided_at: Generated<Instant | null>;
  decided_by: Generated<string | null>;
  expires_at: Generated<Instant | null>;
  revoked_at: Generated<Instant | null>;
  revoked_by: Generated<string | null>;
}

/** Attempts at signing in that await their record in the audit log. */
interface SignInReportsTable {
  login_id: string;
  event: 'failed' | 'blocked' | 'resetRequested';
  /** Kind of attempt: `password`. */
  method: string;
  /** IP address. */
  address: string;
  attempts: Generated<number>;
  first_at: Instant;
  last_at: Instant;
}

/** Where a company’s audit events are sent as they happen. */
interface AuditStreamsTable {
  company_id: string;
  host: string;
  /** URL and secrets, sealed. */
  target: string;
  former_until: Generated<Instant | null>;
  /** Number of the last event that the receiver has confirmed. */
  last_seq: number;
  /** Failed attempts since the last delivery. */
  attempts: Generated<number>;
  due_at: Instant;
  delivered_at: Generated<Instant | null>;
  failed_at: Generated<Instant | null>;
  last_error: Generated<string | null>;
  created_at: Instant;
}

export interface ReadEventTables {
  sign_in_reports: SignInReportsTable;
  audit_streams: AuditStreamsTable;
  read_events: ReadEventsTable;
  support_grants: SupportGrantsTable;
}
