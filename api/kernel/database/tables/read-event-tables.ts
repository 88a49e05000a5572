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

export interface ReadEventTables {
  read_events: ReadEventsTable;
}
