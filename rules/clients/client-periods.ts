import {
  cddLevelLabels,
  cddStatusLabels,
  clientStatusLabels,
  clientTypeLabels,
  pepStatusLabels,
  riskLevelLabels,
  sanctionsStatusLabels,
} from './client-types.ts';

/** Values of a client that are stored with the period for which they were recorded. */
export const clientPeriodKinds = [
  'status',
  'cddStatus',
  'cddLevel',
  'riskLevel',
  'pepStatus',
  'sanctionsStatus',
  'clientType',
] as const;

export type ClientPeriodKind = (typeof clientPeriodKinds)[number];

export const clientPeriodKindLabels: Record<ClientPeriodKind, string> = {
  status: 'Status',
  cddStatus: 'CDD status',
  cddLevel: 'CDD level',
  riskLevel: 'Risk level',
  pepStatus: 'PEP status',
  sanctionsStatus: 'Sanctions',
  clientType: 'Client type',
};

const valueLabels: Record<ClientPeriodKind, Readonly<Record<string, string>>> = {
  status: clientStatusLabels,
  cddStatus: cddStatusLabels,
  cddLevel: cddLevelLabels,
  riskLevel: riskLevelLabels,
  pepStatus: pepStatusLabels,
  sanctionsStatus: sanctionsStatusLabels,
  clientType: clientTypeLabels,
};

const noValueLabels: Partial<Record<ClientPeriodKind, string>> = {
  cddLevel: 'Not set',
  riskLevel: 'Not assessed',
};

/** The label of a stored value, or of none. */
export const clientPeriodValueLabel = (kind: ClientPeriodKind, value: string | null): string =>
  value === null ? (noValueLabels[kind] ?? 'None') : (valueLabels[kind][value] ?? value);

/**
 * Causes of a period's start: an event of the audit log; the start of recording periods, for an older value; or a change without an
 * event.
 */
export const clientPeriodCauses = ['event', 'migration', 'other'] as const;
