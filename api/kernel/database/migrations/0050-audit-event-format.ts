import type { Migration } from './migration.ts';

/**
 * Format 2 of audit events. The reason, which is free text about people, moves to the details, so that it is destroyed with them; the
 * event's hash still covers it through the digest. The session and the address of the actor are part of the event; the address of a
 * document request's recipient is personal data of the client, and is stored with the details. Events written before stay in format 1,
 * as do those of a former version of the program that runs beside this one: hence the default.
 */
const eventFormat = `
ALTER TABLE audit_events
  ADD COLUMN format smallint NOT NULL DEFAULT 1 CHECK (format IN (1, 2)),
  ADD COLUMN session_id text CHECK (length(session_id) <= 100),
  ADD COLUMN client_address text CHECK (length(client_address) <= 100),
  ADD CONSTRAINT audit_events_reason_format CHECK (format = 1 OR reason IS NULL);
ALTER TABLE audit_details
  ADD COLUMN reason text,
  ADD COLUMN client_address text CHECK (length(client_address) <= 100);
`;

export const auditEventFormatMigration: Migration = { name: '0050-audit-event-format', sql: eventFormat };
