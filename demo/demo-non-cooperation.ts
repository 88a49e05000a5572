import { createActivity } from '#api/checks/activities/commands.ts';
import { nonCooperation } from '#api/checks/activities/non-cooperation.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createClient } from '#api/records/clients/commands.ts';
import { activityInput } from '#contract/activities.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { demoOfficer, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';

/** The buyer, who does not respond. */
const buyer = clientInput.parse({
  clientType: 'individual',
  individual: { givenNames: 'Quillon', familyName: 'Nonreplyton', residenceCountry: 'AUS' },
  confirmations: ['likelyDuplicates'],
});

/** The seller, the company's client. */
const readSeller = ({ database }: DemoDeps) =>
  asTenant(database.db, demoCompanyId, (trx) =>
    trx
      .selectFrom('clients')
      .select('id')
      .where('status', '=', 'active')
      .where('cdd_status', '=', 'verified')
      .orderBy('id')
      .executeTakeFirst(),
  );

async function makeNonCooperation(deps: DemoDeps): Promise<void> {
  const seller = await readSeller(deps);
  if (seller === undefined) return;
  const work = { db: deps.database.db, now: deps.now };
  const staff = await demoCaller(deps, demoStaff);
  const { id: buyerId } = await createClient.run(work, staff, { body: buyer });
  const body = activityInput.parse({
    name: 'Sale of 14 Invented Terrace, Brisbane',
    activityType: 'propertySale',
    designatedServiceAu: 'au.t5.1',
    currency: 'AUD',
    parties: [
      { clientId: seller.id, capacity: 'customer' },
      { clientId: buyerId, capacity: 'otherParty' },
    ],
  });
  const { id, version } = await createActivity.run(work, staff, { body });
  await nonCooperation.record.run(work, await demoCaller(deps, demoOfficer), {
    params: { id },
    body: {
      version,
      clientId: buyerId,
      steps:
        'Emailed on three days, called twice, and requested the identity documents from the buyer’s solicitor.',
      difficulties: 'The buyer has not answered, and the solicitor says that they have no instructions to.',
      reportConsidered: true,
    },
  });
}

/** A brokered sale whose other party does not cooperate with CDD, recorded by the regular commands. */
export const demoNonCooperationPart: DemoPart = {
  name: 'nonCooperation',
  steps: 1,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx.selectFrom('non_cooperation_records').select('id').limit(1).executeTakeFirst();
      return known !== undefined;
    }),
  make: makeNonCooperation,
};
