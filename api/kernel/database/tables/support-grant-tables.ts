import type { Generated } from 'kysely';
import type { Instant } from './foundation-tables.ts';

export interface SupportGrantTables {
  support_grants: {
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
  };
}
