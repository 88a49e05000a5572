import type { Outdated } from '#rules/decisions/decision-facts.ts';
import { type PrefillKey, prefillSource } from '#rules/risk/prefill-sources.ts';

/** Labels of an activity's fields, by their names on the wire and in the audit log. */
export const activityFieldLabels = {
  name: 'Name',
  activityType: 'Type',
  capturedActivityNz: 'Captured activity (NZ)',
  designatedServiceAu: 'Designated service (AU)',
  outsideScopeNz: 'Outside New Zealand’s law',
  outsideScopeAu: 'Outside Australia’s law',
  noServiceReason: 'Why it is outside the law',
  capturedService: 'Note on the service',
  serviceStartedOn: 'Service started',
  nature: 'Nature',
  purpose: 'Purpose',
  parties: 'Parties',
  partyReason: 'Why a party leaves',
  maxTransactionValue: 'Maximum transaction value',
  currency: 'Currency',
  cashExpected: 'Cash expected',
  fundsCountries: 'Countries of the funds',
  sourceOfFunds: 'Source of funds',
  address: 'Address',
  exchangeOn: 'Exchange',
  settlementOn: 'Settlement',
} as const;

const isField = (name: string): name is keyof typeof activityFieldLabels =>
  Object.hasOwn(activityFieldLabels, name);

const toLabel = (name: string) =>
  isField(name) ? activityFieldLabels[name] : (prefillSource(name as PrefillKey)?.label ?? name);

/** Why a decision is outdated, as a sentence: "Changed since: Parties, Cash expected." */
export function describeOutdated(facts: Outdated): string {
  return facts.length === 0
    ? 'The details that it relied on are not on record.'
    : `Changed since: ${facts.map(toLabel).join(', ')}.`;
}
