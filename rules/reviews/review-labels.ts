/** Triggers of a review other than its date. Source: AU s 30, NZ s 31. */
export const reviewTriggers = [
  'confirmedMatch',
  'registryChange',
  'riskRose',
  'identityChanged',
  'pepConfirmed',
  'clientsMerged',
  'clientChanged',
  'manual',
] as const;
export type ReviewTrigger = (typeof reviewTriggers)[number];

export const reviewTriggerLabels: Record<ReviewTrigger, string> = {
  confirmedMatch: 'True match confirmed',
  registryChange: 'A register changed',
  riskRose: 'Risk increased',
  identityChanged: 'Identity details changed',
  pepConfirmed: 'PEP confirmed',
  clientsMerged: 'Clients merged',
  clientChanged: 'Type or related party changed',
  manual: 'Manual request',
};

export const reviewKindLabels = {
  periodic: 'Periodic',
  triggered: 'Triggered',
} as const;
