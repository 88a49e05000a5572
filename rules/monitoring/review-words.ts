/** What, besides the calendar, asks for a look back at a client. Source: domain 11.3, AU s30, NZ s31. */
export const reviewTriggers = ['confirmedMatch', 'registryChange', 'riskRose', 'manual'] as const;
export type ReviewTrigger = (typeof reviewTriggers)[number];

export const reviewTriggerLabels: Record<ReviewTrigger, string> = {
  confirmedMatch: 'A match was confirmed',
  registryChange: 'A register changed',
  riskRose: 'The risk rose',
  manual: 'Asked for',
};

export const reviewKindLabels = {
  periodic: 'By the calendar',
  triggered: 'Because something happened',
} as const;
