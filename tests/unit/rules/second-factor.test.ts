import { expect, test } from 'vitest';
import { isProofRecent, requiresSecondFactor, secondFactorState } from '#rules/second-factor.ts';

test('owners and platform admins need one outside the sandbox, everyone where the company says so', () => {
  const roles = ['admin', 'owner', 'member', 'auditor'] as const;
  const needed = (policy: 'optional' | 'required', isSandbox: boolean) =>
    roles.filter((role) => requiresSecondFactor(role, policy, { isSandbox }));
  expect(needed('optional', false)).toEqual(['admin', 'owner']);
  expect(needed('optional', true)).toEqual([]);
  expect(needed('required', false)).toEqual(roles);
  expect(needed('required', true)).toEqual(roles);
});

test('a session has to verify what its person has, and to set up what they need', () => {
  const state = (isEnrolled: boolean, isRequired: boolean, isVerified: boolean) =>
    secondFactorState({ isEnrolled, isRequired, isVerified });
  expect([state(false, false, false), state(false, true, false)]).toEqual(['notNeeded', 'enrol']);
  expect([state(true, false, false), state(true, true, false)]).toEqual(['verify', 'verify']);
  expect([state(true, false, true), state(true, true, true)]).toEqual(['verified', 'verified']);
  // The last one was removed in this session, and is required since.
  expect([state(false, false, true), state(false, true, true)]).toEqual(['notNeeded', 'enrol']);
});

test('a proof is recent for 15 minutes: the second factor of who has one, else the password or the sign-in', () => {
  const now = new Date('2026-11-24T12:00:00Z');
  const [recent, old] = ['2026-11-24T11:45:01Z', '2026-11-24T11:45:00Z'];
  const proof = (
    startedAt: string,
    passwordAt: string | null,
    factorAt: string | null,
    isEnrolled: boolean,
  ) => isProofRecent({ startedAt, passwordAt, factorAt }, { isEnrolled, now });
  expect([proof(recent, null, null, false), proof(old, null, null, false)]).toEqual([true, false]);
  expect([proof(old, recent, null, false), proof(old, old, null, false)]).toEqual([true, false]);
  expect([proof(old, old, recent, true), proof(recent, recent, old, true)]).toEqual([true, false]);
  expect(proof(recent, recent, null, true)).toBe(false);
});
