import { transitionClient } from '#api/checks/cdd/transitions.ts';
import { decideMatch } from '#api/checks/screening-results/decide.ts';
import { screenClient } from '#api/checks/screening-results/service.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createClient } from '#api/records/clients/commands.ts';
import { approvePermit, recordPermit } from '#api/records/sanctions-permits/commands.ts';
import { permitInput } from '#contract/cdd/sanctions-permits.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { addDays, addMonths } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { demoOfficer, demoOwner, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import { addDemoFile, type DemoFiles, getPdf } from './demo-documents.ts';
import type { DemoPart } from './demo-steps.ts';
import { demoEngine } from './relationships/demo-engine.ts';

/** Identical to an entry of the demo list, so that the match is certain. */
const listed = clientInput.parse({
  clientType: 'individual',
  individual: {
    givenNames: 'Basilio',
    familyName: 'Nerquand',
    dateOfBirth: '1958-07-23',
    residenceCountry: 'VEN',
  },
  confirmations: ['likelyDuplicates'],
});

/** The permits for it; one awaits the approval of a second person. */
const permits = [
  {
    authority: 'An invented ministry',
    number: 'INVENTED-2026-004',
    scope: 'Advice about the permit itself, against fees that a third person pays. No transfer of assets.',
    country: 'NZL',
    daysAgo: 14,
    isApproved: true,
  },
  {
    authority: 'An invented office of sanctions',
    number: 'INVENTED-2026-011',
    scope: 'The same advice, to the client in Australia. No transfer of assets.',
    country: 'AUS',
    daysAgo: 2,
    isApproved: false,
  },
] as const;

/** A client in onboarding, screened by the regular commands. @returns its id */
async function screenedClient(deps: DemoDeps): Promise<string> {
  const work = { db: deps.database.db, now: deps.now };
  const staff = await demoCaller(deps, demoStaff);
  const { id, version } = await createClient.run(work, staff, { body: listed });
  const onboardTransition = { lifecycle: 'client', version, to: 'onboarding', reason: undefined } as const;
  await transitionClient.run(work, staff, { params: { id }, body: onboardTransition });
  await screenClient.run({ ...work, screening: demoEngine(work) }, staff, { params: { id }, body: {} });
  return id;
}

/** Confirms every match of the client, as the compliance officer. */
async function confirmMatches(deps: DemoDeps, clientId: string): Promise<void> {
  const { db } = deps.database;
  const matches = await asTenant(db, demoCompanyId, (trx) =>
    trx
      .selectFrom('screening_matches')
      .select(['id', 'version'])
      .where('client_id', '=', clientId)
      .orderBy('id')
      .execute(),
  );
  if (matches.length === 0) throw new Error('The listed client of the demo was not found on the demo list.');
  const officer = await demoCaller(deps, demoOfficer);
  for (const { id, version } of matches) {
    await decideMatch.run({ db, now: deps.now }, officer, {
      params: { id },
      body: {
        decision: 'truePositive',
        version,
        reason: 'Same name and year of birth; the client says that he is the listed person.',
        pepOf: undefined,
      },
    });
  }
}

/** Reads the client again by the permit that an earlier step recorded. */
async function findPermitHolder({ database }: DemoDeps): Promise<string> {
  const { client_id } = await asTenant(database.db, demoCompanyId, (trx) =>
    trx
      .selectFrom('sanctions_permits')
      .select('client_id')
      .where('number', '=', permits[0].number)
      .executeTakeFirstOrThrow(),
  );
  return client_id;
}

/**
 * One client with a confirmed sanctions match, and permits for part of what it prohibits, one of each country: both recorded by the compliance
 * officer, one approved by the owner, the other awaiting it. The client stays in onboarding, because no permit allows onboarding it.
 */
export const demoPermitsPart = (files: DemoFiles): DemoPart => ({
  name: 'permits',
  steps: permits.length,
  async isThere({ database }) {
    const row = await asTenant(database.db, demoCompanyId, (trx) =>
      trx.selectFrom('sanctions_permits').select('id').limit(1).executeTakeFirst(),
    );
    return row !== undefined;
  },
  async make(deps, step) {
    const permit = permits[step];
    if (permit === undefined) return;
    const work = { db: deps.database.db, now: deps.now };
    const clientId = step === 0 ? await screenedClient(deps) : await findPermitHolder(deps);
    if (step === 0) await confirmMatches(deps, clientId);
    const [officer, owner] = [await demoCaller(deps, demoOfficer), await demoCaller(deps, demoOwner)];
    const today = companyDay(deps.now(), officer.company.timeZone);
    const { isApproved, daysAgo, ...form } = permit;
    const documentId = await addDemoFile(deps, files, {
      staff: officer,
      clientId,
      type: 'other',
      fileName: `permit-${form.number}.pdf`,
      expiresOn: undefined,
      bytes: getPdf([`Permit ${form.number}`, form.authority, 'An example of the demonstration.']),
    });
    const { id, version } = await recordPermit.run(work, officer, {
      params: { id: clientId },
      body: permitInput.parse({
        ...form,
        regimes: ['un'],
        acts: ['startWork'],
        documentId,
        validFrom: addDays(today, -daysAgo),
        validTo: addMonths(today, 6),
      }),
    });
    if (isApproved) await approvePermit.run(work, owner, { params: { id }, body: { version } });
  },
});
