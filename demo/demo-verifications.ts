import { approveException, decide } from '#api/checks/individual-verifications/decisions.ts';
import { addDocument } from '#api/checks/individual-verifications/evidence.ts';
import { startVerification } from '#api/checks/individual-verifications/start.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import { addDays, addMonths, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { CheckOutcome } from '#rules/identity-verification/evidence.ts';
import { demoOfficer, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import {
  electronic,
  type IdentityStep,
  licence,
  passport,
  sighted,
  verificationDeps,
} from './demo-identity.ts';
import type { DemoPart } from './demo-steps.ts';
import { inSeries } from './seed-clients.ts';

interface Turn extends IdentityStep {
  officer: MemberCaller;
  today: CalendarDate;
}

async function certified({ deps, staff, clientId, today }: Turn): Promise<void> {
  const { id, version } = await startVerification.run(deps, staff, {
    params: { clientId },
    body: { method: 'documentCertified' },
  });
  await addDocument.run(deps, staff, {
    params: { id },
    body: {
      version,
      type: 'nzPassport',
      fields: { number: 'LF441207', expiresOn: addMonths(today, 40) },
      certified: {
        refereeName: 'Ngaire Invented',
        refereeType: 'justiceOfThePeace',
        certifiedOn: addMonths(today, -7),
        statesLikeness: true,
        independent: true,
      },
      sighted: {
        originalSighted: false,
        showsName: true,
        showsDateOfBirth: true,
        likenessConfirmed: false,
      },
    },
  });
}

async function accredited({ deps, staff, clientId, today }: Turn): Promise<void> {
  await startVerification.run(deps, staff, {
    params: { clientId },
    body: {
      method: 'distf',
      accreditedService: {
        provider: 'Invented Identity',
        service: 'Invented Identity Check',
        accreditation: 'Identification service, register entry 0042',
        verifiedOn: today,
        covers: ['name', 'dateOfBirth', 'binding'],
        evidence: 'Result 7f3a, attached to the verification',
        matchesRecord: true,
      },
    },
  });
}

async function relied({ deps, staff, clientId, today }: Turn): Promise<void> {
  const { id, version } = await startVerification.run(deps, staff, {
    params: { clientId },
    body: {
      method: 'reliance',
      reliance: {
        partyName: 'Harbour Example Lawyers',
        supervisor: 'DIA',
        verifiedOn: addMonths(today, -5),
        hasBusinessRelationship: true,
        agreedInWriting: true,
        identityInformationReceived: true,
        evidenceOnRequest: true,
        basis: 'agreement',
        responsibilitiesWritten: true,
        approvedBySeniorManager: 'Mere Example',
        assessedOn: addMonths(today, -8),
        assessmentRecordedOn: addMonths(today, -8),
        appropriateToRisk: true,
      },
    },
  });
  await decide.run(deps, staff, {
    params: { id },
    body: { version, decision: 'verified', reason: 'Their agreement is on file' },
  });
}

async function excepted({ deps, staff, officer, clientId, today }: Turn, approve: boolean): Promise<void> {
  const { id, version } = await startVerification.run(deps, staff, {
    params: { clientId },
    body: {
      method: 'exception',
      exception: {
        reason: 'Ninety-one years old, with no current document of any kind',
        stepsTaken: 'Searched for a birth certificate with the family, and checked the register of births',
        alternativeEvidence: 'Superannuation letter and a certificate of the rest home’s manager',
        policy: 'AML/CFT programme, part 4: people without documents',
        endsOn: addMonths(today, 11),
      },
    },
  });
  if (approve) {
    await approveException.run(deps, officer, {
      params: { id },
      body: { version, reason: 'Nothing else can be had of her' },
    });
  }
}

/** Actions of each step, and the outcome that issuers return in it. */
const steps: readonly { outcome?: CheckOutcome; make: (context: Turn) => Promise<void> }[] = [
  {
    make: (context) =>
      sighted(context, passport('LA204816', addMonths(context.today, 50)), 'Passport seen with its holder'),
  },
  {
    make: (context) =>
      sighted(context, passport('LD730225', addDays(context.today, 41)), 'Passport seen with its holder'),
  },
  { make: (context) => sighted(context, passport('LK118840', addMonths(context.today, 22))) },
  // The same passport as in the first step.
  { make: (context) => sighted(context, passport('LA204816', addMonths(context.today, 50))) },
  { make: (context) => electronic(context, licence('DB482913'), 'verified') },
  { make: (context) => electronic(context, licence('EK309275')) },
  { outcome: 'no_match', make: (context) => electronic(context, licence('FJ650138'), 'notVerified') },
  { outcome: 'no_match', make: (context) => electronic(context, licence('GH207846')) },
  { make: certified },
  { make: relied },
  { make: (context) => excepted(context, false) },
  { make: (context) => excepted(context, true) },
  { make: accredited },
];

/**
 * The nth individual of the series of seed-clients.ts that is in onboarding and has the fields that a register
 * requires.
 */
async function individualAt({ database }: DemoDeps, place: number): Promise<string | undefined> {
  return asTenant(database.db, demoCompanyId, async (trx) => {
    const rows = await trx
      .selectFrom('clients')
      .select(['id', 'individual'])
      .where('kind', '=', 'individual')
      .where('status', '=', 'onboarding')
      .where(inSeries)
      .orderBy('id')
      .limit(200)
      .execute();
    return rows.filter(({ individual }) => individual?.dateOfBirth)[place]?.id;
  });
}

/** Verifications of some individuals of the demo company, in every state, created by the regular commands. */
export const demoVerificationsPart: DemoPart = {
  name: 'individualVerifications',
  steps: steps.length,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx.selectFrom('individual_verifications').select('id').limit(1).executeTakeFirst();
      return known !== undefined;
    }),
  async make(deps, number) {
    const step = steps[number];
    const clientId = await individualAt(deps, number);
    if (step === undefined || clientId === undefined) return;
    const [staff, officer] = [await demoCaller(deps, demoStaff), await demoCaller(deps, demoOfficer)];
    const today = companyDay(deps.now(), staff.company.timeZone);
    await step.make({ ...verificationDeps(deps, step.outcome ?? 'match'), staff, officer, clientId, today });
  },
};
