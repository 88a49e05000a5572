import { runChecks } from '#api/checks/individual-verifications/check-commands.ts';
import { decide } from '#api/checks/individual-verifications/decisions.ts';
import { addDocument } from '#api/checks/individual-verifications/evidence.ts';
import { readVerification } from '#api/checks/individual-verifications/queries.ts';
import type { VerificationsDeps } from '#api/checks/individual-verifications/record/deps.ts';
import { startVerification } from '#api/checks/individual-verifications/start.ts';
import { documentRequest } from '#api/integrations/verification-provider/document-check-requests.ts';
import type { VerificationProvider } from '#api/integrations/verification-provider/provider.ts';
import type { ProviderResult } from '#api/integrations/verification-provider/result.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { CheckOutcome } from '#rules/identity-verification/evidence.ts';
import { type DemoDeps, demoSealingKey } from './demo-company.ts';

/** Issuers and sources with a fixed outcome: seeding queries no service. */
function generatedProvider(outcome: CheckOutcome, now: () => Date): VerificationProvider {
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
    deleteImages: async () => ({ ...(await nothing()), retryAfterSeconds: null }),
  };
}

/** A person whose identity is verified on the day of `deps.now`. */
export interface IdentityStep {
  deps: VerificationsDeps;
  asked: Promise<unknown>[];
  staff: MemberCaller;
  clientId: string;
}

/** An original sighted with its holder by a member, on the day it is recorded. */
const seenBy = ({ member }: MemberCaller, metOn: CalendarDate) => ({
  originalSighted: true,
  showsName: true,
  showsDateOfBirth: true,
  metBy: member.name,
  metOn,
  likenessConfirmed: true,
});

/** A passport whose original a member sighted; New Zealand's by default. */
export const passport = (
  number: string,
  expiresOn: CalendarDate,
  type: 'nzPassport' | 'auPassport' = 'nzPassport',
) => ({ type, fields: { number, expiresOn } });

/** A driver licence whose original a member sighted. */
export const licence = (number: string) => ({
  type: 'nzDriverLicence' as const,
  fields: { number, version: '215' },
});

/** Records sighted originals, and the decision if a reason is passed. */
export async function sighted(
  { deps, staff, clientId }: IdentityStep,
  document: ReturnType<typeof passport>,
  reason?: string,
): Promise<void> {
  const { id, version } = await startVerification.run(deps, staff, {
    params: { clientId },
    body: {
      method: 'documentSighted',
      document: { ...document, sighted: seenBy(staff, companyDay(deps.now(), staff.company.timeZone)) },
    },
  });
  if (reason)
    await decide.run(deps, staff, { params: { id }, body: { version, decision: 'verified', reason } });
}

/** Runs electronic checks as far as the outcome allows. */
export async function electronic(
  context: IdentityStep,
  document: ReturnType<typeof licence | typeof passport>,
  decision?: 'verified' | 'notVerified',
): Promise<void> {
  const { deps, staff, clientId, asked } = context;
  const { id, version } = await startVerification.run(deps, staff, {
    params: { clientId },
    body: {
      method: 'electronicInPerson',
      consent: { given: true, how: 'inPerson', note: undefined },
      dataSources: ['nzCreditBureau'],
    },
  });
  const added = await addDocument.run(deps, staff, {
    params: { id },
    body: {
      version,
      ...document,
      sighted: seenBy(staff, companyDay(deps.now(), staff.company.timeZone)),
    },
  });
  await runChecks.run(deps, staff, { params: { id }, body: { version: added.version, dataSources: [] } });
  await Promise.all(asked);
  if (decision === undefined) return;
  const done = await readVerification.run(deps, staff, { params: { id } });
  const reason =
    decision === 'verified'
      ? 'Document seen; its issuer and the credit bureau agree with the record'
      : 'The register does not know this licence, and the person had no other document';
  await decide.run(deps, staff, { params: { id }, body: { version: done.version, decision, reason } });
}

/**
 * Dependencies of the verification commands, with issuers and sources that all return one outcome; `asked` collects the
 * queries.
 */
export function verificationDeps(
  { database, now, sealingKey }: DemoDeps,
  outcome: CheckOutcome,
): { deps: VerificationsDeps; asked: Promise<unknown>[] } {
  const asked: Promise<unknown>[] = [];
  const verification = {
    provider: generatedProvider(outcome, now),
    ...demoSealingKey({ sealingKey, now }),
    callbackUrl: '',
    callbackSecrets: [],
    onError: (error: unknown) => {
      throw error;
    },
    onQuery: (request: Promise<unknown>) => void asked.push(request),
  };
  return { deps: { db: database.db, now, verification }, asked };
}
