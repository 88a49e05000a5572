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

const permit = {
  authority: 'An invented ministry',
  number: 'INVENTED-2026-004',
  scope: 'Advice about the permit itself, against fees that a third person pays. No transfer of assets.',
};

/** A client in onboarding, screened by the regular commands. @returns its id */
async function screenedClient(deps: DemoDeps): Promise<string> {
  const work = { db: deps.database.db, now: deps.now };
  const staff = await demoCaller(deps, demoStaff);
  const { id, version } = await createClient.run(work, staff, { body: listed });
  const onboardTransition = { lifecycle: 'client', version, to: 'onboarding', reason: undefined } as const;
  await transitionClient.run(work, staff, { params: { id }, body: onboardTransition });
  await screenClient({ ...work, screening: demoEngine(work) }, staff, id);
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

/**
 * One client with a confirmed sanctions match, and a permit for part of what it prohibits: recorded by the compliance officer, approved by
 * the owner. The client stays in onboarding, because the permit does not allow onboarding it.
 */
export const demoPermitsPart = (files: DemoFiles): DemoPart => ({
  name: 'permits',
  steps: 1,
  async isThere({ database }) {
    const row = await asTenant(database.db, demoCompanyId, (trx) =>
      trx.selectFrom('sanctions_permits').select('id').limit(1).executeTakeFirst(),
    );
    return row !== undefined;
  },
  async make(deps) {
    const work = { db: deps.database.db, now: deps.now };
    const clientId = await screenedClient(deps);
    await confirmMatches(deps, clientId);
    const [officer, owner] = [await demoCaller(deps, demoOfficer), await demoCaller(deps, demoOwner)];
    const today = companyDay(deps.now(), officer.company.timeZone);
    const documentId = await addDemoFile(deps, files, {
      staff: officer,
      clientId,
      type: 'other',
      fileName: 'permit.pdf',
      expiresOn: undefined,
      bytes: getPdf([`Permit ${permit.number}`, permit.authority, 'An example of the demonstration.']),
    });
    const recorded = await recordPermit.run(work, officer, {
      params: { id: clientId },
      body: permitInput.parse({
        ...permit,
        country: 'NZL',
        regimes: ['un'],
        acts: ['startWork'],
        documentId,
        validFrom: addDays(today, -14),
        validTo: addMonths(today, 6),
      }),
    });
    const { id, version } = recorded;
    await approvePermit.run(work, owner, { params: { id }, body: { version } });
  },
});
