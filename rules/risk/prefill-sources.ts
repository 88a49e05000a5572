import {
  clientTypes,
  pepStatuses,
  riskLevels,
  sanctionsStatuses,
  trustTypes,
} from '#rules/clients/client-types.ts';
import type { QuestionType, ResourceType } from './question-types.ts';

type PrefillSource = {
  label: string;
  resourceType: ResourceType;
  type: QuestionType;
  /** The source has several countries, so the question must accept several. */
  multiple?: boolean;
  /** Closed list of values that the record can hold, to be compared with the question's option keys. */
  values?: readonly string[];
  /** Derived by Assay from other records, and not entered again. */
  isDerived?: true;
};

/**
 * Record fields that can prefill an answer. A member confirms every prefilled answer by submitting it, except derived ones, which follow
 * the records. `client.adverseMedia` and `activity.customerPepStatus` come from confirmed matches only.
 */
export const prefillSources = {
  'client.clientType': {
    label: 'Client type',
    resourceType: 'clients',
    type: 'single',
    values: clientTypes,
  },
  'client.trustType': { label: 'Trust type', resourceType: 'clients', type: 'single', values: trustTypes },
  'client.hasNomineeShareholders': {
    label: 'Nominee shareholders',
    resourceType: 'clients',
    type: 'yesNo',
    values: ['yes', 'no'],
  },
  'client.hasBearerShares': {
    label: 'Shares in bearer form',
    resourceType: 'clients',
    type: 'yesNo',
    values: ['yes', 'no'],
  },
  'client.incorporatedOn': { label: 'Formed on', resourceType: 'clients', type: 'date' },
  'client.occupation': { label: 'Occupation', resourceType: 'clients', type: 'text' },
  'client.relationshipPurpose': {
    label: 'Purpose of the relationship',
    resourceType: 'clients',
    type: 'text',
  },
  'client.residenceCountry': { label: 'Country of residence', resourceType: 'clients', type: 'country' },
  'client.registrationCountry': { label: 'Country of formation', resourceType: 'clients', type: 'country' },
  'client.citizenships': {
    label: 'Citizenships',
    resourceType: 'clients',
    type: 'country',
    multiple: true,
  },
  'client.pepStatus': { label: 'PEP status', resourceType: 'clients', type: 'single', values: pepStatuses },
  'client.sanctionsStatus': {
    label: 'Sanctions status',
    resourceType: 'clients',
    type: 'single',
    values: sanctionsStatuses,
  },
  'client.adverseMedia': {
    label: 'Confirmed adverse media',
    resourceType: 'clients',
    type: 'yesNo',
    values: ['yes', 'no'],
  },
  'activity.capturedService': { label: 'Captured service', resourceType: 'activities', type: 'single' },
  'activity.maxTransactionValue': {
    label: 'Maximum transaction value',
    resourceType: 'activities',
    type: 'money',
  },
  'activity.cashExpected': {
    label: 'Cash expected',
    resourceType: 'activities',
    type: 'yesNo',
    values: ['yes', 'no'],
  },
  'activity.fundsCountries': {
    label: 'Countries that funds come from',
    resourceType: 'activities',
    type: 'country',
    multiple: true,
  },
  'activity.sourceOfFunds': { label: 'Source of funds', resourceType: 'activities', type: 'text' },
  'activity.settlementOn': { label: 'Settlement date', resourceType: 'activities', type: 'date' },
  'activity.customerRiskLevel': {
    label: 'Highest risk level of its clients',
    resourceType: 'activities',
    type: 'single',
    values: riskLevels,
    isDerived: true,
  },
  'activity.customerPepStatus': {
    label: 'PEP status of its clients',
    resourceType: 'activities',
    type: 'single',
    values: pepStatuses,
    isDerived: true,
  },
} as const satisfies Record<string, PrefillSource>;

export type PrefillKey = keyof typeof prefillSources;

/** The source of a key; undefined for an unknown key in an older or imported template. */
export function prefillSource(key: string): PrefillSource | undefined {
  return Object.hasOwn(prefillSources, key) ? prefillSources[key as PrefillKey] : undefined;
}
