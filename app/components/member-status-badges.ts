import { memberLifecycle } from '#rules/lifecycles/company.ts';
import type { BadgeProps } from './badge.tsx';

/** Badges of a member's status. */
export const memberStatusBadges: Record<'invited' | 'active' | 'suspended' | 'removed', BadgeProps> = {
  invited: { className: 'badge badge-warning', 'data-badge': '◐' },
  active: { className: 'badge badge-success', 'data-badge': '●' },
  suspended: { className: 'badge badge-danger', 'data-badge': '◌' },
  removed: { className: 'badge badge-neutral', 'data-badge': '×' },
};

export const memberStatusLabels = memberLifecycle.labels;
