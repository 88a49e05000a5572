import { createActivity } from '#api/checks/activities/commands.ts';
import { transitionActivity } from '#api/checks/activities/transitions.ts';
import { activityInput } from '#contract/activities.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { generateAddress } from '../generators/places.ts';
import { days, getDay, type Journey, onDay, servicesOn } from './journey.ts';

/** Days from exchange to settlement: longer than CDD may be delayed after exchange, so that a delay can be overdue before settlement. */
const settlementDays = 50;

/**
 * Starts the purchase of a home for a client abroad, whose verification follows: a delay of CDD that the officer approves, counted from the day of
 * exchange. AU Rules 6-32.
 */
export async function startUnderDelay(journey: Journey): Promise<void> {
  const { random, staff, officer, clientId } = journey;
  const exchanged = onDay(journey, days.exchanged);
  const work = servicesOn(exchanged);
  const exchangeOn = getDay(exchanged, staff);
  const address = generateAddress(random, 'AUS');
  const recorded = await createActivity.run(work, staff, {
    body: activityInput.parse({
      name: `Purchase of ${address.addressLine1}, ${address.suburb}`,
      activityType: 'propertyPurchase',
      designatedServiceAu: 'au.t6.1',
      nature: 'Buying a home, with a loan from a bank',
      purpose: 'A home for the customer, who moves back from abroad',
      parties: [{ clientId, capacity: 'customer' }],
      maxTransactionValue: 86_000_000,
      currency: 'AUD',
      fundsCountries: ['AUS'],
      sourceOfFunds: 'Savings and a bank loan',
      address,
      exchangeOn,
      settlementOn: addDays(exchangeOn, settlementDays),
      delayedCddBasis: 'property',
      delayedCddGround: 'The buyer is abroad until shortly before settlement and sends certified copies.',
      delayedCddRiskLimits: 'A resident buys a home to live in; the deposit is held in the trust account.',
      assigneeMemberId: staff.member.id,
    }),
  });
  const { id } = recorded;
  const { version } = await transitionActivity.run(work, officer, {
    params: { id },
    body: { move: 'delayApproval', version: recorded.version },
  });
  await transitionActivity.run(work, staff, {
    params: { id },
    body: { move: 'to', to: 'inProgress', version, reason: undefined },
  });
}
