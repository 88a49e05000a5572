/** Types of alert. */
export const alertTypes = [
  'screeningMatch',
  'workHeld',
  'idExpiring',
  'reviewDue',
  'riskRose',
  'overrideExpiring',
  'registryChange',
  'requestOverdue',
  'delayedCdd',
  'infectedFile',
  'privacyClock',
  'supportRequest',
  'listNotCurrent',
  'other',
] as const;

/** Kinds of record that an alert is about. */
export const alertResourceTypes = [
  'clients',
  'activities',
  'privacyBreaches',
  'supportGrants',
  'screeningLists',
] as const;

export type AlertResourceType = (typeof alertResourceTypes)[number];

export type AlertType = (typeof alertTypes)[number];

export const alertTypeLabels: Record<AlertType, string> = {
  screeningMatch: 'Screening match',
  workHeld: 'Work on hold',
  idExpiring: 'ID document expiring',
  reviewDue: 'Review due',
  riskRose: 'Risk increased',
  overrideExpiring: 'Override expiring',
  registryChange: 'Register change',
  requestOverdue: 'Request overdue',
  delayedCdd: 'Delayed CDD due',
  infectedFile: 'Infected file',
  privacyClock: 'Privacy deadline',
  supportRequest: 'Support request',
  listNotCurrent: 'Screening list not current',
  other: 'Other',
};

/** Whether an alert of a type may be snoozed: a match may not, and nor may the work that a confirmed one puts on hold. */
export function isSnoozable(type: AlertType): boolean {
  return type !== 'screeningMatch' && type !== 'workHeld';
}

export const alertSeverities = ['low', 'medium', 'high'] as const;

export type AlertSeverity = (typeof alertSeverities)[number];

export const alertSeverityLabels: Record<AlertSeverity, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

export const alertOutcomes = ['truePositive', 'falsePositive', 'actioned', 'noAction'] as const;

export type AlertOutcome = (typeof alertOutcomes)[number];

export const alertOutcomeLabels: Record<AlertOutcome, string> = {
  truePositive: 'True match',
  falsePositive: 'False positive',
  actioned: 'Actioned',
  noAction: 'No action needed',
};

/** Outcomes that an alert of a type can have: only a match is a true or a false one. */
export function getOutcomes(type: AlertType): readonly AlertOutcome[] {
  return type === 'screeningMatch' ? ['truePositive', 'falsePositive'] : ['actioned', 'noAction'];
}
