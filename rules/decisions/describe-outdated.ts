import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { labelsOf } from '#rules/records/fields.ts';
import { prefillSource } from '#rules/risk/prefill-sources.ts';
import type { Outdated } from './decision-facts.ts';

const labels = labelsOf(activityFields);

const toLabel = (name: string) => labels.get(name) ?? prefillSource(name)?.label ?? name;

/** Why a decision is outdated, as a sentence: "Changed since: Parties, Cash expected." */
export function describeOutdated(facts: Outdated): string {
  return facts.length === 0
    ? 'The details that it relied on are not on record.'
    : `Changed since: ${facts.map(toLabel).join(', ')}.`;
}
