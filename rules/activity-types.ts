/** Types of activity. */
export const activityTypes = [
  'matter',
  'transaction',
  'engagement',
  'propertySale',
  'propertyPurchase',
  'other',
] as const;

export type ActivityType = (typeof activityTypes)[number];

export const activityTypeLabels: Record<ActivityType, string> = {
  matter: 'Matter',
  transaction: 'Transaction',
  engagement: 'Engagement',
  propertySale: 'Sale of property',
  propertyPurchase: 'Purchase of property',
  other: 'Other',
};

/** Capacities in which a client is party to an activity. */
export const capacities = ['customer', 'otherParty', 'onBehalfOf', 'formedEntity'] as const;

export type Capacity = (typeof capacities)[number];

export const capacityLabels: Record<Capacity, string> = {
  customer: 'Customer',
  otherParty: 'Other party',
  onBehalfOf: 'Person on whose behalf',
  formedEntity: 'Entity created or restructured',
};

export const activityOutcomes = ['approved', 'declined'] as const;

export type ActivityOutcome = (typeof activityOutcomes)[number];

export const activityOutcomeLabels: Record<ActivityOutcome, string> = {
  approved: 'Approved',
  declined: 'Declined',
};

/** Whether an activity concerns real property, where CDD on another party may be delayed (AU Rules 6-32). */
export function isPropertyActivity(type: ActivityType): boolean {
  return type === 'propertySale' || type === 'propertyPurchase';
}
