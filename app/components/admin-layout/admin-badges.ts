import type { PlatformCompany } from '#contract/platform/platform.ts';
import { subscriptionLifecycle } from '#rules/lifecycles/company.ts';
import { type BadgeProps, dangerBadge, neutralBadge, settledBadge, warningBadge } from '../badge.tsx';

export interface BadgeVariant {
  mark: BadgeProps;
  word: string;
}

/** A company's access status. */
export function accessBadge({
  accessRestricted,
  restrictedByAdmin,
}: Pick<PlatformCompany, 'accessRestricted' | 'restrictedByAdmin'>): BadgeVariant {
  if (restrictedByAdmin) return { mark: dangerBadge, word: 'Restricted' };
  if (accessRestricted) return { mark: warningBadge, word: 'Being set up' };
  return { mark: settledBadge, word: 'Open' };
}

/** A company's subscription status. */
export function subscriptionBadge({
  subscriptionActive,
  subscriptionStatus,
}: Pick<PlatformCompany, 'subscriptionActive' | 'subscriptionStatus'>): BadgeVariant {
  const word = subscriptionStatus === null ? undefined : subscriptionLifecycle.labels[subscriptionStatus];
  if (subscriptionStatus === 'pastDue') return { mark: warningBadge, word: word ?? '' };
  if (subscriptionActive) return { mark: settledBadge, word: word ?? 'Active' };
  return { mark: neutralBadge, word: word ?? 'None' };
}
