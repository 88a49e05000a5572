import type { ActivityInput } from '#contract/activities.ts';
import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { type DecisionFacts, type Outdated, outdatedBy } from '#rules/decisions/decision-facts.ts';
import { getInput } from './activity-record.ts';
import { activityPrefillFacts } from './prefill-facts.ts';
import type { StoredActivity } from './store.ts';

/**
 * Details on which no decision about an activity relies: who works on it, how it is called, and its days and delays, which have rules of their
 * own. Every other detail is relied on, also one that is added later.
 */
const notReliedOn = [
  'name',
  'externalId',
  'assigneeMemberId',
  'reviewerMemberId',
  'exchangeOn',
  'settlementOn',
  'serviceStartedOn',
  'delayedCddBasis',
  'delayedCddGround',
  'delayedCddRiskLimits',
  'delayedCddDueOn',
] as const satisfies readonly (keyof ActivityInput)[];

const order = Object.keys(activityFields);

type ReliedOn = { [Field in Exclude<keyof ActivityInput, (typeof notReliedOn)[number]>]-?: unknown };

/** The facts of an activity that its assessment, its outcome and its senior manager's approval rely on, by field. */
export function activityFacts({
  details,
  parties,
}: Pick<StoredActivity, 'details' | 'parties'>): DecisionFacts {
  const taking = parties.map(({ clientId, capacity }) => ({ clientId, capacity }));
  const input: Record<string, unknown> = getInput(details, taking);
  const byId = taking.toSorted((one, other) => (one.clientId < other.clientId ? -1 : 1));
  const facts = Object.fromEntries(
    Object.keys(input)
      .filter((field) => !notReliedOn.some((other) => other === field))
      .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
      .map((field) => [field, input[field] ?? null]),
  ) as ReliedOn;
  // The order of entry decides nothing.
  return { ...facts, parties: byId, fundsCountries: details.fundsCountries.toSorted() } as DecisionFacts;
}

/** What makes an activity's assessment outdated: a fact of the activity, or another with which it prefilled an answer. */
export function assessmentOutdatedBy(
  reliedOn: DecisionFacts | null,
  stored: StoredActivity,
): Outdated | null {
  const prefilled = activityPrefillFacts(stored) as DecisionFacts;
  return outdatedBy(reliedOn, { ...activityFacts(stored), ...prefilled }, Object.keys(prefilled));
}
