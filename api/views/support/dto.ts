import type { SupportGrant } from '#contract/platform/support.ts';
import { supportGrantState } from '#rules/support-grants.ts';
import type { GrantRow } from './store.ts';

/** State of a stored grant at an instant. */
export const getState = (row: GrantRow, now: Date) =>
  supportGrantState(
    {
      requestedAt: row.requested_at,
      decision: row.decision,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
    },
    now,
  );

/** A grant as the API returns it. */
export function toGrantDto(row: GrantRow, now: Date): SupportGrant {
  return {
    id: row.id,
    version: row.version,
    admin: { id: row.admin_id, name: row.admin_name },
    reason: row.reason,
    hours: row.hours,
    state: getState(row, now),
    requestedAt: row.requested_at,
    decidedAt: row.decided_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
