import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import type { BadgeProps } from '../badge.tsx';

type Status = BusinessVerification['status'];

const mark = (tone: 'neutral' | 'warning' | 'success' | 'danger'): BadgeProps => ({
  className: `badge badge-${tone}`,
});

export const statusBadges: Record<Status, BadgeProps> = {
  notStarted: mark('neutral'),
  processing: mark('warning'),
  needsReview: mark('warning'),
  verified: mark('success'),
  failed: mark('danger'),
  cancelled: mark('neutral'),
  error: mark('danger'),
  evidenceExpired: mark('warning'),
};

export const verifiedBadge = mark('success');
export const missingBadge = mark('warning');

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
