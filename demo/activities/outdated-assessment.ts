import { createActivity, updateActivity } from '#api/checks/activities/commands.ts';
import { readActivity } from '#api/checks/activities/queries.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { activityInput } from '#contract/activities.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { assess, beginTurn, transitionOnward } from '../demo-activities.ts';
import { type DemoDeps, demoCompanyId } from '../demo-company.ts';
import type { DemoPart } from '../demo-steps.ts';
import { seededRandom } from '../generators/random.ts';

const name = 'Sale of 27 Invented Parade, Nelson';

/** Days before now on which the work starts. */
const daysAgo = 18;

/** The seller, a client of some months. */
const readSeller = ({ database, now }: DemoDeps) =>
  asTenant(database.db, demoCompanyId, (trx) =>
    trx
      .selectFrom('clients')
      .select('id')
      .where('client_type', '=', 'individual')
      .where('status', '=', 'active')
      .where('cdd_status', '=', 'verified')
      .where('relationship_started_on', '<', addDays(companyDay(now(), 'Pacific/Auckland'), -90))
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  );

async function makeOutdated(seed: DemoDeps): Promise<void> {
  const seller = await readSeller(seed);
  if (seller === undefined) return;
  const context = await beginTurn(seed, seededRandom(3), daysAgo);
  const { deps, staff, wait } = context;
  const form = activityInput.parse({
    name,
    activityType: 'propertySale',
    capturedActivityNz: 'nz.a6',
    nature: 'Selling a rental property, the loan on it repaid at settlement',
    purpose: 'The customer is leaving the rental market',
    parties: [{ clientId: seller.id, capacity: 'customer' }],
    maxTransactionValue: 42_000_000,
    currency: 'NZD',
    fundsCountries: ['NZL'],
    assigneeMemberId: staff.member.id,
  });
  const created = await createActivity.run(deps, staff, { body: form });
  wait(2);
  await transitionOnward(context, created, 'inProgress');
  wait(20);
  await assess(context, created.id, {
    approve: true,
    chosenAnswers: { fundsShown: 'explained', counterparty: 'none', structure: 'plain' },
  });
  const assessed = await readActivity.run(deps, staff, { params: { id: created.id } });
  wait(24);
  const { version } = await transitionOnward(context, assessed, 'inReview');
  wait(100);
  await updateActivity.run(deps, staff, {
    params: { id: created.id },
    body: { ...form, version, maxTransactionValue: 93_000_000, partyReason: undefined },
  });
}

/** A sale whose value was raised after its assessment was approved, so that the assessment is outdated, by the regular commands. */
export const demoOutdatedAssessmentPart: DemoPart = {
  name: 'outdatedAssessment',
  steps: 1,
  isThere: async ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx
        .selectFrom('activities')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirst();
      return known !== undefined;
    }),
  make: makeOutdated,
};
