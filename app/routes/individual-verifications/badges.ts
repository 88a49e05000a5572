import type { CheckOutcome } from '#rules/identity-verification/evidence.ts';
import type { MachineResult } from '#rules/identity-verification/machine-result.ts';
import type { VerificationStatus } from '#rules/lifecycles/checks.ts';
import {
  type BadgeProps,
  dangerBadge,
  neutralBadge,
  settledBadge,
  warningBadge,
} from '../../components/badge.tsx';

export const verificationBadges: Record<VerificationStatus, BadgeProps> = {
  notStarted: neutralBadge,
  sent: neutralBadge,
  opened: neutralBadge,
  processing: warningBadge,
  needsReview: warningBadge,
  verified: settledBadge,
  failed: dangerBadge,
  expired: neutralBadge,
  cancelled: neutralBadge,
  error: warningBadge,
  evidenceExpired: warningBadge,
};

export const automatedResultBadges: Record<MachineResult, BadgeProps> = {
  pass: settledBadge,
  refer: warningBadge,
  fail: dangerBadge,
  error: warningBadge,
};

export const checkOutcomeBadges: Record<CheckOutcome, BadgeProps> = {
  match: settledBadge,
  no_match: dangerBadge,
  document_error: warningBadge,
  source_unavailable: neutralBadge,
  exception: warningBadge,
};
