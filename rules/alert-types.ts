/** What somebody has to look at. Source: domain 2, Alert. */
export const alertTypes = [
  'screeningMatch',
  'idExpiring',
  'reviewDue',
  'riskRose',
  'overrideExpiring',
  'registryChange',
  'requestOverdue',
  'delayedCdd',
  'other',
] as const;

export type AlertType = (typeof alertTypes)[number];

export const alertTypeLabels: Record<AlertType, string> = {
  screeningMatch: 'Screening match',
  idExpiring: 'Identity document expires',
  reviewDue: 'Review due',
  riskRose: 'Risk rose',
  overrideExpiring: 'Override ends',
  registryChange: 'Registry changed',
  requestOverdue: 'Request overdue',
  delayedCdd: 'Due diligence due',
  other: 'To look at',
};

export const alertSeverities = ['low', 'medium', 'high'] as const;

export type AlertSeverity = (typeof alertSeverities)[number];

export const alertSeverityLabels: Record<AlertSeverity, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'Urgent',
};

export const alertOutcomes = ['truePositive', 'falsePositive', 'actioned', 'noAction'] as const;

export type AlertOutcome = (typeof alertOutcomes)[number];

export const alertOutcomeLabels: Record<AlertOutcome, string> = {
  truePositive: 'True positive',
  falsePositive: 'False positive',
  actioned: 'Dealt with',
  noAction: 'Nothing to do',
};

/** Outcomes that an alert of a type can have: only a match is a true or a false one. */
export function outcomesOf(type: AlertType): readonly AlertOutcome[] {
  return type === 'screeningMatch' ? ['truePositive', 'falsePositive'] : ['actioned', 'noAction'];
}
