import type { PlatformCompany } from '#contract/platform.ts';
import type { MarkProps } from '../mark.tsx';

export interface Marking {
  mark: MarkProps;
  word: string;
}

const mark = (shape: string, tone: 'quiet' | 'attention' | 'settled' | 'danger'): MarkProps => ({
  className: `mark mark-${tone}`,
  'data-mark': shape,
});

/** How a company's access stands. */
export function accessMark({
  accessRestricted,
  restrictedByAdmin,
}: Pick<PlatformCompany, 'accessRestricted' | 'restrictedByAdmin'>): Marking {
  if (restrictedByAdmin) return { mark: mark('▲', 'danger'), word: 'Restricted' };
  if (accessRestricted) return { mark: mark('◐', 'attention'), word: 'Being set up' };
  return { mark: mark('●', 'settled'), word: 'Open' };
}

const statusWords: Record<NonNullable<PlatformCompany['subscriptionStatus']>, string> = {
  incomplete: 'Payment not finished',
  trialing: 'On trial',
  active: 'Active',
  pastDue: 'Payment overdue',
  paused: 'Paused',
  cancelled: 'Cancelled',
};

/** How a company's subscription stands. */
export function subscriptionMark({
  subscriptionActive,
  subscriptionStatus,
}: Pick<PlatformCompany, 'subscriptionActive' | 'subscriptionStatus'>): Marking {
  const word = subscriptionStatus === null ? undefined : statusWords[subscriptionStatus];
  if (subscriptionStatus === 'pastDue') return { mark: mark('◐', 'attention'), word: word ?? '' };
  if (subscriptionActive) return { mark: mark('●', 'settled'), word: word ?? 'Active' };
  return { mark: mark('○', 'quiet'), word: word ?? 'None' };
}
