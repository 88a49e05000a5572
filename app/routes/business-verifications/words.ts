import type { BusinessVerification } from '#contract/business-verifications.ts';
import type { MarkProps } from '../../components/mark.tsx';

type Status = BusinessVerification['status'];

export const statusWords: Record<Status, string> = {
  notStarted: 'Nothing found yet',
  processing: 'Asking registers',
  needsReview: 'To be reviewed',
  verified: 'Verified',
  failed: 'Not verified',
  cancelled: 'Cancelled',
  error: 'A register cannot be reached',
  evidenceExpired: 'Evidence has expired',
};

const mark = (shape: string, tone: 'quiet' | 'attention' | 'settled' | 'danger'): MarkProps => ({
  className: `mark mark-${tone}`,
  'data-mark': shape,
});

export const statusMarks: Record<Status, MarkProps> = {
  notStarted: mark('○', 'quiet'),
  processing: mark('◐', 'attention'),
  needsReview: mark('◐', 'attention'),
  verified: mark('●', 'settled'),
  failed: mark('×', 'danger'),
  cancelled: mark('□', 'quiet'),
  error: mark('▲', 'danger'),
  evidenceExpired: mark('◌', 'attention'),
};

export const verifiedMark = mark('✓', 'settled');
export const missingMark = mark('○', 'attention');

export const countryWords = { NZL: 'New Zealand', AUS: 'Australia' } as const;

export const registryWords = {
  nzbn: 'NZBN register',
  abr: 'ABN Lookup',
  asic: 'Australian company extract',
} as const;

export const registryStatusWords = {
  registered: 'Registered',
  inAdministration: 'In administration',
  inLiquidation: 'In liquidation',
  inReceivership: 'In receivership',
  removed: 'Removed',
  inactive: 'Inactive',
  unknown: 'Not known',
} as const;

export const kindWords = {
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

export const resolutionWords = {
  useRegistry: 'Take the register’s',
  keepRecorded: 'Keep ours',
  noted: 'Explain',
} as const;

export const settledWords = {
  useRegistry: 'The record took the register’s value',
  keepRecorded: 'The record was kept',
  noted: 'Noted',
} as const;

/** Money of a verification: NZD 2.50. */
export const moneyText = ({ amount, currency }: { amount: number; currency: string }): string =>
  `${currency} ${(amount / 100).toFixed(2)}`;
