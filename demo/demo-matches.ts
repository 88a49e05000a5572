import { transitionClient } from '#api/checks/cdd/transitions.ts';
import { decideMatch } from '#api/checks/screening-results/decide.ts';
import { screenClient } from '#api/checks/screening-results/service.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createClient } from '#api/records/clients/commands.ts';
import { type ClientInput, clientInput } from '#contract/clients/client-input.ts';
import { demoOfficer, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { demoEngine } from './relationships/demo-engine.ts';

interface DemoMatch {
  client: Record<string, unknown>;
  /** The compliance officer's decision on the match; absent while it is undecided. */
  isSomebodyElse?: { reasonCode: 'otherBirthDate'; reason: string };
}

const person = (
  givenNames: string,
  familyName: string,
  dateOfBirth: string,
  residenceCountry: string,
): DemoMatch['client'] => ({
  clientType: 'individual',
  individual: { givenNames, familyName, dateOfBirth, residenceCountry },
});

/**
 * Fictitious clients that resemble people on the demo list: by a spelling, by name and year, by a business's name, and
 * by name and year with another day.
 */
const demoMatches: readonly DemoMatch[] = [
  { client: person('Fermina', 'Chulbogue', '1950-06-18', 'NZL') },
  { client: person('Iphigen', 'Torruva', '1969-10-02', 'NZL') },
  {
    client: {
      clientType: 'company',
      business: { legalName: 'Quillport Bullion Trading Limited', registrationCountry: 'NZL' },
    },
  },
  {
    client: person('Anselma', 'Vrithop', '1970-03-14', 'AUS'),
    isSomebodyElse: {
      reasonCode: 'otherBirthDate',
      reason: 'Born on 14 March, as the passport shows that we saw; the listed person on 30 November.',
    },
  },
];

/** Decides the match of a client's only alert, as the compliance officer. */
async function decide(
  deps: DemoDeps,
  clientId: string,
  decision: NonNullable<DemoMatch['isSomebodyElse']>,
): Promise<void> {
  const { db } = deps.database;
  const matches = await asTenant(db, demoCompanyId, (trx) =>
    trx
      .selectFrom('screening_matches')
      .select(['id', 'version'])
      .where('client_id', '=', clientId)
      .where('status', '=', 'pending')
      .orderBy('id')
      .execute(),
  );
  const officer = await demoCaller(deps, demoOfficer);
  for (const { id, version } of matches) {
    await decideMatch.run({ db, now: deps.now }, officer, {
      params: { id },
      body: { decision: 'falsePositive', version, ...decision },
    });
  }
}

/**
 * Demo clients that resemble entries of the demo list, onboarded and screened by the regular commands, so that there
 * are matches to decide from the first day; one of them is decided. Reviews fall due by the clients' dates, through the
 * job.
 */
export const demoMatchesPart: DemoPart = {
  name: 'matches',
  steps: demoMatches.length,
  async isThere({ database }) {
    const row = await asTenant(database.db, demoCompanyId, (trx) =>
      trx.selectFrom('screening_matches').select('id').limit(1).executeTakeFirst(),
    );
    return row !== undefined;
  },
  async make(deps, step) {
    const match = demoMatches[step];
    if (match === undefined) return;
    const { db } = deps.database;
    const staff = await demoCaller(deps, demoStaff);
    const form: ClientInput = clientInput.parse({ ...match.client, confirmations: ['likelyDuplicates'] });
    const { id, version } = await createClient.run({ db, now: deps.now }, staff, { body: form });
    const onboardTransition = { lifecycle: 'client', version, to: 'onboarding', reason: undefined } as const;
    await transitionClient.run({ db, now: deps.now }, staff, { params: { id }, body: onboardTransition });
    const services = { db, now: deps.now, screening: demoEngine({ db, now: deps.now }) };
    await screenClient.run(services, staff, { params: { id }, body: {} });
    if (match.isSomebodyElse) await decide(deps, id, match.isSomebodyElse);
  },
};
