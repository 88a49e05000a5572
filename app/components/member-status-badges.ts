import { memberLifecycle } from '#rules/lifecycles/company.ts';
import type { BadgeProps } from './badge.tsx';

/** Badges of a member's status. */
export const memberStatusBadges: Record<'invited' | 'active' | 'suspended' | 'removed', BadgeProps> = {
  invited: { tone: 'warning' },
  active: { tone: 'neutral' },
  suspended: { tone: 'warning' },
  removed: { tone: 'neutral' },
};

export const memberStatusLabels = memberLifecycle.labels;
