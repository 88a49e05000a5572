/** Whether a company's members must have a second factor; owners and platform admins must either way. */
export type SecondFactorPolicy = 'optional' | 'required';

export const secondFactorLabels: Record<SecondFactorPolicy, string> = {
  optional: 'Optional',
  required: 'Required for everyone',
};

/**
 * Whether a person must have a second factor. Owners and platform admins always, except in the sandbox, whose accounts are public.
 * A user who has enrolled one needs it at each sign-in, required or not.
 */
export function requiresSecondFactor(
  role: 'owner' | 'member' | 'auditor' | 'admin',
  policy: SecondFactorPolicy,
  { isSandbox }: { isSandbox: boolean },
): boolean {
  return policy === 'required' || (!isSandbox && (role === 'owner' || role === 'admin'));
}

/** How long a proof counts for what must not be done in a session that was left open. */
const recentProofMinutes = 15;

/**
 * Whether a person has proved recently that it is them: by their second factor, or if they have none by their password.
 * @param session instants, ISO; `startedAt` is that of the sign-in
 */
export function isProofRecent(
  session: { startedAt: string; factorAt: string | null; passwordAt: string | null },
  { isEnrolled, now }: { isEnrolled: boolean; now: Date },
): boolean {
  const provedAt = isEnrolled ? session.factorAt : (session.passwordAt ?? session.startedAt);
  return provedAt !== null && now.getTime() - Date.parse(provedAt) < recentProofMinutes * 60_000;
}

/** Where a session stands: `enrol` and `verify` must be completed before anything else. */
export type SecondFactorState = 'notNeeded' | 'enrol' | 'verify' | 'verified';

/** The state of a session. `isVerified`: its person has proved a second factor in it. */
export function secondFactorState(facts: {
  isEnrolled: boolean;
  isRequired: boolean;
  isVerified: boolean;
}): SecondFactorState {
  if (facts.isVerified && facts.isEnrolled) return 'verified';
  if (facts.isEnrolled) return 'verify';
  return facts.isRequired ? 'enrol' : 'notNeeded';
}
