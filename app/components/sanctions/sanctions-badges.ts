import type { SanctionsStatus } from '#rules/clients/client-types.ts';
import { type BadgeProps, dangerBadge, neutralBadge, settledBadge, warningBadge } from '../badge.tsx';

/** A client's sanctions status as a badge that needs no label. */
export const sanctionsStatusBadges: Record<SanctionsStatus, { by: BadgeProps; text: string }> = {
  notChecked: { by: neutralBadge, text: 'Not screened' },
  incomplete: { by: warningBadge, text: 'Screening incomplete' },
  clear: { by: settledBadge, text: 'Sanctions clear' },
  potential: { by: warningBadge, text: 'Possible sanctions match' },
  confirmed: { by: dangerBadge, text: 'Confirmed sanctions match' },
};
