/** Triggers of a review besides the calendar. Source: domain 11.3, AU s30, NZ s31. */
export const reviewTriggers = ['confirmedMatch', 'registryChange', 'riskRose', 'manual'] as const;
export type ReviewTrigger = (typeof reviewTriggers)[number];

export const reviewTriggerLabels: Record<ReviewTrigger, string> = {
  confirmedMatch: 'True match confirmed',
  registryChange: 'A register changed',
  riskRose: 'Risk increased',
  manual: 'Manual request',
};

export const reviewKindLabels = {
  periodic: 'Periodic',
  triggered: 'Triggered',
} as const;
