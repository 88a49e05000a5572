import { expect } from 'vitest';
import { createClient } from '#contract/clients/clients.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import {
  readVerification,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import type { TestApi, TestPerson } from './api.ts';

/** Last day of the passports of these tests, some years from now. */
export const passportExpiresOn = addMonths(testDay(), 54);

type StartBody = EndpointRequest<typeof startVerification>['body'];

/** A fictional individual with everything that a register requires. */
export async function personToVerify(
  test: TestApi,
  as: TestPerson,
  individual: Record<string, unknown> = {},
): Promise<{ id: string; version: number }> {
  const body = {
    clientType: 'individual',
    individual: {
      givenNames: 'Aroha',
      familyName: 'Verifiedsample',
      dateOfBirth: '1985-03-12',
      ...individual,
    },
    addresses: [
      { addressLine1: '1 Sample Street', state: 'Wellington', postcode: '6011', countryCode: 'NZL' },
    ],
    confirmations: ['likelyDuplicates'],
  };
  const made = await test.request(
    createClient,
    { body: body as never, requestKey: crypto.randomUUID() },
    { as },
  );
  return made.response;
}

/** Starts a verification of a client. */
export async function started(
  test: TestApi,
  as: TestPerson,
  clientId: string,
  body: StartBody,
): Promise<IndividualVerification> {
  const input = { params: { clientId }, body, requestKey: crypto.randomUUID() };
  return (await test.request(startVerification, input, { as })).response;
}

/** The current verification. */
export async function verificationNow(
  test: TestApi,
  as: TestPerson,
  id: string,
): Promise<IndividualVerification> {
  return (await test.request(readVerification, { params: { id } }, { as })).response;
}

/** The verification once its checks have completed. */
export async function finishedVerification(
  test: TestApi,
  as: TestPerson,
  id: string,
  status?: IndividualVerification['status'],
): Promise<IndividualVerification> {
  await expect
    .poll(async () => (await verificationNow(test, as, id)).status, { timeout: 60_000, interval: 25 })
    .toSatisfy((now) => (status === undefined ? now !== 'processing' : now === status));
  return verificationNow(test, as, id);
}

/** A sighted original passport. */
export const sightedPassport = (number = 'LA123456') => ({
  type: 'nzPassport' as const,
  fields: { number, expiresOn: passportExpiresOn },
  sighted: {
    originalSighted: true,
    showsName: true,
    showsDateOfBirth: true,
    metBy: 'A. Member',
    metOn: '2025-06-01',
    likenessConfirmed: true,
  },
});

/** Stores the result of an Australian credit bureau without a match. */
export async function withBureauConsentWithheld(
  { database }: TestApi,
  { id }: Pick<IndividualVerification, 'id'>,
): Promise<void> {
  await database.asSuperuser(
    `INSERT INTO assay.verification_checks (company_id, id, verification_id, round, type, outcome, source, unmatched, at)
     SELECT company_id, gen_random_uuid(), id, round, 'dataSource', 'no_match', 'auCreditBureau', '{name}', now()
       FROM assay.individual_verifications WHERE id = $1`,
    [id],
  );
}

/** Reliance as both countries’ forms record it. */
export const relianceStatement = {
  partyName: 'Harbour Law',
  supervisor: 'DIA',
  verifiedOn: '2025-06-01',
  hasBusinessRelationship: true,
  agreedInWriting: true,
  identityInformationReceived: true,
  evidenceOnRequest: true,
};

/** The result of an accredited service, recorded from 1 July 2026 on. */
export const accreditedResult = {
  provider: 'Invented Identity',
  service: 'Invented Identity Check',
  accreditation: 'DISTF 0042, identification service',
  verifiedOn: '2026-07-02',
  covers: ['name' as const, 'dateOfBirth' as const, 'binding' as const],
  evidence: 'Result 7f3a',
  matchesRecord: true,
};

/** An exception as both countries’ forms record it. */
export const exceptionRecord = {
  reason: 'All papers were lost in the flood of May',
  stepsTaken: 'Asked the register of births and the family',
  alternativeEvidence: 'Letter of the marae, and a photo of 1999',
  policy: 'Programme, part 4',
  endsOn: addMonths(testDay(), 11),
};

/** A permission's blockers; undefined where it is not offered. */
export function getAction(
  { actions }: IndividualVerification,
  action: IndividualVerification['actions'][number]['action'],
) {
  return actions.find((move) => move.action === action);
}
