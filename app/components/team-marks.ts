import type { MarkProps } from './mark.tsx';

/** A member's status as a shape in a colour, beside its word. */
export const memberStatusMarks: Record<'invited' | 'active' | 'suspended' | 'removed', MarkProps> = {
  invited: { className: 'mark mark-attention', 'data-mark': '◐' },
  active: { className: 'mark mark-settled', 'data-mark': '●' },
  suspended: { className: 'mark mark-danger', 'data-mark': '◌' },
  removed: { className: 'mark mark-quiet', 'data-mark': '×' },
};

export const memberStatusLabels = {
  invited: 'Invited',
  active: 'Active',
  suspended: 'Suspended',
  removed: 'Removed',
} as const;
