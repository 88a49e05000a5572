import { type ClientInput, clientInput } from '#contract/clients.ts';
import { createClient } from '../clients/service.ts';
import { asTenant } from '../database/tenancy.ts';
import { moveClient } from '../diligence/moves.ts';
import { createListEngine } from '../screening/list-engine.ts';
import { decideMatch } from '../screenings/decide.ts';
import { screenClient } from '../screenings/service.ts';
import { demoOfficer, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-parts.ts';

interface DemoMatch {
  client: Record<string, unknown>;
  /** What the compliance officer has said of whoever was found; nothing where that is still to do. */
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

/** Clients as invented as the people of the demo list, whom they are like: by a spelling, by name and year, by a business's name, and by name and year but not by the day. */
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

/** The one alert's match that a client was just found to have, decided by the compliance officer. */
async function decide(
  deps: DemoDeps,
  clientId: string,
  said: NonNullable<DemoMatch['isSomebodyElse']>,
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
    await decideMatch({ db, now: deps.now }, officer, id, { decision: 'falsePositive', version, ...said });
  }
}

/**
 * Clients of the demo company who are like somebody on the demo list, taken on and screened the way its people would, so that there are
 * matches to decide from the first day; one of them is decided. The reviews that are due come of the clients' own dates, by the job.
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
    const { id, version } = await createClient({ db, now: deps.now }, staff, form);
    const takenOn = { lifecycle: 'client', version, to: 'onboarding', reason: undefined } as const;
    await moveClient({ db, now: deps.now }, staff, id, takenOn);
    await screenClient({ db, now: deps.now, screening: createListEngine({ db }) }, staff, id);
    if (match.isSomebodyElse) await decide(deps, id, match.isSomebodyElse);
  },
};
