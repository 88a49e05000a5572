import type { PlatformCompany } from '#contract/platform/platform.ts';
import { subscriptionLifecycle } from '#rules/lifecycles/company.ts';
import type { BadgeProps } from '../badge.tsx';

export interface BadgeVariant {
  mark: BadgeProps;
  word: string;
}

const mark = (tone: 'neutral' | 'warning' | 'success' | 'danger'): BadgeProps => ({
  className: `badge badge-${tone}`,
});

/** A company's access status. */
export function accessBadge({
  accessRestricted,
  restrictedByAdmin,
}: Pick<PlatformCompany, 'accessRestricted' | 'restrictedByAdmin'>): BadgeVariant {
  if (restrictedByAdmin) return { mark: mark('danger'), word: 'Restricted' };
  if (accessRestricted) return { mark: mark('warning'), word: 'Being set up' };
  return { mark: mark('success'), word: 'Open' };
}

/** A company's subscription status. */
export function subscriptionBadge({
  subscriptionActive,
  subscriptionStatus,
}: Pick<PlatformCompany, 'subscriptionActive' | 'subscriptionStatus'>): BadgeVariant {
  const word = subscriptionStatus === null ? undefined : subscriptionLifecycle.labels[subscriptionStatus];
  if (subscriptionStatus === 'pastDue') return { mark: mark('warning'), word: word ?? '' };
  if (subscriptionActive) return { mark: mark('success'), word: word ?? 'Active' };
  return { mark: mark('neutral'), word: word ?? 'None' };
}
