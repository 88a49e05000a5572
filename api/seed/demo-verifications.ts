import { randomBytes } from 'node:crypto';
import { addDays, addMonths, type CalendarDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import type { CheckOutcome } from '#rules/verification/evidence.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { approveException, decide } from '../individual-verifications/decisions.ts';
import type { VerificationsDeps } from '../individual-verifications/deps.ts';
import { addDocument } from '../individual-verifications/evidence.ts';
import { readVerification } from '../individual-verifications/reading.ts';
import { runChecks } from '../individual-verifications/running.ts';
import { startVerification } from '../individual-verifications/start.ts';
import { documentRequest } from '../verification-provider/document-requests.ts';
import type { VerificationProvider } from '../verification-provider/provider.ts';
import type { ProviderResult } from '../verification-provider/result.ts';
import { demoOfficer, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-parts.ts';

/** Answers that the demo's issuers and sources gave: nobody is asked while it is made. */
function inventedProvider(outcome: CheckOutcome, now: () => Date): VerificationProvider {
  const isMatch = outcome === 'match';
  const answer = (source: ProviderResult['source'], parts: ProviderResult['matched']): ProviderResult => ({
    source,
    outcome,
    matched: isMatch ? parts : [],
    unmatched: outcome === 'no_match' ? parts : [],
    reference: `demo-${source}`,
    code: null,
    checkedAt: now().toISOString(),
    problem: outcome === 'source_unavailable' ? 'status' : null,
    retryAfterSeconds: null,
  });
  const nothing = async () => ({ ok: false, problem: 'unreachable', status: null }) as const;
  return {
    async checkDocument(document, person) {
      const planned = documentRequest(document, person);
      return planned.ok ? answer(planned.request.source, ['name', 'dob', 'documentNumber']) : undefined;
    },
    checkSource: async (source) => answer(source, ['name', 'dob', 'address']),
    startCapture: nothing,
    readCapture: nothing,
    cancelCapture: nothing,
  };
}

interface Turn {
  deps: VerificationsDeps;
  asked: Promise<unknown>[];
  staff: MemberCaller;
  officer: MemberCaller;
  clientId: string;
  today: CalendarDate;
}

const seen = { originalSighted: true, showsName: true, showsDateOfBirth: true };

const passport = (number: string, expiresOn: CalendarDate) => ({
  type: 'nzPassport' as const,
  fields: { number, expiresOn },
  sighted: seen,
});

/** Originals that somebody saw; decided where there is a reason. */
async function sighted(
  { deps, staff, clientId }: Turn,
  document: ReturnType<typeof passport>,
  reason?: string,
): Promise<void> {
  const { id, version } = await startVerification(deps, staff, clientId, {
    method: 'documentSighted',
    document,
  });
  if (reason) await decide(deps, staff, id, { version, decision: 'verified', reason });
}

/** Asked electronically, as far as the answers go. */
async function electronic(turn: Turn, number: string, decision?: 'verified' | 'notVerified'): Promise<void> {
  const { deps, staff, clientId, asked } = turn;
  const { id, version } = await startVerification(deps, staff, clientId, {
    method: 'electronicInPerson',
    consent: { given: true, how: 'inPerson', note: undefined },
    dataSources: ['nzCreditBureau'],
  });
  const added = await addDocument(deps, staff, id, {
    version,
    type: 'nzDriverLicence',
    fields: { number, version: '215' },
    sighted: seen,
  });
  await runChecks(deps, staff, id, { version: added.version, dataSources: [] });
  await Promise.all(asked);
  if (decision === undefined) return;
  const done = await readVerification(deps, staff, id);
  const reason =
    decision === 'verified'
      ? 'Licence seen; the register and the credit bureau agree with the record'
      : 'The register does not know this licence, and the person had no other document';
  await decide(deps, staff, id, { version: done.version, decision, reason });
}

async function certified({ deps, staff, clientId, today }: Turn): Promise<void> {
  const { id, version } = await startVerification(deps, staff, clientId, { method: 'documentCertified' });
  await addDocument(deps, staff, id, {
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
  });
}

async function relied({ deps, staff, clientId, today }: Turn): Promise<void> {
  const { id, version } = await startVerification(deps, staff, clientId, {
    method: 'reliance',
    reliance: {
      partyName: 'Harbour Example Lawyers',
      supervisor: 'DIA',
      verifiedOn: addMonths(today, -5),
      agreedInWriting: true,
      identityInformationReceived: true,
      evidenceOnRequest: true,
    },
  });
  await decide(deps, staff, id, { version, decision: 'verified', reason: 'Their agreement is on file' });
}

async function excepted({ deps, staff, officer, clientId, today }: Turn, approve: boolean): Promise<void> {
  const { id, version } = await startVerification(deps, staff, clientId, {
    method: 'exception',
    exception: {
      reason: 'Ninety-one years old, with no current document of any kind',
      alternativeEvidence: 'Superannuation letter and a certificate of the rest home’s manager',
      endsOn: addMonths(today, 11),
    },
  });
  if (approve) {
    await approveException(deps, officer, id, { version, reason: 'Nothing else can be had of her' });
  }
}

/** What a step does, and which answers the issuers give in it. */
const steps: readonly { outcome?: CheckOutcome; make: (turn: Turn) => Promise<void> }[] = [
  {
    make: (turn) =>
      sighted(turn, passport('LA204816', addMonths(turn.today, 50)), 'Passport seen with its holder'),
  },
  {
    make: (turn) =>
      sighted(turn, passport('LD730225', addDays(turn.today, 41)), 'Passport seen with its holder'),
  },
  { make: (turn) => sighted(turn, passport('LK118840', addMonths(turn.today, 22))) },
  // The same passport as the first one’s.
  { make: (turn) => sighted(turn, passport('LA204816', addMonths(turn.today, 50))) },
  { make: (turn) => electronic(turn, 'DB482913', 'verified') },
  { make: (turn) => electronic(turn, 'EK309275') },
  { outcome: 'no_match', make: (turn) => electronic(turn, 'FJ650138', 'notVerified') },
  { outcome: 'no_match', make: (turn) => electronic(turn, 'GH207846') },
  { make: certified },
  { make: relied },
  { make: (turn) => excepted(turn, false) },
  { make: (turn) => excepted(turn, true) },
];

/** The individual at this place whose record has what a register asks for; undefined where there are fewer. */
async function individualAt({ database }: DemoDeps, place: number): Promise<string | undefined> {
  return asTenant(database.db, demoCompanyId, async (trx) => {
    const rows = await trx
      .selectFrom('clients')
      .select(['id', 'individual'])
      .where('kind', '=', 'individual')
      .where('status', 'in', ['onboarding', 'active'])
      .orderBy('id')
      .limit(200)
      .execute();
    return rows.filter(({ individual }) => individual?.dateOfBirth)[place]?.id;
  });
}

/** Verifications of some of the demo company’s individuals, in every state that people leave them in, by the real commands. */
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
    const asked: Promise<unknown>[] = [];
    const [staff, officer] = [await demoCaller(deps, demoStaff), await demoCaller(deps, demoOfficer)];
    const verification = {
      provider: inventedProvider(step.outcome ?? 'match', deps.now),
      idHmacKey: deps.idHmacKey ?? randomBytes(32).toString('base64url'),
      callbackUrl: '',
      callbackSecrets: [],
      onError: (error: unknown) => {
        throw error;
      },
      onAsking: (asking: Promise<unknown>) => void asked.push(asking),
    };
    const today = companyDay(deps.now(), staff.company.timeZone);
    await step.make({
      deps: { db: deps.database.db, now: deps.now, verification },
      asked,
      staff,
      officer,
      clientId,
      today,
    });
  },
};
