/** Most hours of a grant, from the company’s consent. */
export const maxSupportHours = 4;

/** Days after which a request without a decision lapses. */
const requestDays = 7;

export const supportGrantStates = [
  'requested',
  'lapsed',
  'declined',
  'active',
  'expired',
  'revoked',
] as const;
export type SupportGrantState = (typeof supportGrantStates)[number];

export const supportGrantStateLabels: Record<SupportGrantState, string> = {
  requested: 'Awaiting your decision',
  lapsed: 'Lapsed without a decision',
  declined: 'Declined',
  active: 'Active',
  expired: 'Ended',
  revoked: 'Revoked',
};

/** State of a grant at an instant. Instants are UTC ISO; a grant ends at `expiresAt` exactly. */
export function supportGrantState(
  {
    requestedAt,
    decision,
    expiresAt,
    revokedAt,
  }: {
    requestedAt: string;
    decision: 'approved' | 'declined' | null;
    expiresAt: string | null;
    revokedAt: string | null;
  },
  now: Date,
): SupportGrantState {
  if (decision === null) {
    return now.getTime() < Date.parse(requestedAt) + requestDays * 86_400_000 ? 'requested' : 'lapsed';
  }
  if (decision === 'declined') return 'declined';
  if (revokedAt !== null) return 'revoked';
  return now.getTime() < Date.parse(expiresAt ?? '') ? 'active' : 'expired';
}
