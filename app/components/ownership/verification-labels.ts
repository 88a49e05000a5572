import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { type BadgeProps, dangerBadge, neutralBadge, settledBadge, warningBadge } from '../badge.tsx';

type Status = BusinessVerification['status'];

export const statusBadges: Record<Status, BadgeProps> = {
  notStarted: neutralBadge,
  processing: warningBadge,
  needsReview: warningBadge,
  verified: settledBadge,
  failed: dangerBadge,
  cancelled: neutralBadge,
  error: dangerBadge,
  evidenceExpired: warningBadge,
};

export const verifiedBadge = settledBadge;
export const missingBadge = warningBadge;

export const jurisdictionLabels = { NZL: 'New Zealand', AUS: 'Australia' } as const;

export const registryLabels = {
  nzbn: 'NZBN register',
  abr: 'ABN Lookup',
  asic: 'Australian company extract',
} as const;

export const registryStatusLabels = {
  registered: 'Registered',
  inAdministration: 'In administration',
  inLiquidation: 'In liquidation',
  inReceivership: 'In receivership',
  removed: 'Removed',
  inactive: 'Inactive',
  unknown: 'Not known',
} as const;

export const entityKindLabels = {
  person: 'Person',
  company: 'Company',
  trust: 'Trust',
  partnership: 'Partnership',
  limitedPartnership: 'Limited partnership',
  estate: 'Estate',
  society: 'Society or charity',
  listedIssuer: 'Listed issuer',
  government: 'Government',
  other: 'Other',
} as const;

export const resolutionLabels = {
  useRegistry: 'Use register value',
  keepRecorded: 'Use client record',
  noted: 'Explain',
} as const;

export const resolvedLabels = {
  useRegistry: 'Updated from register',
  keepRecorded: 'Client record used',
  noted: 'Noted',
} as const;
