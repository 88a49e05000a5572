/** What kind of work an activity is. Source: domain 2, Activity.activityType. */
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

/** In what capacity a client takes part in an activity. Source: domain 2, Activity.clients. */
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

/** Whether an activity is about land or buildings, where due diligence on another party may come later (AU Rules 6-32). */
export function isPropertyActivity(type: ActivityType): boolean {
  return type === 'propertySale' || type === 'propertyPurchase';
}
