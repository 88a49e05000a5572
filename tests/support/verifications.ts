import { expect } from 'vitest';
import { createClient } from '#contract/clients.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { readVerification, startVerification } from '#contract/individual-verifications.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';
import type { TestApi, TestPerson } from './api.ts';

type StartBody = EndpointRequest<typeof startVerification>['body'];

/** An invented individual with everything that a register asks for. */
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
  return made.answer;
}

/** Starts a verification of a client. */
export async function started(
  test: TestApi,
  as: TestPerson,
  clientId: string,
  body: StartBody,
): Promise<IndividualVerification> {
  const input = { params: { clientId }, body, requestKey: crypto.randomUUID() };
  return (await test.request(startVerification, input, { as })).answer;
}

/** The verification as it is now. */
export async function verificationNow(
  test: TestApi,
  as: TestPerson,
  id: string,
): Promise<IndividualVerification> {
  return (await test.request(readVerification, { params: { id } }, { as })).answer;
}

/** The verification once what was asked has come back. */
export async function settledVerification(
  test: TestApi,
  as: TestPerson,
  id: string,
  status?: IndividualVerification['status'],
): Promise<IndividualVerification> {
  await expect
    .poll(async () => (await verificationNow(test, as, id)).status, { timeout: 15_000, interval: 25 })
    .toSatisfy((now) => (status === undefined ? now !== 'processing' : now === status));
  return verificationNow(test, as, id);
}

/** An original passport that somebody looked at. */
export const sightedPassport = (number = 'LA123456') => ({
  type: 'nzPassport' as const,
  fields: { number, expiresOn: '2031-05-01' },
  sighted: { originalSighted: true, showsName: true, showsDateOfBirth: true },
});

/** An act's blockers; undefined where it is not offered. */
export function moveOf(
  { moves }: IndividualVerification,
  act: IndividualVerification['moves'][number]['act'],
) {
  return moves.find((move) => move.act === act);
}
