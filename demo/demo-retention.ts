import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { listDestructions } from '#api/follow-up/retention/list-due-job.ts';
import { inWork } from '#api/kernel/command/work.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { getColumns } from '#api/records/clients/record/client-record.ts';
import { insertClient } from '#api/records/clients/record/store.ts';
import { readCompanyFacts } from '#api/records/company-settings/store.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { exitEffects } from '#rules/transition-guards/client-status.ts';
import { demoOfficer } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { daysBefore, demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { firstDaysAgo } from './relationships/roster.ts';

/** Former clients, with the years since their relationship ended. All but the last are past every retention period. */
const formerClients = [
  { givenNames: 'Wendeline', familyName: 'Harrowgate', endedYearsAgo: 11 },
  { givenNames: 'Barnaby', familyName: 'Quillfeather', endedYearsAgo: 10 },
  { givenNames: 'Isolde', familyName: 'Marchbanks', endedYearsAgo: 9 },
  { givenNames: 'Percival', familyName: 'Thornbury', endedYearsAgo: 2 },
] as const;

/** Length of a relationship in years. */
const relationshipYears = 4;

/**
 * Former clients of the demo company: past their retention period and therefore listed for destruction, and one still
 * retained. Their relationships ended before the company joined Assay, so only what was entered from files is recorded.
 */
export const demoRetentionPart: DemoPart = {
  name: 'retention',
  steps: 1,
  async isThere({ database }) {
    const row = await asTenant(database.db, demoCompanyId, (trx) =>
      trx.selectFrom('destructions').select('id').limit(1).executeTakeFirst(),
    );
    return row !== undefined;
  },
  async make(deps) {
    const { database, now } = deps;
    const { member, company } = await demoCaller(deps, demoOfficer);
    const today = companyDay(now(), company.timeZone);
    const seed = { type: 'system', id: 'seed', role: 'seed' } as const;
    const work = { companyId: demoCompanyId, actor: seed, requestId: randomUUID() };
    await inWork({ db: database.db, now }, work, async ({ trx, record }) => {
      const { policy } = await readCompanyFacts(trx, demoCompanyId);
      for (const { givenNames, familyName, endedYearsAgo } of formerClients) {
        const endedOn = addDays(addMonths(today, -12 * endedYearsAgo), -40);
        const startedOn = addMonths(endedOn, -12 * relationshipYears);
        const createdAt = daysBefore(deps, firstDaysAgo).now().toISOString();
        const details = clientInput.parse({
          clientType: 'individual',
          individual: { givenNames, familyName },
          relationshipStartedOn: startedOn,
          preCommencement: true,
          tags: ['from former files'],
        });
        const { relationshipEndedOn, retainUntil } = exitEffects({
          endedOn,
          enrolments: [],
          jurisdictions: company.regulatedIn,
          policy: { years: policy.retentionYears, regulatedIn: company.regulatedIn },
        });
        const id = uuidv7({ msecs: Date.parse(createdAt) });
        await insertClient(trx, {
          ...getColumns(details),
          company_id: demoCompanyId,
          id,
          imported: false,
          created_at: createdAt,
          created_by: member.id,
        });
        await trx
          .updateTable('clients')
          .set({
            status: 'exited',
            relationship_ended_on: relationshipEndedOn,
            retain_until: retainUntil ?? null,
            updated_at: createdAt,
          })
          .where('company_id', '=', demoCompanyId)
          .where('id', '=', id)
          .execute();
        record({
          action: 'client.created',
          resourceType: 'client',
          resourceId: id,
          detail: { relationshipStartedOn: startedOn, relationshipEndedOn },
        });
      }
    });
    // As the nightly job does.
    await listDestructions(database.db, { now });
  },
};
