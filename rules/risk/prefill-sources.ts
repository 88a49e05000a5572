import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { clientTypes, pepStatuses, riskLevels, sanctionsStatuses } from '#rules/clients/client-types.ts';
import { type DescribedField, describedFields, type RecordFields } from '#rules/records/fields.ts';
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

/** Question by which a field is answered, by its kind. */
function questionOf(field: DescribedField): Pick<PrefillSource, 'type' | 'multiple' | 'values'> {
  switch (field.kind) {
    case 'choice':
      return { type: 'single', values: field.values };
    case 'flag':
      return { type: 'yesNo', values: ['yes', 'no'] };
    case 'countries':
      return { type: 'country', multiple: true };
    case 'country':
    case 'date':
      return { type: field.kind };
    default:
      return { type: 'text' };
  }
}

/** Keys of the described fields that prefill answers. */
type FieldKeys<T> = {
  [K in keyof T]: T[K] extends { kind: 'own' } ? never : T[K] extends { prefill: infer P } ? P : never;
}[keyof T] &
  string;

/** The described fields that prefill answers, by their keys. */
export const fieldSources = <T extends RecordFields>(fields: T, resourceType: ResourceType) =>
  Object.fromEntries(
    describedFields(fields).flatMap(([, field]) =>
      field.prefill === undefined
        ? []
        : [[field.prefill, { label: field.label, resourceType, ...questionOf(field) }]],
    ),
  ) as Record<FieldKeys<T>, PrefillSource>;

/**
 * Record fields that can prefill an answer. A member confirms every prefilled answer by submitting it, except derived ones, which follow
 * the records. `client.adverseMedia` and `activity.customerPepStatus` come from confirmed matches only.
 */
export const prefillSources = {
  'client.clientType': {
    label: clientFields.clientType.label,
    resourceType: 'clients',
    type: 'single',
    values: clientTypes,
  },
  ...fieldSources(clientFields, 'clients'),
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
  'activity.maxTransactionValue': {
    label: activityFields.maxTransactionValue.label,
    resourceType: 'activities',
    type: 'money',
  },
  ...fieldSources(activityFields, 'activities'),
  // Answered by one of the services that a template lists.
  'activity.capturedService': {
    label: activityFields.capturedService.label,
    resourceType: 'activities',
    type: 'single',
  },
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
