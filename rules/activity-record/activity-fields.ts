import { type DescribedField, describedFields, type RecordFields } from '#rules/records/fields.ts';

/**
 * The fields of an activity, by their names on the wire and in the audit log, in the order of form and packs. Forms, details, versions, history, CSV, packs
 * and questions read their labels here, and handle described fields by their kind: a further one needs no more than its entry and its column.
 */
export const activityFields = {
  name: { kind: 'name', label: 'Name', required: 'Enter a name', max: 120, csv: 'Name' },
  activityType: { kind: 'own', label: 'Type', csv: 'Type' },
  capturedActivityNz: { kind: 'own', label: 'Captured activity (NZ)', csv: 'Captured activity (NZ)' },
  designatedServiceAu: {
    kind: 'own',
    label: 'Designated service (AU)',
    hint: 'Determines the customers and whether CDD may be delayed.',
    csv: 'Designated service (AU)',
  },
  /** NZ s6(4). */
  outsideScopeNz: { kind: 'own', label: 'Outside New Zealand’s law', csv: 'Outside New Zealand’s law' },
  /** AU s6. */
  outsideScopeAu: { kind: 'own', label: 'Outside Australia’s law', csv: 'Outside Australia’s law' },
  noServiceReason: {
    kind: 'text',
    label: 'Why it is outside the law',
    hint: 'What the work is, and how that is known',
    max: 500,
    isMultiline: true,
    csv: 'Why it is outside the law',
  },
  /** In addition to the codes of the services. */
  capturedService: {
    kind: 'text',
    label: 'Note on the service',
    hint: 'In your own words, or the service’s name where the lists do not have it',
    max: 120,
    csv: 'Note on the service',
    prefill: 'activity.capturedService',
  },
  nature: {
    kind: 'text',
    label: 'Nature',
    hint: 'What services, for how long and how',
    max: 500,
    isMultiline: true,
    csv: 'Nature',
  },
  purpose: {
    kind: 'text',
    label: 'Purpose',
    hint: 'Why the client needs it',
    max: 500,
    isMultiline: true,
    csv: 'Purpose',
  },
  /** A column of CSV files by each capacity. */
  parties: { kind: 'own', label: 'Parties' },
  /** Of a change after the work started. */
  partyReason: {
    kind: 'own',
    label: 'Why a party leaves',
    hint: 'If you remove a party or make a customer another party. The work has started, so an owner, compliance officer or senior manager does this.',
  },
  maxTransactionValue: {
    kind: 'own',
    label: 'Maximum transaction value',
    hint: 'Such as 12,500 or 12,500.50',
    csv: 'Maximum transaction value',
    prefill: 'activity.maxTransactionValue',
  },
  currency: { kind: 'own', label: 'Currency', hint: 'Of that amount', csv: 'Currency' },
  cashExpected: {
    kind: 'flag',
    label: 'Cash expected',
    csv: 'Cash expected',
    prefill: 'activity.cashExpected',
  },
  fundsCountries: {
    kind: 'countries',
    label: 'Countries of the funds',
    hint: 'Where the funds come from and go to; leave blank where it is not known',
    noun: 'country',
    items: 10,
    csv: 'Countries of the funds',
    prefill: 'activity.fundsCountries',
  },
  sourceOfFunds: {
    kind: 'text',
    label: 'Source of funds',
    max: 500,
    isMultiline: true,
    csv: 'Source of funds',
    prefill: 'activity.sourceOfFunds',
  },
  address: { kind: 'own', label: 'Address', hint: 'Property or site address, if any', csv: 'Address' },
  exchangeOn: { kind: 'date', label: 'Exchange', csv: 'Exchange on' },
  settlementOn: {
    kind: 'date',
    label: 'Settlement',
    csv: 'Settlement on',
    prefill: 'activity.settlementOn',
  },
  delayedCddBasis: { kind: 'own', label: 'Delayed CDD', csv: 'Delayed CDD under' },
  /** First day of the designated service, from which a general delay is counted. */
  serviceStartedOn: {
    kind: 'date',
    label: 'Service started',
    hint: 'Business days are counted from this day.',
    csv: 'Service started',
  },
  /** The company's own day, where the law fixes none. */
  delayedCddDueOn: { kind: 'own', label: 'CDD done by', csv: 'Delayed CDD due' },
  delayedCddGround: {
    kind: 'own',
    label: 'Ground for delayed CDD',
    hint: 'Why it is essential not to interrupt business (AU s29; NZ s16(3)). The due date is calculated from the dates above, as first recorded.',
    csv: 'Ground for delayed CDD',
  },
  delayedCddRiskLimits: {
    kind: 'own',
    label: 'Limits of the risk while CDD is delayed',
    hint: 'Why the additional risk is low, and which limits or procedures apply until CDD is complete (AU s29; NZ s16(3)). A delay has no effect until someone who may grant exceptions from CDD approves it.',
    csv: 'Limits of the risk while CDD is delayed',
  },
  assigneeMemberId: { kind: 'own', label: 'Assigned to', csv: 'Assigned to' },
  reviewerMemberId: { kind: 'own', label: 'Reviewer', csv: 'Reviewer' },
  externalId: {
    kind: 'text',
    label: 'External ID',
    hint: 'ID in your other systems',
    max: 64,
    csv: 'External ID',
  },
} as const satisfies RecordFields;

export type ActivityFields = typeof activityFields;

/** Where form, page, files and packs have a described field. */
export type FieldGroup = 'heading' | 'details' | 'scope' | 'money' | 'dates' | 'delay' | 'reference';

const groups: Readonly<Partial<Record<string, FieldGroup>>> = {
  name: 'heading',
  noServiceReason: 'scope',
  cashExpected: 'money',
  fundsCountries: 'money',
  sourceOfFunds: 'money',
  exchangeOn: 'dates',
  settlementOn: 'dates',
  serviceStartedOn: 'delay',
  externalId: 'reference',
} satisfies Partial<Record<keyof ActivityFields, FieldGroup>>;

/** The described fields of a group with their names, in their order; one that has no other group is among the details. */
export const fieldsOfGroup = (fields: RecordFields, group: FieldGroup): [string, DescribedField][] =>
  describedFields(fields).filter(([name]) => (groups[name] ?? 'details') === group);
