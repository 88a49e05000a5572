import type { CheckOutcome } from '#rules/identity-verification/evidence.ts';
import type { MachineResult } from '#rules/identity-verification/machine-result.ts';
import type { VerificationStatus } from '#rules/lifecycles/checks.ts';
import type { BadgeProps } from '../../components/badge.tsx';

const mark = (tone: 'neutral' | 'warning' | 'success' | 'danger'): BadgeProps => ({
  className: `badge badge-${tone}`,
});

export const verificationBadges: Record<VerificationStatus, BadgeProps> = {
  notStarted: mark('neutral'),
  sent: mark('neutral'),
  opened: mark('neutral'),
  processing: mark('warning'),
  needsReview: mark('warning'),
  verified: mark('success'),
  failed: mark('danger'),
  expired: mark('neutral'),
  cancelled: mark('neutral'),
  error: mark('warning'),
  evidenceExpired: mark('warning'),
};

export const automatedResultBadges: Record<MachineResult, BadgeProps> = {
  pass: mark('success'),
  refer: mark('warning'),
  fail: mark('danger'),
  error: mark('warning'),
};

export const checkOutcomeBadges: Record<CheckOutcome, BadgeProps> = {
  match: mark('success'),
  no_match: mark('danger'),
  document_error: mark('warning'),
  source_unavailable: mark('neutral'),
  exception: mark('warning'),
};
