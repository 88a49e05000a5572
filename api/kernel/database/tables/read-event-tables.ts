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

export interface ReadEventTables {
  read_events: ReadEventsTable;
  support_grants: SupportGrantsTable;
}
