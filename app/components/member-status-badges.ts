import { memberLifecycle } from '#rules/lifecycles/company.ts';
import type { BadgeProps } from './badge.tsx';

/** Badges of a member's status. */
export const memberStatusBadges: Record<'invited' | 'active' | 'suspended' | 'removed', BadgeProps> = {
  invited: { className: 'badge badge-warning' },
  active: { className: 'badge badge-neutral' },
  suspended: { className: 'badge badge-warning' },
  removed: { className: 'badge badge-neutral' },
};

export const memberStatusLabels = memberLifecycle.labels;
