import { screenClient } from '#api/checks/screening-results/service.ts';
import { getClientKind } from '#rules/clients/client-types.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import { assess } from './assessment.ts';
import { startUnderDelay } from './delay.ts';
import { demoEngine } from './demo-engine.ts';
import { findOut, recordGround } from './findings.ts';
import { identify, identifyBusiness } from './identity.ts';
import { days, fetchedBefore, getDay, type Journey, move, onDay, servicesOn } from './journey.ts';

/** CDD, from the first question to the relationship's target state. */
export async function takeOn(journey: Journey): Promise<void> {
  const { relationship, staff, officer, clientId } = journey;
  const { end, type, method } = relationship;
  await move(journey, days.onboarding, staff, { client: 'onboarding' });
  await move(journey, days.onboarding, staff, { cdd: 'inProgress' });
  const screening = onDay(journey, days.screened);
  const engine = demoEngine(servicesOn(screening), fetchedBefore(journey, days.screened));
  await recordGround(journey);
  if (getClientKind(type) === 'business') await identifyBusiness(journey);
  else if (end !== 'exception' && end !== 'delayed') await identify(journey, clientId, method);
  journey.version = undefined;
  await screenClient.run({ ...servicesOn(screening), screening: engine }, staff, {
    params: { id: clientId },
    body: {},
  });
  if (end === 'screened') return;
  if (end === 'declined') {
    await move(
      journey,
      days.found,
      staff,
      { cdd: 'unableToComplete' },
      { reason: 'Would not say where the money comes from' },
    );
    await move(
      journey,
      days.found,
      officer,
      { client: 'declined' },
      { reason: 'Due diligence could not be completed' },
    );
    return;
  }
  await findOut(journey);
  if (end === 'assessing') return assess(journey, 'draft');
  if (end === 'awaitingApproval') return assess(journey, 'submitted');
  await assess(journey, 'approved');
  if (end === 'exception') return onboardByException(journey);
  if (end === 'delayed') return startUnderDelay(journey);
  await move(journey, days.ready, staff, { cdd: 'readyForReview' });
  if (end === 'readyForReview') return;
  if (end === 'returned') {
    await move(
      journey,
      days.decided,
      officer,
      { cdd: 'returned' },
      { reason: 'Say more about what the accounts are for' },
    );
    return;
  }
  await move(journey, days.decided, officer, { cdd: 'verified' });
  await move(journey, days.active, staff, { client: 'active' });
}

/** Activates before the identity is verified, by an officer's exception with a future end date. */
async function onboardByException(journey: Journey): Promise<void> {
  const { demo, staff, officer } = journey;
  await move(
    journey,
    days.decided,
    officer,
    { cdd: 'exceptionApproved' },
    {
      reason: 'The passport is away to be renewed; a certified copy of the former one was seen',
      endsOn: addMonths(getDay(demo, officer), 2),
    },
  );
  await move(journey, days.active, staff, { client: 'active' });
}

/** Events after the relationship became active. */
export async function continueExpansion(journey: Journey): Promise<void> {
  const { relationship, staff, officer } = journey;
  const { end, daysAgo } = relationship;
  const ago = (some: number) => daysAgo - some;
  if (end === 'refreshDue') {
    await move(
      journey,
      ago(6),
      officer,
      { cdd: 'refreshDue' },
      { reason: 'Has moved and changed work; ask again' },
    );
  } else if (end === 'dormant') {
    await move(journey, ago(30), staff, { client: 'dormant' }, { reason: 'No work for half a year' });
  } else if (end === 'exited' || end === 'archived') {
    await move(journey, ago(45), staff, { client: 'exited' }, { reason: 'Their matter is finished' });
    if (end === 'archived') await move(journey, ago(20), officer, { client: 'archived' });
  }
}
